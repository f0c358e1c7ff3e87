import { z } from "zod";
import data from "#schemas/reference/currency-rates.json" with { type: "json" };
import type { Warning } from "#schemas/shapes/models/figures.ts";
import { percent, round } from "../answers/rounding.ts";
import type { Reference } from "./reference.ts";

const schema = z.strictObject({
  /** The set of reference data that these rates belong to. */
  year: z.int(),
  bondSource: z.string(),
  bondDay: z.iso.date(),
  premiumSource: z.string(),
  premiumDay: z.iso.date(),
  taxSource: z.string(),
  taxDay: z.string(),
  sourceUrl: z.url(),
  note: z.string(),
  /** In percent, as the rows. */
  matureMarketPremium: z.number(),
  relativeEquityVolatility: z.number(),
  currencies: z.array(
    z.strictObject({
      currency: z.string(),
      country: z.string(),
      tenYearBond: z.number(),
      equityRiskPremium: z.number(),
      corporateTaxRate: z.number(),
    }),
  ),
});

/** Bond yields, premia and tax rates by currency, in percent as published. */
export const currencyRates = schema.parse(data);
type CurrencyRow = (typeof currencyRates.currencies)[number];

/** Countries whose currency many others share: the premium of the filer's own country may be another one. */
const shared = new Set(["EUR"]);

/**
 * The reference data for figures of a currency: the risk-free rate is the ten-year bond of its country less the default
 * spread (Damodaran, "What is the riskfree rate?"), the premium and the tax rate are the country's, and growth for ever
 * is at most that risk-free rate. The same data for the dollar, and where the set does not hold the currency.
 */
export function inCurrency(reference: Reference, currency: string): Reference {
  const row = rowOf(currency);
  if (row === undefined || reference.version.slice(0, 4) !== String(currencyRates.year)) {
    return reference;
  }
  const riskFree = riskFreeRate(row);
  const { terminalGrowth, longRunRevenueGrowth } = reference.rates;
  const tax = { value: inUnits(row.corporateTaxRate), note: taxNote(row) };
  return {
    ...reference,
    currency,
    rates: {
      riskFreeRate: { value: riskFree.value, note: riskFree.note },
      equityRiskPremium: { value: inUnits(row.equityRiskPremium), note: premiumNote(row) },
      marginalTaxRate: tax,
      statutoryTaxRate: tax,
      terminalGrowth: atMost(terminalGrowth, riskFree.value, currency),
      longRunRevenueGrowth: atMost(longRunRevenueGrowth, riskFree.value, currency),
    },
  };
}

const rowOf = (currency: string) =>
  currencyRates.currencies.find((one) => one.currency === currency);

const inUnits = (inPercent: number) => round(inPercent / 100, 6);

function riskFreeRate({ tenYearBond, equityRiskPremium, country }: CurrencyRow) {
  const { matureMarketPremium, relativeEquityVolatility, bondSource, bondDay } = currencyRates;
  const spread = (equityRiskPremium - matureMarketPremium) / relativeEquityVolatility;
  const [bond, less] = [inUnits(tenYearBond), inUnits(spread)];
  const note = `10-year government bond of ${country} at ${percent(bond)} (${bondDay}, ${bondSource}) less a default spread of ${percent(less)}`;
  return { value: round(bond - less, 4), note };
}

const premiumNote = ({ country }: CurrencyRow) =>
  `equity risk premium of ${country}, Damodaran, ${currencyRates.premiumDay}`;

const taxNote = ({ country }: CurrencyRow) =>
  `corporate tax rate of ${country}, KPMG, ${currencyRates.taxDay}`;

function atMost(growth: Reference["rates"]["terminalGrowth"], rate: number, currency: string) {
  if (growth.value <= rate) return growth;
  return { value: rate, note: `at most the risk-free rate in ${currency}, ${percent(rate)}` };
}

/** What is to be known of the risk-free rate and the premium of a currency that many countries share. */
export function rateRemarks({ currency }: Reference): readonly Warning[] {
  const row = rowOf(currency);
  if (row === undefined || !shared.has(currency)) return [];
  const message = `Rates and premium in ${currency} are those of ${row.country}. Add what the filer's own country has on top as additional_risk_premium.`;
  return [{ code: "rates_of_another_country", message }];
}

/** Above this the currency loses value faster than the dollar, and growth in it is higher than in dollars. */
const highRiskFreeRate = 0.06;

/** What is to be known of growth for ever in a currency that loses value faster than the dollar. */
export function growthRemarks({ currency, rates }: Reference): readonly Warning[] {
  const { value } = rates.riskFreeRate;
  if (rowOf(currency) === undefined || value <= highRiskFreeRate) return [];
  const message = `The risk-free rate in ${currency} is ${percent(value)}, while growth for ever is the dollar's: a currency that loses value faster grows faster. Set terminal_growth to what fits.`;
  return [{ code: "growth_in_us_dollars", message }];
}
