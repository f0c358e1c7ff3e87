import { ParseError } from "../errors.ts";
import { type DataSetFiling, readSubmission } from "../facts/data-sets/data-set.ts";
import { dataSetDocument, subColumns } from "../facts/data-sets/data-set-document.ts";
import { type CollectedRows, collectRows, presentationTables } from "./collect-rows.ts";
import { rowsOf, tableOf } from "./data-set-rows.ts";
import type { DataSetSource } from "./data-set-source.ts";

/** A filing's slice of a quarter, ready to be archived, or a row that cannot be used. */
export type Slice =
  | {
      kind: "filing";
      cik: string;
      accession: string;
      form: string;
      filed: string;
      body: Buffer;
    }
  | { kind: "refused"; reason: string };

export interface SplitOptions {
  /** Ten-digit CIKs; null for all. */
  ciks: ReadonlySet<string> | null;
  /** What is known of a filing from elsewhere, where the source has no `sub.txt`: a row in the order of `subColumns`. */
  submissionOf: (accession: string) => Promise<string[] | null>;
  /** Bytes of `num.txt` and `pre.txt` whose rows are held at a time. */
  passBytes?: number;
}

/** Columns of `sub.txt` that copies leave out. */
const subTable = {
  name: "sub.txt",
  columns: subColumns,
  optional: ["instance", "sic", "fye"],
} as const;

const passBytesDefault = 48 * 1024 * 1024;

/**
 * Splits a quarter into its filings. Rows of a filing are scattered over tables that are larger than memory should be:
 * they are read several times, each time for a share of the filings. Filings without any number are left out. A quarter
 * without `pre.txt` gives slices without a presentation. Throws ParseError where a table is missing or has lost a
 * column, ZipError for a damaged archive.
 */
export async function* splitDataSet(
  source: DataSetSource,
  options: SplitOptions,
): AsyncGenerator<Slice> {
  const bytes = tableOf(source, "num.txt").bytes + (source.table("pre.txt")?.bytes ?? 0);
  const refused: Slice[] = [];
  const submissions = source.table("sub.txt")
    ? await readSubmissions(source, refused)
    : await findSubmissions(source, options);
  const presentation = await presentationTables(source);
  yield* refused;
  for (const reason of presentation.refused) yield { kind: "refused", reason };
  const passBytes = options.passBytes ?? passBytesDefault;
  const passes = Math.max(1, Math.ceil(bytes / passBytes));
  for (let pass = 0; pass < passes; pass += 1) {
    const isWanted = (accession: string) =>
      submissions.has(accession) && Number(accession.slice(-6)) % passes === pass;
    const rows = await collectRows(source, {
      usable: presentation.usable,
      isWanted,
      charactersMax: 4 * passBytes,
    });
    for (const accession of rows.accessions()) {
      const sub = submissions.get(accession) ?? [];
      const filing = readSubmission(sub);
      if (options.ciks !== null && !options.ciks.has(filing.cik)) continue;
      yield toSlice(filing, sub, rows.take(accession));
    }
  }
}

function toSlice(
  { cik, accession, form, filed }: DataSetFiling,
  sub: readonly string[],
  rows: CollectedRows,
): Slice {
  if (rows.kind === "cut") {
    return { kind: "refused", reason: `${accession}: a row of ${rows.table} is cut` };
  }
  return { kind: "filing", cik, accession, form, filed, body: dataSetDocument({ sub, ...rows }) };
}

function cut(key: string): never {
  throw new ParseError(`${key.slice(0, 20)}: its row of sub.txt is cut`);
}

async function readSubmissions(
  source: DataSetSource,
  refused: Slice[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const { key, values } of rowsOf(source, subTable)) {
    try {
      const { accession } = readSubmission(values ?? cut(key));
      if (found.has(accession)) throw new ParseError(`${accession}: is in sub.txt twice`);
      found.set(accession, values ?? []);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      refused.push({ kind: "refused", reason: error.message });
    }
  }
  return found;
}

/** Without `sub.txt`, the filings that the rows name and that are known from elsewhere. */
async function findSubmissions(source: DataSetSource, { submissionOf }: SplitOptions) {
  const accessions = new Set<string>();
  for await (const { key } of rowsOf(source, { name: "num.txt", columns: [], optional: [] })) {
    accessions.add(key);
    if (accessions.size > 10_000) break;
  }
  const found = new Map<string, string[]>();
  for (const accession of accessions) {
    const row = await submissionOf(accession);
    if (row !== null) found.set(accession, row);
  }
  if (found.size === 0) {
    throw new ParseError("num.txt without sub.txt, and of filings that are not known otherwise");
  }
  return found;
}
