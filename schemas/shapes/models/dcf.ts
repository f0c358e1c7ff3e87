import { z } from "zod";
import { assumptionSource } from "./assumption.ts";
import { number, triple, tripleOf, when } from "./figures.ts";

const driverCell = z.strictObject({
  fiscalYear: z.int(),
  value: number,
  source: assumptionSource,
});
export type DriverCell = z.infer<typeof driverCell>;
const driverCells = z.array(driverCell);

/** The seven series of a DCF in the order of the contract. */
const drivers = z.strictObject({
  revenue_growth: driverCells,
  ebitda_margin: driverCells,
  other_income: driverCells,
  capex_pct_revenue: driverCells,
  nwc_pct_revenue: driverCells,
  da_pct_revenue: driverCells,
  tax_rate: driverCells,
});
export type DriverSeries = z.infer<typeof drivers>;
export const driverNames = drivers.keyof().options;
export type DriverName = keyof DriverSeries;

/** A projected fiscal year, in full units of money. */
const projectionRow = z.strictObject({
  fiscalYear: z.int(),
  revenue: z.number(),
  ebitda: z.number(),
  otherIncome: z.number(),
  depreciationAmortization: z.number(),
  /** EBITDA + other income − D&A. */
  ebit: z.number(),
  /** On a positive EBIT only. */
  proFormaTaxes: z.number(),
  nopat: z.number(),
  capitalExpenditures: z.number(),
  netWorkingCapital: z.number(),
  netWorkingCapitalInvestment: z.number(),
  /** NOPAT + D&A − CapEx − working capital investment, of the full fiscal year. */
  freeCashFlow: z.number(),
});
export type ProjectionRow = z.infer<typeof projectionRow>;

/** What capitalised research and leases are in one projected year, in full units of money. */
const capitalisedYear = z.strictObject({
  fiscalYear: z.int(),
  /** Research and development spent: part of EBITDA and of capital expenditures. */
  research: z.number(),
  /** Part of D&A. */
  researchAmortization: z.number(),
  /** At the end of the year. */
  researchAsset: z.number(),
  /** At the end of the year. */
  leaseLiability: z.number(),
  /** On the liability at the start of the year: part of EBITDA and of EBIT. */
  leaseInterest: z.number(),
  /** Growth of the liability: part of capital expenditures. */
  leaseInvestment: z.number(),
});
export type CapitalisedYear = z.infer<typeof capitalisedYear>;

const discountPeriod = z.strictObject({
  fiscalYear: z.int(),
  periodStart: when,
  periodEnd: when,
  midPeriodDate: when,
  /** Part of the fiscal year that lies after the valuation date; 1 from the second year on. */
  periodFraction: z.number(),
  /** Years from the valuation date to the middle of the period. */
  discountPeriod: z.number(),
  /** Free cash flow times the fraction. */
  cashFlow: z.number(),
});
export type DiscountPeriod = z.infer<typeof discountPeriod>;

const discounting = z.strictObject({
  valuationDate: when,
  balanceSheetDate: when,
  dayCount: z.literal("fiscal-year fraction"),
  stubFraction: z.number(),
  periods: z.array(discountPeriod),
  /** Final period plus 0.5. */
  terminal: z.strictObject({ date: when, discountPeriod: z.number() }),
});
export type Discounting = z.infer<typeof discounting>;

/** 1/(1+r)^t per year, and the terminal one. */
const scenarioFactors = z.strictObject({ years: z.array(z.number()), terminal: z.number() });
export type ScenarioFactors = z.infer<typeof scenarioFactors>;

const history = z.strictObject({
  annual: z.array(
    z.strictObject({
      fiscalYear: z.int(),
      periodEnd: when,
      revenue: number,
      capitalExpenditures: number,
      capexPctRevenue: number,
      depreciationAmortization: number,
      daPctRevenue: number,
    }),
  ),
  fiveYearAverage: z.strictObject({
    capexPctRevenue: number,
    capexYearsUsed: z.int(),
    daPctRevenue: number,
    daYearsUsed: z.int(),
  }),
  /** What normalised earnings take. */
  fiveYearMedian: z.strictObject({ capexPctRevenue: number, daPctRevenue: number }),
  fiscalYtd: z
    .strictObject({
      fiscalYear: z.int(),
      fiscalPeriod: z.string(),
      periodEnd: when,
      revenue: number,
      capitalExpenditures: number,
      depreciationAmortization: number,
      capexPctRevenue: number,
      daPctRevenue: number,
    })
    .nullable(),
  quarterlyNwc: z.array(
    z.strictObject({
      periodEnd: when,
      totalCurrentAssets: number,
      cash: number,
      shortTermInvestments: number,
      operatingCurrentAssets: number,
      totalCurrentLiabilities: number,
      shortTermDebt: number,
      operatingCurrentLiabilities: number,
      netWorkingCapital: number,
      ltmRevenue: number,
      nwcPctLtmRevenue: number,
    }),
  ),
  /** Mean over the last four quarter ends, as the seed uses it; null without any. */
  averageUsed: number,
});
export type DcfHistory = z.infer<typeof history>;

const memoValue = z.strictObject({ enterpriseValue: triple, fairValuePerShare: triple });

/** `dcfDetail` of the specification; `memo` and `history.averageUsed` are additive. */
export const dcfDetail = z.strictObject({
  drivers,
  scenarios: tripleOf(
    z.strictObject({ discountRate: number, terminalGrowth: number, exitMultiple: number }),
  ),
  projections: z.array(projectionRow),
  /** Empty while neither research nor leases are capitalised. */
  capitalised: z.array(capitalisedYear),
  /** Null, as the factors are, where the drivers are not complete. */
  discounting: discounting.nullable(),
  discountFactors: tripleOf(scenarioFactors).nullable(),
  enterpriseValue: z.strictObject({
    sumOfPresentValues: triple,
    terminalValue: triple,
    presentValueOfTerminalValue: triple,
    enterpriseValue: triple,
    terminalShareOfEnterpriseValue: triple,
    impliedExitEbitdaMultiple: triple,
    impliedPerpetuityGrowth: triple,
  }),
  equityWaterfall: z.strictObject({
    enterpriseValue: triple,
    cash: triple,
    otherNonOperatingAssets: triple,
    totalDebt: triple,
    otherClaims: triple,
    netDebt: triple,
    equityValue: triple,
    shares: triple,
    fairValuePerShare: triple,
  }),
  summary: z.strictObject({
    fairValuePerShare: triple,
    forwardRevenueCagr: number,
    averageEbitdaMargin: number,
    unleveredFcfCagr: number,
    /** Null, as `upside` is, until market data is licensed. */
    stockPrice: number,
    upside: triple.nullable(),
  }),
  /** Terminal value half a year earlier, and with growth for ever paid for by new capital; null for exits. */
  memo: z.strictObject({ withMidYearUplift: memoValue, withReinvestment: memoValue }).nullable(),
  history,
});
export type DcfDetail = z.infer<typeof dcfDetail>;
