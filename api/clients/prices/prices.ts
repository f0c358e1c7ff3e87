import type { PriceSettings } from "#schemas/config/price-settings.ts";
import {
  type Close,
  type CloseTrend,
  closeOn,
  jumpBetween,
  type Series,
  trendTo,
} from "./series.ts";
import { openAddress, openPath, SourceFailure } from "./sources.ts";

/** A close with the greatest change of a day since some other day, and what it is compared with. */
export interface FoundClose extends Close {
  trend: CloseTrend;
  jump: { date: string; factor: number } | null;
}

type PriceAnswer =
  | { state: "available"; close: FoundClose }
  | { state: "unavailable" | "not_configured"; reason: string };

/** Daily closes of a provider. */
export interface Prices {
  isConfigured: boolean;
  /** As answers name the provider. */
  source: string;
  /**
   * The newest close of a ticker on or before a day, never a later one. `since` is the day from which on changes that
   * may be splits are told. Never throws: a provider that cannot be read is unavailable with a reason.
   */
  closeOn(ticker: string, day: string, since: string): Promise<PriceAnswer>;
  /** All closes of a ticker; null where there are none, or the provider cannot be read. */
  closesOf(ticker: string): Promise<Series | null>;
}

const notConfigured = {
  state: "not_configured",
  reason: "No market-data provider is configured.",
} as const;

export const noPrices: Prices = {
  isConfigured: false,
  source: "",
  closeOn: async () => notConfigured,
  closesOf: async () => null,
};

export interface PriceOptions {
  /** How long a file counts as unchanged, in ms. */
  checkMs?: number;
  /** How long an answer of an address is used, in ms. */
  addressMs?: number;
  /** Closes held at most. */
  rowsMax?: number;
  log?: { warn(fields: object, message: string): void };
  now?: () => number;
}

/** Opens the provider of PRICES_URL. The provider is read at the first question. */
export function openPrices({ url, isAdjusted }: PriceSettings, options: PriceOptions = {}): Prices {
  const rules = {
    isAdjusted,
    rowsMax: options.rowsMax ?? 2_000_000,
    now: options.now ?? (() => performance.now()),
    checkMs: options.checkMs ?? 5_000,
    addressMs: options.addressMs ?? 900_000,
  };
  const isAddress = /^https?:/.test(url);
  const source = isAddress ? openAddress(url, rules) : openPath(url, rules);
  /** The reason where the provider cannot be read. */
  const seriesOf = async (ticker: string): Promise<Series | string | null> => {
    try {
      return await source.series(ticker.toUpperCase());
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      options.log?.warn({ reason: error.message }, "prices cannot be read");
      return error.message;
    }
  };
  return {
    isConfigured: true,
    source: isAddress ? new URL(url).host : "file of daily closes",
    async closeOn(ticker, day, since) {
      const series = await seriesOf(ticker);
      if (typeof series === "string") return { state: "unavailable", reason: series };
      const close = series === null ? null : closeOn(series, day);
      const trend = series === null ? null : trendTo(series, day);
      if (series === null || close === null || trend === null) {
        const reason = `The provider has no close of ${ticker} on or before ${day}.`;
        return { state: "unavailable", reason };
      }
      const jump = close.isAdjusted ? null : jumpBetween(series, since, day);
      return { state: "available", close: { ...close, jump, trend } };
    },
    async closesOf(ticker) {
      const series = await seriesOf(ticker);
      return typeof series === "string" ? null : series;
    },
  };
}
