import type { ContentState, ModelsSection, Terminal } from "#schemas/shapes/companies/terminal.ts";
import { companyDataDisclaimer } from "./disclaimer.ts";
import { buildFilings, hasIndex, mergeFilings } from "./filings.ts";
import { buildFinancialHealth } from "./financial-health.ts";
import { buildIdentity, profileModeOf } from "./identity.ts";
import { computeMetrics } from "./metrics.ts";
import { choosePoints } from "./points.ts";
import { buildStatementPeriods } from "./statement-periods.ts";
import { attributeSection, buildSummary } from "./summary.ts";
import type { TerminalInput } from "./terminal-input.ts";

/**
 * The public view of a "Company terminal" (TRM-02), ready to serve. Pure: the same input gives the same
 * bytes, and every date comes from a filing or an archived document. Values are JSON numbers rounded once
 * from exact decimals; what has no data says so and why, and is never zero (TRM-32).
 */
export function buildTerminal(input: TerminalInput): Terminal {
  const { entity, build } = input;
  const template = build.periods[0]?.template ?? "industrial";
  const points = choosePoints(build);
  const computed = computeMetrics(template, points, build);
  const merged = mergeFilings(build.cik, input.filings, build.periods);
  const source = attributeSection(input, points);
  const sections = {
    summary: buildSummary(input, computed, merged, source),
    financialHealth: buildFinancialHealth(template, computed, source),
    financials: buildStatementPeriods(input),
    filings: buildFilings(merged, hasIndex(input.filings), build),
    models: input.modelsSection ?? noModels,
    marketData,
    transparencyLadder: ladderOf(entity.claimStatus),
  };
  return {
    entityId: entity.id,
    entityName: entity.name,
    entitySlug: entity.slug,
    profileMode: profileModeOf(input, merged),
    viewerScope: "public",
    identity: buildIdentity(input, merged),
    ...sections,
    modules: Object.entries(sections).map(([key, { state }]) => ({
      key,
      state: moduleState(state),
    })),
    sources: input.sources,
    generatedAt: input.generatedAt,
    disclaimer: companyDataDisclaimer(build.cik),
  };
}

const noModels: ModelsSection = {
  state: "unavailable",
  templates: [],
  unavailableReason: "Financial models are not offered yet.",
};

/** "Market data" without a licensed provider (O-55, TRM-25). */
const marketData: Terminal["marketData"] = {
  state: "not_configured",
  reason: "No market-data provider is configured.",
  quote: null,
};

/** An unclaimed reference profile has no ladder to climb (TRM-26). That of a claimed one is read with each request. */
function ladderOf(claimStatus: string): Terminal["transparencyLadder"] {
  const unclaimed = claimStatus === "unclaimed";
  return {
    state: unclaimed ? "not_applicable" : "unavailable",
    currentRung: null,
    rungs: [],
    unavailableReason: unclaimed
      ? "The profile is not claimed by the company."
      : "The progression of a claimed profile is read with the profile.",
  };
}

function moduleState(state: ContentState | "not_configured"): ContentState {
  return state === "not_configured" ? "unavailable" : state;
}
