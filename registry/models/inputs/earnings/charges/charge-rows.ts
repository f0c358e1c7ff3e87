import { leavesOf } from "#registry/models/answers/metrics.ts";
import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { type PrintedCharge, printedCharge } from "#registry/printed-charges.ts";
import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import { daysBetween } from "../../dates.ts";
import { quoteFact, type Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../../source.ts";
import { flowAt, periodOf } from "../charge.ts";
import { isPrinted, printedOperands } from "../income-parts.ts";

/** A row of a statement that no line has, by its element, with its place in the income statement. */
export interface ChargeRow {
  /** "taxonomy:tag" of the element. */
  element: string;
  kind: PrintedCharge;
  /** Key of the line whose rows it is among. */
  line: string;
  /** What the row takes off income; a gain is negative. */
  value: number;
  /** What a filed positive value does to the charge. */
  sign: 1 | -1;
  isOperating: boolean;
  quoted: QuotedValue;
}

export type Rows = ReadonlyMap<string, ChargeRow>;

/** Lines of the rows that no line has, in the order of a statement, and what a positive value of them does to a charge. */
const places: readonly (readonly [key: string, sign: 1 | -1])[] = [
  ["remaining_gross_profit", -1],
  ["remaining_operating_expenses", 1],
  ["remaining_costs_and_expenses", 1],
  ["remaining_operating_income", -1],
  ["remaining_pretax_income", -1],
];

/** What a cash flow statement adds back to income. */
const cashRows = "remaining_operating_cash_flow";

/** A row is one of the statement of another span as long as that ends within so many days. */
const daysMax = 400;

/**
 * The rows of the span's own statement, else what filings state for the span under the elements of nearby statements: also
 * where its own statement says nothing of the rows in that place (Genzyme 2009), or has their total alone (Motorola 2009).
 * A row of the cash flow statement counts where no row of income is of its kind.
 */
export function rowsAt(
  source: ModelSource,
  span: Span,
  all: ReadonlyMap<string, { row: ChargeRow; end: string }>,
): Rows {
  const period = periodOf(source, span);
  const isAtHand = period !== null && (hasPrintedRows(period) || isPrinted(period.lines[cashRows]));
  const own = isAtHand ? rowsOf(source, period) : null;
  const isSilent = (key: string) =>
    own === null || period?.lines[key]?.value == null || isTotalOf(period, key);
  const near = [...all.values()].filter(
    ({ row, end }) => isSilent(row.line) && Math.abs(daysBetween(end, span.end)) <= daysMax,
  );
  const told = near.flatMap(({ row }): [string, ChargeRow][] => {
    const quoted = flowAt(source, [row.element], span);
    return quoted === null
      ? []
      : [[row.element, { ...row, value: row.sign * quoted.value, quoted }]];
  });
  const rows = new Map([...told, ...(own ?? [])]);
  const ofIncome = [...rows.values()].filter(({ line }) => line !== cashRows);
  const isAlone = ({ line, kind }: ChargeRow) =>
    line !== cashRows ||
    !ofIncome.some((one) => [...kind.kinds].every((key) => one.kind.kinds.has(key)));
  return new Map([...rows].filter(([, row]) => isAlone(row)));
}

/** True for the rows below operating income of a statement that has their total and none of them in another line. */
const isTotalOf = ({ lines }: SourcePeriod, key: string): boolean =>
  key === "remaining_pretax_income" &&
  typeof lines.nonoperating_income?.lineage === "number" &&
  printedOperands(lines[key]).length === 0;

const known = new WeakMap<ModelSource, Map<string, { row: ChargeRow; end: string }>>();

/** By element, the row of the newest statement that prints it. */
export function newestRows(source: ModelSource): Map<string, { row: ChargeRow; end: string }> {
  const found = known.get(source) ?? new Map<string, { row: ChargeRow; end: string }>();
  if (known.has(source)) return found;
  for (const period of source.periods)
    for (const [element, row] of rowsOf(source, period))
      if (!found.has(element)) found.set(element, { row, end: period.end });
  known.set(source, found);
  return found;
}

function rowsOf(source: ModelSource, period: SourcePeriod): Rows {
  const rows = new Map<string, ChargeRow>();
  for (const [key, sign] of places)
    for (const operand of printedOperands(period.lines[key])) {
      const row = rowOf(source, period, operand, sign);
      if (row === null || rows.has(row.element)) continue;
      const isOperating =
        key !== "remaining_pretax_income" || isBeforeOperatingIncome(source, period, operand[3]);
      rows.set(row.element, { ...row, line: key, isOperating });
    }
  for (const operand of printedOperands(period.lines[cashRows])) {
    const row = rowOf(source, period, operand, 1);
    if (row === null || rows.has(row.element) || !isAddedBack(row, period)) continue;
    rows.set(row.element, { ...row, line: cashRows, isOperating: false });
  }
  return rows;
}

const ofCash = /:(Payment|Proceed|Increase)/;

/** True for a row of cash flows that is a charge, and not what was paid of it, of a kind that stands below operating income then. */
const isAddedBack = (
  { element, kind }: Pick<ChargeRow, "element" | "kind">,
  { end }: SourcePeriod,
) => kind.belowSince !== null && end >= kind.belowSince && !ofCash.test(element);

function rowOf(
  { facts, rowLabels = {} }: ModelSource,
  period: SourcePeriod,
  [weight, , text, lineage]: Operand,
  sign: 1 | -1,
): Omit<ChargeRow, "isOperating" | "line"> | null {
  const [fact] = leavesOf(lineage, facts);
  const element = `${fact?.taxonomy}:${fact?.tag}`;
  const kind = printedCharge(rowLabels[fact?.accession ?? ""]?.[element] ?? fact?.tag ?? "");
  const quoted = quoteFact(fact ?? null, "operating_income", "computed");
  const amount = numberOf(text);
  if (fact === undefined || kind === null || quoted === null || amount === null) return null;
  if (period.currency !== null && fact.unit !== period.currency) return null;
  const value = sign * weight * amount;
  const isTurned = quoted.value !== 0 && Math.sign(value) !== Math.sign(quoted.value);
  return { element, kind, value, sign: isTurned ? -1 : 1, quoted };
}

/** True for a period whose income statement is at hand with the rows that no line has. */
export const hasPrintedRows = ({ lines }: SourcePeriod): boolean =>
  places.some(([key]) => isPrinted(lines[key]));

/** True where operating income is what is left of income before tax, and the row is none of what is taken out of that. */
function isBeforeOperatingIncome(
  { facts }: ModelSource,
  { lines }: SourcePeriod,
  row: Lineage | null,
): boolean {
  const lineage = lines.operating_income?.lineage ?? null;
  if (lineage === null || typeof lineage === "number" || lineage[0] !== "derivation") return false;
  const [, first, ...out] = lineage as [string, ...Operand[]];
  const [own] = leavesOf(row, facts);
  const isOut = out.some(([, , , part]) => leavesOf(part, facts).some((fact) => fact === own));
  return first?.[1].startsWith("pretax_income") === true && !isOut;
}
