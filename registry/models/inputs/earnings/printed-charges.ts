import { type PrintedCharge, printedCharge } from "#registry/printed-charges.ts";
import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { daysBetween } from "../dates.ts";
import { quoteFact, type Span } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { type Charge, flowAt, periodOf, totalOf } from "./charge.ts";
import { amortizationOfIntangibles } from "./depreciation-tags.ts";
import { isPrinted, printedOperands } from "./income-parts.ts";
import { impairmentOfLeases, oneOffTags } from "./one-off-tags.ts";

/** A row of an income statement that no line has, by its element, with its place. */
interface ChargeRow {
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

type Rows = ReadonlyMap<string, ChargeRow>;

/** Lines of the rows that no line has, in the order of a statement, and what a positive value of them does to a charge. */
const places: readonly (readonly [key: string, sign: 1 | -1])[] = [
  ["remaining_gross_profit", -1],
  ["remaining_operating_expenses", 1],
  ["remaining_costs_and_expenses", 1],
  ["remaining_operating_income", -1],
  ["remaining_pretax_income", -1],
];

/** A row is one of the statement of another span as long as that ends within so many days. */
const daysMax = 400;
const equalWithin = 0.01;

/**
 * The charges with those that the income statement prints in rows of their own under an element that no tag of models has,
 * told by its name or by its label. The row tells the place of any charge. It stands for the charges of notes that it may hold, unless they
 * come to more; a row within a wider figure of a note does not count again. What the statement prints in another row is no
 * such note. Of a span without a statement the rows are those of the nearest ones, with what filings state for it.
 */
export function withPrintedCharges(
  source: ModelSource,
  span: Span,
  filed: readonly Charge[],
): Charge[] {
  const all = newestRows(source);
  const rows = rowsAt(source, span, all);
  const placed = withoutNotedLeases(filed, rows).map((one) => {
    const row = rows.get(elementOf(one)) ?? all.get(elementOf(one))?.row;
    return row === undefined ? one : { ...one, isOperating: row.isOperating };
  });
  const own = [...rows.values()].filter(({ element, value }) => {
    const isCounted = filed.some((one) => elementOf(one) === element || one.value === value);
    // Some name what they amortize of acquired assets so, which depreciation and amortization hold (Texas Instruments).
    const isAmortized = value === flowAt(source, amortizationOfIntangibles, span)?.value;
    return value !== 0 && !oneOffTags.has(element) && !isCounted && !isAmortized;
  });
  const period = periodOf(source, span);
  const isApart = (one: Charge) =>
    rows.has(elementOf(one)) ||
    [...rows.values()].some(({ value }) => value === one.value) ||
    (period !== null && isOnFace(source, period, elementOf(one)));
  return own.reduce((charges, row) => withRow(charges, row, isApart), placed);
}

const ofLeases =
  /^(?=.*Lease)(?=.*Impairment)(?!.*(LongLived|Property|Equipment|Goodwill|Intangible))/;

/** Without a note's impairment of leases, where the statement has a row of that alone: the rest is no cost of it (Upexi). */
const withoutNotedLeases = (filed: readonly Charge[], rows: Rows): readonly Charge[] =>
  [...rows.keys()].some((element) => ofLeases.test(element.split(":")[1] ?? ""))
    ? filed.filter((one) => one.label !== impairmentOfLeases.label || rows.has(elementOf(one)))
    : filed;

function withRow(
  charges: Charge[],
  row: ChargeRow,
  isApart: (charge: Charge) => boolean,
): Charge[] {
  const { kind, value, isOperating, quoted } = row;
  const { label, isTaxed } = kind;
  const charge = { label, value, isTaxed, isOperating, quoted };
  const noted = charges.filter((one) => one.isOperating === isOperating && !isApart(one));
  const held = noted.filter((one) => isWithin(kindsOf(one)?.kinds, kind.holds));
  if (held.length > 0)
    return replaced(charges, held, { row: charge, isNet: kind.kinds.has("disposal") });
  const isHeld = noted.some(
    (one) => one.quoted.value >= value && isWithin(kind.kinds, kindsOf(one)?.holds),
  );
  return isHeld ? charges : [...charges, charge];
}

/**
 * The row in place of the charges that it holds; these where they are more, unless the row is net of gains. What no tax is
 * saved on stays apart.
 */
function replaced(
  charges: Charge[],
  held: readonly Charge[],
  { row, isNet }: { row: Charge; isNet: boolean },
): Charge[] {
  const total = totalOf(held);
  const isMore = Math.abs(total) > Math.abs(row.value) * (1 + equalWithin);
  if (isMore && !isNet && Math.sign(total) === Math.sign(row.value)) return charges;
  const untaxed = held.filter(({ isTaxed }) => !isTaxed && row.isTaxed && !isMore);
  const value = row.value - totalOf(untaxed);
  const rest = charges.filter((one) => !held.includes(one));
  return [...rest, ...untaxed, ...(value === 0 ? [] : [{ ...row, value }])];
}

const elementOf = ({ quoted: { provenance } }: Charge) =>
  `${provenance?.taxonomy}:${provenance?.concept}`;
const kindsOf = ({ quoted }: Charge) => printedCharge(quoted.provenance?.concept ?? "");
const isWithin = (keys: ReadonlySet<string> | undefined, holds: ReadonlySet<string> | undefined) =>
  keys !== undefined && holds !== undefined && [...keys].every((key) => holds.has(key));

/**
 * The rows of the span's own statement, else what filings state for the span under the elements of nearby statements: also
 * where its own statement says nothing of the rows in that place (Genzyme 2009), or has their total alone (Motorola 2009).
 */
function rowsAt(
  source: ModelSource,
  span: Span,
  all: ReadonlyMap<string, { row: ChargeRow; end: string }>,
): Rows {
  const period = periodOf(source, span);
  const own = period !== null && hasPrintedRows(period) ? rowsOf(source, period) : null;
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
  return new Map([...told, ...(own ?? [])]);
}

/** True for the rows below operating income of a statement that has their total and none of them in another line. */
const isTotalOf = ({ lines }: SourcePeriod, key: string): boolean =>
  key === "remaining_pretax_income" &&
  typeof lines.nonoperating_income?.lineage === "number" &&
  printedOperands(lines[key]).length === 0;

const known = new WeakMap<ModelSource, Map<string, { row: ChargeRow; end: string }>>();

/** By element, the row of the newest statement that prints it. */
function newestRows(source: ModelSource): Map<string, { row: ChargeRow; end: string }> {
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
  return rows;
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

const chargeLines = ["restructuring_charges", "goodwill_impairment", "asset_impairment"];
const costLines = [
  ...["cost_of_revenue", "research_and_development", "selling_general_and_administrative"],
  ...["sales_and_marketing", "general_and_administrative", "amortization_of_intangibles"],
  ...["depreciation_and_amortization", "depreciation", "interest_expense"],
];

/** True for an element of a line that the statement's own sum of costs needs: a note's figure is in none. */
function isOnFace({ facts }: ModelSource, { lines }: SourcePeriod, element: string): boolean {
  const own = chargeLines.find((key) =>
    leavesOf(lines[key]?.lineage ?? null, facts).some(
      ({ taxonomy, tag }) => `${taxonomy}:${tag}` === element,
    ),
  );
  if (own === undefined) return false;
  const amountOf = (key: string) => numberOf(lines[key]?.value);
  const others = [...chargeLines, ...costLines].filter((key) => key !== own);
  const sums = new Set([0]);
  for (const key of others) for (const sum of [...sums]) sums.add(sum + (amountOf(key) ?? 0));
  const value = amountOf(own) ?? 0;
  return costsOfLines({ lines }, amountOf).some(
    (costs) => sums.has(costs - value) && !sums.has(costs),
  );
}

/** What the lines of costs come to by each total that is printed with the rows of no line: the total without these rows. */
function costsOfLines(
  { lines }: Pick<SourcePeriod, "lines">,
  amountOf: (key: string) => number | null,
): number[] {
  const income = amountOf("operating_income");
  const less = (whole: number | null, part: number | null) =>
    whole === null || part === null ? null : whole - part;
  const wholes = [
    ["remaining_operating_expenses", amountOf("operating_expenses"), 1],
    ["remaining_costs_and_expenses", amountOf("costs_and_expenses"), 1],
    ["remaining_operating_income", less(amountOf("gross_profit"), income), -1],
    ["remaining_operating_income", less(amountOf("revenue"), income), -1],
  ] as const;
  return wholes.flatMap(([key, whole, sign]) => {
    const rest = isPrinted(lines[key]) ? amountOf(key) : null;
    return whole === null || rest === null ? [] : [whole - sign * rest];
  });
}
