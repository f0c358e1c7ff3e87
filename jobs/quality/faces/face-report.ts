import { type FaceTally, noLines, percentOf, totalOf } from "#ingest/faces/measured/tally-faces.ts";
import { fedStatements } from "#ingest/faces/measured/unfed-lines.ts";
import { companyText } from "#schemas/company-key.ts";
import { alignTable } from "../../terminal/table.ts";
import { type AllFaces, type CompanyFaces, worstFaces } from "./all-faces.ts";

type Identities = Record<string, { checked: number; closed: number }>;

const text = (rate: number | null) => (rate === null ? "-" : rate.toFixed(2));

/** The summary over companies: rates by statement, the commonest gaps, and the companies with most of them. */
export function faceReport(faces: AllFaces, identities: Identities, limit: number): string[] {
  const { companies, tally, unfed } = faces;
  return [
    `${companies.length} companies with ${tally.reports} printed reports`,
    "",
    ...rateLines(tally, identities),
    "",
    "values that are not on the face, by line:",
    ...offLines(tally, limit),
    "",
    "printed lines that feed nothing, by element:",
    ...alignTable(
      ["lines", "statement", "element", "label"],
      unfed
        .slice(0, limit)
        .map((one) => [String(one.count), one.statement, one.element, one.label]),
    ),
    "",
    "subtotals whose shown parts do not add up, by line:",
    ...openLines(tally, limit),
    "",
    "companies with the largest shares:",
    ...companyLines(worstFaces(companies).slice(0, limit)),
  ];
}

/** One table: what was measured, of which statement, and how much of it holds. */
export function rateLines(tally: FaceTally, identities: Identities): string[] {
  const values = Object.entries(tally.values).map(([statement, { measured, face, note, off }]) =>
    row(
      "values on the face",
      statement,
      measured,
      face,
      `${off} off, ${note} in notes that say so`,
    ),
  );
  const all = totalOf(Object.values(tally.values));
  const lines = fedStatements.map((kind) => {
    const of = tally.lines[kind] ?? noLines();
    const rest =
      `${of.printed - of.fed} feed nothing; ${of.parts} are parts and ${of.subtotals} sums of lines; ` +
      `below the statement ${of.belowUnfed} of ${of.below}`;
    return row("printed lines that feed", kind, of.printed, of.fed, rest);
  });
  const ofLines = totalOf(Object.values(tally.lines));
  const sums = sumRows("subtotals that add up", tally.sums);
  return alignTable(
    ["measure", "statement", "count", "hold", "%", "the others"],
    [
      ...values,
      row("values on the face", "all", all.measured ?? 0, all.face ?? 0, ""),
      ...lines,
      row("printed lines that feed", "all", ofLines.printed ?? 0, ofLines.fed ?? 0, ""),
      ...sums,
      ...sumRows("identities of shown lines", identities),
    ],
  );
}

function sumRows(measure: string, sums: Identities): string[][] {
  const all = totalOf(Object.values(sums));
  return [
    ...Object.entries(sums).map(([kind, { checked, closed }]) =>
      row(measure, kind, checked, closed, `${checked - closed} open`),
    ),
    row(measure, "all", all.checked ?? 0, all.closed ?? 0, ""),
  ];
}

const row = (measure: string, of: string, count: number, hold: number, rest: string) => [
  measure,
  of,
  String(count),
  String(hold),
  text(percentOf(hold, count)),
  rest,
];

function offLines({ byLine }: FaceTally, limit: number): string[] {
  const off = Object.entries(byLine)
    .filter(([, one]) => one.off > 0)
    .sort(([, a], [, b]) => b.off - a.off);
  const rows = off
    .slice(0, limit)
    .map(([line, one]) => [line, String(one.off), String(one.note), String(one.measured)]);
  return alignTable(["line", "off", "note", "measured"], rows);
}

function openLines({ byTotal }: FaceTally, limit: number): string[] {
  const open = Object.entries(byTotal)
    .map(([line, { checked, closed }]) => ({ line, checked, open: checked - closed }))
    .filter((one) => one.open > 0)
    .sort((a, b) => b.open - a.open);
  const rows = open.slice(0, limit).map((one) => [one.line, String(one.open), String(one.checked)]);
  return alignTable(["line", "open", "checked"], rows);
}

function companyLines(companies: readonly CompanyFaces[]): string[] {
  const header = ["company", "values", "off", "lines", "feed nothing", "subtotals", "open"];
  return alignTable(
    header,
    companies.map(({ cik, name, values, off, lines, unfed, sums, open }) => [
      `${name} (${companyText(cik)})`,
      ...[values, off, lines, unfed, sums, open].map(String),
    ]),
  );
}
