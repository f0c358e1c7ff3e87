import type { Warning } from "#schemas/shapes/models/figures.ts";
import { clamp, median, percent, round, sum } from "../answers/rounding.ts";
import { defaultSeed, estimateSeed, ratioInput, type Seed } from "../assumption.ts";
import { derivedFrom } from "../estimates.ts";
import { averageYears } from "../inputs/dates.ts";
import { chosenSeed } from "../inputs/earnings/normalised.ts";
import { passThrough } from "../inputs/earnings/tax/pass-through.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import type { YearRow } from "../inputs/year-row.ts";
import type { Reference } from "./reference.ts";

const taxRate = ratioInput("tax_rate", "Tax rate");
const taxMax = 0.35;
/** The federal rate of the United States was 35 % until 2017, and taxes of states come on top. */
const taxMaxUntil2017 = 0.4;
/** A year that taxes more of its income than this is one of a write-off or a settlement, not a usual one. */
const usualRateMax = 0.6;
/** Fiscal years with income before tax that a median of tax rates needs. */
const taxYearsMin = 2;

/**
 * Median of the yearly effective rates of up to five years with income, so that the tax of one unusual year does not run
 * for ever, and without years that are taxed at more than 60 %; as reported the rate of three years together. The median
 * is over income without that of associates that is after their own tax and in no operating income. Both between 0 and 35
 * %, of a last year until 2017 40 %; up to 60 % where three years and more are all above that, as of producers of oil. The
 * statutory rate where either is not positive, or of fewer than two years. One whose owners are taxed in its place has its
 * own rate.
 */
export function taxSeed(facts: ModelFacts, reference: Reference): Seed {
  const own = passThrough(facts);
  const provenance = derivedFrom("income_tax_expense", "tax_rate", facts.year.income_tax_expense);
  if (own !== null) return estimateSeed(taxRate, own.rate, { provenance, note: own.note });
  const years = facts.yearsInRow.slice(-averageYears);
  const used = years.flatMap(({ values }) => taxedYear(values, values.income_before_tax));
  const rates = ratesOfOperations(years);
  const usual = rates.length < taxYearsMin ? null : median(rates);
  const pooled = pooledRate(used.slice(-pooledYears));
  const statutory = reference.rates.statutoryTaxRate;
  if ((usual === null || usual <= 0) && pooled === null) {
    return statutorySeed(statutory, { hasYears: years.length > 0, isStated: used.length > 0 });
  }
  const max = maxOf(rates, facts.anchors?.yearEnd ?? "");
  const inRange = (rate: number | null) =>
    rate === null || rate <= 0 ? statutory.value : round(clamp(rate, 0, max), 6);
  const choice = { normalised: inRange(usual), reported: inRange(pooled) };
  return chosenSeed(taxRate, choice, {
    provenance,
    note: taxNote({
      usual,
      max,
      years: rates.length,
      pooled,
      ...choice,
      statutory: statutory.note,
      isWithoutAssociates: years.some(isWithoutAssociates),
    }),
  });
}

/** Years that are all taxed above the maximum show that such a rate is the usual one. */
const yearsOfHighTaxMin = 3;

function maxOf(rates: readonly number[], yearEnd: string): number {
  const max = yearEnd < "2018" ? taxMaxUntil2017 : taxMax;
  const isUsual = rates.length >= yearsOfHighTaxMin && Math.min(...rates) > max;
  return isUsual ? usualRateMax : max;
}

interface TaxedIncome {
  tax: number;
  income: number;
}

/** Tax over the income that operating income is of, in each usual year. */
const ratesOfOperations = (years: readonly YearRow[]): number[] =>
  usualRates(years.flatMap(({ values, taxedIncome }) => taxedYear(values, taxedIncome)));

const isWithoutAssociates = ({ values, taxedIncome }: YearRow): boolean =>
  taxedIncome !== null && taxedIncome !== values.income_before_tax;

const usualRates = (years: readonly TaxedIncome[]): number[] =>
  years
    .filter(({ tax, income }) => income > 0 && tax / income <= usualRateMax)
    .map(({ tax, income }) => tax / income);

/** Part of income before tax that tax must be apart from the usual one to be worth a word. */
const taxApart = 0.1;

/**
 * Told of earnings whose tax is far from the median rate of the last years, as of a change in how a company is taxed
 * (Disney at 2026-03-28: −19 on 12,316). Nothing where owners are taxed, or where the years give no rate.
 */
export function taxWarning(facts: ModelFacts): Warning[] {
  const years = facts.yearsInRow.slice(-averageYears);
  const rates = usualRates(
    years.flatMap(({ values }) => taxedYear(values, values.income_before_tax)),
  );
  const usual = rates.length < taxYearsMin ? 0 : (median(rates) ?? 0);
  const { income_before_tax: before, income_tax_expense: paid } = facts.trailing;
  const { income, tax } =
    before == null || paid == null
      ? { income: facts.year.income_before_tax?.value, tax: facts.year.income_tax_expense?.value }
      : { income: before.value, tax: paid.value };
  if (income === undefined || tax === undefined || income <= 0 || usual <= 0) return [];
  const apart = round(usual * income - tax, 0);
  if (passThrough(facts) !== null || Math.abs(apart) <= taxApart * income) return [];
  const [stated, of, more] = [tax, income, Math.abs(apart)].map((one) =>
    one.toLocaleString("en-US"),
  );
  const [change, remedy] = apart > 0 ? ["less", "Lower"] : ["more", "Raise"];
  const message = `Income tax of ${stated} is ${percent(tax / income)} of income before tax of ${of}; at the median rate of the last years (${percent(usual)}) earnings would be ${more} ${change}. ${remedy} one_off_charges by that for earnings at the usual rate.`;
  return [{ code: "tax_unusual", message }];
}

/** The statutory rate with its reason. Without a year every model is refused for that alone. */
function statutorySeed(
  { value, note }: { value: number; note: string },
  { hasYears, isStated }: { hasYears: boolean; isStated: boolean },
): Seed {
  if (!hasYears) return defaultSeed(taxRate, value, { note });
  const why = "the facts at hand state of no year both income tax and income before tax";
  return defaultSeed(taxRate, value, {
    note: isStated ? note : `${note}: ${why}`,
    warnings: [taxDefaulted(value)],
  });
}

function taxedYear(
  { income_tax_expense: tax }: YearRow["values"],
  income: number | null | undefined,
): TaxedIncome[] {
  return tax == null || income == null ? [] : [{ tax, income }];
}

const pooledYears = 3;

/** Tax over income of the years together; null where either is not positive. */
function pooledRate(years: readonly TaxedIncome[]): number | null {
  const tax = sum(years.map((one) => one.tax));
  const income = sum(years.map((one) => one.income));
  return tax <= 0 || income <= 0 ? null : tax / income;
}

function taxNote(of: {
  usual: number | null;
  pooled: number | null;
  reported: number;
  max: number;
  years: number;
  statutory: string;
  isWithoutAssociates: boolean;
}): string {
  const { usual, pooled, reported, max, years, statutory } = of;
  const associates = of.isWithoutAssociates ? " without that of associates" : "";
  const asReported =
    pooled === null
      ? `; as reported the statutory rate, as three years together have no income before tax or no tax (${percent(reported)})`
      : `; as reported three years together (${percent(reported)})`;
  if (usual === null || usual <= 0) {
    return `${statutory}: fewer than ${taxYearsMin} of the last ${averageYears} fiscal years have income before tax and a usual rate${asReported}`;
  }
  const held = usual > max ? `, held at ${percent(max)}` : "";
  return `median of income tax over income before tax${associates} in ${years} fiscal years with income (${percent(usual)}${held})${asReported}`;
}

const taxDefaulted = (value: number): Warning => ({
  code: "tax_rate_defaulted",
  message: `The last fiscal years give no meaningful tax rate; ${percent(value)} is assumed.`,
});
