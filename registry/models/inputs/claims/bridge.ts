import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import type { Get } from "../../assumption.ts";
import { addDays } from "../dates.ts";
import { factsOf, filedFact, quoteFact } from "../filed-facts.ts";
import { bridgeTags } from "../model-tags.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { type At, isIfrs } from "./debt.ts";

/** What lies between enterprise value and equity beside cash, debt and other claims; each can be changed. */
export const bridgeLines = [
  { key: "equity_investments", label: "Equity and other long-term investments", side: "asset" },
  { key: "associates", label: "Associates and joint ventures", side: "asset" },
  { key: "held_for_sale", label: "Net assets of discontinued operations", side: "asset" },
  { key: "pension_deficit", label: "Pension liabilities", side: "claim" },
] as const;

export type BridgeKey = (typeof bridgeLines)[number]["key"];
export type Bridge = Partial<Record<BridgeKey, QuotedValue | null>>;

const keysOf = (side: "asset" | "claim") =>
  bridgeLines.filter((one) => one.side === side).map(({ key }) => key);

/** Keys whose sum is assets outside the business, and claims before equity. */
export const assetKeys: readonly string[] = keysOf("asset");
export const claimKeys: readonly string[] = ["other_claims", ...keysOf("claim")];

/** The sum of assumptions; one that is not there counts as zero. */
export const sumOf = (get: Get, keys: readonly string[]): number =>
  keys.reduce((total, key) => total + (get(key) ?? 0), 0);

/** The lines at a balance sheet date, each from the filings (models.md 3.3). Pensions are before tax. */
export function bridgeAt(source: ModelSource, at: At): Bridge {
  const investments = investmentsAt(source, at);
  return {
    equity_investments: investments.quoted,
    associates: investments.holdsAssociates ? null : firstOf(source, at, bridgeTags.associates),
    held_for_sale: heldForSaleAt(source, at),
    pension_deficit: pensionsAt(source, at),
  };
}

function firstOf(source: ModelSource, at: At, tags: readonly string[]): QuotedValue | null {
  const fact = filedFact(source, tags, { start: null, end: at.end, unit: at.currency });
  return positive(quoteFact(fact, "total_assets", "instant"));
}

const positive = (quoted: QuotedValue | null) =>
  quoted === null || quoted.value === 0 ? null : quoted;

/** A line of all long-term investments is taken without marketable ones, and holds associates. */
function investmentsAt(
  source: ModelSource,
  at: At,
): { quoted: QuotedValue | null; holdsAssociates: boolean } {
  const tags = isIfrs(source, at) ? bridgeTags.measuredNoncurrent : [];
  const measured = tags.flatMap((tag) => firstOf(source, at, [tag]) ?? []);
  if (measured.length > 0) return { quoted: summed(at, measured), holdsAssociates: false };
  const own = firstOf(source, at, bridgeTags.equityInvestments);
  if (own !== null) return { quoted: own, holdsAssociates: false };
  const all = firstOf(source, at, bridgeTags.allInvestments);
  if (all === null) return { quoted: null, holdsAssociates: false };
  const marketable = firstOf(source, at, bridgeTags.marketable);
  if (marketable === null) return { quoted: all, holdsAssociates: true };
  const less = summed(at, [all, { ...marketable, value: -marketable.value }]);
  return { quoted: less.value > 0 ? less : null, holdsAssociates: true };
}

function summed({ end }: At, parts: readonly QuotedValue[]): QuotedValue {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    value: parts.reduce((total, { value }) => total + value, 0),
    provenance: computedProvenance("total_assets", "bridge", end, parts, "instant"),
  };
}

/**
 * Assets less liabilities of discontinued operations. A group for sale whose results are still in operating income is
 * valued with it: without income from discontinued operations there is no line.
 */
function heldForSaleAt(source: ModelSource, at: At): QuotedValue | null {
  const from = addDays(at.end, -370);
  const isDiscontinued = source.periods.some(({ end, lines }) => {
    const income = numberOf(lines.income_discontinued?.value);
    return end <= at.end && end > from && income !== null && income !== 0;
  });
  if (!isDiscontinued) return null;
  const sideOf = (whole: readonly string[], parts: readonly (readonly string[])[]) => {
    const found = parts.flatMap((tags) => firstOf(source, at, tags) ?? []);
    return found.length > 0 ? found : [firstOf(source, at, whole)].flatMap((one) => one ?? []);
  };
  const { assets, liabilities } = bridgeTags.discontinued;
  const owned = sideOf(assets.whole, assets.parts);
  if (owned.length === 0) return null;
  const owed = sideOf(liabilities.whole, liabilities.parts).map((one) => ({
    ...one,
    value: -one.value,
  }));
  return summed(at, [...owned, ...owed]);
}

const lookBackDays = 400;

/** Noted once a year: the newest of the last thirteen months. */
function pensionsAt(source: ModelSource, at: At): QuotedValue | null {
  const dates = [...new Set(bridgeTags.pensions.flat().flatMap((tag) => factsOf(source, tag)))]
    .map(({ end }) => end)
    .filter((end) => end <= at.end && end > addDays(at.end, -lookBackDays));
  const end = dates.sort().at(-1);
  if (end === undefined) return null;
  const parts = bridgeTags.pensions.flatMap((tags) => firstOf(source, { ...at, end }, tags) ?? []);
  if (parts.length === 0) return null;
  const quoted = summed({ ...at, end }, parts);
  return end === at.end ? quoted : { ...quoted, note: `as of ${end}, the newest that is filed` };
}
