import { z } from "zod";
import { number, triple, tripleOf, when } from "./schema-parts.ts";

const driverCells = z.array(
  z.strictObject({
    fiscalYear: z.int(),
    value: number,
    source: z.enum(["prefilled_from_filings", "default", "user"]),
  }),
);

const drivers = z.strictObject({
  revenue_growth: driverCells,
  ebitda_margin: driverCells,
  other_income: driverCells,
  capex_pct_revenue: driverCells,
  nwc_pct_revenue: driverCells,
  da_pct_revenue: driverCells,
  tax_rate: driverCells,
});

const projection = z.strictObject({
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

/** Empty while neither research nor leases are capitalised. */
const capitalised = z.array(
  z.strictObject({
    fiscalYear: z.int(),
    /** Part of EBITDA and of capital expenditures. */
    research: z.number(),
    /** Part of D&A. */
    researchAmortization: z.number(),
    researchAsset: z.number(),
    leaseLiability: z.number(),
    /** Part of EBITDA and of EBIT. */
    leaseInterest: z.number(),
    /** Part of capital expenditures. */
    leaseInvestment: z.number(),
  }),
);

const discounting = z.strictObject({
  valuationDate: when,
  balanceSheetDate: when,
  dayCount: z.literal("fiscal-year fraction"),
  stubFraction: z.number(),
  periods: z.array(
    z.strictObject({
      fiscalYear: z.int(),
      periodStart: when,
      periodEnd: when,
      midPeriodDate: when,
      periodFraction: z.number(),
      discountPeriod: z.number(),
      /** Free cash flow times the fraction. */
      cashFlow: z.number(),
    }),
  ),
  /** Final period plus 0.5. */
  terminal: z.strictObject({ date: when, discountPeriod: z.number() }),
});

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
  averageUsed: number,
});

/** `dcfDetail` of the specification; `memo` and `history.averageUsed` are additive. */
export const dcfDetail = z.strictObject({
  drivers,
  scenarios: tripleOf(
    z.strictObject({ discountRate: number, terminalGrowth: number, exitMultiple: number }),
  ),
  projections: z.array(projection),
  capitalised,
  discounting: discounting.nullable(),
  /** 1/(1+r)^t per year and scenario, and the terminal one. */
  discountFactors: tripleOf(
    z.strictObject({ years: z.array(z.number()), terminal: z.number() }),
  ).nullable(),
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
  memo: z
    .strictObject({
      withMidYearUplift: z.strictObject({ enterpriseValue: triple, fairValuePerShare: triple }),
      withReinvestment: z.strictObject({ enterpriseValue: triple, fairValuePerShare: triple }),
    })
    .nullable(),
  history,
});
