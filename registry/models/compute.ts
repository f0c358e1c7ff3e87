import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { ModelFamily } from "#schemas/shapes/models/listing.ts";
import type { ModelResult, ValuationRange } from "#schemas/shapes/models/result.ts";
import { splitMetrics } from "./answers/metric-keys.ts";
import { unchangingOf } from "./answers/result-json.ts";
import { sanityNotes } from "./answers/sanity.ts";
import type { Triple } from "./answers/scenario-values.ts";
import { rememberStated } from "./answers/stated-digits.ts";
import { statedResult } from "./answers/stated-result.ts";
import { type Seed, type SeedTable, settle, tabulate } from "./assumption.ts";
import { askedCapital } from "./capital-asked.ts";
import type { Template } from "./catalogue.ts";
import { dcfSeeds, type SeedsOf } from "./dcf/dcf-assumptions.ts";
import { dcfFamily } from "./dcf/dcf-family.ts";
import { dcfHistory } from "./dcf/dcf-history.ts";
import { driverSeries } from "./dcf/drivers.ts";
import { historicalRows } from "./dcf/historicals.ts";
import { checkEdges } from "./economics.ts";
import { computeEpv, earningsPower, epvSeeds } from "./epv.ts";
import { equityFamily } from "./equity/equity-family.ts";
import { equitySeeds } from "./equity/equity-seeds.ts";
import {
  askedBalance,
  blockedReason,
  type FamilyResult,
  hasOverrides,
  type Model,
  missingCore,
  type Run,
  reason,
  unknownBalance,
  valued,
} from "./family.ts";
import { type LineReader, lineOf } from "./formula/lines.ts";
import { isReit } from "./inputs/company-type.ts";
import { addedBackWarning, normalisedKey } from "./inputs/earnings/normalised.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import { type FiscalYear, fiscalCalendar } from "./inputs/fiscal-calendar.ts";
import { perShareOf } from "./inputs/security.ts";
import { noMarketValue } from "./market/price.ts";
import { computeMultiples, multiplesSeeds } from "./multiples.ts";
import { noOverrides, OverrideError, type Overrides, parseOverrides } from "./overrides.ts";
import { computeWacc, publicFloatProxyUsed, waccLimits, waccSeeds } from "./rates/wacc.ts";

/** Makes a model ready to be computed, with everything that overrides do not change. */
export function prepareModel(of: SeedsOf): Model {
  const { template, facts } = of;
  const isRate = template.family === "cost_of_capital";
  const table = tabulate(
    seedsOf[template.family](of),
    isRate ? waccLimits(facts, of.reference) : [],
  );
  const years = yearsOf(template, facts);
  const model: Model = {
    ...of,
    table,
    years,
    missingMetricKeys: splitMetrics(template, facts).missing,
    filingWarnings: [
      ...filingWarnings(template, facts),
      ...(isRate ? [] : (facts.dayWarnings ?? [])),
      ...(template.family === "historical" ? [] : of.reference.gaps),
    ],
    history: template.family === "dcf" ? dcfHistory(facts) : null,
    drivers: template.family === "dcf" ? defaultDrivers(table, years) : null,
    blocked: blockedReason(template, facts),
  };
  for (const one of unchangingOf(model)) rememberStated(one);
  return model;
}

/**
 * Computes a model with a compute body; `undefined` computes the defaults. Pure and deterministic: the same
 * facts, reference and body give the same result. Throws OverrideError for what models.md section 11 refuses.
 */
export function computeModel(model: Model, body?: unknown): ModelResult {
  return runModel(model, body === undefined ? noOverrides : parseOverrides(body, model));
}

const defaultDrivers = (table: SeedTable, years: readonly FiscalYear[]) =>
  driverSeries(settle(table, noOverrides.assumptions), { cells: noOverrides.drivers, years });

function yearsOf({ horizonYears }: Template, { anchors }: ModelFacts): FiscalYear[] {
  if (anchors === null || horizonYears === null) return [];
  return fiscalCalendar(anchors.fiscalYear, anchors.yearEnd, horizonYears);
}

const seedsOf: Readonly<Record<ModelFamily, (of: SeedsOf) => Seed[]>> = {
  dcf: dcfSeeds,
  multiples: multiplesSeeds,
  cost_of_capital: ({ facts, reference }) => waccSeeds(facts, reference),
  earnings_power: epvSeeds,
  equity: equitySeeds,
  historical: () => [],
};

/** Computes with overrides that `parseOverrides` has read. Throws as `computeModel` does. */
export function runModel(model: Model, overrides: Overrides): ModelResult {
  const settled = settle(model.table, overrides.assumptions);
  const run = {
    ...model,
    blocked: model.blocked ?? askedBalance(model, overrides) ?? askedCapital(model, settled.get),
    settled,
    overrides,
  };
  return statedResult(present(run, familyResults[run.template.family](run)));
}

/** The same; null where the model refuses the overrides. */
export function tryModel(model: Model, overrides: Overrides): ModelResult | null {
  try {
    return runModel(model, overrides);
  } catch (error) {
    if (error instanceof OverrideError) return null;
    throw error;
  }
}

/** True when the model has a result with nothing set but the choice of earnings. */
function isDefaultComputed(model: Model, { assumptions }: Overrides): boolean {
  const chosen = assumptions.get(normalisedKey);
  const only = new Map(chosen === undefined ? [] : [[normalisedKey, chosen]]);
  return runModel(model, { ...noOverrides, assumptions: only }).state === "computed";
}

const familyResults: Readonly<Record<ModelFamily, (run: Run) => FamilyResult>> = {
  dcf: (run) => dcfFamily(run, () => isDefaultComputed(run, run.overrides)),
  multiples: multiplesFamily,
  cost_of_capital: waccFamily,
  earnings_power: epvFamily,
  equity: equityFamily,
  historical: (run) => ({
    reason: run.blocked,
    historicals: historicalRows(run.template, run.facts),
  }),
};

function multiplesFamily(run: Run): FamilyResult {
  const { get } = run.settled;
  checkEdges(get, ["multiple"]);
  if (run.blocked !== null) return { reason: run.blocked };
  const values = computeMultiples(run.template, get);
  if (values === null) return { reason: missingCore(run) };
  if ((values.mid("metric") ?? 0) <= 0) {
    return {
      reason: reason(
        "metric_not_positive",
        "The metric is not positive: no multiple of it is a value.",
      ),
    };
  }
  const unknown = unknownBalance(run, run.overrides);
  const value = valued(bridgedRange(values), null);
  const warnings = [...value.warnings, ...addedBackWarning(get)];
  if (unknown === null) return { reason: null, ...value, warnings };
  const message = `${unknown.why} Equity does not need it; enterprise value and net debt have no value until ${unknown.keys} ${unknown.keys.includes(" ") ? "are" : "is"} set.`;
  return {
    reason: null,
    ...value,
    warnings: [...warnings, { code: "enterprise_value_unknown", message }],
  };
}

function waccFamily(run: Run): FamilyResult {
  const { get } = run.settled;
  const users = new Set(run.overrides.assumptions.keys());
  const rate = computeWacc(get, users, run.facts.publicFloat !== null);
  if (rate.wacc <= 0) {
    throw new OverrideError(["These inputs give a non-positive cost of capital."]);
  }
  if (run.blocked !== null) return { reason: run.blocked };
  const warnings = rate.weightBasis === "public_float" ? [publicFloatProxyUsed] : [];
  return { reason: null, rateResult: rate, warnings };
}

function epvFamily(run: Run): FamilyResult {
  const { get } = run.settled;
  checkEdges(get, ["discount_rate"]);
  if (run.blocked !== null) return { reason: run.blocked };
  const values = computeEpv(get);
  if (values === null) return { reason: missingCore(run) };
  const power = earningsPower(values, get, run.facts);
  if (power.adjustedEarnings <= 0) {
    if (hasOverrides(run.overrides) && isDefaultComputed(run, run.overrides)) {
      throw new OverrideError([
        "Adjusted earnings are not positive under these overrides, so an earnings power value cannot be computed.",
      ]);
    }
    return {
      reason: reason("metric_not_positive", "Adjusted earnings are not positive."),
      earningsPower: power,
    };
  }
  return { reason: null, earningsPower: power, ...valued(bridgedRange(values), null) };
}

export const modelDisclaimer =
  "Computed from public regulatory filings and the stated assumptions. Defaults are illustrative and may be unsuitable for this company. Analysis only; not investment advice, not a recommendation, and no assurance of future results.";

/** From enterprise value to equity, in every scenario. */
const bridgedRange = (values: Triple<LineReader>): ValuationRange => ({
  enterpriseValue: lineOf(values, "enterpriseValue"),
  netDebt: lineOf(values, "netDebt"),
  equityValue: lineOf(values, "equityValue"),
  fairValuePerShare: lineOf(values, "fairValuePerShare"),
});

const noValuation = {
  enterpriseValue: null,
  terminalValue: null,
  netDebt: null,
  equityValue: null,
  fairValuePerShare: null,
};

function present(run: Run, family: FamilyResult): ModelResult {
  const { facts, settled, template } = run;
  const currency = facts.anchors?.currency ?? null;
  return {
    templateKey: template.key,
    state: family.reason === null ? "computed" : "insufficient_data",
    stateReason: family.reason,
    currency,
    balanceSheetDate: facts.anchors?.balanceSheetDate ?? null,
    assumptions: settled.assumptions,
    projections: family.projections ?? [],
    historicals: family.historicals ?? [],
    valuation: { ...(family.valuation ?? noValuation), currency },
    valuationRange: family.valuationRange ?? null,
    perShare:
      facts.anchors === null
        ? null
        : perShareOf(
            { security: facts.security, currency },
            settled.get,
            family.valuationRange?.fairValuePerShare ?? null,
          ),
    market: noMarketValue,
    sanity: sanityNotes(run, family),
    missingMetricKeys: [...run.missingMetricKeys],
    rateResult: family.rateResult ?? null,
    dcfDetail: family.dcfDetail ?? null,
    earningsPower: family.earningsPower ?? null,
    steps: family.steps ?? [],
    warnings: distinct([...settled.warnings, ...(family.warnings ?? []), ...run.filingWarnings]),
    disclaimer: modelDisclaimer,
  };
}

const staleDays = 200;

/** What the filings themselves make one careful about (models.md 6.11). */
function filingWarnings(template: Template, facts: ModelFacts): Warning[] {
  const { anchors, years, ageDays } = facts;
  const isValuation = template.family !== "historical" && template.family !== "cost_of_capital";
  const warnings: [boolean, string, string][] = [
    [
      anchors !== null && years.length < 3,
      "short_history",
      "Fewer than three fiscal years are filed.",
    ],
    [
      anchors?.isAnnualReportMissing === true,
      "annual_report_missing",
      "A later quarter is filed, but not the annual report before it.",
    ],
    [
      (ageDays ?? 0) > staleDays,
      "stale_filings",
      `The latest balance sheet is more than ${staleDays} days old.`,
    ],
    [
      anchors?.hasFiscalYearChange === true,
      "fiscal_year_change",
      "The fiscal year changed within the history shown.",
    ],
    [
      isValuation && isReit(facts),
      "reit_fcf_not_affo",
      "Free cash flow of a REIT is not its adjusted funds from operations.",
    ],
  ];
  return warnings.flatMap(([holds, code, message]) => (holds ? [{ code, message }] : []));
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.code, warning])).values()];
}
