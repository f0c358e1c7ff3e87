import {
  type CapitalisedYear,
  type Discounting,
  type DiscountPeriod,
  type DriverName,
  driverNames,
  type ProjectionRow,
  type ScenarioFactors,
} from "#schemas/shapes/models/dcf.ts";
import type { TerminalMethod } from "#schemas/shapes/models/listing.ts";
import { type Triple, tripleOf } from "../answers/scenario-values.ts";
import type { Get } from "../assumption.ts";
import { type Column, type Figures, figuresOf } from "../formula/evaluate.ts";
import type { LineReader, LineTable } from "../formula/lines.ts";
import { daysBetween } from "../inputs/dates.ts";
import { type FiscalYear, midDate } from "../inputs/fiscal-calendar.ts";
import {
  dcfNumbers,
  factorLines,
  openingLines,
  periodLines,
  presentLines,
  projectionLines,
  summaryLines,
  terminalLines,
  valueLines,
} from "./dcf-lines.ts";
import { capitalisedOf, rowOf } from "./projection-row.ts";

/** Everything a DCF is computed from; money in full units, rates as fractions. */
export interface DcfInputs {
  method: TerminalMethod;
  /** The projected years; the first starts at the end of the last full fiscal year. */
  calendar: readonly FiscalYear[];
  balanceSheetDate: string;
  valuationDate: string;
  baseRevenue: number;
  /** One value per projected year. */
  drivers: Record<DriverName, readonly number[]>;
  /** Share of revenue that the opening working capital is normalised at. */
  openingNwcPct: number;
  /** Numerically low, mid and high edge of each. */
  discountRate: Triple<number>;
  /** Growth for a perpetuity, else the exit multiple. */
  terminal: Triple<number>;
  hasUplift: boolean;
  /** What new capital earns for ever. Unless it is chosen, the free cash flow of the last year grows as it is. */
  newCapital?: { earns: number; isChosen: boolean };
  /** Assumptions of capitalised research and leases by key; absent while both are off. */
  capital?: Get;
  cash: number;
  otherNonOperatingAssets: number;
  totalDebt: number;
  otherClaims: number;
  shares: number | null;
}

const of = (id: string) => dcfNumbers.of(id);

/** Places of lines in a column. */
const number = {
  index: of("index"),
  fraction: of("fraction"),
  t: of("t"),
  cashFlow: of("cashFlow"),
  discountRate: of("discountRate"),
  factor: of("factor"),
  cash: of("cash"),
  otherAssets: of("otherAssets"),
  totalDebt: of("totalDebt"),
  otherClaims: of("otherClaims"),
};

/** The columns of a DCF: drivers stand in the projected years, the base values in the last fiscal year. */
function openColumns(inputs: DcfInputs, input: Get): Figures {
  const opening = dcfNumbers.column();
  const figures = figuresOf(opening, { input, scenario: "mid" });
  openingLines.fill(figures);
  const drivers = driverNames.map((name) => [dcfNumbers.of(name), inputs.drivers[name]] as const);
  const years = inputs.calendar.map((_, k) => {
    const column = dcfNumbers.column();
    for (const [at, values] of drivers) column[at] = values[k] ?? Number.NaN;
    return column;
  });
  const [first = opening, last = first] = [years[0], years.at(-1)];
  return { ...figures, years, first, last, terminal: dcfNumbers.column() };
}

/** Computes lines in each projected year, from left to right. */
function fillYears(table: LineTable, figures: Figures): void {
  figures.before = figures.opening;
  for (const column of figures.years) {
    figures.here = column;
    table.fill(figures);
    figures.before = column;
  }
}

/** Full fiscal years; nothing here knows of discounting. */
function project(inputs: DcfInputs, figures: Figures): ProjectionRow[] {
  fillYears(projectionLines, figures);
  return figures.years.map((column, k) => rowOf(inputs.calendar[k]?.fiscalYear ?? 0, column));
}

/** Mid-year periods in fiscal-year fractions; the first is a stub from the valuation date on (models.md 6.4). */
function discountPeriods(inputs: DcfInputs, figures: Figures): Discounting {
  const { calendar, valuationDate } = inputs;
  const stub = stubFraction(calendar[0], valuationDate);
  figures.years.forEach((column, k) => {
    column[number.index] = k + 1;
    column[number.fraction] = k === 0 ? stub : 1;
  });
  fillYears(periodLines, figures);
  figures.here = figures.terminal;
  terminalLines.fill(figures);
  const at = (column: Column | undefined, line: "fraction" | "t" | "cashFlow") =>
    column?.[number[line]] ?? 0;
  const periods = calendar.map((year, k): DiscountPeriod => {
    const isCut = k === 0 && valuationDate !== year.start;
    const column = figures.years[k];
    return {
      fiscalYear: year.fiscalYear,
      periodStart: isCut ? valuationDate : year.start,
      periodEnd: year.end,
      midPeriodDate: isCut ? midDate(valuationDate, year.end) : year.mid,
      periodFraction: at(column, "fraction"),
      discountPeriod: at(column, "t"),
      cashFlow: at(column, "cashFlow"),
    };
  });
  return {
    valuationDate,
    balanceSheetDate: inputs.balanceSheetDate,
    dayCount: "fiscal-year fraction",
    stubFraction: stub,
    periods,
    terminal: {
      date: periods.at(-1)?.periodEnd ?? valuationDate,
      discountPeriod: at(figures.terminal, "t"),
    },
  };
}

/** Part of the first projected year that lies after the valuation date. */
function stubFraction(year: FiscalYear | undefined, valuationDate: string): number {
  if (year === undefined || year.start === valuationDate) return 1;
  return daysBetween(valuationDate, year.end) / year.days;
}

/** What one scenario is discounted and closed with. */
export interface ScenarioRates {
  discountRate: number;
  terminalGrowth: number | null;
  exitMultiple: number | null;
}

/** Low pairs the highest rate with the lowest growth or multiple; high the other way round (models.md 6.5). */
export function scenarioRates(inputs: DcfInputs): Triple<ScenarioRates> {
  const { discountRate, terminal, method } = inputs;
  const opposite = { low: "high", mid: "mid", high: "low" } as const;
  return tripleOf((scenario) => ({
    discountRate: discountRate[opposite[scenario]],
    terminalGrowth: method === "terminal_growth" ? terminal[scenario] : null,
    exitMultiple: method === "terminal_growth" ? null : terminal[scenario],
  }));
}

export interface DcfValue {
  rows: ProjectionRow[];
  /** Empty while neither research nor leases are capitalised. */
  capitalised: CapitalisedYear[];
  discounting: Discounting;
  rates: Triple<ScenarioRates>;
  factors: Triple<ScenarioFactors>;
  /** Lines from the discount rate to the value per share. None has a value without a terminal value. */
  values: Triple<LineReader>;
  /** Growth and margin of the projection. */
  summary: LineReader;
  netDebt: number;
}

/**
 * The three scenarios of a DCF (models.md 6.3 to 6.7). Rates above growth are taken as given: they are checked before.
 * A terminal metric that is not positive gives no value.
 */
export function computeDcf(inputs: DcfInputs): DcfValue {
  const figures = openColumns(inputs, assumptionsOf(inputs));
  const rows = project(inputs, figures);
  const discounting = discountPeriods(inputs, figures);
  const rates = scenarioRates(inputs);
  const found = tripleOf((scenario) => scenarioValue(inputs, { ...figures, of: scenario }, rates));
  figures.here = figures.opening;
  summaryLines.fill(figures);
  return {
    rows,
    capitalised:
      inputs.capital === undefined
        ? []
        : figures.years.map((column, k) => capitalisedOf(rows[k]?.fiscalYear ?? 0, column)),
    discounting,
    rates,
    factors: tripleOf((scenario) => found[scenario].factors),
    values: tripleOf((scenario) => found[scenario].read),
    summary: (id) => dcfNumbers.read(figures.opening, id),
    netDebt: found.mid.read("netDebt") ?? 0,
  };
}

/** The inputs under the keys that formulas have for them. */
function assumptionsOf(inputs: DcfInputs): Get {
  const { method, newCapital, discountRate, terminal, capital } = inputs;
  const closing = method === "terminal_growth" ? "terminal_growth" : "exit_multiple";
  const values: Readonly<Record<string, number | null>> = {
    base_revenue: inputs.baseRevenue,
    nwc_pct_revenue: inputs.openingNwcPct,
    discount_rate: discountRate.mid,
    discount_rate_low: discountRate.low,
    discount_rate_high: discountRate.high,
    [closing]: terminal.mid,
    [`${closing}_low`]: terminal.low,
    [`${closing}_high`]: terminal.high,
    terminal_mid_year_uplift: Number(inputs.hasUplift),
    terminal_reinvestment: Number(newCapital?.isChosen === true),
    return_on_new_capital: newCapital?.earns ?? null,
    shares_outstanding: inputs.shares,
  };
  return (key) => values[key] ?? capital?.(key) ?? null;
}

/** What the terminal value is taken on: it must be positive. */
export function terminalMetric(
  method: TerminalMethod,
  rows: readonly ProjectionRow[],
  isReinvesting = false,
  capitalised?: CapitalisedYear,
): number {
  const last = rows.at(-1);
  if (last === undefined) return 0;
  if (method === "terminal_growth") {
    return isReinvesting ? last.nopat : last.freeCashFlow;
  }
  if (method === "revenue_exit") return last.revenue;
  return last.ebitda - (capitalised?.research ?? 0) - (capitalised?.leaseInterest ?? 0);
}

function scenarioValue(
  inputs: DcfInputs,
  figures: Figures,
  rates: Triple<ScenarioRates>,
): { factors: ScenarioFactors; read: LineReader } {
  const column = dcfNumbers.column();
  figures.scenario = column;
  column[number.discountRate] = rates[figures.of].discountRate;
  for (const year of [...figures.years, figures.terminal]) {
    figures.here = year;
    factorLines.fill(figures);
  }
  fillYears(presentLines, figures);
  column[number.cash] = inputs.cash;
  column[number.otherAssets] = inputs.otherNonOperatingAssets;
  column[number.totalDebt] = inputs.totalDebt;
  column[number.otherClaims] = inputs.otherClaims;
  figures.here = column;
  valueLines[inputs.method].fill(figures);
  return {
    factors: {
      years: figures.years.map((year) => year[number.factor] ?? 0),
      terminal: figures.terminal[number.factor] ?? 0,
    },
    read: (id) => dcfNumbers.read(column, id),
  };
}
