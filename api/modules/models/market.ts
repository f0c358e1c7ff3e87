import { daysBetween } from "#registry/models/inputs/dates.ts";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import type { DatedPrice } from "#registry/models/market/own-history.ts";
import { listedAs, type Market, marketNotConfigured } from "#registry/models/market/price.ts";
import { priceDivisor } from "#registry/models/market/splits.ts";
import type { Deps } from "../../deps.ts";
import { findNamedCompany } from "./queries.ts";

type MarketDeps = Pick<Deps, "db" | "prices" | "now">;

/** Whose price is asked for. */
export interface Listed {
  ticker: string | null;
  facts: ModelFacts;
  /** Splits as all filings show them, of whatever day the facts are. */
  splits: ModelFacts["splits"];
}

export const today = (deps: Pick<Deps, "now">) => deps.now().toISOString().slice(0, 10);

/** The ticker that a company's closes stand under; null for a company that is not listed. */
export async function tickerOf(deps: MarketDeps, entityId: string): Promise<string | null> {
  if (!deps.prices.isConfigured) return null;
  return (
    (await findNamedCompany(deps.db, entityId, { userId: null, isAdmin: true }))?.ticker ?? null
  );
}

/** The newest close on or before a day, or why there is none. */
export async function closeOf(
  deps: MarketDeps,
  { ticker, facts }: Listed,
  day: string,
): Promise<DatedPrice | string> {
  if (!deps.prices.isConfigured) return marketNotConfigured.reason ?? "";
  if (ticker === null) return "The company has no ticker.";
  const since = facts.anchors?.balanceSheetDate ?? day;
  const answer = await deps.prices.closeOn(ticker, day, since);
  if (answer.state !== "available") return answer.reason;
  const { value, currency, date, isAdjusted, jump } = answer.close;
  return {
    ...{ value, currency, date, isAdjusted, of: listedAs({ security: facts.security }) },
    ...{ ageDays: daysBetween(date, day), jump, source: deps.prices.source },
  };
}

/**
 * The price beside values of a day, on the shares of that day: an adjusted close of the past is multiplied by the splits
 * that came after it.
 */
export async function marketOn(deps: MarketDeps, of: Listed, day: string): Promise<Market> {
  if (!deps.prices.isConfigured) return marketNotConfigured;
  const found = await closeOf(deps, of, day);
  const unavailable = (reason: string): Market => ({ state: "unavailable", reason, price: null });
  if (typeof found === "string") return unavailable(found);
  const { isAdjusted, ...price } = found;
  if (!isAdjusted || price.date === null) return { state: "available", reason: null, price };
  const factor = priceDivisor(of.splits, price.date);
  if (factor === null) {
    return unavailable(
      `A split took effect between two filings around ${price.date}: what the close of that day was is not known.`,
    );
  }
  return { state: "available", reason: null, price: { ...price, value: price.value * factor } };
}
