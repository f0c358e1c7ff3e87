import { leavesOf } from "#registry/models/answers/metrics.ts";
import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { type ChargePlace, type PrintedCharge, printedCharge } from "#registry/printed-charges.ts";
import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import { daysBetween } from "../../dates.ts";
import { quoteFact, type Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../../source.ts";
import { flowAt, isBelowOperatingIncome, periodOf } from "../charge.ts";
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
  const isAlone = ({ line, kind, value }: ChargeRow) =>
    line !== cashRows ||
    !ofIncome.some(
      (one) =>
        Math.abs(one.value) === Math.abs(value) ||
        [...kind.kinds].every((key) => one.kind.kinds.has(key)) ||
        [...one.kind.kinds].every((key) => kind.holds.has(key)),
    );
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
  const add = (row: ChargeRow) => rows.has(row.element) || rows.set(row.element, row);
  for (const row of places.flatMap(([key, sign]) => rowsOfLine(source, period, key, sign)))
    add(row);
  for (const row of placedRows(source, period)) if (!isRepeated(row, rows)) add(row);
  for (const row of rowsOfLine(source, period, cashRows, 1)) if (isAddedBack(row, period)) add(row);
  return rows;
}

function rowsOfLine(
  source: ModelSource,
  period: SourcePeriod,
  line: string,
  sign: 1 | -1,
): ChargeRow[] {
  return printedOperands(period.lines[line]).flatMap((operand) => {
    const row = rowOf(source, period, operand, sign);
    if (row === null) return [];
    const isOperating =
      line === cashRows
        ? isInOperatingIncome(source, period, row)
        : line !== "remaining_pretax_income" || isBeforeOperatingIncome(source, period, operand[3]);
    return [{ ...row, line, isOperating }];
  });
}

/** The place of a row of cash flows: by its kind, or for a business sold by what other results have room for. */
const isInOperatingIncome = (
  source: ModelSource,
  period: SourcePeriod,
  { kind, value }: Pick<ChargeRow, "kind" | "value">,
): boolean =>
  kind.belowSince === null &&
  !(
    kind.kinds.has("disposal") &&
    isBelowOperatingIncome(source, period, { gain: -value, charges: 0 })
  );

/** Rows that a line does not hold, or that their line knows no place of. */
const placedRows = (source: ModelSource, period: SourcePeriod): ChargeRow[] =>
  Object.entries(source.chargePlaces ?? {}).flatMap(([accession, rows]) =>
    Object.entries(rows).flatMap(
      ([element, place]) => placedRow(source, period, { accession, element, place }) ?? [],
    ),
  );

/** True for a row of a kind that has one place and a row already, and for one that states the amount of another row again. */
const isRepeated = ({ kind, value }: ChargeRow, rows: Rows): boolean =>
  [...rows.values()].some(
    (one) =>
      one.kind.label === kind.label &&
      (kind.belowSince !== null || Math.abs(one.value) === Math.abs(value)),
  );

/** A row as the statement of the filing has it; null for one of another filing or span. */
function placedRow(
  source: ModelSource,
  { start, end, currency }: SourcePeriod,
  of: { accession: string; element: string; place: ChargePlace },
): ChargeRow | null {
  const { accession, element, place } = of;
  const label = source.rowLabels?.[accession]?.[element];
  const kind = printedCharge(label ?? element.slice(element.indexOf(":") + 1));
  const quoted = flowAt(source, [element], { start, end, currency });
  if (kind === null || quoted?.provenance?.accessionNumber !== accession) return null;
  const { isOperating, effect } = place;
  const sign = effect === 1 ? -1 : 1;
  const line = isOperating ? "remaining_operating_income" : "remaining_pretax_income";
  return { element, kind, line, value: sign * quoted.value, sign, isOperating, quoted };
}

const ofCash = /:(Payment|Proceed|Increase)/;

const published = /^(us-gaap|ifrs-full):/;
const ofImpairment: ReadonlySet<string> = new Set([
  "goodwill",
  "intangibles",
  "assets",
  "impairment",
]);

const ofBusinesses = /Business|Compan|Subsidiar|InterestIn/;

/**
 * True for a row of cash flows that is a charge, and not what was paid of it: of a kind that stands below operating income then, or
 * under an element of the filer's own an impairment (VerifyMe 2023: 0.190) or the result of a business sold (Bradesco 2009: a gain
 * of 3,142).
 */
function isAddedBack(
  { element, kind }: Pick<ChargeRow, "element" | "kind">,
  { end }: SourcePeriod,
): boolean {
  if (ofCash.test(element)) return false;
  if (kind.belowSince !== null) return end >= kind.belowSince;
  if (published.test(element)) return false;
  const isOfBusinesses = kind.kinds.has("disposal") && ofBusinesses.test(element);
  return isOfBusinesses || [...kind.kinds].every((key) => ofImpairment.has(key));
}

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
