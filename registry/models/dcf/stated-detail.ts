import type {
  DcfDetail,
  Discounting,
  DiscountPeriod,
  ProjectionRow,
  ScenarioFactors,
} from "#schemas/shapes/models/dcf.ts";
import type { Projection } from "#schemas/shapes/models/result.ts";
import type { Triple } from "../answers/scenario-values.ts";
import { inStatedDigits, stated, statedOrNull, statedTriple } from "../answers/stated-digits.ts";

/** What `inStatedDigits` gives of the detail of a DCF. Naming the members takes a third of its time. */
export const statedDetail = (detail: DcfDetail): DcfDetail => ({
  drivers: inStatedDigits(detail.drivers),
  scenarios: inStatedDigits(detail.scenarios),
  projections: detail.projections.map(statedRow),
  capitalised: inStatedDigits(detail.capitalised),
  discounting: detail.discounting === null ? null : statedDiscounting(detail.discounting),
  discountFactors: detail.discountFactors === null ? null : statedFactors(detail.discountFactors),
  enterpriseValue: statedWorth(detail.enterpriseValue),
  equityWaterfall: statedWaterfall(detail.equityWaterfall),
  summary: inStatedDigits(detail.summary),
  memo: inStatedDigits(detail.memo),
  history: inStatedDigits(detail.history),
});

/** The same of a yearly row of a result. */
export const statedProjection = (year: Projection): Projection => ({
  fiscalYear: year.fiscalYear,
  revenue: stated(year.revenue),
  freeCashFlow: stated(year.freeCashFlow),
  periodFraction: stated(year.periodFraction),
  discountedPresentValue: statedOrNull(year.discountedPresentValue),
});

const statedRow = (row: ProjectionRow): ProjectionRow => ({
  fiscalYear: row.fiscalYear,
  revenue: stated(row.revenue),
  ebitda: stated(row.ebitda),
  otherIncome: stated(row.otherIncome),
  depreciationAmortization: stated(row.depreciationAmortization),
  ebit: stated(row.ebit),
  proFormaTaxes: stated(row.proFormaTaxes),
  nopat: stated(row.nopat),
  capitalExpenditures: stated(row.capitalExpenditures),
  netWorkingCapital: stated(row.netWorkingCapital),
  netWorkingCapitalInvestment: stated(row.netWorkingCapitalInvestment),
  freeCashFlow: stated(row.freeCashFlow),
});

const statedDiscounting = (of: Discounting): Discounting => ({
  valuationDate: of.valuationDate,
  balanceSheetDate: of.balanceSheetDate,
  dayCount: of.dayCount,
  stubFraction: stated(of.stubFraction),
  periods: of.periods.map(statedPeriod),
  terminal: { date: of.terminal.date, discountPeriod: stated(of.terminal.discountPeriod) },
});

const statedPeriod = (period: DiscountPeriod): DiscountPeriod => ({
  fiscalYear: period.fiscalYear,
  periodStart: period.periodStart,
  periodEnd: period.periodEnd,
  midPeriodDate: period.midPeriodDate,
  periodFraction: stated(period.periodFraction),
  discountPeriod: stated(period.discountPeriod),
  cashFlow: stated(period.cashFlow),
});

const statedFactors = ({ low, mid, high }: Triple<ScenarioFactors>): Triple<ScenarioFactors> => ({
  low: statedYears(low),
  mid: statedYears(mid),
  high: statedYears(high),
});

const statedYears = ({ years, terminal }: ScenarioFactors): ScenarioFactors => ({
  years: years.map(stated),
  terminal: stated(terminal),
});

type Worth = DcfDetail["enterpriseValue"];

const statedWorth = (of: Worth): Worth => ({
  sumOfPresentValues: statedTriple(of.sumOfPresentValues),
  terminalValue: statedTriple(of.terminalValue),
  presentValueOfTerminalValue: statedTriple(of.presentValueOfTerminalValue),
  enterpriseValue: statedTriple(of.enterpriseValue),
  terminalShareOfEnterpriseValue: statedTriple(of.terminalShareOfEnterpriseValue),
  impliedExitEbitdaMultiple: statedTriple(of.impliedExitEbitdaMultiple),
  impliedPerpetuityGrowth: statedTriple(of.impliedPerpetuityGrowth),
});

type Waterfall = DcfDetail["equityWaterfall"];

const statedWaterfall = (of: Waterfall): Waterfall => ({
  enterpriseValue: statedTriple(of.enterpriseValue),
  cash: statedTriple(of.cash),
  otherNonOperatingAssets: statedTriple(of.otherNonOperatingAssets),
  totalDebt: statedTriple(of.totalDebt),
  otherClaims: statedTriple(of.otherClaims),
  netDebt: statedTriple(of.netDebt),
  equityValue: statedTriple(of.equityValue),
  shares: statedTriple(of.shares),
  fairValuePerShare: statedTriple(of.fairValuePerShare),
});
