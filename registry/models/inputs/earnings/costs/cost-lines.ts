import { flowFact } from "../../filed-facts.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../../source.ts";
import { type Derived, sumOf, type Weighted } from "../derive-income.ts";
import { type Part, partOfFact, partOfLine } from "../income-parts.ts";
import { disposals } from "../one-off-tags.ts";
import { doubtfulAccounts, exploration } from "./cost-tags.ts";

/** A period with the operating income of its statement, filed and as income before tax gives it. */
export interface IncomeReading {
  period: SourcePeriod;
  filed: Part | null;
  derived: Derived | null;
}

/** Costs that a statement deducts in rows of their own or has within others: which, its years tell. */
interface Form {
  isWearApart: boolean;
  areImpairmentsApart: boolean;
}

const forms: readonly Form[] = [false, true].flatMap((isWearApart) =>
  [false, true].map((areImpairmentsApart) => ({ isWearApart, areImpairmentsApart })),
);

const impairments = ["asset_impairment", "goodwill_impairment", "restructuring_charges"] as const;

/** As shares of revenue: what income before tax gives above cost lines, or below them, in usual years, and in one that holds a gain. */
const [aboveMax, belowMax, farAbove] = [0.05, 0.1, 0.1];
/** As share of revenue: what lines that are exact in other years are noticeably apart. */
const noticeable = 0.02;
/** As share of what the lines leave. */
const apartMin = 0.1;
const yearsMin = 3;
const half = 0.5;

/**
 * The readings with what the lines of costs leave of gross profit in place of an operating income that comes from income before
 * tax and so holds what stands below it. One filer prints one form of statement: the lines gave operating income to the digit in
 * three other years (AAR, quarter to 2023-08-31: 25.5, as a settled pension of 26.7 stands below), or were near to it in all but one, and
 * income before tax is now far above them (Agnico 2023: 2,489 for 991, with a gain on a mine owned in part before). A lack that
 * impairments may be is theirs.
 */
export function withCostLines<Reading extends IncomeReading>(
  source: ModelSource,
  readings: readonly Reading[],
): readonly Reading[] {
  const isYear = ({ period }: Reading) => period.fiscalPeriod === "FY";
  if (!readings.some(({ filed, derived }) => filed === null && derived !== null)) return readings;
  const found = forms.flatMap((form) => {
    const gaps = readings.map((one) => gapOf(source, one, form));
    const years = gaps.filter((gap, at) => gap !== null && isYear(readings[at] as Reading));
    const known = years.filter((gap) => gap !== null);
    const isExact = known.filter(({ gap }) => gap === 0).length >= yearsMin;
    return isExact || isUpperBound(known) ? [{ gaps, isExact, apart: apartIn(known) }] : [];
  });
  const [best] = found.sort((a, b) => Number(b.isExact) - Number(a.isExact) || a.apart - b.apart);
  if (best === undefined) return readings;
  return readings.map((one, at) => {
    const gap = best.gaps[at] ?? null;
    const isHeld = gap !== null && one.filed === null && isWrong(gap, one.period, best.isExact);
    return isHeld ? { ...one, derived: gap.left } : one;
  });
}

interface Gap {
  left: Derived;
  /** What the operating income of income before tax is above that. */
  gap: number;
  /** The result of businesses sold in it, which may be of discontinued operations. */
  sold: number;
  revenue: number;
}

function gapOf(source: ModelSource, { period, derived }: IncomeReading, form: Form): Gap | null {
  const revenue = numberOf(period.lines.revenue?.value);
  const left = leftOf(source, period, form);
  if (derived === null || left === null || revenue === null || revenue <= 0) return null;
  const sold = flowFact(source, disposals, period);
  const gap = derived.value - left.value;
  return { left, gap, sold: numberOf(sold?.value) ?? 0, revenue };
}

/** True where lines of costs are near to what income before tax gives, but in one year. */
function isUpperBound(years: readonly Gap[]): boolean {
  const near = years.filter(
    ({ gap, revenue }) => gap <= aboveMax * revenue && gap >= -belowMax * revenue,
  );
  return near.length >= yearsMin && near.length >= years.length - 1;
}

/** What the years but the one that is most apart come to. */
function apartIn(years: readonly Gap[]): number {
  const apart = years.map(({ gap }) => Math.abs(gap));
  return apart.reduce((sum, one) => sum + one, 0) - Math.max(...apart);
}

function isWrong(
  { gap, sold, left, revenue }: Gap,
  { lines }: SourcePeriod,
  isExact: boolean,
): boolean {
  if (!isExact) return gap > farAbove * revenue;
  const charges = impairments.reduce((sum, key) => sum + (numberOf(lines[key]?.value) ?? 0), 0);
  const least = Math.max(noticeable * revenue, apartMin * Math.abs(left.value));
  return [gap, gap + sold].every((one) => Math.abs(one) > least && charges < half * Math.abs(one));
}

/** Gross profit less the lines of costs, with the result of businesses sold; null without the lines. */
function leftOf(source: ModelSource, period: SourcePeriod, form: Form): Derived | null {
  const line = (key: string) => partOfLine(period.lines[key]);
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  const [gross, selling] = [line("gross_profit"), line("selling_general_and_administrative")];
  const wear = line("depreciation_and_amortization");
  if (gross === null || selling === null || (form.isWearApart && wear === null)) return null;
  const apart = form.areImpairmentsApart ? impairments : [];
  const parts: Weighted[] = [
    [1, "gross_profit", gross],
    [-1, "selling_costs", selling],
    [-1, "research", line("research_and_development")],
    [-1, "exploration", tagged(exploration)],
    [-1, "doubtful_accounts", tagged(doubtfulAccounts)],
    [1, "result_of_disposals", tagged(disposals)],
    [-1, "depreciation_and_amortization", form.isWearApart ? wear : null],
    ...apart.map((key): Weighted => [-1, key, line(key)]),
  ];
  return sumOf(false, parts);
}

/**
 * True for a filed figure that is gross profit less exploration and impairments to the digit, while administration is filed, too,
 * and lies between the figure and income before tax: a total of the margins of segments (Agnico 2021: 1,944.0, of which
 * depreciation of 738.1 and administration of 142.0 are not taken off).
 */
export function isBeforeAdministration(
  source: ModelSource,
  { period, filed, derived }: IncomeReading,
): boolean {
  const line = (key: string) => numberOf(period.lines[key]?.value);
  const [gross, selling] = [line("gross_profit"), line("selling_general_and_administrative")];
  if (filed === null || derived === null || gross === null || selling === null) return false;
  if (selling <= 0 || filed.value - derived.value < selling) return false;
  const explored = partOfFact(source, flowFact(source, exploration, period))?.value;
  if (explored === undefined) return false;
  const impaired = line("asset_impairment") ?? 0;
  return [0, impaired].some((loss) => gross - explored - loss === filed.value);
}
