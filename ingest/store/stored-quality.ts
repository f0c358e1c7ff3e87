import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type {
  CheckOperand,
  CompanyQuality,
  QualityLabel,
} from "#schemas/shapes/companies/quality.ts";
import { unpackQuality } from "../checks/packed-quality.ts";
import type { Queryable } from "./transaction.ts";

const unpack = promisify(gunzip);

/** What the checks found on one company, as stored with its statements. */
export interface StoredQuality {
  cik: string;
  label: QualityLabel;
  quality: CompanyQuality;
}

/** Null when no check ran on the company. */
export async function loadQuality(db: Queryable, cik: string): Promise<StoredQuality | null> {
  const { rows } = await db.query("select label, body from company_quality where cik = $1", [cik]);
  const [row] = rows as { label: QualityLabel; body: Buffer }[];
  if (!row) return null;
  return { cik, label: row.label, quality: await qualityIn(row.body) };
}

/** What the checks found, from the body that is kept. */
export async function qualityIn(body: Uint8Array): Promise<CompanyQuality> {
  return unpackQuality((await unpack(body)).toString("utf8"));
}

const companiesAtOnce = 200;

/** Every company on which checks ran, in order of CIK, a few hundred in memory at a time. */
export async function* readQuality(db: Queryable): AsyncGenerator<StoredQuality> {
  for (let after = ""; ; ) {
    const { rows } = await db.query(
      "select cik, label, body from company_quality where cik > $1 order by cik limit $2",
      [after, companiesAtOnce],
    );
    const stored = rows as { cik: string; label: QualityLabel; body: Buffer }[];
    for (const { cik, label, body } of stored) {
      yield { cik, label, quality: await qualityIn(body) };
    }
    const last = stored.at(-1);
    if (last === undefined || stored.length < companiesAtOnce) return;
    after = last.cik;
  }
}

/** A result that did not pass. */
export interface StoredFailure {
  cik: string;
  checkId: string;
  severity: string;
  outcome: string;
  subject: string;
  concept: string | null;
  reason: string;
  difference: string | null;
  operands: CheckOperand[];
}

/** The failures of the companies of this range, in order of CIK and check. */
export async function listStoredFailures(
  db: Queryable,
  ciks: readonly string[],
): Promise<StoredFailure[]> {
  const { rows } = await db.query(
    `select cik, check_id as "checkId", severity, outcome, subject, concept, reason, difference, operands
     from check_failure where cik = any($1::text[]) order by cik, position`,
    [ciks],
  );
  return rows as StoredFailure[];
}
