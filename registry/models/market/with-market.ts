import type { ModelResult } from "../answers/result.ts";
import { ratio } from "../answers/rounding.ts";
import { tripleOf } from "../answers/scenario-values.ts";
import { inStatedDigits } from "../answers/stated-digits.ts";
import type { Warning } from "../assumption.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { type Market, type MarketValue, sharePrice } from "./price.ts";

/** A price older than this is told. */
export const oldPriceDays = 7;

/**
 * The result with a price beside its values. A DCF's summary has the price and the upside too. Without a price the
 * result says why, and stays as it is.
 */
export function withMarket(
  result: ModelResult,
  market: Market,
  facts: Pick<ModelFacts, "anchors" | "security">,
): ModelResult {
  const value = inStatedDigits(marketValue(result, market, facts));
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

function marketValue(
  { assumptions, valuationRange }: ModelResult,
  { state, price, reason }: Market,
  facts: Pick<ModelFacts, "anchors" | "security">,
): MarketValue {
  if (price === null) return { state, reason, price, pricePerShare: null, upside: null };
  const get = (key: string) => assumptions.find((one) => one.key === key)?.value ?? null;
  const { value, reason: why } = sharePrice(price, facts, get);
  const fair = valuationRange?.fairValuePerShare ?? null;
  const isComparable = value !== null && fair !== null && fair.mid !== null;
  const upside = isComparable
    ? tripleOf((scenario) => {
        const over = ratio(fair[scenario], value);
        return over === null ? null : over - 1;
      })
    : null;
  return { state, reason: why, price, pricePerShare: value, upside };
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
