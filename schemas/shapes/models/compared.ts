import { z } from "zod";
import { disclaimer, number, resultState, stateReason, triple, when } from "./figures.ts";
import { datedPrice, marketState } from "./price.ts";

export const multipleKeys = ["evRevenue", "evEbitda", "evEbit", "pe", "pb", "ps"] as const;
const multipleKey = z.enum(multipleKeys);
export type MultipleKey = z.infer<typeof multipleKey>;

export const measureKeys = [
  "revenue_growth",
  "ebitda_margin",
  "operating_margin",
  "net_margin",
  "return_on_equity",
  "capex_pct_revenue",
  "net_debt_to_ebitda",
] as const;
export type MeasureKey = (typeof measureKeys)[number];

const multiples = z.strictObject(
  Object.fromEntries(multipleKeys.map((key) => [key, number])) as Record<
    MultipleKey,
    typeof number
  >,
);
export type Multiples = z.infer<typeof multiples>;

const reasons = z
  .partialRecord(multipleKey, z.string())
  .meta({ description: "Why a multiple is null" });
export type Reasons = z.infer<typeof reasons>;

/** The middle of some values and the quarters of them beside it. */
const distribution = z.strictObject({
  count: z.int(),
  lowerQuartile: z.number(),
  median: z.number(),
  upperQuartile: z.number(),
  /** Beside the median, which one great value does not move. */
  mean: z.number(),
});
export type Distribution = z.infer<typeof distribution>;

const earnings = z.enum(["normalised", "reported"]);
export type Earnings = z.infer<typeof earnings>;

const perMultiple = <T extends z.ZodType>(of: T) => z.record(multipleKey, of);

const historyRow = z.strictObject({
  /** Null for the twelve months. */
  fiscalYear: z.int().nullable(),
  periodEnd: when,
  basis: z.enum(["FY", "TTM"]),
  price: datedPrice.nullable(),
  /** In the currency of the statements, per share that counts today. */
  pricePerShare: number,
  /** The filed count, with what splits since have made of it. */
  shares: z
    .strictObject({
      value: z.number(),
      filed: z.number(),
      splitFactor: z.number(),
      on: z.string(),
      filedDate: z.string(),
    })
    .nullable(),
  marketValue: number,
  netDebt: number,
  multiples,
  reasons,
});
export type HistoryRow = z.infer<typeof historyRow>;

export const multiplesHistory = z
  .strictObject({
    currency: z.string().nullable(),
    earnings,
    /** Oldest first; the twelve months come last. */
    rows: z.array(historyRow),
    /** Over the fiscal years; null for fewer than three values. */
    usual: perMultiple(distribution.nullable()),
    splits: z.array(
      z.strictObject({ ratio: z.number(), lastOld: z.string(), firstNew: z.string() }),
    ),
    market: marketState,
    disclaimer,
  })
  .meta({ id: "MultiplesHistory" });
export type MultiplesHistory = z.infer<typeof multiplesHistory>;

/** What one company shows. */
const comparedRow = z.strictObject({
  balanceSheetDate: when.nullable(),
  revenue: number,
  measures: z.record(z.enum(measureKeys), number),
  price: datedPrice.nullable(),
  multiples,
  reasons,
});
export type ComparedRow = z.infer<typeof comparedRow>;

/** What size is measured by. */
const size = z.strictObject({ measure: z.enum(["revenue", "total_assets"]), value: z.number() });
export type Size = z.infer<typeof size>;

/** A peer with why it is one. */
const peer = z.strictObject({
  entityId: z.uuid(),
  name: z.string(),
  slug: z.string(),
  ticker: z.string().nullable(),
  sic: z.string(),
  /** In the same currency and of the same measure. */
  size: z.number(),
  /** Digits of the industry code that both have. */
  sicDigits: z.int(),
  /** Its size over that of the company. */
  sizeRatio: z.number(),
  why: z.string(),
});
export type Peer = z.infer<typeof peer>;

/** What the peers' multiples make of the company's own figures. */
const impliedValue = z.strictObject({
  templateKey: z.string(),
  /** Lower quartile, median and upper quartile of the peers. */
  fairValuePerShare: triple,
  /** At the mean of the peers, beside the median. */
  fairValueAtMean: z.number(),
});
export type ImpliedValue = z.infer<typeof impliedValue>;

export const peers = z
  .strictObject({
    state: resultState,
    stateReason,
    currency: z.string().nullable(),
    earnings,
    rule: z.string(),
    sic: z.string().nullable(),
    size: size.nullable(),
    company: comparedRow,
    peers: z.array(peer.extend(comparedRow.shape)),
    /** Over the peers, without the company; null for fewer than three values. */
    usualMeasures: z.record(z.enum(measureKeys), distribution.nullable()),
    usualMultiples: perMultiple(distribution.nullable()),
    implied: perMultiple(impliedValue.nullable()),
    /** Why a multiple of the peers, or what it implies, is null. */
    reasons,
    market: marketState,
    disclaimer,
  })
  .meta({ id: "Peers" });
export type PeersAnswer = z.infer<typeof peers>;
