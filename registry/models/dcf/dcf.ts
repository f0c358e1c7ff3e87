import { finite, ratio } from "../answers/rounding.ts";
import { type Triple, tripleOf } from "../answers/scenario-values.ts";
import type { TerminalMethod } from "../catalogue.ts";
import { daysBetween } from "../inputs/dates.ts";
import { type FiscalYear, midDate } from "../inputs/fiscal-calendar.ts";
import type { DriverName } from "./drivers.ts";

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
  cash: number;
  otherNonOperatingAssets: number;
  totalDebt: number;
  otherClaims: number;
  shares: number | null;
}

export interface ProjectionRow {
  fiscalYear: number;
  revenue: number;
  ebitda: number;
  otherIncome: number;
  depreciationAmortization: number;
  ebit: number;
  proFormaTaxes: number;
  nopat: number;
  capitalExpenditures: number;
  netWorkingCapital: number;
  netWorkingCapitalInvestment: number;
  freeCashFlow: number;
}

export interface DiscountPeriod {
  fiscalYear: number;
  periodStart: string;
  periodEnd: string;
  midPeriodDate: string;
  /** Part of the fiscal year that lies after the valuation date; 1 from the second year on. */
  periodFraction: number;
  /** Years from the valuation date to the middle of the period. */
  discountPeriod: number;
  /** Free cash flow times the fraction. */
  cashFlow: number;
}

export interface Discounting {
  valuationDate: string;
  balanceSheetDate: string;
  dayCount: "fiscal-year fraction";
  stubFraction: number;
  periods: DiscountPeriod[];
  terminal: { date: string; discountPeriod: number };
}

/** Full fiscal years from drivers (models.md 6.3); nothing here knows of discounting. */
function project(inputs: DcfInputs): ProjectionRow[] {
  const { drivers } = inputs;
  const rows: ProjectionRow[] = [];
  let revenue = inputs.baseRevenue;
  let capital = inputs.openingNwcPct * inputs.baseRevenue;
  drivers.revenue_growth.forEach((growth, k) => {
    const at = (name: DriverName) => drivers[name][k] ?? 0;
    revenue *= 1 + growth;
    const ebitda = revenue * at("ebitda_margin");
    const otherIncome = at("other_income");
    const da = revenue * at("da_pct_revenue");
    const ebit = ebitda + otherIncome - da;
    const taxes = Math.max(0, ebit) * at("tax_rate");
    const nopat = ebit - taxes;
    const capex = revenue * at("capex_pct_revenue");
    const nwc = revenue * at("nwc_pct_revenue");
    const investment = nwc - capital;
    capital = nwc;
    rows.push({
      fiscalYear: inputs.calendar[k]?.fiscalYear ?? 0,
      revenue,
      ebitda,
      otherIncome,
      depreciationAmortization: da,
      ebit,
      proFormaTaxes: taxes,
      nopat,
      capitalExpenditures: capex,
      netWorkingCapital: nwc,
      netWorkingCapitalInvestment: investment,
      freeCashFlow: nopat + da - capex - investment,
    });
  });
  return rows;
}

/** Mid-year periods in fiscal-year fractions; the first is a stub from the valuation date on (models.md 6.4). */
function discountPeriods(inputs: DcfInputs, rows: readonly ProjectionRow[]): Discounting {
  const { calendar, valuationDate } = inputs;
  const stub = stubFraction(calendar[0], valuationDate);
  const periods = calendar.map((year, k): DiscountPeriod => {
    const isCut = k === 0 && valuationDate !== year.start;
    const periodFraction = k === 0 ? stub : 1;
    return {
      fiscalYear: year.fiscalYear,
      periodStart: isCut ? valuationDate : year.start,
      periodEnd: year.end,
      midPeriodDate: isCut ? midDate(valuationDate, year.end) : year.mid,
      periodFraction,
      discountPeriod: k === 0 ? stub / 2 : stub + k - 0.5,
      cashFlow: periodFraction * (rows[k]?.freeCashFlow ?? 0),
    };
  });
  const last = periods.at(-1);
  return {
    valuationDate,
    balanceSheetDate: inputs.balanceSheetDate,
    dayCount: "fiscal-year fraction",
    stubFraction: stub,
    periods,
    terminal: {
      date: last?.periodEnd ?? valuationDate,
      discountPeriod: (last?.discountPeriod ?? 0) + 0.5,
    },
  };
}

/** Part of the first projected year that lies after the valuation date. */
function stubFraction(year: FiscalYear | undefined, valuationDate: string): number {
  if (year === undefined || year.start === valuationDate) return 1;
  return daysBetween(valuationDate, year.end) / year.days;
}

export interface ScenarioFactors {
  years: number[];
  terminal: number;
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

interface ScenarioValue {
  sumOfPresentValues: number;
  terminalValue: number;
  presentValueOfTerminalValue: number;
  enterpriseValue: number;
  terminalShareOfEnterpriseValue: number | null;
  impliedExitEbitdaMultiple: number | null;
  impliedPerpetuityGrowth: number | null;
  /** Enterprise value with the terminal value half a year earlier; null for exits. */
  withMidYearUplift: number | null;
  /** Enterprise value where growth for ever is paid for by new capital; null for exits, and where nothing is earned. */
  withReinvestment: number | null;
}

export interface DcfValue {
  rows: ProjectionRow[];
  discounting: Discounting;
  rates: Triple<ScenarioRates>;
  factors: Triple<ScenarioFactors>;
  values: Triple<ScenarioValue>;
  netDebt: number;
}

/**
 * The three scenarios of a DCF (models.md 6.3 to 6.7). Inputs are taken as valid: rates above growth and a
 * positive terminal metric are checked before (`terminalMetric`), so that no price rests on a negative one.
 */
export function computeDcf(inputs: DcfInputs): DcfValue {
  const rows = project(inputs);
  const discounting = discountPeriods(inputs, rows);
  const rates = scenarioRates(inputs);
  const factors = tripleOf((scenario) => factorsOf(discounting, rates[scenario].discountRate));
  return {
    rows,
    discounting,
    rates,
    factors,
    values: tripleOf((scenario) =>
      scenarioValue(inputs, rows, discounting, { rates: rates[scenario], ...factors[scenario] }),
    ),
    netDebt: netDebtOf(inputs),
  };
}

/** Debt and other claims less cash and other assets: equity = enterprise value − net debt, always. */
export function netDebtOf(
  of: Pick<DcfInputs, "totalDebt" | "otherClaims" | "cash" | "otherNonOperatingAssets">,
): number {
  return of.totalDebt + of.otherClaims - of.cash - of.otherNonOperatingAssets;
}

/** What the terminal value is taken on: it must be positive. */
export function terminalMetric(
  method: TerminalMethod,
  rows: readonly ProjectionRow[],
  isReinvesting = false,
): number {
  const last = rows.at(-1);
  if (last === undefined) return 0;
  if (method === "terminal_growth") {
    return isReinvesting ? last.nopat : last.freeCashFlow;
  }
  return method === "ebitda_exit" ? last.ebitda : last.revenue;
}

function factorsOf({ periods, terminal }: Discounting, rate: number): ScenarioFactors {
  const factor = (t: number) => 1 / (1 + rate) ** t;
  return {
    years: periods.map(({ discountPeriod }) => factor(discountPeriod)),
    terminal: factor(terminal.discountPeriod),
  };
}

function scenarioValue(
  inputs: DcfInputs,
  rows: readonly ProjectionRow[],
  { periods }: Discounting,
  { rates, years, terminal }: ScenarioFactors & { rates: ScenarioRates },
): ScenarioValue {
  const r = rates.discountRate;
  const isPerpetuity = inputs.method === "terminal_growth";
  const present = periods.reduce((total, one, k) => total + one.cashFlow * (years[k] ?? 0), 0);
  const { method, newCapital } = inputs;
  const earns = newCapital?.isChosen === true ? newCapital.earns : null;
  const plain = terminalValue({ method, earns }, rows, rates);
  const uplift = (1 + r) ** 0.5;
  const lifted = isPerpetuity && inputs.hasUplift ? uplift : 1;
  const value = plain * lifted;
  const presentTerminal = value * terminal;
  const enterpriseValue = present + presentTerminal;
  const last = rows.at(-1);
  const ebitda = last?.ebitda ?? 0;
  const closing = value + (last?.freeCashFlow ?? 0);
  return {
    sumOfPresentValues: present,
    terminalValue: value,
    presentValueOfTerminalValue: presentTerminal,
    enterpriseValue,
    terminalShareOfEnterpriseValue: ratio(presentTerminal, enterpriseValue),
    impliedExitEbitdaMultiple: isPerpetuity && ebitda > 0 ? ratio(value, ebitda) : null,
    impliedPerpetuityGrowth:
      isPerpetuity || closing <= 0 ? null : ratio(value * r - (last?.freeCashFlow ?? 0), closing),
    withMidYearUplift: isPerpetuity ? finite(present + plain * uplift * terminal) : null,
    withReinvestment: reinvested(inputs, rows, { rates, present, weight: lifted * terminal }),
  };
}

/** A perpetuity of what new capital leaves: operating profit after tax × (1 − growth / return on new capital). */
function reinvested(
  { newCapital, method }: DcfInputs,
  rows: readonly ProjectionRow[],
  of: { rates: ScenarioRates; present: number; weight: number },
): number | null {
  if (method !== "terminal_growth" || newCapital === undefined) return null;
  if (newCapital.earns <= (of.rates.terminalGrowth ?? 0) || terminalMetric(method, rows, true) <= 0)
    return null;
  const value = terminalValue({ method, earns: newCapital.earns }, rows, of.rates);
  return finite(of.present + value * of.weight);
}

function terminalValue(
  { method, earns }: { method: TerminalMethod; earns: number | null },
  rows: readonly ProjectionRow[],
  { discountRate, terminalGrowth, exitMultiple }: ScenarioRates,
): number {
  const metric = terminalMetric(method, rows, earns !== null);
  if (method !== "terminal_growth") return metric * (exitMultiple ?? 0);
  const g = terminalGrowth ?? 0;
  const kept = earns === null ? 1 : 1 - g / earns;
  return (metric * kept * (1 + g)) / (discountRate - g);
}
