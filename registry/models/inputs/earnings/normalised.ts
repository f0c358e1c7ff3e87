import type { Provenance } from "../../answers/provenance.ts";
import { percent, round } from "../../answers/rounding.ts";
import { defaultSeed, estimateSeed, type Get, type Seed, type Warning } from "../../assumption.ts";
import { type Expression, parseFormula } from "../../formula/expression.ts";
import type { Reference } from "../../rates/reference.ts";
import type { ModelFacts } from "../facts.ts";
import { discontinuedLabel } from "./one-off-tags.ts";
import { afterTax, type Charges, describeCharges, quoteCharges } from "./one-offs.ts";
import { passThrough } from "./tax/pass-through.ts";

/** The assumption that chooses between normalised (1) and reported (0) earnings. */
export const normalisedKey = "normalised_earnings";

const isNormalised = (get: Get) => get(normalisedKey) !== 0;

/** Added to reported earnings: the one-off charges while earnings are normalised. */
export const addedBack = (get: Get): number =>
  isNormalised(get) ? (get("one_off_charges") ?? 0) : 0;

/** The same within a formula. */
export const addedBackTerm = `($${normalisedKey} == 0 ? 0 : $one_off_charges)`;

export function normalisedSeed(): Seed {
  return defaultSeed({ key: normalisedKey, label: "Normalised earnings", unit: "flag" }, 1, {
    note: "1 (yes) adds one-off charges back and takes medians of past years; 0 (no) takes earnings as reported and means",
  });
}

/** What is added back, each charge named with its filing; an amount that anybody may change. */
export function oneOffSeeds(
  facts: ModelFacts,
  of: { isAfterTax: boolean; reference: Reference },
): Seed[] {
  const label = of.isAfterTax ? "One-off charges, after tax" : "One-off charges, twelve months";
  const named = { key: "one_off_charges", label, unit: "currency" } as const;
  const own = passThrough(facts);
  const rate = taxOnCharges(facts, of.reference);
  const charges = chargesFor(facts, of.isAfterTax);
  const value = of.isAfterTax ? round(afterTax(charges, rate), 2) : charges.total;
  const described = describeCharges(charges, {
    isAfterTax: of.isAfterTax,
    isExcerpt: isExcerpt(facts),
    byMember: facts.byMember,
  });
  const isTold = of.isAfterTax && own !== null && charges.charges.length > 0;
  const note = isTold ? `${described}; taxed at ${percent(rate)}: ${own.note}` : described;
  const end = facts.anchors?.balanceSheetDate ?? "";
  const provenance = quoteCharges(charges, end, of.isAfterTax)?.provenance ?? null;
  const more = { note, provenance };
  const seed = value === 0 ? defaultSeed(named, 0, { note }) : estimateSeed(named, value, more);
  return [normalisedSeed(), seed];
}

/** The rate that charges save tax at: the marginal one, unless owners are taxed in place of the company. */
export const taxOnCharges = (facts: ModelFacts, { rates }: Reference): number =>
  passThrough(facts)?.rate ?? rates.marginalTaxRate.value;

/** True where facts at hand are an excerpt: of the balance sheet, or of the last year, with income and no tax or cash flows. */
function isExcerpt({ claims, years }: ModelFacts): boolean {
  const last = years.at(-1);
  if (claims.isExcerpt || last === undefined) return claims.isExcerpt;
  const { net_income: income, income_before_tax: before, income_tax_expense: tax } = last.values;
  return income != null && before == null && tax == null && !last.isCashFlowStated;
}

/** The charges of the span that the earnings are of: the twelve months, or the fiscal year where they are of that. */
export function chargesFor(facts: ModelFacts, isAfterTax: boolean): Charges {
  const { trailing, year, charges, yearCharges } = facts;
  const isTrailing = isAfterTax ? isIncomeOfTwelveMonths(facts) : isOfTwelveMonths(trailing, year);
  return isTrailing ? charges : yearCharges;
}

/**
 * True where net income of the twelve months is at hand, with all that is taken out of it: a result of discontinued operations is
 * of two scopes where revenue of the twelve months is of none (Google to 2014-06-30: −706 with one business, 266 and 272 with two).
 */
export function isIncomeOfTwelveMonths({ trailing, year, charges }: ModelFacts): boolean {
  if ((trailing.net_income_common ?? trailing.net_income) == null) return false;
  const isScopeless = trailing.revenue == null && year.revenue != null && year.net_income != null;
  return !isScopeless || !charges.charges.some(({ label }) => label.startsWith(discontinuedLabel));
}

const ebitdaParts = ["revenue", "operating_income", "depreciation_amortization"] as const;

/** True where EBITDA is of the twelve months: all its parts are, or no more of them are of the fiscal year. */
export function isOfTwelveMonths(
  trailing: ModelFacts["trailing"],
  year: ModelFacts["year"],
): boolean {
  const has = (flows: ModelFacts["trailing"], count: number) =>
    ebitdaParts.slice(0, count).every((metric) => flows[metric] != null);
  return has(trailing, 3) || (!has(year, 3) && has(trailing, 2));
}

/** Told while charges are added back. */
export function addedBackWarning(get: Get): Warning[] {
  const amount = addedBack(get);
  if (amount === 0) return [];
  const message = `One-off charges of ${amount.toLocaleString("en-US")} are added back; set ${normalisedKey} to 0 for earnings as reported.`;
  return [{ code: "one_off_charges_added_back", message }];
}

/** An estimate with one value for normalised and another for reported earnings. */
export function chosenSeed(
  named: Pick<Seed, "key" | "label" | "unit">,
  choice: { normalised: number; reported: number },
  more: { note: string; provenance: Provenance | null },
): Seed {
  return estimateSeed(named, choice.normalised, {
    ...more,
    formula: chosen(choice),
  });
}

/** One number for normalised earnings and another for reported ones. */
export const chosen = (choice: { normalised: number; reported: number }): Expression =>
  parseFormula(`$${normalisedKey} == 0 ? reported : normalised`, choice);
