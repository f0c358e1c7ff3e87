import {
  listStoredCompanies,
  loadFactsDocument,
  loadPeriods,
} from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { compareLabel } from "./compare-labels.ts";
import { labelLines } from "./label-lines.ts";
import type { JudgedResult } from "./label-report.ts";
import { type LabelVerdict, verdictsBy } from "./label-verdicts.ts";
import { type PrintedFiling, readPrintedFilings } from "./printed-filings.ts";
import { readLabels } from "./read-labels.ts";

interface Measuring {
  db: Queryable;
  registry: Registry;
  verdicts: readonly LabelVerdict[];
  /** Called before each company; false ends the work. */
  next(cik: string): boolean;
}

/** Periodic reports, interim ones of foreign filers among them. */
const isPeriodic = ({ form }: PrintedFiling) => /^(?:10-[KQ]|20-F|40-F|6-K)/.test(form);

/** The filings of stored companies in quarters of the data sets, by CIK. */
export async function filingsOf(
  db: Queryable,
  paths: readonly string[],
): Promise<Map<string, PrintedFiling[]>> {
  const known = new Set((await listStoredCompanies(db)).map(({ cik }) => cik));
  const filings: PrintedFiling[] = [];
  for (const path of paths) {
    filings.push(...(await readPrintedFilings(path, (cik) => known.has(cik))).filter(isPeriodic));
  }
  return Map.groupBy(filings, ({ cik }) => cik);
}

/** Compares every reading of the filings with the stored statements, one company in memory at a time. */
export async function measureLabels(
  { db, registry, verdicts, next }: Measuring,
  filings: ReadonlyMap<string, readonly PrintedFiling[]>,
): Promise<JudgedResult[]> {
  const lines = labelLines();
  const verdictOf = verdictsBy(verdicts);
  const results: JudgedResult[] = [];
  for (const [cik, own] of filings) {
    if (!next(cik)) break;
    const periods = await loadPeriods(db, cik, registry);
    const facts = (await loadFactsDocument(db, cik))?.facts ?? [];
    for (const reading of own.flatMap((filing) => readLabels(filing, lines))) {
      const result = compareLabel(reading, { periods, facts });
      results.push({ ...result, verdict: verdictOf(result) });
    }
  }
  return results;
}
