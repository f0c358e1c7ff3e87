import { z } from "zod";
import { entityParams } from "#api/http/requests/params.ts";
import { driverNames } from "#registry/models/dcf/drivers.ts";
import { dcfDetail } from "./dcf-schemas.ts";
import {
  marketValue,
  number,
  numbers,
  stateReason,
  triple,
  warnings,
  when,
} from "./schema-parts.ts";

export const asOfQuery = z.object({
  asOf: z.iso
    .date()
    .optional()
    .meta({
      description: "Compute with what had been filed by the end of this day",
      examples: ["2023-11-03"],
    }),
});

/** The query of a default answer. */
export const modelQuery = asOfQuery.extend({
  earnings: z
    .enum(["normalised", "reported"])
    .default("normalised")
    .meta({
      description:
        "Additive: `reported` adds no one-off charges back and takes means of past years instead of medians",
      examples: ["reported"],
    }),
});

export const params = {
  ...entityParams,
  templateKey: z.string().meta({
    description: "Key or alias of a template",
    examples: ["dcf_5_year_terminal_growth", "revenue_exit"],
  }),
};

export const modelListing = z
  .strictObject({
    key: z.string(),
    aliases: z.array(z.string()),
    name: z.string(),
    family: z.enum([
      "dcf",
      "historical",
      "multiples",
      "cost_of_capital",
      "earnings_power",
      "equity",
    ]),
    horizonYears: z.int().nullable(),
    terminalMethod: z.enum(["terminal_growth", "ebitda_exit", "revenue_exit"]).nullable(),
    state: z.enum(["available", "partial", "unavailable"]),
    stateReason,
    requiredMetricKeys: z.array(z.string()),
    missingMetricKeys: z.array(z.string()),
    prefilledMetricKeys: z.array(z.string()),
  })
  .meta({ id: "ModelTemplate" });

export const listingMeta = z.object({ count: z.int() });

const source = z.enum(["prefilled_from_filings", "default", "user"]);

const provenance = z.strictObject({
  basis: z.enum(["FY", "TTM", "instant", "cover", "computed"]),
  metricKey: z.string(),
  periodEnd: z.string(),
  /** "sfrs" for a value computed from several facts; the newest of their filings is named. */
  taxonomy: z.string(),
  concept: z.string(),
  form: z.string(),
  accessionNumber: z.string(),
  filedDate: z.string(),
  inputs: z
    .array(
      z.strictObject({
        metricKey: z.string(),
        value: z.number(),
        periodEnd: z.string(),
        accessionNumber: z.string(),
      }),
    )
    .optional(),
});

const assumption = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** A ratio is a fraction; a date is a number yyyymmdd. */
  value: number,
  unit: z.enum(["ratio", "multiple", "currency", "per_share", "shares", "date", "flag", "years"]),
  source,
  editable: z.boolean(),
  provenance: provenance.nullable(),
  note: z.string().nullable(),
  min: number,
  max: number,
});

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
  discountRate: z.strictObject({ low: z.number(), mid: z.number(), high: z.number() }),
  maintenance: z.strictObject({
    propertyPerRevenue: number,
    years: z.array(maintenanceYear),
  }),
});

/**
 * "Financial model" of the specification; `stateReason`, `valuationRange`, `earningsPower`, `warnings` are additive.
 */
export const modelResult = z
  .strictObject({
    templateKey: z.string(),
    state: z.enum(["computed", "insufficient_data"]),
    stateReason,
    currency: z.string().nullable(),
    balanceSheetDate: when.nullable(),
    assumptions: z.array(assumption),
    projections: z.array(
      z.strictObject({
        fiscalYear: z.int(),
        revenue: z.number(),
        freeCashFlow: z.number(),
        periodFraction: z.number(),
        discountedPresentValue: number,
      }),
    ),
    historicals: z.array(
      z.strictObject({
        fiscalYear: z.int(),
        periodEnd: when,
        basis: z.enum(["FY", "TTM"]),
        values: numbers,
        growth: numbers,
        margins: numbers,
        reasons: z.record(z.string(), z.string()),
        flags: z.record(z.string(), z.array(z.string())),
      }),
    ),
    valuation: z.strictObject({
      enterpriseValue: number,
      terminalValue: number,
      netDebt: number,
      equityValue: number,
      fairValuePerShare: number,
      currency: z.string().nullable(),
    }),
    valuationRange: z
      .strictObject({
        enterpriseValue: triple,
        netDebt: triple,
        equityValue: triple,
        fairValuePerShare: triple,
      })
      .nullable(),
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
    sanity: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        value: z.number(),
        low: number,
        high: number,
        isOutside: z.boolean(),
        comparedWith: z.string(),
      }),
    ),
    missingMetricKeys: z.array(z.string()),
    rateResult: rateResult.nullable(),
    dcfDetail: dcfDetail.nullable(),
    earningsPower: earningsPower.nullable(),
    steps: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        unit: z.enum(["money", "ratio", "multiple"]),
        values: z.strictObject({ low: z.number(), mid: z.number(), high: z.number() }),
      }),
    ),
    warnings,
    disclaimer: z.string().min(1),
  })
  .meta({ id: "ModelResult" });

export const modelFormula = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    unit: z.string(),
    formula: z.string().min(1),
  })
  .meta({ id: "ModelFormula" });

export const overrideProperties = {
  assumptions: {
    type: "object" as const,
    description: "Numbers keyed by assumption key",
    additionalProperties: { type: "number" as const },
  },
  drivers: {
    type: "object" as const,
    description: "DCF templates only: numbers keyed by driver, then by four-digit fiscal year",
    properties: Object.fromEntries(
      driverNames.map((name) => [
        name,
        { type: "object" as const, additionalProperties: { type: "number" as const } },
      ]),
    ),
  },
};

export const overrideExample = {
  assumptions: { discount_rate: 0.085 },
  drivers: { revenue_growth: { "2026": 0.1 } },
};

/**
 * Documented here, checked by the models themselves: every refusal of a compute body is BAD_REQUEST with its
 * own sentence, so no shape is refused before.
 */
export const computeBody = z.unknown().meta({
  type: "object",
  description:
    "Overrides. Ratios are fractions: 0.12 is 12 percent. An empty body computes the defaults.",
  properties: overrideProperties,
  examples: [overrideExample],
});

/** A compute body plus the format of the file, checked where that is checked. */
export const exportBody = z.unknown().meta({
  type: "object",
  description: "Overrides as for compute, and the format of the file.",
  required: ["format"],
  properties: { format: { type: "string", enum: ["csv", "xlsx"] }, ...overrideProperties },
  examples: [{ format: "xlsx", ...overrideExample }],
});
