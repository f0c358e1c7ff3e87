import type { LabelLine } from "./label-lines.ts";
import { matchesPattern, plainWords } from "./label-text.ts";
import { places } from "./places.ts";
import type { PrintedCell, PrintedFiling, PrintedRow } from "./printed-filings.ts";

/** A value as a reader of the statement finds it by its label. */
export interface LabelReading {
  filing: Pick<PrintedFiling, "accession" | "cik" | "form" | "period">;
  line: LabelLine;
  label: string;
  /** The tag of the row, for the report. */
  tag: string;
  /** With the sign that is printed: plain decimal text. */
  printed: string;
  unit: string;
  /** Length of the period in quarters; 0 is a balance. */
  quarters: number;
}

/** What the labels of a filing say: each line to which exactly one value answers. */
export function readLabels(filing: PrintedFiling, lines: readonly LabelLine[]): LabelReading[] {
  const words = new Map<PrintedRow, string>();
  for (const row of Object.values(filing.statements).flat()) words.set(row, plainWords(row.label));
  return lines.flatMap((line) => readLine(filing, line, words) ?? []);
}

function readLine(
  { statements, ...filing }: PrintedFiling,
  line: LabelLine,
  words: ReadonlyMap<PrintedRow, string>,
): LabelReading | null {
  const rows = statements[line.statement];
  const quarters = line.statement === "BS" ? 0 : lengthOf(rows, filing.form);
  if (quarters === null) return null;
  const candidates = rows.filter(
    (row) => row.type === line.type && line.where.every((place) => places[place](row, rows, words)),
  );
  for (const patterns of line.labels) {
    const found = candidates.filter((row) => {
      const fits = (pattern: string) => matchesPattern(words.get(row) ?? "", pattern);
      return patterns.some(fits) && !line.not.some(fits);
    });
    const values = found.flatMap((row) =>
      row.values.filter((cell) => cell.quarters === quarters).map((cell) => ({ row, cell })),
    );
    const [first] = values;
    if (first === undefined) continue;
    if (values.some(({ cell }) => !isSame(cell, first.cell))) return null;
    const { label, tag } = first.row;
    const { printed, unit } = first.cell;
    return { filing, line, label, tag, printed, unit, quarters };
  }
  return null;
}

const isSame = (a: PrintedCell, b: PrintedCell) =>
  a.unit === b.unit && Math.abs(Number(a.printed)) === Math.abs(Number(b.printed));

/**
 * The length of the periods that a flow statement is about: a year in annual reports; else a quarter where most of its rows
 * have one, and the year to date otherwise. Null where it has none.
 */
function lengthOf(rows: readonly PrintedRow[], form: string): number | null {
  const counts = new Map<number, number>();
  for (const { quarters } of rows.flatMap(({ values }) => values)) {
    if (quarters > 0) counts.set(quarters, (counts.get(quarters) ?? 0) + 1);
  }
  const most = Math.max(3, ...counts.values());
  const wanted = isAnnual(form) ? [4] : [1, 2, 3];
  return wanted.find((quarters) => (counts.get(quarters) ?? 0) >= 0.7 * most) ?? null;
}

/** True for a report on a year. */
export const isAnnual = (form: string): boolean => /^(?:10-K|20-F|40-F)/.test(form);
