import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { rowsOf } from "#ingest/bulk/data-set-rows.ts";
import {
  type DataSetSource,
  openDataSetFolder,
  openDataSetZip,
} from "#ingest/bulk/data-set-source.ts";
import { exactOrNull } from "#ingest/facts/data-sets/cell-values.ts";
import { entry } from "#ingest/facts/entry.ts";
import { negate } from "#schemas/decimal.ts";

/** The statements that are read by label, as the data sets call them. */
export type PrintedStatement = "IS" | "BS" | "CF";

/** A filing as `sub.txt` has it. */
export interface PrintedFiling {
  accession: string;
  /** Ten digits. */
  cik: string;
  form: string;
  /** Last day of its period, rounded to a month end: ISO date. */
  period: string;
  statements: Record<PrintedStatement, PrintedRow[]>;
}

/** A row of a statement with what the company as a whole has on it at the end of the filing's period. */
export interface PrintedRow {
  line: number;
  label: string;
  /** Name of its tag: for the report alone, nothing is read by it. */
  tag: string;
  /** The kind of number, as `tag.txt` says: "monetary", "perShare", "shares" …; empty where it does not. */
  type: string;
  values: PrintedCell[];
}

export interface PrintedCell {
  /** Length of the period in quarters; 0 is a balance. */
  quarters: number;
  unit: string;
  /** With the sign that is printed. */
  printed: string;
}

const subTable = {
  name: "sub.txt",
  columns: ["adsh", "cik", "form", "period"],
  optional: [],
} as const;
const preTable = {
  name: "pre.txt",
  columns: ["report", "line", "stmt", "inpth", "tag", "version", "plabel", "negating"],
  optional: ["inpth"],
} as const;
const numTable = {
  name: "num.txt",
  columns: ["tag", "version", "ddate", "qtrs", "uom", "segments", "coreg", "value"],
  optional: ["segments", "coreg"],
} as const;
const tagTable = {
  name: "tag.txt",
  columns: ["tag", "version", "datatype"],
  optional: [],
} as const;

/**
 * The statements of the filings of these companies in a quarter of the Financial Statement Data Sets, from its zip archive
 * or from its folder. Tags only tie the tables together. Throws ParseError or ZipError for what is no such quarter.
 */
export async function readPrintedFilings(
  path: string,
  isWanted: (cik: string) => boolean,
): Promise<PrintedFiling[]> {
  const source = await openQuarter(path);
  try {
    const filings = await readSubmissions(source, isWanted);
    const cells = await readCells(source, filings);
    const types = await readTypes(source);
    const reports = await readRows(source, filings, { cells, types });
    for (const [accession, byReport] of reports) {
      const filing = filings.get(accession);
      if (filing) filing.statements = statementsOf(byReport);
    }
    return [...filings.values()];
  } finally {
    await source.close();
  }
}

async function openQuarter(path: string): Promise<DataSetSource> {
  if (!(await stat(path)).isDirectory()) return openDataSetZip(path);
  const names = (await readdir(path)).filter((name) => /^(sub|num|pre|tag)\.txt$/.test(name));
  return openDataSetFolder(names.map((name) => join(path, name)));
}

const isoOf = (digits: string) =>
  `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;

async function readSubmissions(
  source: DataSetSource,
  isWanted: (cik: string) => boolean,
): Promise<Map<string, PrintedFiling>> {
  const filings = new Map<string, PrintedFiling>();
  for await (const { key, values } of rowsOf(source, subTable)) {
    const [, cik = "", form = "", period = ""] = values ?? [];
    const padded = cik.padStart(10, "0");
    if (!/^\d{8}$/.test(period) || !isWanted(padded)) continue;
    const statements = { IS: [], BS: [], CF: [] };
    filings.set(key, { accession: key, cik: padded, form, period: isoOf(period), statements });
  }
  return filings;
}

type Cells = Map<string, PrintedCell[]>;

/** Values of the company as a whole at the end of each filing's own period, by filing and element. */
async function readCells(
  source: DataSetSource,
  filings: ReadonlyMap<string, PrintedFiling>,
): Promise<Cells> {
  const cells: Cells = new Map();
  for await (const { key, values } of wanted(source, numTable, filings)) {
    const [tag, version, ddate = "", qtrs = "", unit = "", segments, coreg, text = ""] = values;
    const printed = exactOrNull(text);
    if (segments !== "" || coreg !== "" || printed === null) continue;
    if (isoOf(ddate) !== filings.get(key)?.period) continue;
    const cell = { quarters: Number(qtrs), unit, printed };
    entry(cells, `${key}\t${tag}\t${version}`, () => []).push(cell);
  }
  return cells;
}

async function readTypes(source: DataSetSource): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for await (const { values } of rowsOf(source, tagTable)) {
    const [tag, version, type = ""] = values ?? [];
    types.set(`${tag}\t${version}`, type);
  }
  return types;
}

type Reports = Map<string, Map<string, { kind: PrintedStatement; rows: PrintedRow[] }>>;

const kinds: ReadonlySet<string> = new Set(["IS", "BS", "CF"]);

async function readRows(
  source: DataSetSource,
  filings: ReadonlyMap<string, PrintedFiling>,
  { cells, types }: { cells: Cells; types: ReadonlyMap<string, string> },
): Promise<Reports> {
  const reports: Reports = new Map();
  for await (const { key, values } of wanted(source, preTable, filings)) {
    const [report = "", line, kind = "", inpth, tag, version, label = "", negating] = values;
    if (!kinds.has(kind) || inpth === "1") continue;
    const element = `${tag}\t${version}`;
    const own = cells.get(`${key}\t${element}`) ?? [];
    const row = {
      line: Number(line),
      label,
      tag: tag ?? "",
      type: types.get(element) ?? "",
      values: negating === "1" ? own.map(turned) : own,
    };
    const byReport = entry(reports, key, () => new Map());
    entry(byReport, report, () => ({ kind: kind as PrintedStatement, rows: [] })).rows.push(row);
  }
  return reports;
}

const turned = (cell: PrintedCell): PrintedCell => ({
  ...cell,
  printed: negate(cell.printed),
});

async function* wanted(
  source: DataSetSource,
  table: typeof preTable | typeof numTable,
  filings: ReadonlyMap<string, unknown>,
): AsyncGenerator<{ key: string; values: string[] }> {
  for await (const { key, values } of rowsOf(source, table, (accession) =>
    filings.has(accession),
  )) {
    if (values !== null) yield { key, values };
  }
}

/** The first statement of each kind that has the company's own numbers: groups print one for each of their filers. */
function statementsOf(
  byReport: ReadonlyMap<string, { kind: PrintedStatement; rows: PrintedRow[] }>,
): PrintedFiling["statements"] {
  const ordered = [...byReport].sort(([a], [b]) => Number(a) - Number(b)).map(([, one]) => one);
  const of = (kind: PrintedStatement) => {
    const own = ordered.filter((one) => one.kind === kind);
    const found = own.find(
      ({ rows }) => rows.filter(({ values }) => values.length > 0).length >= 3,
    );
    return (found?.rows ?? []).toSorted((a, b) => a.line - b.line);
  };
  return { IS: of("IS"), BS: of("BS"), CF: of("CF") };
}
