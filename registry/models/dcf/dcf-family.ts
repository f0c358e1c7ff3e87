import { type DriverName, type DriverSeries, driverNames } from "#schemas/shapes/models/dcf.ts";
import type { StateReason } from "#schemas/shapes/models/figures.ts";
import { type Triple, tripleOf } from "../answers/scenario-values.ts";
import type { Get } from "../assumption.ts";
import { checkEdgeScenarios, checkEdges, checkNewCapital, checkPerpetuity } from "../economics.ts";
import type { FamilyResult, Run } from "../family.ts";
import { hasOverrides, missingCore, reason, valued } from "../family.ts";
import { computeScenario } from "../formula/lines.ts";
import { assetKeys, cashKeys, claimKeys, sumOf } from "../inputs/claims/lines.ts";
import { fromDateNumber } from "../inputs/dates.ts";
import { OverrideError, type Overrides } from "../overrides.ts";
import { leasesKey, researchKey, unknownCapital } from "./capital-seeds.ts";
import { computeDcf, type DcfInputs } from "./dcf.ts";
import { newReturnKey, reinvestmentKey } from "./dcf-assumptions.ts";
import {
  type DcfShown,
  dcfDetail,
  dcfWarnings,
  terminalRefusal,
  topProjections,
} from "./dcf-detail.ts";
import { dcfHistory } from "./dcf-history.ts";
import { claimSums } from "./dcf-lines.ts";
import { driverSeries } from "./drivers.ts";

/**
 * The result of a DCF template. `isDefaultComputed` tells a terminal metric that was never positive from one
 * that the overrides broke (models.md 12.3).
 */
export function dcfFamily(run: Run, isDefaultComputed: () => boolean): FamilyResult {
  const { template, facts, settled, overrides, reference, blocked: stopped } = run;
  const method = template.terminalMethod ?? "terminal_growth";
  checkEconomics(settled.get, method === "terminal_growth");
  const drivers = driverSeries(settled, {
    cells: overrides.drivers,
    years: run.years,
    untouched: run.drivers,
  });
  const inputs = dcfInputs(run, drivers);
  const value = inputs === null ? null : computeDcf(inputs);
  const refusal = inputs === null || value === null ? null : terminalRefusal(inputs, value);
  if (refusal !== null && stopped === null && hasOverrides(overrides) && isDefaultComputed()) {
    throw new OverrideError([brokenTerminal[refusal]]);
  }
  const why =
    stopped ??
    (value === null ? incomplete(run) : refusal === null ? null : notPositive(refusal, overrides));
  const isValued = why === null;
  const history = run.history ?? dcfHistory(facts);
  const shown: DcfShown = { history, method, settled, drivers, inputs, value, isValued };
  const detail = dcfDetail(shown);
  const { equityWaterfall: bridge, enterpriseValue } = detail;
  return {
    reason: why,
    projections: topProjections(shown),
    dcfDetail: detail,
    ...(isValued
      ? valued(
          {
            enterpriseValue: bridge.enterpriseValue,
            netDebt: bridge.netDebt,
            equityValue: bridge.equityValue,
            fairValuePerShare: bridge.fairValuePerShare,
          },
          enterpriseValue.terminalValue.mid,
        )
      : {}),
    warnings: dcfWarnings(shown, reference),
  };
}

/** Order of models.md section 11: edges, then the middle, then the high scenario. */
function checkEconomics(get: Get, isPerpetuity: boolean): void {
  checkEdges(get, ["discount_rate", isPerpetuity ? "terminal_growth" : "exit_multiple"]);
  if (!isPerpetuity) return;
  checkPerpetuity(get);
  checkEdgeScenarios(get);
  if (get(reinvestmentKey) === 1) checkNewCapital(get);
}

type TerminalRefusal = NonNullable<ReturnType<typeof terminalRefusal>>;

const brokenTerminal: Record<TerminalRefusal, string> = {
  EBITDA:
    "Terminal-year EBITDA is not positive under these overrides, so an EBITDA exit multiple cannot be applied.",
  "operating profit after tax":
    "Terminal-year operating profit after tax is not positive under these overrides, so a perpetuity value cannot be computed.",
  "free cash flow":
    "Terminal-year free cash flow is not positive under these overrides, so a perpetuity value cannot be computed.",
  revenue:
    "Terminal-year revenue is not positive under these overrides, so a revenue exit multiple cannot be applied.",
};

function notPositive(refused: TerminalRefusal, overrides: Overrides): StateReason {
  const premise = hasOverrides(overrides)
    ? "under these overrides"
    : "with the default assumptions";
  return reason(
    "terminal_metric_not_positive",
    `Terminal-year ${refused} is not positive ${premise}.`,
  );
}

/** Revenue that is there but not above zero, or a core metric that the filings lack. */
function incomplete(run: Run): StateReason {
  const revenue = run.settled.get("base_revenue");
  return revenue !== null && revenue <= 0
    ? reason("metric_not_positive", "Revenue of the last fiscal year is not positive.")
    : missingCore(run);
}

/** Null while an input that everything rests on is unknown. */
function dcfInputs(run: Run, series: DriverSeries): DcfInputs | null {
  const { get } = run.settled;
  const { anchors } = run.facts;
  const baseRevenue = get("base_revenue");
  const drivers = complete(series);
  const openingNwcPct = get("nwc_pct_revenue");
  const valuationDate = fromDateNumber(get("valuation_date") ?? 0);
  const method = run.template.terminalMethod;
  const discountRate = edged(get, "discount_rate");
  const terminal = edged(get, method === "terminal_growth" ? "terminal_growth" : "exit_multiple");
  if (anchors === null || baseRevenue === null || baseRevenue <= 0 || drivers === null) return null;
  if (method === null || discountRate === null || terminal === null) return null;
  if (valuationDate === null || openingNwcPct === null) return null;
  if (unknownCapital(get) !== null) return null;
  const value = (key: string) => get(key) ?? 0;
  return {
    method,
    calendar: run.years,
    balanceSheetDate: anchors.balanceSheetDate,
    valuationDate,
    baseRevenue,
    drivers,
    openingNwcPct,
    discountRate,
    terminal,
    hasUplift: value("terminal_mid_year_uplift") === 1,
    newCapital: { earns: value(newReturnKey), isChosen: value(reinvestmentKey) === 1 },
    ...(isCapitalised(get) ? { capital: get } : {}),
    cash: sumOf(get, cashKeys),
    otherNonOperatingAssets: value("other_non_operating_assets") + sumOf(get, assetKeys),
    totalDebt: computeScenario(claimSums, get, "mid")("totalDebt") ?? 0,
    otherClaims: sumOf(get, claimKeys),
    shares: get("shares_outstanding"),
  };
}

const isCapitalised = (get: Get) => get(researchKey) === 1 || get(leasesKey) === 1;

function edged(get: Get, key: string): Triple<number> | null {
  const edges = tripleOf((scenario) => get(scenario === "mid" ? key : `${key}_${scenario}`));
  const { low, mid, high } = edges;
  return low === null || mid === null || high === null ? null : { low, mid, high };
}

/** Null while any cell is unknown, or without years. */
function complete(series: DriverSeries): Record<DriverName, readonly number[]> | null {
  if (series.revenue_growth.length === 0) return null;
  const drivers: Partial<Record<DriverName, number[]>> = {};
  for (const name of driverNames) {
    const values: number[] = [];
    for (const { value } of series[name]) {
      if (value === null) return null;
      values.push(value);
    }
    drivers[name] = values;
  }
  return drivers as Record<DriverName, readonly number[]>;
}
