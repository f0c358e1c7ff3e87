import type { Template } from "#schemas/shapes/companies/statement.ts";
import type { HealthSignal } from "#schemas/shapes/companies/terminal.ts";

export const grades = ["A", "B", "C", "D", "F"] as const;
export type Grade = (typeof grades)[number];

/** What a grade signals and what it counts in the overall signal. */
export const gradeMeaning: Record<Grade, { signal: HealthSignal; points: number }> = {
  A: { signal: "great", points: 4 },
  B: { signal: "good", points: 3 },
  C: { signal: "watch", points: 2 },
  D: { signal: "risk", points: 1 },
  F: { signal: "risk", points: 0 },
};

/** One reading of one metric. The first rule of a signal whose metric has a value decides. */
export interface HealthRule {
  signal: string;
  /** Key of a metric of the payload. */
  metric: string;
  /** Other metrics that the reading rests on. */
  related: string[];
  templates: readonly Template[];
  /** "higher": the least value for A, B, C and D. "lower": the greatest. Anything beyond the last is F. */
  better: "higher" | "lower";
  cuts: readonly [a: number, b: number, c: number, d: number];
  /** The grade when the denominator is zero, with its words: no debt at all is not a missing figure. */
  whenZero?: { grade: Grade; headline: string };
}

/** The signals in display order, with a headline per grade. */
export const healthSignalTexts: readonly {
  key: string;
  label: string;
  headlines: Record<Grade, string>;
  /** Left out, rather than shown as not applicable, for kinds of company without a rule. */
  omitElsewhere?: true;
}[] = [
  {
    key: "profitability",
    label: "Profitability",
    headlines: {
      A: "Highly profitable",
      B: "Profitable",
      C: "Thin profits",
      D: "Loss-making",
      F: "Heavy losses",
    },
  },
  {
    key: "growth",
    label: "Growth",
    headlines: {
      A: "Fast revenue growth",
      B: "Growing revenue",
      C: "Flat revenue",
      D: "Shrinking revenue",
      F: "Revenue is falling sharply",
    },
  },
  {
    key: "liquidity",
    label: "Liquidity",
    headlines: {
      A: "Ample short-term cover",
      B: "Sound short-term cover",
      C: "Tight short-term cover",
      D: "Weak short-term cover",
      F: "Current liabilities far exceed current assets",
    },
  },
  {
    key: "leverage",
    label: "Leverage",
    headlines: {
      A: "Little leverage",
      B: "Moderate leverage",
      C: "Noticeable leverage",
      D: "High leverage",
      F: "Very high leverage",
    },
  },
  {
    key: "cash_generation",
    label: "Cash generation",
    headlines: {
      A: "Strong free cash flow",
      B: "Solid free cash flow",
      C: "Little free cash flow",
      D: "Burning cash",
      F: "Burning cash fast",
    },
  },
  {
    key: "earnings_quality",
    label: "Earnings quality",
    headlines: {
      A: "Profits are more than backed by cash",
      B: "Profits are backed by cash",
      C: "Profits are partly backed by cash",
      D: "Profits are little backed by cash",
      F: "Profits are not backed by cash",
    },
  },
  {
    key: "efficiency",
    label: "Efficiency",
    omitElsewhere: true,
    headlines: {
      A: "Low cost base",
      B: "Normal cost base",
      C: "High cost base",
      D: "Very high cost base",
      F: "Costs consume the revenue",
    },
  },
];

const nonFinancial = ["industrial", "reit"] as const;
const financial = ["bank", "insurer", "broker"] as const;
const notBank = ["industrial", "reit", "insurer", "broker"] as const;
const everyone = ["industrial", "bank", "insurer", "reit", "broker"] as const;

/**
 * The thresholds of the financial-health section: a reading aid with published cuts, not a rating.
 * Where a comment names no outside yardstick the cuts are ours.
 */
export const healthRules: readonly HealthRule[] = [
  // Around a twelfth of revenue is the usual net margin of the whole US market; below zero is a loss.
  {
    signal: "profitability",
    metric: "net_margin",
    related: ["net_income", "revenue"],
    templates: notBank,
    better: "higher",
    cuts: [0.15, 0.05, 0, -0.1],
  },
  // Without revenue the loss is measured against assets.
  {
    signal: "profitability",
    metric: "return_on_assets",
    related: ["net_income", "total_assets"],
    templates: notBank,
    better: "higher",
    cuts: [0.1, 0.04, 0, -0.1],
  },
  // One percent is the bank analyst's customary benchmark for return on assets.
  {
    signal: "profitability",
    metric: "return_on_assets",
    related: ["net_income", "total_assets"],
    templates: ["bank"],
    better: "higher",
    cuts: [0.012, 0.008, 0, -0.005],
  },
  // Nominal growth of the economy lies near the B cut; a tenth a year is fast for an established company.
  {
    signal: "growth",
    metric: "revenue_growth_yoy",
    related: ["revenue"],
    templates: everyone,
    better: "higher",
    cuts: [0.1, 0.03, -0.05, -0.15],
  },
  // The textbook "two to one" is A, one to one lies inside C: large retailers and Apple run below it by design.
  {
    signal: "liquidity",
    metric: "current_ratio",
    related: [],
    templates: ["industrial"],
    better: "higher",
    cuts: [2, 1.2, 0.8, 0.5],
  },
  // After the bands of funds from operations to debt in S&P's Corporate Methodology (60, 30, 20, 12 %), on operating cash flow.
  {
    signal: "leverage",
    metric: "cash_flow_to_debt",
    related: ["operating_cash_flow", "total_debt"],
    templates: ["industrial"],
    better: "higher",
    cuts: [0.6, 0.3, 0.2, 0.12],
    whenZero: { grade: "A", headline: "No debt" },
  },
  // Real estate is financed with long mortgages: half of the industrial bands.
  {
    signal: "leverage",
    metric: "cash_flow_to_debt",
    related: ["operating_cash_flow", "total_debt"],
    templates: ["reit"],
    better: "higher",
    cuts: [0.3, 0.15, 0.1, 0.06],
    whenZero: { grade: "A", headline: "No debt" },
  },
  // Debt that cannot be read leaves the equity cushion.
  {
    signal: "leverage",
    metric: "equity_to_assets",
    related: ["stockholders_equity", "total_assets"],
    templates: nonFinancial,
    better: "higher",
    cuts: [0.6, 0.4, 0.2, 0.1],
  },
  // Prompt corrective action calls a bank well capitalized from 5 % and adequately from 4 % leverage ratio (12 CFR 324.403).
  {
    signal: "leverage",
    metric: "equity_to_assets",
    related: ["stockholders_equity", "total_assets"],
    templates: financial,
    better: "higher",
    cuts: [0.1, 0.07, 0.05, 0.04],
  },
  {
    signal: "cash_generation",
    metric: "free_cash_flow_margin",
    related: ["free_cash_flow", "revenue"],
    templates: ["industrial"],
    better: "higher",
    cuts: [0.15, 0.05, 0, -0.15],
  },
  // Depreciation makes operating cash flow exceed profit in a sound company; half of it is a warning.
  {
    signal: "earnings_quality",
    metric: "cash_conversion",
    related: ["operating_cash_flow", "net_income"],
    templates: nonFinancial,
    better: "higher",
    cuts: [1.1, 0.9, 0.6, 0.3],
  },
  // Sixty percent is the customary benchmark for a bank's efficiency ratio; less is better.
  {
    signal: "efficiency",
    metric: "efficiency_ratio",
    related: ["revenue"],
    templates: ["bank"],
    better: "lower",
    cuts: [0.55, 0.65, 0.75, 0.9],
  },
];

/** The least number of graded signals, one of them `essentialSignal`, that an overall signal rests on. */
export const leastGraded = 3;
export const essentialSignal = "profitability";

/** Least mean points of each overall signal; below the last it is "risk". */
export const overallCuts: readonly { signal: HealthSignal; points: number }[] = [
  { signal: "great", points: 3.4 },
  { signal: "good", points: 2.5 },
  { signal: "watch", points: 1.5 },
];

/** With a loss, or with this many signals of risk, the overall signal is "watch" at best. */
export const risksThatCap = 2;
