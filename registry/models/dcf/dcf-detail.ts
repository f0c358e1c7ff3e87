import type { DcfDetail, DcfHistory, DriverSeries } from "#schemas/shapes/models/dcf.ts";
import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { TerminalMethod } from "#schemas/shapes/models/listing.ts";
import type { Projection } from "#schemas/shapes/models/result.ts";
import { finite, percent } from "../answers/rounding.ts";
import type { NumberTriple } from "../answers/scenario-values.ts";
import { tripleOf } from "../answers/scenario-values.ts";
import type { SettledAssumptions } from "../assumption.ts";
import { lineOf } from "../formula/lines.ts";
import type { Reference } from "../rates/reference.ts";
import { type DcfInputs, type DcfValue, scenarioRates, terminalMetric } from "./dcf.ts";
import { capexDrift } from "./dcf-history.ts";
import { newCapitalOf } from "./new-capital.ts";

/** What a DCF has to show: without `value` the drivers or another input are not complete. */
export interface DcfShown {
  history: DcfHistory;
  method: TerminalMethod;
  settled: SettledAssumptions;
  drivers: DriverSeries;
  inputs: DcfInputs | null;
  value: DcfValue | null;
  /** False where the terminal metric is not positive or the company is excluded: no valuation number is shown. */
  isValued: boolean;
}

const none: NumberTriple = { low: null, mid: null, high: null };

/** The `dcfDetail` of a result (models.md 6). */
export function dcfDetail(shown: DcfShown): DcfDetail {
  const { inputs, value, method } = shown;
  const of = reader(shown);
  return {
    drivers: shown.drivers,
    scenarios: inputs === null ? noScenarios : scenarioRates(inputs),
    projections: value?.rows ?? [],
    capitalised: value?.capitalised ?? [],
    discounting: value?.discounting ?? null,
    discountFactors: value?.factors ?? null,
    enterpriseValue: {
      sumOfPresentValues: of("sumOfPresentValues"),
      terminalValue: of("terminalValue"),
      presentValueOfTerminalValue: of("presentValueOfTerminalValue"),
      enterpriseValue: of("enterpriseValue"),
      terminalShareOfEnterpriseValue: finiteOf(of("terminalShareOfEnterpriseValue")),
      impliedExitEbitdaMultiple: finiteOf(of("impliedExitEbitdaMultiple")),
      impliedPerpetuityGrowth: finiteOf(of("impliedPerpetuityGrowth")),
    },
    equityWaterfall: waterfall(shown),
    summary: {
      fairValuePerShare: of("fairValuePerShare"),
      forwardRevenueCagr: value?.summary("forwardRevenueCagr") ?? null,
      averageEbitdaMargin: value?.summary("averageEbitdaMargin") ?? null,
      unleveredFcfCagr: finite(value?.summary("unleveredFcfCagr") ?? Number.NaN),
      stockPrice: null,
      upside: null,
    },
    memo:
      method === "terminal_growth"
        ? {
            withMidYearUplift: {
              enterpriseValue: finiteOf(of("withMidYearUplift")),
              fairValuePerShare: finiteOf(of("upliftedPerShare")),
            },
            withReinvestment: {
              enterpriseValue: finiteOf(of("withReinvestment")),
              fairValuePerShare: finiteOf(of("reinvestedPerShare")),
            },
          }
        : null,
    history: shown.history,
  };
}

const noRates = { discountRate: null, terminalGrowth: null, exitMultiple: null };
const noScenarios = tripleOf(() => noRates);

/** Reads a line in every scenario: nothing where there is no result. */
function reader({ value, isValued }: DcfShown): (id: string) => NumberTriple {
  return value === null || !isValued ? () => none : (id) => lineOf(value.values, id);
}

/** A figure beyond all numbers says nothing. */
const finiteOf = (of: NumberTriple): NumberTriple =>
  tripleOf((scenario) => finite(of[scenario] ?? Number.NaN));

function waterfall(shown: DcfShown): DcfDetail["equityWaterfall"] {
  const { inputs, value } = shown;
  const same = (number: number | null | undefined): NumberTriple => tripleOf(() => number ?? null);
  const of = reader(shown);
  return {
    enterpriseValue: of("enterpriseValue"),
    cash: same(inputs?.cash),
    otherNonOperatingAssets: same(inputs?.otherNonOperatingAssets),
    totalDebt: same(inputs?.totalDebt),
    otherClaims: same(inputs?.otherClaims),
    netDebt: same(value?.netDebt),
    equityValue: of("equityValue"),
    shares: same(inputs?.shares),
    fairValuePerShare: of("fairValuePerShare"),
  };
}

/** The yearly rows of the middle scenario (models.md 6.10). */
export function topProjections({ value, isValued }: DcfShown): Projection[] {
  if (value === null) return [];
  const { rows, discounting, factors } = value;
  return rows.map((row, k) => {
    const period = discounting.periods[k];
    return {
      fiscalYear: row.fiscalYear,
      revenue: row.revenue,
      freeCashFlow: row.freeCashFlow,
      periodFraction: period?.periodFraction ?? 1,
      discountedPresentValue: isValued
        ? (period?.cashFlow ?? 0) * (factors.mid.years[k] ?? 0)
        : null,
    };
  });
}

/** What is unusual about a valued DCF (models.md 6.11). */
export function dcfWarnings(shown: DcfShown, reference: Reference): Warning[] {
  const { inputs, value, isValued, settled } = shown;
  const drift = capexDrift(shown.history);
  if (inputs === null || value === null || !isValued) return drift;
  const riskFree = reference.rates.riskFreeRate.value;
  const mid = value.values.mid;
  const [r, g] = [inputs.discountRate.mid, settled.get("terminal_growth")];
  const warnings: [boolean, string, () => string][] = [
    [
      (mid("terminalShareOfEnterpriseValue") ?? 0) > 0.8,
      "terminal_value_share_high",
      () =>
        `The terminal value is ${percent(mid("terminalShareOfEnterpriseValue") ?? 0)} of enterprise value.`,
    ],
    [
      g !== null && r - g < 0.02,
      "thin_spread",
      () =>
        "The discount rate is less than two points above terminal growth: small changes move the value a lot.",
    ],
    [
      g !== null && g > riskFree,
      "terminal_growth_above_risk_free",
      () =>
        `Terminal growth of ${percent(g ?? 0)} is above the risk-free rate of ${percent(riskFree)}.`,
    ],
    [
      (mid("impliedPerpetuityGrowth") ?? 0) > riskFree,
      "implied_growth_above_risk_free",
      () =>
        `The exit multiple implies growth of ${percent(mid("impliedPerpetuityGrowth") ?? 0)} for ever, above the risk-free rate.`,
    ],
    [
      g !== null &&
        (inputs.drivers.da_pct_revenue.at(-1) ?? 0) >
          (inputs.drivers.capex_pct_revenue.at(-1) ?? 0),
      "da_exceeds_capex",
      () =>
        "In the last year depreciation exceeds capital expenditures, and so it does for ever after.",
    ],
    ...reinvestmentWarnings(inputs, value),
    [
      inputs.valuationDate > inputs.balanceSheetDate,
      "valuation_date_after_balance_sheet",
      () => "Cash flows between the balance sheet and the valuation date are left out.",
    ],
    [
      (mid("equityValue") ?? 0) < 0,
      "negative_equity_value",
      () => "Enterprise value is below net debt.",
    ],
  ];
  const held = warnings.flatMap(([holds, code, message]) =>
    holds ? [{ code, message: message() }] : [],
  );
  return [...held, ...drift];
}

/** Growth for ever on almost no new capital, or on new capital that earns next to nothing. */
function reinvestmentWarnings(
  inputs: DcfInputs,
  value: DcfValue,
): [boolean, string, () => string][] {
  if (inputs.newCapital?.isChosen === true) return [];
  const { terminalGrowth: growth, discountRate } = value.rates.mid;
  const found = newCapitalOf({ last: value.rows.at(-1), growth, discountRate, earns: null });
  if (found === null) return [];
  const { rate, low, high, implied } = found;
  const says = `Free cash flow grows ${percent(found.growth)} a year for ever while ${rate <= 0 ? "nothing" : percent(rate)} of operating profit after tax is reinvested`;
  const earns = implied === null ? "growth costs nothing" : `new capital earns ${percent(implied)}`;
  const set = "Set terminal_reinvestment to 1 to tie reinvestment to growth.";
  return [
    [rate < low, "growth_without_reinvestment", () => `${says}: ${earns}. ${set}`],
    [rate > high, "new_capital_earns_little", () => `${says}: ${earns}. ${set}`],
  ];
}

/** Says of which metric the terminal value cannot be taken; null when it can. */
export function terminalRefusal(
  { method, newCapital }: DcfInputs,
  value: DcfValue,
): "EBITDA" | "free cash flow" | "operating profit after tax" | "revenue" | null {
  const isReinvesting = newCapital?.isChosen === true;
  if (terminalMetric(method, value.rows, isReinvesting, value.capitalised.at(-1)) > 0) return null;
  if (method === "terminal_growth") {
    return isReinvesting ? "operating profit after tax" : "free cash flow";
  }
  return method === "ebitda_exit" ? "EBITDA" : "revenue";
}
