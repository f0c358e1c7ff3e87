import type { EarningsPower } from "#schemas/shapes/models/result.ts";
import { discountEdges } from "./answers/edges.ts";
import { mean, median, round } from "./answers/rounding.ts";
import { type Triple, tripleOf } from "./answers/scenario-values.ts";
import {
  defaultSeed,
  factSeed,
  type Get,
  moneyInput,
  ratioInput,
  type Seed,
} from "./assumption.ts";
import { bridgeLinesOf, cashFormula, debtWithLeases, shareLines } from "./bridge-lines.ts";
import { capitalSeeds, researchEffects } from "./dcf/capital-seeds.ts";
import type { SeedsOf } from "./dcf/dcf-assumptions.ts";
import { bridgeSeeds } from "./dcf/dcf-assumptions.ts";
import {
  chosenNote,
  daSeed,
  derivedFrom,
  equalToDa,
  overYears,
  shareOfRevenue,
  trailingEbitda,
} from "./estimates.ts";
import {
  computeLines,
  type LineReader,
  type LineTable,
  lineTable,
  moneyLine,
  ratioLine,
} from "./formula/lines.ts";
import { averageYears } from "./inputs/dates.ts";
import { chosenSeed, normalisedSeed } from "./inputs/earnings/normalised.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import { exchangeSeeds } from "./inputs/security.ts";
import { maintenanceYears } from "./maintenance.ts";
import { taxSeed } from "./rates/tax-rate.ts";
import { discountRateSeed } from "./rates/wacc.ts";
import { shareSeeds } from "./share-seeds.ts";

const operatingCash = 0.02;

/** The inputs of an earnings power value in the order they are shown (models.md section 8). */
export function epvSeeds({ facts, reference }: SeedsOf): Seed[] {
  const revenue = trailingEbitda(facts)?.revenue ?? facts.trailing.revenue ?? facts.year.revenue;
  return [
    factSeed(moneyInput("base_revenue", "Sustainable revenue, twelve months"), revenue, null),
    ...bridgeSeeds(facts),
    ...shareSeeds(facts),
    ...exchangeSeeds(facts),
    discountRateSeed(facts, reference),
    ...discountEdges(false),
    normalisedSeed(),
    marginSeed(facts),
    taxSeed(facts, reference),
    maintenanceSeed(facts),
    daSeed(facts),
    defaultSeed(
      ratioInput("operating_cash_pct_revenue", "Cash needed to operate, share of revenue"),
      operatingCash,
    ),
    ...capitalSeeds(facts, reference, researchEffects.earningsPower),
  ];
}

/** Median operating margin of the last five years with one-off charges added back, or the mean as reported. */
function marginSeed({ yearsInRow: years, year }: ModelFacts): Seed {
  const named = ratioInput("normalised_ebit_margin", "Normalised EBIT margin");
  const margins = (added: 0 | 1) =>
    overYears(years, ({ values: { operating_income: income, revenue }, oneOffCharges }) =>
      shareOfRevenue(income == null ? null : income + added * oneOffCharges, revenue ?? null),
    );
  const [reported, normalised] = [mean(margins(0).shares), median(margins(1).shares)];
  if (reported === null || normalised === null) {
    return defaultSeed(named, null, { note: "not found in filings" });
  }
  const choice = { normalised: round(normalised, 6), reported: round(reported, 6) };
  const added = years
    .slice(-averageYears)
    .flatMap(({ fiscalYear, oneOffCharges }) =>
      oneOffCharges === 0 ? [] : [`${fiscalYear}: ${oneOffCharges.toLocaleString("en-US")}`],
    );
  const back = added.length === 0 ? "" : `; one-off charges added back ${added.join(", ")}`;
  return chosenSeed(named, choice, {
    provenance: derivedFrom("operating_income", named.key, year.operating_income),
    note: `operating margin, ${chosenNote(choice, margins(0).yearsUsed, years)}${back}`,
  });
}

function maintenanceSeed(facts: ModelFacts): Seed {
  const named = ratioInput(
    "maintenance_capex_pct_revenue",
    "Maintenance capital expenditures, share of revenue",
  );
  const { years } = maintenanceYears(facts);
  const shares = years.map((one) => one.maintenanceCapexPctRevenue);
  const used = years.map(({ fiscalYear }) => fiscalYear);
  const [reported, normalised] = [mean(shares), median(shares)];
  if (reported === null || normalised === null) {
    return equalToDa(named, facts);
  }
  const choice = { normalised: round(normalised, 6), reported: round(reported, 6) };
  return chosenSeed(named, choice, {
    provenance: derivedFrom("capital_expenditures", named.key, facts.year.capital_expenditures),
    note: `without the part that growth asked for, ${chosenNote(choice, used, facts.yearsInRow)}`,
  });
}

/**
 * An earnings power value line by line. Only cash beyond what operations need counts against debt. Of capitalised
 * research the amortization is what keeps the business, untaxed as all of research is deducted (Damodaran).
 */
export const epvLines: LineTable = lineTable([
  moneyLine(
    "ebit",
    "Normalised EBIT",
    "$normalised_ebit_margin * $base_revenue + researchGrowth + leaseInterest",
  ),
  moneyLine("nopat", "NOPAT", "(ebit - researchGrowth) * (1 - $tax_rate) + researchGrowth"),
  moneyLine("da", "D&A", "$da_pct_revenue * $base_revenue + researchAmortization"),
  moneyLine(
    "maintenance",
    "Maintenance capital expenditures",
    "$maintenance_capex_pct_revenue * $base_revenue + researchAmortization",
  ),
  moneyLine("adjusted", "Adjusted earnings", "nopat + da - maintenance"),
  ratioLine("discountRate", "Discount rate", "opposite($discount_rate)"),
  moneyLine(
    "enterpriseValue",
    "Earnings power value of operations",
    "adjusted > 0 ? adjusted / discountRate : none",
  ),
  moneyLine("allCash", "Cash and marketable securities", cashFormula),
  moneyLine(
    "operatingCash",
    "Cash needed to operate",
    "$operating_cash_pct_revenue * $base_revenue",
  ),
  moneyLine("cash", "Excess cash", "max(0, allCash - operatingCash)"),
  ...bridgeLinesOf(debtWithLeases),
  moneyLine(
    "equityValue",
    "Equity value",
    "known(enterpriseValue) ? enterpriseValue - netDebt : none",
  ),
  ...shareLines,
  moneyLine(
    "researchAmortization",
    "Amortization of research",
    "$capitalise_research == 1 ? $research_amortization : 0",
  ),
  moneyLine(
    "researchGrowth",
    "Research beyond its amortization",
    "$capitalise_research == 1 ? $research_development - $research_amortization : 0",
  ),
  moneyLine(
    "leaseInterest",
    "Interest within operating leases",
    "$capitalise_leases == 1 ? $operating_lease_liability * $pre_tax_cost_of_debt : 0",
  ),
]);

/** What an earnings power value needs to know. */
const needed = ["base_revenue", "normalised_ebit_margin", "discount_rate"];

/** Every line with its values; null while an input is missing. */
export const computeEpv = (get: Get): Triple<LineReader> | null =>
  needed.some((key) => get(key) === null) ? null : computeLines(epvLines, get);

/** The lines that the answer names. */
export function earningsPower(
  values: Triple<LineReader>,
  get: Get,
  facts: ModelFacts,
): EarningsPower {
  const of = (id: string) => values.mid(id) ?? 0;
  return {
    normalisedEbit: of("ebit"),
    nopat: of("nopat"),
    depreciationAmortization: of("da"),
    maintenanceCapex: of("maintenance"),
    adjustedEarnings: of("adjusted"),
    cash: of("allCash"),
    operatingCash: of("operatingCash"),
    excessCash: of("cash"),
    totalDebt: of("totalDebt"),
    otherClaims: of("otherClaims"),
    otherNonOperatingAssets: of("otherAssets"),
    netDebt: of("netDebt"),
    shares: get("shares_outstanding"),
    discountRate: tripleOf((scenario) => values[scenario]("discountRate") ?? 0),
    maintenance: maintenanceYears(facts),
  };
}
