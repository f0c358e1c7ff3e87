import { z } from "zod";
import { assumption } from "./assumption.ts";
import { dcfDetail } from "./dcf.ts";
import {
  disclaimer,
  number,
  numbers,
  resultState,
  stateReason,
  triple,
  tripleOf,
  warnings,
  when,
} from "./figures.ts";
import { marketValue } from "./price.ts";

/** Cost of capital of the `wacc` template (models.md section 7). */
const rateResult = z.strictObject({
  wacc: z.number(),
  costOfEquity: z.number(),
  costOfDebtAfterTax: z.number(),
  weights: z.strictObject({ equity: z.number(), debt: z.number() }),
  beta: z.number(),
  preTaxCostOfDebt: z.number(),
  riskFreeRate: z.number(),
  equityRiskPremium: z.number(),
  taxRate: z.number(),
  weightBasis: z.enum(["market_cap", "public_float", "industry_average", "user"]),
});
export type RateResult = z.infer<typeof rateResult>;

const maintenanceYear = z.strictObject({
  fiscalYear: z.int(),
  revenue: z.number(),
  revenueChange: z.number(),
  propertyPlantEquipmentNet: z.number(),
  capitalExpenditures: z.number(),
  growthCapex: z.number(),
  maintenanceCapex: z.number(),
  maintenanceCapexPctRevenue: z.number(),
});
export type MaintenanceYear = z.infer<typeof maintenanceYear>;

const maintenance = z.strictObject({
  /** Property, plant and equipment per unit of revenue, mean of the years used; null without any. */
  propertyPerRevenue: number,
  years: z.array(maintenanceYear),
});
export type Maintenance = z.infer<typeof maintenance>;

const earningsPower = z.strictObject({
  normalisedEbit: z.number(),
  nopat: z.number(),
  depreciationAmortization: z.number(),
  maintenanceCapex: z.number(),
  adjustedEarnings: z.number(),
  cash: z.number(),
  operatingCash: z.number(),
  excessCash: z.number(),
  totalDebt: z.number(),
  otherClaims: z.number(),
  otherNonOperatingAssets: z.number(),
  netDebt: z.number(),
  shares: number,
  discountRate: tripleOf(z.number()),
  maintenance,
});
export type EarningsPower = z.infer<typeof earningsPower>;

/** One projected year at the middle scenario. */
const projection = z.strictObject({
  fiscalYear: z.int(),
  revenue: z.number(),
  /** Of the full fiscal year. */
  freeCashFlow: z.number(),
  periodFraction: z.number(),
  /** After the stub fraction; null where there is no result. */
  discountedPresentValue: number,
});
export type Projection = z.infer<typeof projection>;

/**
 * One year of a historical table; null is "not in filings", never zero. Figures per share and counts of shares are
 * as if all splits had come before.
 */
const historicalRow = z.strictObject({
  fiscalYear: z.int(),
  periodEnd: when,
  basis: z.enum(["FY", "TTM"]),
  values: numbers,
  /** Change on the year before; null on a TTM row, which has no year before, and where its basis breaks. */
  growth: numbers,
  margins: numbers,
  /** Why a value is null, by its key; "growth.revenue" and "margins.net_margin" for those of a block. */
  reasons: z.record(z.string(), z.string()),
  /** "split_adjusted:4" where one share of the filing has become four, and "scope:continuing" for a part of a line. */
  flags: z.record(z.string(), z.array(z.string())),
});
export type HistoricalRow = z.infer<typeof historicalRow>;

const valuationRange = z.strictObject({
  enterpriseValue: triple,
  netDebt: triple,
  equityValue: triple,
  fairValuePerShare: triple,
});
export type ValuationRange = z.infer<typeof valuationRange>;

/** A figure that the answer implies, beside what it was compared with. */
const sanityNote = z.strictObject({
  key: z.string(),
  label: z.string(),
  value: z.number(),
  /** What is usual; null for a remark without a range. */
  low: number,
  high: number,
  isOutside: z.boolean(),
  /** What the range is and of when. */
  comparedWith: z.string(),
});
export type SanityNote = z.infer<typeof sanityNote>;

/** One line of a computation with its value in each scenario. */
const step = z.strictObject({
  key: z.string(),
  label: z.string(),
  unit: z.enum(["money", "ratio", "multiple"]),
  values: tripleOf(z.number()),
});
export type Step = z.infer<typeof step>;

/**
 * What a model answers (models.md section 2), the same members on every family: "Financial model" of the specification.
 * `stateReason`, `valuationRange`, `earningsPower`, `warnings` are additive.
 */
export const modelResult = z
  .strictObject({
    /** Canonical, whatever alias was asked for. */
    templateKey: z.string(),
    state: resultState,
    stateReason,
    currency: z.string().nullable(),
    balanceSheetDate: when.nullable(),
    assumptions: z.array(assumption),
    projections: z.array(projection),
    historicals: z.array(historicalRow),
    /** The middle scenario; null where the model has no such number. */
    valuation: z.strictObject({
      enterpriseValue: number,
      terminalValue: number,
      netDebt: number,
      equityValue: number,
      fairValuePerShare: number,
      currency: z.string().nullable(),
    }),
    /** Low, mid and high of what `valuation` says; null for families without a value. */
    valuationRange: valuationRange.nullable(),
    /** What values per share are values of; null where no filing says. */
    perShare: z
      .strictObject({
        currency: z.string().nullable(),
        security: z.string(),
        unit: z.string(),
        receipt: z
          .strictObject({
            name: z.string(),
            sharesPerReceipt: z.number(),
            currency: z.string(),
            source: z.string(),
            unit: z.string(),
            exchangeRate: number,
            fairValue: triple.nullable(),
          })
          .nullable(),
      })
      .nullable(),
    market: marketValue,
    /** What the answer implies, beside what is usual. */
    sanity: z.array(sanityNote),
    missingMetricKeys: z.array(z.string()),
    rateResult: rateResult.nullable(),
    dcfDetail: dcfDetail.nullable(),
    earningsPower: earningsPower.nullable(),
    /** Every line of a model that values equity directly; empty for others. */
    steps: z.array(step),
    warnings,
    disclaimer,
  })
  .meta({ id: "ModelResult" });
export type ModelResult = z.infer<typeof modelResult>;
