import { digestOf } from "../manifest.ts";

/** The closes of one ticker. */
export interface DailyCloses {
  /** Days as numbers yyyymmdd, ascending. */
  days: Int32Array;
  closes: Float64Array;
  currency: string;
  /** True: later splits are taken out of the closes. */
  isAdjusted: boolean;
}

/** The newest close on or before a day, with the greatest change of a day since another. */
export interface DayClose {
  date: string;
  value: number;
  currency: string;
  isAdjusted: boolean;
  jump: { date: string; factor: number } | null;
}

/** Where an extract takes closes from. */
export interface ExtractPrices {
  source: string;
  closeOn(
    ticker: string,
    day: string,
    since: string,
  ): Promise<{ state: "available"; close: DayClose } | { state: "unavailable" | "not_configured" }>;
  /** Null where there are none, or they cannot be read. */
  closesOf(ticker: string): Promise<DailyCloses | null>;
}

/**
 * Digest of the closes up to a day, later ones left out: what metrics of filings up to that day rest on. Null without
 * any.
 */
export function digestOfCloses(closes: DailyCloses | null, upTo: string): string | null {
  if (closes === null) return null;
  const last = Number(upTo.replaceAll("-", ""));
  const count = closes.days.findLastIndex((day) => day <= last) + 1;
  if (count === 0) return null;
  const bytes = [closes.days.slice(0, count), closes.closes.slice(0, count)];
  const hashed = bytes.map(({ buffer }) => Buffer.from(buffer).toString("base64"));
  return digestOf([closes.currency, closes.isAdjusted, ...hashed]);
}

/** A day of `DailyCloses` as ISO text. */
export function dayText(day: number): string {
  const text = String(day);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}
