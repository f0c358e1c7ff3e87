import { addDays, daysBetween } from "#registry/models/inputs/dates.ts";
import type { ModelFacts } from "#registry/models/inputs/facts.ts";
import { listedAs, type Market, marketNotConfigured } from "#registry/models/market/price.ts";
import { factorOfClose } from "#registry/models/market/splits.ts";
import { oldPriceDays } from "#registry/models/market/with-market.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { DatedPrice } from "#schemas/shapes/models/price.ts";
import type { FoundClose } from "../../clients/prices/prices.ts";
import type { Deps } from "../../deps.ts";
import { findNamedCompany } from "./queries.ts";

type MarketDeps = Pick<Deps, "db" | "prices" | "now">;

/** The company whose price is asked for. */
export interface PricedCompany {
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
  { ticker, facts }: PricedCompany,
  day: string,
): Promise<DatedPrice | string> {
  if (!deps.prices.isConfigured) return marketNotConfigured.reason ?? "";
  if (ticker === null) return noTicker;
  const since = facts.anchors?.balanceSheetDate ?? day;
  const answer = await deps.prices.closeOn(ticker, day, since);
  if (answer.state !== "available") return answer.reason;
  const { value, currency, date, isAdjusted, jump } = answer.close;
  return {
    value,
    currency,
    date,
    isAdjusted,
    of: listedAs({ security: facts.security }),
    ageDays: daysBetween(date, day),
    jump,
    source: deps.prices.source,
  };
}

/**
 * The price beside values of a day, on the shares of that day: an adjusted close of the past is multiplied by the
 * splits that came after it.
 */
export async function marketOn(deps: MarketDeps, of: PricedCompany, day: string): Promise<Market> {
  if (!deps.prices.isConfigured) return marketNotConfigured;
  const close = await closeOf(deps, of, day);
  const unavailable = (reason: string): Market => ({ state: "unavailable", reason, price: null });
  if (typeof close === "string") return unavailable(close);
  const { isAdjusted, ...price } = close;
  const factor = factorOn(of.splits, { isAdjusted, date: price.date });
  if (typeof factor === "string") return unavailable(factor);
  return { state: "available", reason: null, price: { ...price, value: price.value * factor } };
}

/** The factor that turns an adjusted close into the close of its day, or the reason why it is unknown. */
const factorOn = (
  splits: ModelFacts["splits"],
  close: { isAdjusted: boolean; date: string | null },
): number | string =>
  factorOfClose(splits, close) ??
  `A split took effect between two filings around ${close.date}: what the close of that day was is not known.`;

type Quote = Terminal["marketData"];

/**
 * The quote of a company on a day, on the shares of that day. Change and range are null for closes as traded that a
 * split may lie between.
 */
export async function quoteOn(
  deps: MarketDeps,
  { ticker, splits }: Pick<PricedCompany, "ticker" | "splits">,
  day: string,
): Promise<Quote> {
  const unavailable = (reason: string): Quote => ({ state: "unavailable", reason, quote: null });
  if (ticker === null) return unavailable(noTicker);
  const answer = await deps.prices.closeOn(ticker, day, addDays(day, -daysOfYear));
  if (answer.state !== "available") return { ...answer, quote: null };
  const { close } = answer;
  const factor = factorOn(splits, close);
  if (typeof factor === "string") return unavailable(factor);
  return {
    state: "available",
    reason: null,
    quote: quoteOf(close, factor, day, deps.prices.source),
  };
}

const noTicker = "The company has no ticker.";
const daysOfYear = 364;

function quoteOf(close: FoundClose, factor: number, day: string, provider: string) {
  const { value, currency, trend, jump } = close;
  const { before, low, high } = trend;
  const onDay = (price: number) => Number((price * factor).toPrecision(12));
  const isComparable = jump === null;
  const hasChange = isComparable && before !== null;
  return {
    price: onDay(value),
    currency,
    provider,
    dayChange: hasChange ? onDay(value - before) : null,
    dayChangePercent: hasChange ? Number(((value / before - 1) * 100).toPrecision(6)) : null,
    fiftyTwoWeekLow: isComparable ? onDay(low) : null,
    fiftyTwoWeekHigh: isComparable ? onDay(high) : null,
    beta: null,
    sharesOutstanding: null,
    isStale: daysBetween(close.date, day) > oldPriceDays,
    isDelayed: true,
  };
}
