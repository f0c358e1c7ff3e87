import { fromNumber } from "#schemas/decimal.ts";
import type { ExactFigure } from "#schemas/metrics/compute.ts";
import { type MarketInput, marketInputs } from "#schemas/metrics/priced-definitions.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import { netDebtAt } from "../inputs/claims/claims.ts";
import { isFinancialInstitution } from "../inputs/company-type.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { sharePrice } from "./price.ts";

/** What a price gives for metrics of one company on one day. */
export interface MarketFigures {
  of(input: MarketInput): ExactFigure;
  /** Day of the close; null without one. */
  day: string | null;
}

export const isMarketInput = (key: string): key is MarketInput =>
  (marketInputs as readonly string[]).includes(key);

const none = (reason: string): ExactFigure => ({ value: null, reason });

const figure = (value: number | null | undefined, reason: string): ExactFigure =>
  value == null ? none(reason) : { value: fromNumber(value), reason: null };

/** The same reason for every input. */
export const withoutMarket = (reason: string): MarketFigures => ({
  of: () => none(reason),
  day: null,
});

/**
 * A price with the shares and claims that filings of its day count, on one basis of shares. Null with "no_price",
 * "price_in_other_currency", or with "split_basis_unknown" where the close jumped after the balance sheet as for a split
 * that no filing of the day shows.
 */
export function figuresOfPrice(facts: ModelFacts, price: Price | null): MarketFigures {
  if (price === null) return withoutMarket("no_price");
  if (price.jump !== null) return withoutMarket("split_basis_unknown");
  const share = sharePrice(price, facts, () => null).value;
  const claims = netDebtAt(facts.claims);
  const figures: Record<MarketInput, ExactFigure> = {
    share_price: figure(share, "price_in_other_currency"),
    diluted_shares: figure(facts.shares?.value, "not_reported"),
    net_claims: isFinancialInstitution(facts)
      ? none("not_applicable_template")
      : figure(claims, "not_reported"),
  };
  return { of: (input) => figures[input], day: price.date };
}
