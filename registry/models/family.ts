import type { DcfHistory, DriverSeries } from "#schemas/shapes/models/dcf.ts";
import type { StateCode, StateReason, Warning } from "#schemas/shapes/models/figures.ts";
import type { ModelResult, ValuationRange } from "#schemas/shapes/models/result.ts";
import type { SeedTable, SettledAssumptions } from "./assumption.ts";
import type { LineKey, Template } from "./catalogue.ts";
import type { SeedsOf } from "./dcf/dcf-assumptions.ts";
import { claimLines } from "./inputs/claims/lines.ts";
import { isExcluded } from "./inputs/company-type.ts";
import { areInOneRow } from "./inputs/dividends.ts";
import { normalisedKey } from "./inputs/earnings/normalised.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import type { FiscalYear } from "./inputs/fiscal-calendar.ts";
import { multipleGives } from "./multiples.ts";
import { OverrideError, type Overrides } from "./overrides.ts";

/** One template for one company and everything that overrides do not change; made once, computed often. */
export interface Model extends SeedsOf {
  /** Inputs before anybody's overrides, in the order they are shown. */
  table: SeedTable;
  /** The fiscal years that drivers may be set for; none outside the DCF family and without filings. */
  years: readonly FiscalYear[];
  missingMetricKeys: readonly LineKey[];
  /** What the filings themselves make one careful about. */
  filingWarnings: readonly Warning[];
  /** Null outside the DCF family. */
  history: DcfHistory | null;
  /** The series of drivers that nobody touched, as every result shows them; null outside the DCF family. */
  drivers: DriverSeries | null;
  /** Why the company has no result, whatever is set; null when nothing stands in the way. */
  blocked: StateReason | null;
}

/** A model with the overrides in force. */
export interface Run extends Model {
  settled: SettledAssumptions;
  overrides: Overrides;
}

/** What a family adds to the members that all results share; `reason` not null: there is no result. */
export interface FamilyResult
  extends Partial<Omit<ModelResult, "state" | "stateReason" | "templateKey">> {
  reason: StateReason | null;
}

/** True where somebody set more than the choice between normalised and reported earnings. */
export function hasOverrides({ assumptions, drivers }: Overrides): boolean {
  return drivers.size > 0 || [...assumptions.keys()].some((key) => key !== normalisedKey);
}

export function blockedReason(template: Template, facts: ModelFacts): StateReason | null {
  if (facts.anchors === null) {
    return reason("no_annual_periods", "The filings hold no full fiscal year.");
  }
  if (isExcluded(template, facts)) {
    const message =
      "Debt is raw material of banks, insurers, brokers and blank-check companies; this model does not apply.";
    return reason("financial_institution", message);
  }
  return null;
}

/** Lines between enterprise value and equity that the filings do not tell, until a caller sets them; null where they tell. */
export function unknownBalance(
  { template, table, facts }: Pick<Model, "template" | "table" | "facts">,
  { assumptions }: Overrides,
): { code: StateCode; keys: string; why: string } | null {
  const { unknown } = facts.claims;
  if (template.family === "cost_of_capital" && isWeightTold(facts, assumptions)) return null;
  const asked = claimLines
    .map(({ key }) => key)
    .filter((key) => unknown[key] !== undefined && table.byKey.has(key) && !assumptions.has(key));
  const [first] = asked;
  const why = first && unknown[first];
  if (why === undefined) return null;
  const code = asked.includes("short_term_investments") ? "securities_unknown" : "input_needed";
  return { code, keys: list.format(asked), why };
}

const list = new Intl.ListFormat("en");

/** Where equity has no market value, the weight of debt is that of the industry: it is enough that there is some. */
const isWeightTold = ({ claims, publicFloat }: ModelFacts, set: Overrides["assumptions"]) =>
  set.has("debt_weight") ||
  (claims.isExcerpt &&
    claims.amounts.total_debt !== null &&
    publicFloat === null &&
    !set.has("market_value_of_equity"));

/** Asks for what `unknownBalance` names: without it no model that takes net debt off has a value. */
export function askedBalance(model: Model, overrides: Overrides): StateReason | null {
  const { template } = model;
  if (template.family === "multiples" && multipleGives(template) === "equity") return null;
  const unknown = unknownBalance(model, overrides);
  return unknown && reason(unknown.code, `${unknown.why} Set ${unknown.keys} to compute.`);
}

export function reason(code: StateCode, message: string): StateReason {
  return { code, message };
}

export function missingCore({ template, missingMetricKeys, facts }: Model): StateReason {
  const core = missingMetricKeys.filter((key) =>
    template.coreMetricKeys.some((one) => one === key),
  );
  const named = core.length === 0 ? "what the model rests on" : core.join(", ");
  const isInRow = core.some((key) => key === "dividends_paid") && areInOneRow(facts.years);
  const apart = isInRow ? " apart: one row has dividends with those of minorities" : "";
  return reason("missing_core_metric", `The filings do not state ${named}${apart}.`);
}

const isWithinNumbers = ({ low, mid, high }: ValuationRange["enterpriseValue"]) =>
  [low, mid, high].every((value) => value === null || Number.isFinite(value));

/**
 * `valuation` is the middle of the range. Throws OverrideError for a range beyond all numbers, which only inputs
 * next to zero give (a discount rate, a share count): models.md 12.3.
 */
export function valued(
  range: ValuationRange,
  terminalValue: number | null,
): Pick<ModelResult, "valuation" | "valuationRange"> & { warnings: Warning[] } {
  const { enterpriseValue, netDebt, equityValue, fairValuePerShare } = range;
  if (![enterpriseValue, equityValue, fairValuePerShare].every(isWithinNumbers)) {
    throw new OverrideError(["These inputs give a value beyond all numbers."]);
  }
  const isNegative = (equityValue.mid ?? 0) < 0;
  return {
    valuation: {
      enterpriseValue: enterpriseValue.mid,
      terminalValue,
      netDebt: netDebt.mid,
      equityValue: equityValue.mid,
      fairValuePerShare: fairValuePerShare.mid,
      currency: null,
    },
    valuationRange: range,
    warnings: isNegative
      ? [{ code: "negative_equity_value", message: "Enterprise value is below net debt." }]
      : [],
  };
}
