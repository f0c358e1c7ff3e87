import type { Terms } from "../formula/expression.ts";
import { type LineText, moneyLine } from "../formula/lines.ts";

const isResearch = "$capitalise_research == 1";
const isLeases = "$capitalise_leases == 1";

/**
 * Research grows with revenue. Its asset is amortized at the rate of the last fiscal year, which near steady growth is
 * what a straight line gives. Leased assets grow with revenue, and so does what is owed for them.
 */
export const capitalLineTexts: readonly LineText[] = [
  moneyLine(
    "research",
    "Research and development, capitalised",
    `${isResearch} ? revenue * $research_development / $base_revenue : 0`,
  ),
  moneyLine(
    "researchAmortization",
    "Amortization of the research asset",
    `${isResearch} ? before(researchAsset) * amortizedShare : 0`,
  ),
  moneyLine(
    "researchAsset",
    "Research asset",
    "before(researchAsset) + research - researchAmortization",
  ),
  moneyLine(
    "leaseLiability",
    "Operating lease liability",
    `${isLeases} ? revenue * $operating_lease_liability / $base_revenue : 0`,
  ),
  moneyLine(
    "leaseInterest",
    "Interest within operating leases",
    "before(leaseLiability) * $pre_tax_cost_of_debt",
  ),
  moneyLine(
    "leaseInvestment",
    "Growth of operating leases",
    "leaseLiability - before(leaseLiability)",
  ),
];

export const capitalTerms: Terms = {
  amortizedShare: "(opened > 0 ? $research_amortization / opened : 2 / ($research_life + 1))",
  /** The asset at the start of the last fiscal year. */
  opened: "$research_asset + $research_amortization - $research_development",
};

/** What the projected years start from. */
export const capitalOpenings: readonly LineText[] = [
  moneyLine("researchAsset", "Research asset", `${isResearch} ? $research_asset : 0`),
  moneyLine(
    "leaseLiability",
    "Operating lease liability",
    `${isLeases} ? $operating_lease_liability : 0`,
  ),
];

/** EBITDA as filings have it, which multiples are of: after research, and after all that is paid for leases. */
export const soldEbitda = "last(ebitda) - last(research) - last(leaseInterest)";
