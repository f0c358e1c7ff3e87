import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * What the sample knows of one company. The text form is documented in README.md of this folder;
 * `parseFigures` and `writeFigures` are inverse to each other.
 */
export interface Figures {
  /** The members of a submissions document except `filings`, as JSON values. */
  profile: Record<string, unknown> & { cik: string; name: string };
  /** Name as the company-facts document spells it. */
  entityName: string;
  /** Newest first. */
  filings: FilingRow[];
  /** The filings that carry facts, oldest first: `FactRow.reports` are indexes into this list. */
  reports: Report[];
  series: Series[];
}

/** One line of the filing history; every member is the text of the regulator's column, "" where it is silent. */
export type FilingRow = Record<(typeof filingColumns)[number], string>;

export interface Report {
  accession: string;
  form: string;
  filed: string;
  fy: number | null;
  fp: string | null;
}

/** All values of one tag in one unit. */
export interface Series {
  taxonomy: string;
  tag: string;
  unit: string;
  rows: FactRow[];
}

/** One value for one period, and every report that states it. `start` is null for an instant. */
export interface FactRow {
  start: string | null;
  end: string;
  /** Exact decimal text, never an exponent form. */
  value: string;
  reports: number[];
}

export const filingColumns = [
  "accessionNumber",
  "form",
  "filingDate",
  "reportDate",
  "acceptanceDateTime",
  "act",
  "fileNumber",
  "filmNumber",
  "items",
  "size",
  "isXBRL",
  "isInlineXBRL",
  "primaryDocument",
  "primaryDocDescription",
] as const;

/** A figures text that cannot be read; the message says which line and why. */
export class FiguresError extends Error {
  override name = "FiguresError";
}

/** The bundled figures of one company. Rejects with the file system's error when there are none. */
export async function readFigures(cik: string): Promise<Figures> {
  const text = await readFile(join(import.meta.dirname, "figures", `${Number(cik)}.tsv`), "utf8");
  return parseFigures(text);
}

const firstLine = "tenk figures 1";
const sections = ["profile", "filings", "reports", "periods", "facts"] as const;

/** Reads the text form. Throws FiguresError on the first line that does not fit. */
export function parseFigures(text: string): Figures {
  const lines = splitSections(text);
  const profile = Object.fromEntries(lines.profile.map(readMember));
  const { entityName, ...members } = profile;
  if (typeof entityName !== "string" || !isProfile(members)) {
    throw new FiguresError("profile: entityName, cik and name are required");
  }
  const reports = lines.reports.map(readReport);
  const periods = lines.periods.map(readPeriod);
  return {
    profile: members,
    entityName,
    filings: lines.filings.map(readFiling),
    reports,
    series: readSeries(lines.facts, periods, reports.length),
  };
}

function isProfile(members: Record<string, unknown>): members is Figures["profile"] {
  return typeof members.cik === "string" && typeof members.name === "string";
}

function splitSections(text: string): Record<(typeof sections)[number], string[]> {
  const [head, ...lines] = text.split("\n");
  if (head !== firstLine) throw new FiguresError(`first line must be "${firstLine}"`);
  const rowsOfSection = { profile: [], filings: [], reports: [], periods: [], facts: [] } as Record<
    (typeof sections)[number],
    string[]
  >;
  let current: string[] | null = null;
  for (const line of lines) {
    const section = sections.find((name) => line === `[${name}]`);
    if (section) current = rowsOfSection[section];
    else if (line !== "" && current) current.push(line);
    else if (line !== "") throw new FiguresError(`"${line}" stands before the first section`);
  }
  return rowsOfSection;
}

function readMember(line: string): [string, unknown] {
  const [key = "", json = ""] = cells(line, 2);
  return [key, JSON.parse(json)];
}

function readFiling(line: string): FilingRow {
  const values = cells(line, filingColumns.length);
  return Object.fromEntries(
    filingColumns.map((name, index) => [name, values[index] ?? ""]),
  ) as FilingRow;
}

function readReport(line: string): Report {
  const [accession = "", form = "", filed = "", fy = "", fp = ""] = cells(line, 5);
  return { accession, form, filed, fy: fy === "" ? null : Number(fy), fp: fp === "" ? null : fp };
}

type Period = Pick<FactRow, "start" | "end">;

const periodPattern = /^(?:(\d{4}-\d{2}-\d{2})\/)?(\d{4}-\d{2}-\d{2})$/;

function readPeriod(line: string): Period {
  const [, start, end] = periodPattern.exec(line) ?? [];
  if (!end) throw new FiguresError(`"${line}" is not a period`);
  return { start: start ?? null, end };
}

function readSeries(lines: string[], periods: Period[], reportCount: number): Series[] {
  const series: Series[] = [];
  for (const line of lines) {
    if (line.includes(":")) series.push(readSeriesHead(line));
    else if (series.length === 0) throw new FiguresError(`"${line}" stands before the first tag`);
    else series.at(-1)?.rows.push(readRow(line, periods, reportCount));
  }
  return series;
}

function readSeriesHead(line: string): Series {
  const [name = "", unit = ""] = cells(line, 2);
  const [taxonomy = "", tag = ""] = name.split(":");
  return { taxonomy, tag, unit, rows: [] };
}

function readRow(line: string, periods: Period[], reportCount: number): FactRow {
  const [at = "", value = "", list = ""] = cells(line, 3);
  const period = periods[Number(at)];
  const reports = list.split(",").map(Number);
  const listed = /^\d+(,\d+)*$/.test(list) && reports.every((index) => index < reportCount);
  if (!period || !listed) {
    throw new FiguresError(`"${line}" names a period or report that is not listed`);
  }
  return { ...period, value: unscale(value), reports };
}

function cells(line: string, count: number): string[] {
  const values = line.split("\t");
  if (values.length !== count) throw new FiguresError(`"${line}" must have ${count} columns`);
  return values;
}

/** "12M" is 12000000 and "12k" is 12000: whole thousands and millions are the rule in filings. */
export function unscale(text: string): string {
  if (!/^-?\d+(\.\d+|[kM])?$/.test(text)) throw new FiguresError(`"${text}" is not a value`);
  if (text.endsWith("M")) return `${text.slice(0, -1)}000000`;
  return text.endsWith("k") ? `${text.slice(0, -1)}000` : text;
}

/** The shorter spelling of a value where it has one, see `unscale`. */
export function scale(value: string): string {
  if (/^-?[1-9]\d*000000$/.test(value)) return `${value.slice(0, -6)}M`;
  return /^-?[1-9]\d*000$/.test(value) ? `${value.slice(0, -3)}k` : value;
}

/** The text form of the figures: same figures, same bytes. */
export function writeFigures(figures: Figures): string {
  const { profile, entityName, filings, reports, series } = figures;
  const periods = [...new Set(series.flatMap(({ rows }) => rows.map(periodText)))].sort();
  const periodIndex = new Map(periods.map((period, index) => [period, index]));
  const lines = [
    firstLine,
    "[profile]",
    ...Object.entries({ entityName, ...profile }).map(
      ([key, value]) => `${key}\t${JSON.stringify(value)}`,
    ),
    "[filings]",
    ...filings.map((row) => filingColumns.map((name) => row[name]).join("\t")),
    "[reports]",
    ...reports.map((r) => [r.accession, r.form, r.filed, r.fy ?? "", r.fp ?? ""].join("\t")),
    "[periods]",
    ...periods,
    "[facts]",
    ...series.flatMap((one) => [
      `${one.taxonomy}:${one.tag}\t${one.unit}`,
      ...one.rows.map((row) =>
        [periodIndex.get(periodText(row)), scale(row.value), row.reports.join(",")].join("\t"),
      ),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function periodText({ start, end }: Period): string {
  return start === null ? end : `${start}/${end}`;
}
