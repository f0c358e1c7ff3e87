import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { CarriedValue, MarketValue } from "#schemas/shapes/models/price.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { NumberTriple } from "../answers/scenario-values.ts";
import { inStatedDigits } from "../answers/stated-digits.ts";
import { type CarryBasis, carried, carryOf, upsideOf } from "./carry.ts";
import { type Market, sharePrice } from "./price.ts";

/** A price older than this is told. */
export const oldPriceDays = 7;

/**
 * The result with a price beside its values, which are carried to the day of the price. A DCF's summary has the price and
 * the upside too. Without a price the result says why, and stays as it is.
 */
export function withMarket(result: ModelResult, market: Market, basis: CarryBasis): ModelResult {
  const fair = result.valuationRange?.fairValuePerShare ?? null;
  const value = marketValue(result, market, {
    facts: basis.facts,
    fair,
    carry: (day) => carryTo(result, fair, day, basis),
  });
  const { pricePerShare: stockPrice, upside } = value;
  const { dcfDetail: detail } = result;
  return {
    ...result,
    market: value,
    dcfDetail:
      detail === null ? null : { ...detail, summary: { ...detail.summary, stockPrice, upside } },
    warnings: [...result.warnings, ...priceWarnings(market)],
  };
}

function carryTo(
  result: ModelResult,
  fair: NumberTriple | null,
  day: string | null,
  basis: CarryBasis,
): CarriedValue | null {
  const carry = carryOf(result, day, basis);
  if (carry === null || fair === null || fair.mid === null) return null;
  return { ...carry, fairValuePerShare: carried(fair, carry) };
}

/**
 * A value beside a price, in stated digits. `carry` gives the value of the day of the price; null: `fair` is of that day.
 */
export function marketValue(
  { assumptions }: Pick<ModelResult, "assumptions">,
  { state, price, reason }: Market,
  of: {
    facts: CarryBasis["facts"];
    fair: NumberTriple | null;
    carry(day: string | null): CarriedValue | null;
  },
): MarketValue {
  const none = { state, reason, price, pricePerShare: null, carried: null, upside: null };
  if (price === null) return none;
  const get = (key: string) => assumptions.find((one) => one.key === key)?.value ?? null;
  const { value, reason: why } = sharePrice(price, of.facts, get);
  if (value === null) return { ...none, reason: why };
  const carriedValue = of.carry(price.date);
  const onDay = carriedValue?.fairValuePerShare ?? of.fair;
  const upside = onDay === null || onDay.mid === null ? null : upsideOf(onDay, value);
  return inStatedDigits({
    state,
    reason: why,
    price,
    pricePerShare: value,
    carried: carriedValue,
    upside,
  });
}

function priceWarnings({ price }: Market): Warning[] {
  if (price === null) return [];
  const warnings: Warning[] = [];
  if (price.ageDays !== null && price.ageDays > oldPriceDays) {
    const message = `The newest close is of ${price.date}, ${price.ageDays} days before the day asked for.`;
    warnings.push({ code: "price_old", message });
  }
  if (price.jump !== null) {
    const message = `The close changed by a factor of ${price.jump.factor.toFixed(2)} on ${price.jump.date}, after the balance sheet: where that was a split, price and value count different shares.`;
    warnings.push({ code: "price_jump", message });
  }
  return warnings;
}
