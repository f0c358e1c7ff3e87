import { z } from "zod";
import data from "#schemas/reference/yearly-rates.json" with { type: "json" };
import { percent, round } from "../answers/rounding.ts";
import { inCurrency } from "./currency-rates.ts";
import { industriesOf } from "./industry-sets.ts";
import { anotherDay, bundledReference, figureMonth, figures, type Reference } from "./reference.ts";

const yearly = z.strictObject({
  source: z.string(),
  sourceUrl: z.url(),
  note: z.string(),
  /** At the start of each year, in percent as published. */
  years: z.array(
    z.strictObject({
      year: z.int(),
      tenYearTreasury: z.number(),
      equityRiskPremium: z.number(),
    }),
  ),
});

/** Rates by the year that they are published for, oldest first. */
export const yearlyRates = yearly.parse(data);

const bundledYear = Number(bundledReference.asOf.slice(0, 4));
const sets = new Map<string, Reference>();

/**
 * The reference data of a day for figures of a currency: the set of its year, never of a later one where there is one.
 * Averages by industry are held figure by figure, so that a set can have some of another year: `figureTold` says
 * which. `gaps` says that there are no rates of a year. A null day is today, a null currency the dollar. Rates of other
 * currencies are held for the newest set; where they are not, the set is the dollar's and says so in `currency`.
 */
export function referenceOn(day: string | null, currency: string | null = null): Reference {
  const year = Math.min(day === null ? bundledYear : Number(day.slice(0, 4)), bundledYear);
  const key = `${year} ${currency ?? "USD"}`;
  const held = sets.get(key);
  if (held !== undefined) return held;
  const ofYear = year === bundledYear ? bundledReference : setOf(year);
  const referenceSet = inCurrency(ofYear, currency ?? "USD");
  sets.set(key, referenceSet);
  return referenceSet;
}

function setOf(year: number): Reference {
  const yearRates = yearlyRates.years.find((one) => one.year === year);
  if (yearRates === undefined) {
    const message = `There is no set of rates and premia for ${year}: those of ${bundledReference.asOf} are used, with betas, debt weights and multiples of that month.`;
    return { ...bundledReference, gaps: [{ code: anotherDay, message }] };
  }
  const riskFree = round(yearRates.tenYearTreasury / 100, 6);
  const premium = round(yearRates.equityRiskPremium / 100, 6);
  const { rates } = bundledReference;
  const longRun = Math.min(rates.terminalGrowth.value, riskFree);
  const growthNote = `at most the risk-free rate of January ${year}, ${percent(riskFree)}`;
  const ofYear = { ...bundledReference, industries: industriesOf(year) };
  return {
    ...ofYear,
    version: `${year}-01`,
    asOf: `${year}-01`,
    source: `${yearlyRates.source}, January ${year}; industries of ${industryMonths(ofYear)}`,
    sourceUrl: yearlyRates.sourceUrl,
    rates: {
      ...rates,
      riskFreeRate: { value: riskFree, note: `US 10-year Treasury, January ${year}` },
      equityRiskPremium: {
        value: premium,
        note: `implied equity risk premium of the US market, Damodaran, January ${year}`,
      },
      terminalGrowth: { value: longRun, note: growthNote },
      longRunRevenueGrowth: { value: longRun, note: growthNote },
    },
  };
}

/** "2020-01, 2021-01": the months that averages by industry are of. */
function industryMonths(reference: Reference): string {
  const months = reference.industries.flatMap((one) =>
    figures.map((figure) => figureMonth(reference, one, figure)),
  );
  return [...new Set(months)].sort().join(", ");
}
