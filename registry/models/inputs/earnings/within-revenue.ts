import { labelWords } from "#registry/printed-lines.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { isFinancialInstitution, isReit } from "../company-type.ts";
import { elementsNamed, factsOf, isOwnTaxonomy, near } from "../filed-facts.ts";
import { belowOperatingIncome } from "../model-tags.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import {
  amount,
  type Part,
  partOfFact,
  partOfLine,
  printedOperands,
  summedLine,
  type Weighed,
} from "./income-parts.ts";
import { withLine } from "./replaced-lines.ts";

const sales = /Revenue|Sales/;

/**
 * The source with revenue of sales alone, where the statement's total also holds income of associates, which are valued
 * apart, or other income (Chevron, AngloGold). Operating income is without both, too.
 */
export function withSalesAlone(source: ModelSource): ModelSource {
  if (isFinancialInstitution(source)) return source;
  return withLine(source, ["revenue"], (period) => {
    const whole = partOfLine(period.lines.revenue);
    const associates = areAssociatesWithin(period)
      ? partOfLine(period.lines.equity_method_income)
      : null;
    const parts = (
      [
        ["equity_method_income", associates],
        ["nonoperating_income", otherIncomeWithin(source, period)],
      ] as const
    ).flatMap(([label, part]): Weighed[] => (part === null ? [] : [[-1, label, part]]));
    if (whole === null || parts.length === 0) return null;
    const without = parts.map(([, label, part]) => `${words[label]} of ${amount(part)}`);
    const note = `without ${without.join(" and ")}, which the total of the statement holds`;
    return summedLine(period, [[1, "revenue", whole], ...parts], note);
  });
}

const words: Readonly<Record<string, string>> = {
  equity_method_income: "income of associates",
  nonoperating_income: "other income",
};

/** True where the statement prints the income of associates among the rows of its total revenue (Chevron). */
export const areAssociatesWithin = ({ lines }: SourcePeriod): boolean =>
  lines.equity_method_income?.flags?.includes("within:revenue") ?? false;

/**
 * Income of cash and investments that the statement prints among the rows of its total revenue: what earns it is valued
 * apart (UnitedHealth). Interest of other elements is that of a finance business, and loans are the business of a REIT (Ventas).
 */
function investmentIncomeWithin(source: ModelSource, { lines }: SourcePeriod): Part | null {
  if (isReit(source)) return null;
  const line = lines.interest_income;
  const part = partOfLine(line);
  const isWithin = line?.flags?.includes("within:revenue") === true;
  if (part === null || part.value <= 0 || !isWithin) return null;
  const leaves = leavesOf(part.lineage, source.facts);
  return leaves.every(({ tag }) => /^InvestmentIncome/.test(tag)) ? part : null;
}

/**
 * Other non-operating income that total revenue holds: income of investments by its row; else what revenue without it, and
 * without income of associates among the rows of revenue, leaves of just what the filing states as sales (AngloGold, Chevron).
 * Null where no figure says so.
 */
export function otherIncomeWithin(source: ModelSource, period: SourcePeriod): Part | null {
  const revenue = partOfLine(period.lines.revenue);
  if (revenue === null) return null;
  const invested = investmentIncomeWithin(source, period);
  if (invested !== null) return invested;
  const associates = areAssociatesWithin(period)
    ? (partOfLine(period.lines.equity_method_income)?.value ?? 0)
    : 0;
  const isOfPeriod = ({ start, end, unit }: Fact) =>
    unit === period.currency && near(start, period.start) && near(end, period.end);
  const other = otherIncome.flatMap((tag) => factsOf(source, tag)).find(isOfPeriod) ?? null;
  const part = partOfFact(source, other);
  if (part === null || part.value === 0) return null;
  const left = revenue.value - associates - part.value;
  const isStated = elementsNamed(source, sales).some((element) =>
    factsOf(source, element).some((fact) => numberOf(fact.value) === left && isOfPeriod(fact)),
  );
  return isStated ? part : null;
}

const otherIncome = belowOperatingIncome.others
  .filter(([, label]) => label === "nonoperating_income")
  .map(([, , tag]) => tag);

const ofInvestments =
  /^(equity )?(earning|income)s?( losse?| lossfrom)?( operating)?( unconsolidated)? (investment|investee|joint venture|affiliate)/;

/**
 * Income of investments in a row between gross profit and operating income under an element of the filer's own, told by its
 * label or element: the investments are valued apart (Boeing 2023: 46). Null without one.
 */
export function incomeOfInvestments(source: ModelSource, { lines }: SourcePeriod): Part | null {
  for (const [weight, , text, of] of printedOperands(lines.remaining_operating_income)) {
    const [fact] = leavesOf(of, source.facts);
    if (weight < 0 || fact === undefined || !isOwnTaxonomy(fact.taxonomy)) continue;
    const label = source.rowLabels?.[fact.accession]?.[`${fact.taxonomy}:${fact.tag}`] ?? "";
    const names = [label, fact.tag].map(labelWords);
    if (names.some((words) => ofInvestments.test(words)))
      return partOfLine({ value: text, lineage: of });
  }
  return null;
}

const ofBenefits =
  /^NetPeriodicDefinedBenefitsExpenseReversalOfExpenseExcludingServiceCostComponent$|^Benefit(Cost|Expense)s?(Income)?Non[oO]perating$|^Non[oO]peratingBenefit(Cost|Expense)s?(Income)?$/;

/**
 * Cost or income of pensions and other benefits but that of service in a row above operating income that no filing states: it is
 * outside any such figure (ASC 715-20-45-3A; General Electric 2023: an income of 1,585). Null without one.
 */
export function benefitsWithin(source: ModelSource, { lines }: SourcePeriod): Part | null {
  if (typeof lines.operating_income?.lineage === "number") return null;
  const found = printedOperands(lines.remaining_operating_income).find(([, , , of]) =>
    leavesOf(of, source.facts).some(({ tag }) => ofBenefits.test(tag)),
  );
  if (found === undefined) return null;
  const [weight, , text, of] = found;
  const value = String(weight * (numberOf(text) ?? 0));
  return partOfLine({ value, lineage: weight < 0 ? ["sign", found] : of });
}

/** Costs that statements deduct from gross profit. */
const deducted = [
  "selling_general_and_administrative",
  "research_and_development",
  "goodwill_impairment",
  "asset_impairment",
  "restructuring_charges",
  "amortization_of_intangibles",
] as const;
/** Of the income of associates: what rounded rows may be apart. */
const roundedWithin = 0.01;

/**
 * True where operating income is gross profit less the printed costs and with the income of associates, and no other row
 * is within it (Walgreens).
 */
export function areAssociatesBesideCosts({ lines }: SourcePeriod): boolean {
  const [gross, operating, associates, rest] = (
    [
      "gross_profit",
      "operating_income",
      "equity_method_income",
      "remaining_operating_income",
    ] as const
  ).map((key) => numberOf(lines[key]?.value));
  if (gross == null || operating == null || associates == null || rest !== 0) return false;
  const costs = deducted.reduce((sum, key) => {
    const isNoted = lines[key]?.flags?.includes("note") === true;
    return sum + (isNoted ? 0 : (numberOf(lines[key]?.value) ?? 0));
  }, 0);
  const beyond = operating - (gross - costs);
  return beyond !== 0 && Math.abs(beyond - associates) <= roundedWithin * Math.abs(associates);
}
