import { readdirSync, readFileSync } from "node:fs";
import type {
  FiledElement,
  FiledLine,
  FiledReport,
} from "#schemas/shapes/companies/filed-report.ts";

/** A section of a file in `test/fixtures/segments`, whose head tells how it is written. */
export interface PrintedCompany {
  name: string;
  report: FiledReport;
  filed: string;
  /** By the name of the period, such as "2024FY". */
  periods: Map<string, { start: string; end: string }>;
  expected: PrintedTable[];
}

export interface PrintedTable {
  by: string;
  metric: string;
  period: string;
  reconciliation: string;
  total: string;
  /** What counts, with its weight: "1 IPhone 201183000000". */
  counted: string[];
}

const folder = new URL("../../../fixtures/segments/", import.meta.url);
const axes: Record<string, string> = {
  P: "srt:ProductOrServiceAxis",
  P0: "us-gaap:ProductOrServiceAxis",
  B: "us-gaap:StatementBusinessSegmentsAxis",
  G: "srt:StatementGeographicalAxis",
  G0: "us-gaap:StatementGeographicalAxis",
  M: "srt:MajorCustomersAxis",
  C: "srt:ConsolidationItemsAxis",
  C0: "us-gaap:ConsolidationItemsAxis",
};

export function readPrintedCompanies(): PrintedCompany[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parsePrinted(readFileSync(new URL(file, folder), "utf8")));
}

export function parsePrinted(text: string): PrintedCompany[] {
  const sections = text.split("\n\n").filter((section) => section.startsWith("#"));
  return sections.map((section) => parseSection(section.trim().split("\n")));
}

function parseSection([head = "", filing = "", ...rows]: string[]): PrintedCompany {
  const [, cik = "", ...name] = head.split(" ");
  const [, accession = "", form = "", filed = "", ...columns] = filing.split(" ");
  const periods = new Map(
    columns.map((column) => {
      const [key = "", start = "", end = ""] = column.split(/[=/]/);
      return [key, { start, end }];
    }),
  );
  const lines = rows.filter((row) => !row.startsWith("="));
  const printed = lines.map((row, place) => lineOf(row, place, [...periods.values()]));
  return {
    name: name.join(" "),
    report: reportOf({ accession, form, cik }, printed),
    filed,
    periods,
    expected: rows.filter((row) => row.startsWith("=")).map(tableOf),
  };
}

function lineOf(
  row: string,
  place: number,
  periods: readonly { start: string; end: string }[],
): FiledLine {
  const isBalance = row.startsWith("~ ");
  const [tag = "", members = "", ...values] = row.replace("~ ", "").split(" ");
  const dimensions = members === "-" ? [] : members.split(";").map(dimensionOf);
  return {
    order: place + 1,
    depth: 0,
    element: tag.includes(":") ? tag : `us-gaap:${tag}`,
    label: tag,
    isAbstract: false,
    isTotal: false,
    isNegated: false,
    balanceAt: null,
    dimensions: dimensions.sort((a, b) => (a.axis < b.axis ? -1 : 1)),
    values: values.flatMap((value, column) => {
      const { start, end } = periods[column] ?? { start: "", end: "" };
      if (value === ".") return [];
      const [amount = "", places = amount.includes(".") ? "3" : "6"] = value.split("@");
      const about = { end, isRounded: false, unit: "USD", decimals: -Number(places), fact: null };
      return [{ ...about, start: isBalance ? null : start, value: inUnits(amount) }];
    }),
  };
}

function dimensionOf(text: string) {
  const [axis = "", name = ""] = text.split("=");
  const member = name.startsWith("country:") ? name : `${name}Member`;
  return { axis: axes[axis] ?? axis, member };
}

function tableOf(row: string): PrintedTable {
  const [by = "", metric = "", period = "", reconciliation = "", total = "", ...rest] = row
    .slice(2)
    .split(" ");
  const counted = rest.flatMap((name, place) => {
    if (place % 2 === 1) return [];
    const weight = name.startsWith("-") ? -1 : 1;
    return [`${weight} ${name.replace(/^-/, "")} ${inUnits(rest[place + 1] ?? "")}`];
  });
  return { by, metric, period, reconciliation, total: inUnits(total), counted };
}

function inUnits(millions: string): string {
  const [whole = "", part = ""] = millions.split(".");
  return `${whole}${part.padEnd(6, "0")}`.replace(/^(-?)0+(?=\d)/, "$1");
}

/** A report with one note that has the lines. Elements of the filer have its prefix. */
export function reportOf(
  about: Pick<FiledReport, "accession" | "form" | "cik">,
  lines: FiledLine[],
  labels: Record<string, string> = {},
): FiledReport {
  const names = lines.flatMap(({ element, dimensions }) => [
    element,
    ...dimensions.flatMap(({ axis, member }) => [axis, member]),
  ]);
  const note = { kind: "other" as const, role: "note", title: "Note", order: 1 };
  return {
    ...about,
    period: null,
    currency: "USD",
    source: "instance",
    statements: [{ ...note, isParenthetical: false, axes: [], lines }],
    calculations: [],
    domains: [],
    elements: Object.fromEntries(
      names.map((name) => [name, elementOf(name, labels[name] ?? null)]),
    ),
    problems: [],
  };
}

function elementOf(qname: string, label: string | null): FiledElement {
  const isOwn = !/^(?:us-gaap|srt|country):/.test(qname);
  const about = { qname, isOwn, label, documentation: null };
  return { ...about, type: null, periodType: null, balance: null };
}
