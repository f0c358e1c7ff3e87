import type { Assumption, Warning } from "../assumption.ts";
import type { CapitalisedYear } from "../dcf/capital-lines.ts";
import type { Discounting, ScenarioFactors } from "../dcf/dcf.ts";
import type { DriverSeries } from "../dcf/drivers.ts";
import type { HistoricalRow } from "../dcf/historicals.ts";
import type { ProjectionRow } from "../dcf/projection-row.ts";
import type { EarningsPower } from "../epv.ts";
import type { YearToDate } from "../inputs/facts.ts";
import type { PerShare } from "../inputs/security.ts";
import type { CapitalRow } from "../inputs/working-capital.ts";
import type { MarketValue } from "../market/price.ts";
import type { RateResult } from "../rates/wacc.ts";
import type { SanityNote } from "./sanity-note.ts";
import type { NumberTriple, Triple } from "./scenario-values.ts";

export type StateCode =
  | "missing_core_metric"
  | "financial_institution"
  | "terminal_metric_not_positive"
  | "metric_not_positive"
  | "securities_unknown"
  | "not_a_reit"
  | "input_needed"
  | "no_annual_periods"
  | "price_not_comparable"
  | "no_value_in_range"
  | "no_solution_in_range"
  | "no_model_computed"
  | "models_left_out"
  | "too_few_peers"
  | "no_size"
  | "no_parts";

export interface StateReason {
  code: StateCode;
  message: string;
}

/** One projected year at the middle scenario. */
export interface Projection {
  fiscalYear: number;
  revenue: number;
  /** Of the full fiscal year. */
  freeCashFlow: number;
  periodFraction: number;
  /** After the stub fraction; null where there is no result. */
  discountedPresentValue: number | null;
}

/** The middle scenario; null where the model has no such number. */
interface Valuation {
  enterpriseValue: number | null;
  terminalValue: number | null;
  netDebt: number | null;
  equityValue: number | null;
  fairValuePerShare: number | null;
  currency: string | null;
}

export interface ValuationRange {
  enterpriseValue: NumberTriple;
  netDebt: NumberTriple;
  equityValue: NumberTriple;
  fairValuePerShare: NumberTriple;
}

interface HistoryYear {
  fiscalYear: number;
  periodEnd: string;
  revenue: number | null;
  capitalExpenditures: number | null;
  capexPctRevenue: number | null;
  depreciationAmortization: number | null;
  daPctRevenue: number | null;
}

export interface DcfHistory {
  annual: HistoryYear[];
  fiveYearAverage: {
    capexPctRevenue: number | null;
    capexYearsUsed: number;
    daPctRevenue: number | null;
    daYearsUsed: number;
  };
  /** What normalised earnings take. */
  fiveYearMedian: { capexPctRevenue: number | null; daPctRevenue: number | null };
  fiscalYtd: (YearToDate & { capexPctRevenue: number | null; daPctRevenue: number | null }) | null;
  quarterlyNwc: CapitalRow[];
  /** Mean over the last four quarter ends, as the seed uses it; null without any. */
  averageUsed: number | null;
}

export interface DcfDetail {
  drivers: DriverSeries;
  scenarios: Triple<{
    discountRate: number | null;
    terminalGrowth: number | null;
    exitMultiple: number | null;
  }>;
  projections: ProjectionRow[];
  /** What capitalised research and leases are of each year; empty while neither is chosen. */
  capitalised: CapitalisedYear[];
  /** Null, as the factors are, where the drivers are not complete. */
  discounting: Discounting | null;
  discountFactors: Triple<ScenarioFactors> | null;
  enterpriseValue: {
    sumOfPresentValues: NumberTriple;
    terminalValue: NumberTriple;
    presentValueOfTerminalValue: NumberTriple;
    enterpriseValue: NumberTriple;
    terminalShareOfEnterpriseValue: NumberTriple;
    impliedExitEbitdaMultiple: NumberTriple;
    impliedPerpetuityGrowth: NumberTriple;
  };
  equityWaterfall: {
    enterpriseValue: NumberTriple;
    cash: NumberTriple;
    otherNonOperatingAssets: NumberTriple;
    totalDebt: NumberTriple;
    otherClaims: NumberTriple;
    netDebt: NumberTriple;
    equityValue: NumberTriple;
    shares: NumberTriple;
    fairValuePerShare: NumberTriple;
  };
  summary: {
    forwardRevenueCagr: number | null;
    averageEbitdaMargin: number | null;
    unleveredFcfCagr: number | null;
    fairValuePerShare: NumberTriple;
    /** Null until market data is licensed. */
    stockPrice: number | null;
    upside: NumberTriple | null;
  };
  /** Terminal value half a year earlier, and with growth for ever paid for by new capital; null for exits. */
  memo: {
    withMidYearUplift: { enterpriseValue: NumberTriple; fairValuePerShare: NumberTriple };
    withReinvestment: { enterpriseValue: NumberTriple; fairValuePerShare: NumberTriple };
  } | null;
  history: DcfHistory;
}

/** One line of a computation with its value in each scenario. */
export interface Step {
  key: string;
  label: string;
  unit: "money" | "ratio" | "multiple";
  values: Triple<number>;
}

/** What a model answers (models.md section 2); the same members on every family. */
export interface ModelResult {
  /** Canonical, whatever alias was asked for. */
  templateKey: string;
  state: "computed" | "insufficient_data";
  stateReason: StateReason | null;
  currency: string | null;
  balanceSheetDate: string | null;
  assumptions: Assumption[];
  projections: Projection[];
  historicals: HistoricalRow[];
  valuation: Valuation;
  /** Low, mid and high of what `valuation` says; null for families without a value. */
  valuationRange: ValuationRange | null;
  /** What values per share are values of; null where no filing says. */
  perShare: PerShare | null;
  /** The market's price beside the value. */
  market: MarketValue;
  /** What the answer implies, beside what is usual. */
  sanity: SanityNote[];
  missingMetricKeys: string[];
  rateResult: RateResult | null;
  dcfDetail: DcfDetail | null;
  earningsPower: EarningsPower | null;
  /** Every line of a model that values equity directly; empty for others. */
  steps: Step[];
  warnings: Warning[];
  disclaimer: string;
}

export const modelDisclaimer =
  "Computed from public regulatory filings and the stated assumptions. Defaults are illustrative and may be unsuitable for this company. Analysis only; not investment advice, not a recommendation, and no assurance of future results.";
