import { ParseError } from "../errors.ts";
import {
  type DataSetFiling,
  dataSetDocument,
  numColumns,
  readSubmission,
  subColumns,
} from "../facts/data-sets/data-set.ts";
import { entry } from "../facts/entry.ts";
import type { DataSetSource, TableName } from "./data-set-source.ts";
import { linesOf } from "./lines.ts";

/** A filing's slice of a quarter, ready to be archived, or a row of `sub.txt` that cannot be used. */
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
  /** Bytes of `num.txt` whose rows are held at a time. */
  passBytes?: number;
}

/** Columns of `sub.txt` that copies leave out. */
const optionalColumns = ["instance", "sic", "fye"];

const passBytesDefault = 48 * 1024 * 1024;

/**
 * Splits a quarter into its filings. Rows of a filing are scattered over `num.txt`, which is larger than
 * memory should be: it is read several times, each time for a share of the filings. Filings without any row
 * are left out. Throws ParseError where a table is missing or has lost a column, ZipError for a damaged archive.
 */
export async function* splitDataSet(
  source: DataSetSource,
  options: SplitOptions,
): AsyncGenerator<Slice> {
  const num = tableOf(source, "num.txt");
  const refused: Slice[] = [];
  const submissions = source.table("sub.txt")
    ? await readSubmissions(source, refused)
    : await findSubmissions(source, options);
  yield* refused;
  const passBytes = options.passBytes ?? passBytesDefault;
  const passes = Math.max(1, Math.ceil(num.bytes / passBytes));
  for (let pass = 0; pass < passes; pass += 1) {
    const isWanted = (accession: string) =>
      submissions.has(accession) && Number(accession.slice(-6)) % passes === pass;
    const rows = await collectRows(source, isWanted, 4 * passBytes);
    for (const accession of [...rows.keys()].sort()) {
      const filing = readSubmission(submissions.get(accession) ?? []);
      if (options.ciks !== null && !options.ciks.has(filing.cik)) continue;
      yield toSlice(filing, submissions.get(accession) ?? [], rows.get(accession) ?? null);
      rows.delete(accession);
    }
  }
}

function toSlice(filing: DataSetFiling, sub: readonly string[], rows: string[] | null): Slice {
  const { cik, accession, form, filed } = filing;
  if (rows === null) return { kind: "refused", reason: `${accession}: a row of num.txt is cut` };
  return { kind: "filing", cik, accession, form, filed, body: dataSetDocument(sub, rows) };
}

function cut(key: string, name: TableName): never {
  throw new ParseError(`${key.slice(0, 20)}: its row of ${name} is cut`);
}

async function readSubmissions(
  source: DataSetSource,
  refused: Slice[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const { key, values } of rowsOf(source, "sub.txt", subColumns, optionalColumns)) {
    try {
      const { accession } = readSubmission(values ?? cut(key, "sub.txt"));
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
  for await (const { key } of rowsOf(source, "num.txt", [], [])) {
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

async function collectRows(
  source: DataSetSource,
  isWanted: (accession: string) => boolean,
  charactersMax: number,
): Promise<Map<string, string[] | null>> {
  const rows = new Map<string, string[] | null>();
  let held = 0;
  const wanted = rowsOf(source, "num.txt", numColumns, ["segments", "coreg"], isWanted);
  for await (const { key, values } of wanted) {
    if (values === null) rows.set(key, null);
    if (values === null || rows.get(key) === null) continue;
    // Joined anew: a piece cut out of a line would keep the whole text around it in memory.
    const row = values.join("\t");
    held += row.length;
    if (held > charactersMax) throw new ParseError("num.txt holds too many rows of a few filings");
    entry(rows, key, () => [])?.push(row);
  }
  return rows;
}

interface Row {
  /** The accession number, the first column of both tables. */
  key: string;
  /** Null for a row that has lost or gained cells. */
  values: string[] | null;
}

/** Rows with the given columns in their order; an optional column that the table does not have is empty. */
async function* rowsOf(
  source: DataSetSource,
  name: TableName,
  columns: readonly string[],
  optional: readonly string[],
  isWanted: (key: string) => boolean = () => true,
): AsyncGenerator<Row> {
  let places: number[] | null = null;
  let width = 0;
  for await (const lines of linesOf(tableOf(source, name).read())) {
    for (const line of lines) {
      if (places === null) {
        const head = line.replace(/^\uFEFF/, "").split("\t");
        places = placesOf(name, head, columns, optional);
        width = head.length;
        continue;
      }
      const key = line.slice(0, line.indexOf("\t"));
      if (key === "" || !isWanted(key)) continue;
      const cells = line.split("\t");
      const isWhole = cells.length === width;
      yield { key, values: isWhole ? places.map((place) => cells[place] ?? "") : null };
    }
  }
  if (places === null) throw new ParseError(`${name} is empty`);
}

function placesOf(
  name: TableName,
  head: readonly string[],
  columns: readonly string[],
  optional: readonly string[],
): number[] {
  if (head[0] !== "adsh") throw new ParseError(`${name} does not begin with the column adsh`);
  return columns.map((column) => {
    const place = head.indexOf(column);
    if (place >= 0 || optional.includes(column)) return place;
    throw new ParseError(`${name} has no column ${column}`);
  });
}

function tableOf(source: DataSetSource, name: TableName) {
  const table = source.table(name);
  if (table) return table;
  throw new ParseError(`not a quarter of the Financial Statement Data Sets: there is no ${name}`);
}
