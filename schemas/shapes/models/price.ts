import { z } from "zod";
import { number, triple, when } from "./figures.ts";

export const marketState = z.enum(["available", "unavailable", "not_configured"]);

/** What a price is the price of. */
const priceOf = z.enum(["share", "receipt"]);
export type PriceOf = z.infer<typeof priceOf>;

const priceShape = {
  value: z.number(),
  /** Null if it is not stated: a share's is then that of the statements, a receipt's that of the receipt. */
  currency: z.string().nullable(),
  of: priceOf,
  /** Day of the price; null where it counts as of the day of what it is compared with. */
  date: when.nullable(),
  /** Days from the close to the day asked for; null for a price that the caller gave. */
  ageDays: z.int().nullable(),
  /** A change of the close in one day since the balance sheet that a split may be; null without one. */
  jump: z.strictObject({ date: when, factor: z.number() }).nullable(),
  /** The origin: the caller, or the name of the provider. */
  source: z.string(),
};

/** A price of one share or receipt. */
export const price = z.strictObject(priceShape);
export type Price = z.infer<typeof price>;

/** A price of one day. `isAdjusted`: later splits are taken out of it, so that it is one of today's shares. */
export const datedPrice = z.strictObject({ ...priceShape, isAdjusted: z.boolean() });
export type DatedPrice = z.infer<typeof datedPrice>;

/** From the day of a value to the day of a price: (1 + cost of equity) ^ (days / 365). */
export const carry = z.strictObject({
  valueDate: when,
  priceDate: when,
  /** Negative where the price is the older one. */
  days: z.int(),
  costOfEquity: z.number(),
  factor: z.number(),
});
export type Carry = z.infer<typeof carry>;

/** A value per share on the day of a price. A member is null where a blend's models differ in it. */
const carriedValue = z.strictObject({
  valueDate: when.nullable(),
  priceDate: when,
  days: z.int().nullable(),
  costOfEquity: number,
  factor: number,
  fairValuePerShare: triple,
});
export type CarriedValue = z.infer<typeof carriedValue>;

/** What an answer says of the market's price beside a value. */
export const marketValue = z.strictObject({
  state: marketState,
  /** Why there is no price or no upside; null with both. */
  reason: z.string().nullable(),
  price: price.nullable(),
  /** In the currency of the statements; null where it cannot be told. */
  pricePerShare: number,
  /** The value as it is on the day of the price; null without a price or a value. */
  carried: carriedValue.nullable(),
  /** The carried value per share over the price, less 1. */
  upside: triple.nullable(),
});
export type MarketValue = z.infer<typeof marketValue>;
