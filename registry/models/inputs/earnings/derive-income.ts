import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf } from "../../answers/metrics.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { isPrinted, type Part, partOfLine } from "./income-parts.ts";

/** Operating income that no filing states, and what it is made of. */
export interface Derived {
  value: number;
  operands: Operand[];
  /** True where the costs of the statement hold the interest. */
  isInterestInCosts: boolean;
}

export interface IncomeFigures {
  revenue: Part | null;
  /** Of owners of property: the costs of their buildings, and of their administration. */
  propertyCosts: Part | null;
  administration: Part | null;
  /** What the statement adds up and deducts from revenue. */
  costs: Part | null;
  /** The same where its printed parts are at hand and interest is none of them. */
  printedCosts: Part | null;
  beforeTax: Part | null;
  interest: Part | null;
  netInterest: Part | null;
  interestIncome: Part | null;
  /** Other non-operating results in one figure. */
  other: Part | null;
  /** Loss of a change in the value of own warrants. */
  warrants: Part | null;
  /** Other non-operating results by their kinds, each with its sign. */
  others: readonly (readonly [weight: 1 | -1, label: string, part: Part | null])[];
  /** Null where income before tax is ahead of them. */
  associates: Part | null;
}

export type Weighted = readonly [weight: 1 | -1, label: string, part: Part | null];

/**
 * Where the printed parts of all costs are at hand and interest is none of them: revenue, if any, less these costs (Loop, NioCorp).
 * Where the costs of the statement hold interest: revenue less costs, without the interest and the other non-operating
 * results in them. Else income before tax without interest, other non-operating results and associates. Null where the
 * filings lack the parts of both.
 */
export function deriveIncome(of: IncomeFigures, isInCosts: boolean): Derived | null {
  const { revenue, costs, printedCosts, beforeTax, interest, netInterest } = of;
  if (printedCosts !== null) {
    return sumOf(false, [
      [1, "revenue", revenue],
      [-1, "costs_and_expenses", printedCosts],
    ]);
  }
  if (isInCosts && revenue !== null && costs !== null && interest !== null) {
    return sumOf(true, [
      [1, "revenue", revenue],
      [-1, "costs_and_expenses", costs],
      [1, "interest_expense", interest],
      [-1, "other_nonoperating_income", areInCosts(of, of.other, 1) ? of.other : null],
      [1, "warrants", areInCosts(of, of.warrants, -1) ? of.warrants : null],
    ]);
  }
  const isInterestKnown = (netInterest ?? interest) !== null || paysNoInterest(of);
  if (beforeTax === null || !isInterestKnown) return null;
  const interestParts: Weighted[] =
    netInterest === null
      ? [
          [1, "interest_expense", interest],
          [-1, "interest_income", of.interestIncome],
        ]
      : [[-1, "net_interest_income", netInterest]];
  return sumOf(false, [
    [1, "pretax_income", beforeTax],
    ...interestParts,
    ...othersOf(of),
    [-1, "equity_method_income", of.associates],
  ]);
}

/** True where revenue, with the interest that cash earns in it, less all costs is income before tax: nothing is paid below. */
function paysNoInterest({ revenue, costs, beforeTax, interestIncome }: IncomeFigures): boolean {
  if (revenue === null || costs === null || beforeTax === null) return false;
  return (interestIncome?.value ?? 0) > 0 && revenue.value - costs.value === beforeTax.value;
}

/**
 * All costs of operations of a statement that prints no cost of revenue: the total of its operating expenses, where the rows
 * of that total are at hand and none of them is interest (Loop, NioCorp). Null elsewhere.
 */
export function printedCosts(
  { facts }: ModelSource,
  { lines }: SourcePeriod,
  interest: Part | null,
): Part | null {
  const { operating_expenses: total, remaining_operating_expenses: rest } = lines;
  const isSplit = [lines.cost_of_revenue, lines.gross_profit].some((line) => line?.value != null);
  if (isSplit || !isPrinted(total) || rest?.value == null || !isPrinted(rest)) return null;
  const rows = leavesOf(rest.lineage, facts);
  const paid = leavesOf(interest?.lineage ?? null, facts);
  const isInterest = rows.some((row) => paid.includes(row) || /Interest|Financ/.test(row.tag));
  return isInterest ? null : partOfLine(total);
}

/** As share of revenue: what other revenue may come to, which rents do not hold. */
const otherRevenueMax = 0.01;

/**
 * Revenue less the costs of buildings and of administration, where the filed figure is that before administration: the
 * net rents of the segments, which hold no revaluation either. Null for any other filed figure.
 */
export function deriveFromRents(filed: Part | null, of: IncomeFigures): Derived | null {
  const { revenue, propertyCosts, administration } = of;
  if (filed === null || revenue === null || propertyCosts === null || administration === null) {
    return null;
  }
  const apart = Math.abs(revenue.value - propertyCosts.value - filed.value);
  if (apart > otherRevenueMax * revenue.value) return null;
  return sumOf(false, [
    [1, "revenue", revenue],
    [-1, "property_costs", propertyCosts],
    [-1, "administration", administration],
  ]);
}

/** Other results; what a row of its own says of own warrants is beside them, unless a row of other kinds may hold it. */
function othersOf({ other, others, warrants }: IncomeFigures): readonly Weighted[] {
  if (other !== null) return [[-1, "other_nonoperating_income", other]];
  const mayHold = others.some(
    ([, label, part]) => part !== null && label.startsWith("nonoperating"),
  );
  const ofWarrants: Weighted[] = mayHold ? [] : [[1, "warrants", warrants]];
  const isItemised = others.some(([, label, part]) => part !== null && label !== "currency_result");
  return isItemised ? [...others, ...ofWarrants] : ofWarrants;
}

/** Where the income of associates stands of a printed other result that is without interest. */
export type PlaceOfAssociates = "within" | "beside";

/**
 * Not null where revenue less costs, interest and the printed other result come to income before tax, with the income of
 * associates or without it: the printed result is all that is below operating income beside them (Disney, Alcoa). Notes have
 * other ones.
 */
export function placeOfPrintedOther(
  of: Pick<IncomeFigures, "revenue" | "beforeTax" | "interest" | "netInterest" | "associates">,
  printed: Part | null,
  costs: readonly number[],
): PlaceOfAssociates | null {
  const { revenue, beforeTax, interest, netInterest, associates } = of;
  const paid = netInterest === null ? interest?.value : -netInterest.value;
  if (revenue === null || beforeTax === null || paid === undefined || printed === null) return null;
  const left = costs.map((one) => beforeTax.value - printed.value + paid + one - revenue.value);
  if (left.includes(associates?.value ?? 0)) return "beside";
  return left.includes(0) ? "within" : null;
}

/**
 * True where the costs of the statements hold the interest: more periods say so than the contrary. One filer prints one
 * form of statement.
 */
export function holdInterest(periods: readonly IncomeFigures[]): boolean {
  const places = periods.map(interestPlace);
  return places.reduce<number>((sum, one) => sum + one, 0) > 0;
}

/** How many times nearer to income before tax the one reading must come than the other. */
const muchNearer = 3;

/**
 * 1 where revenue less costs leads to income before tax without the interest: what is left between the two is then
 * explained much better than with the interest below. −1 for the contrary, 0 where it cannot be told.
 */
function interestPlace(of: IncomeFigures): -1 | 0 | 1 {
  const { revenue, costs, beforeTax, interest, interestIncome, associates } = of;
  if (revenue === null || costs === null || beforeTax === null || interest === null) return 0;
  if (interest.value <= 0) return 0;
  const left = beforeTax.value - (revenue.value - costs.value);
  const known = [interestIncome, associates, of.other].reduce(
    (sum, part) => sum + (part?.value ?? 0),
    0,
  );
  const unexplained = (rest: number) => Math.min(Math.abs(rest), Math.abs(rest - known));
  const [within, below] = [unexplained(left), unexplained(left + interest.value)];
  if (within * muchNearer < below) return 1;
  return below * muchNearer < within ? -1 : 0;
}

/** True where income before tax is nearer to revenue less costs without the part, which raises (1) or lowers it, than with it. */
function areInCosts(
  { revenue, costs, beforeTax }: IncomeFigures,
  part: Part | null,
  effect: 1 | -1,
): boolean {
  if (revenue === null || costs === null || beforeTax === null || part === null) return false;
  const left = beforeTax.value - (revenue.value - costs.value);
  return Math.abs(left) <= Math.abs(left - effect * part.value);
}

/** The sum of the parts that are at hand. */
export function sumOf(isInCosts: boolean, parts: readonly Weighted[]): Derived {
  const used = parts.flatMap(([weight, label, part]) =>
    part === null ? [] : [{ weight, label, part }],
  );
  return {
    value: used.reduce((sum, { weight, part }) => sum + weight * part.value, 0),
    operands: used.map(({ weight, label, part }) => [weight, label, part.text, part.lineage]),
    isInterestInCosts: isInCosts,
  };
}

const words: Readonly<Record<string, string>> = {
  pretax_income: "income before tax",
  interest_expense: "interest expense",
  interest_income: "interest income",
  net_interest_income: "net interest income",
  revenue: "revenue",
  costs_and_expenses: "costs and expenses",
  property_costs: "costs of investment property",
  administration: "costs of administration",
  gross_profit: "gross profit",
  selling_costs: "selling, general and administrative costs",
  doubtful_accounts: "provision for doubtful accounts",
  result_of_disposals: "result of disposals",
  depreciation_and_amortization: "depreciation and amortization",
  asset_impairment: "impairment",
  goodwill_impairment: "impairment of goodwill",
  restructuring_charges: "restructuring",
  nonoperating_gains: "non-operating gains",
  nonoperating_income: "non-operating income",
  nonoperating_expense: "non-operating expense",
  currency_result: "result of foreign currency",
  result_of_subsidiary_stock: "result of sold stock of subsidiaries",
  other_nonoperating_income: "other non-operating income",
  warrants: "loss of own warrants",
  equity_method_income: "income of associates",
  operating_income: "operating income as filed",
  result_of_benefits: "result of benefits that is not of service",
  revaluation_of_investment_property: "revaluation of investment property",
};

/** What operating income is made of, in words. */
export function noteOf(operands: readonly Operand[]): string {
  const named = operands.map(([weight, label, text], index) => {
    const sign = weight < 0 ? "less" : "plus";
    return `${index === 0 ? "" : `${sign} `}${words[label] ?? label} of ${Number(text).toLocaleString("en-US")}`;
  });
  const [, first] = operands[0] ?? [];
  const how =
    first === "operating_income"
      ? "without what is no result of operations"
      : "operating income is not filed as such";
  return `${how}: ${named.join(", ")}`;
}
