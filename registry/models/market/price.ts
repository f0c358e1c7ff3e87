import type { MarketValue, Price, PriceOf } from "#schemas/shapes/models/price.ts";
import type { Get } from "../assumption.ts";
import type { ModelFacts } from "../inputs/facts.ts";

/** A price that a caller gave, of a day. */
export const givenPrice = (
  value: number,
  currency: string | null,
  of: PriceOf,
  date: string | null = null,
): Price => ({ value, currency, of, date, ageDays: null, jump: null, source: "caller" });

/** The greatest price that is taken. */
export const priceMax = 1e9;

/** Whether a number can be a price. */
export const isPrice = (value: number): boolean =>
  Number.isFinite(value) && value > 0 && value <= priceMax;

/** What market data say of a company. */
export type Market =
  | { state: "not_configured" | "unavailable"; reason: string; price: null }
  | { state: "available"; reason: null; price: Price };

export const marketNotConfigured: Market = {
  state: "not_configured",
  reason: "No market-data provider is configured.",
  price: null,
};

/** The market with a price that a caller gave. */
export const marketOf = (price: Price): Market => ({ state: "available", reason: null, price });

/** Of an answer without market data. */
export const noMarketValue: MarketValue = {
  state: marketNotConfigured.state,
  reason: marketNotConfigured.reason,
  price: null,
  pricePerShare: null,
  carried: null,
  upside: null,
};

/** A price per share in the currency of the statements, or why there is none. */
export type SharePrice = { value: number; reason: null } | { value: null; reason: string };

/**
 * Puts a price on the basis of values per share: a receipt's price is divided by its shares and exchanged. Null with a
 * reason where the currency is another one, or the exchange rate is unknown.
 */
export function sharePrice(
  price: Pick<Price, "value" | "currency" | "of">,
  facts: Pick<ModelFacts, "anchors" | "security">,
  get: Get,
): SharePrice {
  const own = facts.anchors?.currency ?? null;
  const { receipt } = facts.security;
  if (price.of === "share") {
    if (price.currency === null || own === null || price.currency === own) {
      return { value: price.value, reason: null };
    }
    return none(`The price is in ${price.currency}, and the statements are in ${own}.`);
  }
  if (receipt === null) return none("No receipt of the company is known: give a price per share.");
  if (price.currency !== null && price.currency !== receipt.currency) {
    return none(`The price is in ${price.currency}, and the receipt is in ${receipt.currency}.`);
  }
  const rate = own === receipt.currency ? 1 : get("exchange_rate");
  if (rate === null) return none("The exchange rate is unknown: set exchange_rate.");
  return { value: (price.value * rate) / receipt.sharesPerReceipt, reason: null };
}

const none = (reason: string): SharePrice => ({ value: null, reason });

/** What a close of the company's ticker is the price of: a company with a receipt is listed by it. */
export const listedAs = ({ security }: Pick<ModelFacts, "security">): PriceOf =>
  security.receipt === null ? "share" : "receipt";
