import { median, percent, round } from "../answers/rounding.ts";
import { defaultSeed, type Seed } from "../assumption.ts";
import { continuing, shareOfRevenue } from "../estimates.ts";
import { type Expression, parseFormula } from "../formula/expression.ts";
import { chosen } from "../inputs/earnings/normalised.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import type { YearRow } from "../inputs/year-row.ts";

/** The assumption that takes a whole cycle (1) instead of the last twelve months and five years (0). */
const midCycleKey = "mid_cycle";

const cycleYears = 10;
const cycleYearsMin = 5;

/** Medians over a cycle with one-off charges added back, and as reported; null without enough years. */
interface CycleChoice {
  normalised: number;
  reported: number;
  years: number;
}

export function midCycleSeed(facts: ModelFacts): Seed {
  const named = {
    key: midCycleKey,
    label: "Margin and capital intensity of a cycle",
    unit: "flag",
  };
  const margin = cycleOf(facts, "ebitda_margin");
  const note =
    margin === null
      ? `fewer than ${cycleYearsMin} fiscal years have what it takes: 1 changes nothing`
      : `1 (yes) takes medians of ${margin.years} fiscal years for the EBITDA margin (${percent(margin.normalised)}), capital expenditures and D&A`;
  return defaultSeed({ ...named, unit: "flag" }, 0, { note });
}

/** The seed, with the median of a cycle where that is chosen and the filings have enough years. */
export function midCycle(seed: Seed, facts: ModelFacts): Seed {
  const cycle = cycleOf(facts, seed.key);
  if (cycle === null) return seed;
  const { value, warn } = seed;
  const usual: Expression =
    seed.formula ?? (value === null ? { kind: "none" } : { kind: "number", value, isGiven: true });
  return {
    ...seed,
    formula: {
      kind: "if",
      test: parseFormula(`$${midCycleKey} == 1`),
      yes: chosen({ normalised: cycle.normalised, reported: cycle.reported }),
      no: usual,
    },
    ...(warn === undefined ? {} : { warn: (get) => (get(midCycleKey) === 1 ? [] : warn(get)) }),
  };
}

type OfYear = (year: YearRow, isNormalised: boolean) => number | null;

const revenueShare =
  (key: "capital_expenditures" | "depreciation_amortization"): OfYear =>
  (row) =>
    shareOfRevenue(continuing(row, key), row.values.revenue ?? null);

const ofYears: Readonly<Record<string, OfYear>> = {
  capex_pct_revenue: revenueShare("capital_expenditures"),
  da_pct_revenue: revenueShare("depreciation_amortization"),
  ebitda_margin: ({ values, oneOffCharges }, isNormalised) => {
    const { operating_income: income, depreciation_amortization: da } = values;
    if (income == null || da == null) return null;
    const ebitda = income + da + (isNormalised ? oneOffCharges : 0);
    return shareOfRevenue(ebitda, values.revenue ?? null);
  },
};

function cycleOf({ yearsInRow: years }: ModelFacts, key: string): CycleChoice | null {
  const of = ofYears[key];
  if (of === undefined) return null;
  const over = (isNormalised: boolean) =>
    years.slice(-cycleYears).flatMap((year) => of(year, isNormalised) ?? []);
  const [normalised, reported] = [median(over(true)), median(over(false))];
  const count = over(true).length;
  if (count < cycleYearsMin || normalised === null || reported === null) return null;
  return { normalised: round(normalised, 6), reported: round(reported, 6), years: count };
}
