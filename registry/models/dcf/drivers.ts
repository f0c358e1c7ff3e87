import type { Assumption, AssumptionSource } from "#schemas/shapes/models/assumption.ts";
import type { DriverCell, DriverName, DriverSeries } from "#schemas/shapes/models/dcf.ts";
import { assumptionFigures, type Get } from "../assumption.ts";
import { compileAssumption } from "../formula/evaluate.ts";
import { parseFormula } from "../formula/expression.ts";

export const driverLabels: Readonly<Record<DriverName, string>> = {
  revenue_growth: "Revenue growth",
  ebitda_margin: "EBITDA margin",
  other_income: "Other income",
  capex_pct_revenue: "Capital expenditures, % of revenue",
  nwc_pct_revenue: "Net working capital, % of revenue",
  da_pct_revenue: "D&A, % of revenue",
  tax_rate: "Tax rate",
};

/** Cell overrides: per driver, per fiscal year. */
export type DriverCells = ReadonlyMap<DriverName, ReadonlyMap<number, number>>;

/**
 * One cell per projected year: an overridden cell beats a scalar beats a seed (models.md 5.3, 6.2). A series that
 * says what `untouched` says is that very one.
 */
export function driverSeries(
  settled: DriverInput,
  of: {
    cells: DriverCells;
    years: readonly { fiscalYear: number }[];
    untouched?: DriverSeries | null;
  },
): DriverSeries {
  const seriesOf = (name: DriverName) => {
    const set = of.cells.get(name);
    const seed = name === "revenue_growth" ? fade(settled, of.years.length) : flat(settled, name);
    const seedCells = of.untouched?.[name];
    if (set === undefined && seedCells?.every((cell, index) => says(cell, seed, index)))
      return seedCells;
    return of.years.map(({ fiscalYear }, index): DriverCell => {
      const cell = set?.get(fiscalYear);
      if (cell !== undefined) return { fiscalYear, value: cell, source: "user" };
      return { fiscalYear, value: seed.value(index), source: seed.source(index) };
    });
  };
  return {
    revenue_growth: seriesOf("revenue_growth"),
    ebitda_margin: seriesOf("ebitda_margin"),
    other_income: seriesOf("other_income"),
    capex_pct_revenue: seriesOf("capex_pct_revenue"),
    nwc_pct_revenue: seriesOf("nwc_pct_revenue"),
    da_pct_revenue: seriesOf("da_pct_revenue"),
    tax_rate: seriesOf("tax_rate"),
  };
}

const says = ({ value, source }: DriverCell, seed: DriverSeed, index: number) =>
  value === seed.value(index) && source === seed.source(index);

interface DriverSeed {
  value(index: number): number | null;
  source(index: number): AssumptionSource;
}

type DriverInput = { assumptions: readonly Assumption[]; get: Get };

function flat({ assumptions, get }: DriverInput, name: DriverName): DriverSeed {
  const source = sourceOf(assumptions, name);
  const value = get(name);
  return { value: () => value, source: () => source };
}

/** Growth falls in equal steps from the first year's to the last year's (models.md 6.2). */
export const growthFade = parseFormula(
  "round($initial_revenue_growth + ($long_run_revenue_growth - $initial_revenue_growth) * (index - 1) / (last(index) - 1), 6)",
);
const faded = compileAssumption(growthFade);

function fade({ assumptions, get }: DriverInput, count: number): DriverSeed {
  const first = sourceOf(assumptions, "initial_revenue_growth");
  const isUser = first === "user" || sourceOf(assumptions, "long_run_revenue_growth") === "user";
  const figures = { ...assumptionFigures(get), last: [count] };
  const values = Array.from({ length: count }, (_, index) => {
    figures.here = [index + 1];
    const value = faded(figures);
    return Number.isNaN(value) ? null : value;
  });
  return {
    value: (index) => values[index] ?? null,
    source: (index) => (isUser ? "user" : index === 0 ? first : "default"),
  };
}

function sourceOf(assumptions: readonly Assumption[], key: string): AssumptionSource {
  return assumptions.find((one) => one.key === key)?.source ?? "default";
}
