import type { CountsByCheck } from "#schemas/shapes/companies/quality.ts";
import type { BuiltCompany } from "../builder/built-company.ts";
import { insertRows, type Queryable } from "./transaction.ts";

/** Columns of a failed check that a build writes, with their SQL types. */
const failureColumns = {
  cik: "text",
  position: "int",
  check_id: "text",
  severity: "text",
  outcome: "text",
  subject: "text",
  concept: "text",
  reason: "text",
  difference: "text",
  operands: "json",
} as const;

/** Stores what the checks found on the company; nothing is written when they found the same before. */
export async function storeQuality(
  client: Queryable,
  { cik, quality }: BuiltCompany,
): Promise<void> {
  const { label, counts, body, failures, digest } = quality;
  const { rowCount } = await client.query(
    `insert into company_quality (cik, label, counts, body, digest) values ($1, $2, $3, $4, $5)
     on conflict (cik) do update set label = excluded.label, counts = excluded.counts, body = excluded.body,
       digest = excluded.digest
     where company_quality.digest is distinct from excluded.digest`,
    [cik, label, JSON.stringify(counts), Buffer.from(body), digest],
  );
  if (rowCount === 0) return;
  await client.query("delete from check_failure where cik = $1", [cik]);
  await insertRows(client, { table: "check_failure", columns: failureColumns }, failures);
}

/** The outcomes of each company as stored, by CIK. */
export async function listQualityCounts(db: Queryable): Promise<Map<string, CountsByCheck>> {
  const { rows } = await db.query("select cik, counts from company_quality order by cik");
  return new Map(rows.map((row: { cik: string; counts: CountsByCheck }) => [row.cik, row.counts]));
}

/** The outcomes of one company as stored; null when no check ran on it. */
export async function findQualityCounts(db: Queryable, cik: string): Promise<CountsByCheck | null> {
  const { rows } = await db.query("select counts from company_quality where cik = $1", [cik]);
  return (rows[0] as { counts: CountsByCheck } | undefined)?.counts ?? null;
}
