import type { Unit } from "#schemas/shapes/models/assumption.ts";
import type { MultipleKey } from "#schemas/shapes/models/compared.ts";
import { discountEdges, growthEdges, multipleEdges } from "../answers/edges.ts";
import type { QuotedValue } from "../answers/provenance.ts";
import { defaultSeed, estimateSeed, factSeed, missingNote, type Seed } from "../assumption.ts";
import type { Template } from "../catalogue.ts";
import {
  assumedEbitda,
  capexSeed,
  capitalSeed,
  daSeed,
  growthSeed,
  marginSeed,
  trailingEbitda,
} from "../estimates.ts";
import { parseFormula } from "../formula/expression.ts";
import { type ClaimKey, claimLines, type Side } from "../inputs/claims/lines.ts";
import { pensionTagsOf } from "../inputs/claims/pension-tags.ts";
import { addDays, toDateNumber } from "../inputs/dates.ts";
import { oneOffSeeds } from "../inputs/earnings/normalised.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { bridgeTags } from "../inputs/model-tags.ts";
import { exchangeSeeds } from "../inputs/security.ts";
import { growthRemarks } from "../rates/currency-rates.ts";
import { defaultMultiple, figureTold, type Reference } from "../rates/reference.ts";
import { taxSeed } from "../rates/tax-rate.ts";
import { discountRateSeed } from "../rates/wacc.ts";
import { shareSeeds } from "../share-seeds.ts";
import { capitalSeeds, researchEffects } from "./capital-seeds.ts";
import { midCycle, midCycleSeed } from "./mid-cycle.ts";

/** Chooses how growth for ever is paid for. */
export const reinvestmentKey = "terminal_reinvestment";
export const newReturnKey = "return_on_new_capital";

/** What the inputs of a model are made from. */
export interface SeedsOf {
  template: Template;
  facts: ModelFacts;
  reference: Reference;
}

/** The inputs of a DCF in the order they are shown (models.md 6.1). */
export function dcfSeeds({ template, facts, reference }: SeedsOf): Seed[] {
  const isPerpetuity = template.terminalMethod === "terminal_growth";
  const { longRunRevenueGrowth } = reference.rates;
  return [
    factSeed(named("base_revenue", "Revenue, last fiscal year"), facts.year.revenue, null),
    ebitdaSeed(facts),
    ...oneOffSeeds(facts, { isAfterTax: false, reference }),
    midCycleSeed(facts),
    ...bridgeSeeds(facts),
    ...shareSeeds(facts),
    ...exchangeSeeds(facts),
    ...dateSeed(facts),
    discountRateSeed(facts, reference),
    ...discountEdges(isPerpetuity),
    ...(isPerpetuity ? perpetuitySeeds(reference) : exitSeeds(template, facts, reference)),
    growthSeed(facts),
    defaultSeed(
      named("long_run_revenue_growth", "Revenue growth, last year", "ratio"),
      longRunRevenueGrowth.value,
      { note: longRunRevenueGrowth.note },
    ),
    midCycle(marginSeed(facts), facts),
    defaultSeed(named("other_income", "Other income per year"), 0, {
      note: "non-operating income belongs to cash, which is counted apart",
    }),
    midCycle(capexSeed(facts), facts),
    midCycle(daSeed(facts), facts),
    capitalSeed(facts),
    taxSeed(facts, reference),
    defaultSeed(named("other_non_operating_assets", "Other non-operating assets"), 0),
    ...capitalSeeds(facts, reference, researchEffects.dcf),
  ];
}

const named = (key: string, label: string, unit: Unit = "currency") => ({ key, label, unit });

function ebitdaSeed(facts: ModelFacts): Seed {
  const quoted = trailingEbitda(facts)?.ebitda ?? null;
  const label = "EBITDA, twelve months";
  if (quoted !== null) return factSeed(named("base_ebitda", label), quoted, null);
  const assumed = assumedEbitda(facts);
  const note =
    assumed === null
      ? "not found in filings"
      : "depreciation and amortization not found in filings; at its default share of revenue";
  return defaultSeed(named("base_ebitda", label), assumed, { note });
}

/**
 * Every line between enterprise value and equity; one that filings lack counts as zero and can be set. One that is there
 * and cannot be told has no value, and says why.
 */
export function bridgeSeeds({ claims, byMember }: ModelFacts): Seed[] {
  return claimLines.map(({ key, label, side }) => {
    const unknown = claims.unknown[key];
    if (unknown !== undefined) return defaultSeed(named(key, label), null, { note: unknown });
    const note = missingNote(
      byMember,
      key === "held_for_sale" ? groupsForSale : pensionTagsOf(key),
    );
    const seed = claimSeed({ ...named(key, label), key }, claims.amounts[key], { side, note });
    const warnings = claims.warnings[key];
    return warnings === undefined ? seed : { ...seed, warnings };
  });
}

const groupsForSale = [bridgeTags.discontinued, bridgeTags.forSale].flatMap(
  ({ assets: { whole, parts } }) => [...whole, ...parts.flat()],
);

function claimSeed(
  name: ReturnType<typeof named> & { key: ClaimKey },
  quoted: QuotedValue | null,
  { side, note: missing }: { side: Side; note: string },
): Seed {
  const isOutside = side === "asset" || name.key === "pension_deficit";
  if (quoted === null || !isOutside) return factSeed(name, quoted, 0, missing);
  const { value, provenance, note = null } = quoted;
  return estimateSeed(name, value, { provenance, note });
}

/** From the balance sheet, so that net debt and cash flow start on one day (models.md 3.1). */
function dateSeed({ anchors }: ModelFacts): Seed[] {
  if (anchors === null) return [];
  const min = toDateNumber(anchors.balanceSheetDate);
  return [
    {
      ...named("valuation_date", "Valuation date", "date"),
      value: min,
      source: "default",
      editable: true,
      provenance: null,
      note: "date of the latest balance sheet",
      min,
      max: toDateNumber(addDays(anchors.nextYearEnd, -1)),
    },
  ];
}

function perpetuitySeeds(reference: Reference): Seed[] {
  const { terminalGrowth } = reference.rates;
  return [
    defaultSeed(named("terminal_growth", "Terminal growth", "ratio"), terminalGrowth.value, {
      note: terminalGrowth.note,
      warnings: growthRemarks(reference),
    }),
    ...growthEdges(),
    defaultSeed(
      named("terminal_mid_year_uplift", "Terminal value half a year earlier", "flag"),
      0,
      { note: "1 multiplies the terminal value by (1 + discount rate)^0.5" },
    ),
    defaultSeed(named(reinvestmentKey, "Growth for ever paid for by new capital", "flag"), 0, {
      note: "1 (yes) takes operating profit after tax × (1 − growth / return on new capital); 0 (no) takes the last free cash flow",
    }),
    defaultSeed(named(newReturnKey, "Return on new capital, for ever", "ratio"), null, {
      note: "equal to the discount rate: competition leaves new capital no more",
      formula: parseFormula("$discount_rate"),
    }),
  ];
}

function exitSeeds(template: Template, facts: ModelFacts, reference: Reference): Seed[] {
  const isRevenue = template.terminalMethod === "revenue_exit";
  const label = isRevenue ? "Exit EV / Revenue" : "Exit EV / EBITDA";
  const key = isRevenue ? "evRevenue" : "evEbitda";
  return [
    multipleSeed("exit_multiple", label, { facts, reference, multiple: key, use: "exit" }),
    ...multipleEdges("exit_multiple", label),
  ];
}

/** An industry's average multiple within the band of its use, with the warning when the band changed it. */
export function multipleSeed(
  key: "exit_multiple" | "multiple",
  label: string,
  of: { facts: ModelFacts; reference: Reference; multiple: MultipleKey; use: "trading" | "exit" },
): Seed {
  const { value, industry, isCapped } = defaultMultiple(
    of.reference,
    of.facts,
    of.multiple,
    of.use,
  );
  const message = `The average multiple of ${industry.industry} is held at ${value.toFixed(1)}.`;
  const { note, warnings } = figureTold(of.reference, industry, of.multiple);
  const capped = isCapped ? [{ code: "multiple_capped", message }] : [];
  return defaultSeed(named(key, label, "multiple"), value, {
    note,
    warnings: [...capped, ...warnings],
  });
}
