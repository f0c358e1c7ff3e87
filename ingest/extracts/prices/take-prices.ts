import type { ExtractedCompany, ExtractStore } from "../extracted-company.ts";
import { digestOf } from "../manifest.ts";
import type { Staging } from "../staging.ts";
import { dayText, digestOfCloses, type ExtractPrices } from "./extract-prices.ts";

const lastDay = "9999-12-31";

/**
 * The companies as their closes up to the newest filing make them, and a digest of all closes, later ones too; null
 * without prices.
 */
export async function takePrices(
  { prices = null }: Pick<ExtractStore, "prices">,
  listed: readonly ExtractedCompany[],
): Promise<{ companies: ExtractedCompany[]; closes: string | null }> {
  if (prices === null) return { companies: [...listed], closes: null };
  const companies: ExtractedCompany[] = [];
  const digests: (string | null)[] = [];
  for (const company of listed) {
    const closes = await closesOf(prices, company.ticker);
    const upToFiling = digestOfCloses(closes, company.newestFiling ?? "0");
    companies.push({ ...company, state: digestOf([company.state, "prices", upToFiling]) });
    digests.push(digestOfCloses(closes, lastDay));
  }
  return { companies, closes: digestOf(digests) };
}

const closesOf = async (prices: ExtractPrices, ticker: string | null) =>
  ticker === null ? null : await prices.closesOf(ticker);

/** One row per close of each company. */
export async function appendCloses(
  { prices = null }: Pick<ExtractStore, "prices">,
  companies: readonly ExtractedCompany[],
  staging: Staging,
): Promise<void> {
  if (prices === null) return;
  for (const { cik, ticker } of companies) {
    const own = await closesOf(prices, ticker);
    if (own === null) continue;
    const { days, closes, currency, isAdjusted } = own;
    const rows = Array.from(days, (day, at) => [
      cik,
      ticker,
      dayText(day),
      closes[at] ?? null,
      currency,
      isAdjusted,
    ]);
    staging.append("closes", rows);
  }
}

/** Day of the oldest close; null without any. */
export async function firstDayOf(
  prices: ExtractPrices | null,
  ticker: string | null,
): Promise<string | null> {
  const day = prices === null ? undefined : (await closesOf(prices, ticker))?.days[0];
  return day === undefined ? null : dayText(day);
}
