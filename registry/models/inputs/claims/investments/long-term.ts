import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { isFinancialInstitution } from "../../company-type.ts";
import { firstOf, ownElements, summed } from "../../filed-facts.ts";
import { placedTags } from "../../members/place-tags.ts";
import { byPlace, inRows, ofOneMeasurement } from "../../members/places.ts";
import { bridgeTags } from "../../model-tags.ts";
import { areBeside, totalOf } from "../../rows/nested-rows.ts";
import { isOfLine } from "../../rows/of-line.ts";
import { rowsOfKind } from "../../rows/unread-rows.ts";
import type { ModelSource } from "../../source.ts";
import { type At, firstReading, isIfrs } from "../debt.ts";
import {
  decommissioning,
  otherInvestments,
  ownOtherInvestments,
  wholeInvestments,
} from "../security-tags.ts";

/** Associates and joint ventures, tagged, as printed rows, or in rows of other assets. */
export const associatesAt = (source: ModelSource, at: At) =>
  withRows(source, at, firstOf(source, at, bridgeTags.associates), "associates") ??
  inNoncurrentRows(source, at, placedTags.associates);

/**
 * What is tagged with the printed rows of its kind that are not current (CF Industries 2009: 160.2 and 133.9). A note that is
 * no row may hold them: the larger counts.
 */
function withRows(
  source: ModelSource,
  at: At,
  tagged: QuotedValue | null,
  kind: "associates" | "investments",
): QuotedValue | null {
  const rows = rowsOfKind(source, at, "assets", kind).filter(({ isCurrent }) => !isCurrent);
  if (rows.length === 0) return tagged;
  const printed = rows.map(({ quoted }) => quoted);
  if (tagged === null) return summed(at, printed);
  if (isOfLine(source, at, tagged)) return summed(at, [tagged, ...printed]);
  const all = summed(at, printed);
  return all.value > tagged.value ? all : tagged;
}

/** What filings state in rows of other assets alone (Medtronic: 28, 311 and 859), each amount once; null without any. */
function inNoncurrentRows(
  source: ModelSource,
  at: At,
  tags: readonly string[],
): QuotedValue | null {
  if (isFinancialInstitution(source)) return null;
  const marketable = firstOf(source, at, bridgeTags.marketable)?.value;
  const placed = tags.flatMap((tag) => inRows(source, tag, at, "noncurrent"));
  const once = new Map(placed.map((one) => [one.value, one]));
  const parts = [...once.values()].filter(({ value }) => value !== marketable);
  if (parts.length === 0) return null;
  return { ...summed(at, parts), note: "in rows of other assets" };
}

/**
 * A line of all long-term investments is taken without marketable ones, and holds associates: unless it is less than
 * either, which then stands beside it.
 */
export function investmentsAt(
  source: ModelSource,
  at: At,
): { quoted: QuotedValue | null; holdsAssociates: boolean } {
  const ofIfrs = isIfrs(source, at) ? measuredAt(source, at) : null;
  if (ofIfrs !== null) return { quoted: ofIfrs, holdsAssociates: false };
  const row = firstOf(source, at, bridgeTags.allInvestments) ?? wholeRow(source, at);
  const associates = associatesAt(source, at);
  const own = ownInvestments(source, at, associates);
  if (own !== null && !isPartOf(source, own, row)) {
    const quoted = isMarketable(source, at, own) ? null : withRows(source, at, own, "investments");
    const holdsAssociates = holdsNoted(source, at, { own, row, associates, printed: quoted });
    return { quoted: quoted && withMarketable(source, at, quoted), holdsAssociates };
  }
  const all = withoutFunds(source, at, row, associates);
  if (all === null) {
    const quoted = withRows(source, at, null, "investments") ?? placedAt(source, at);
    return { quoted, holdsAssociates: false };
  }
  const holdsAssociates =
    associates === null ||
    (associates.value <= all.value &&
      !areBeside(source, all, associates) &&
      !isOfSecurities(source, all));
  const marketable = firstOf(source, at, bridgeTags.marketable);
  if (marketable === null || marketable.value > all.value) return { quoted: all, holdsAssociates };
  const less = summed(at, [all, { ...marketable, value: -marketable.value }]);
  return { quoted: less.value > 0 ? less : null, holdsAssociates };
}

/** By measurement under IFRS, else all that are no associates (Agnico Eagle 2023: 345.3). */
function measuredAt(source: ModelSource, at: At): QuotedValue | null {
  const measured = bridgeTags.measuredNoncurrent.flatMap((row) => firstOf(source, at, row) ?? []);
  if (measured.length > 0) return summed(at, measured);
  return firstOf(source, at, bridgeTags.unmeasuredNoncurrent);
}

/** True for a printed row whose label says that it is of securities: associates stand elsewhere (General Electric 2023: 7,931 beside 38,000). */
function isOfSecurities({ rowLabels }: ModelSource, { provenance }: QuotedValue): boolean {
  const element = `${provenance?.taxonomy}:${provenance?.concept}`;
  return /securities/i.test(rowLabels?.[provenance?.accessionNumber ?? ""]?.[element] ?? "");
}

/**
 * The printed row of all investments, of assets that are not current (Marathon: 106.3) or where these are not parted (General
 * Electric: 41,549).
 */
function wholeRow(source: ModelSource, at: At): QuotedValue | null {
  if (isFinancialInstitution(source)) return null;
  const row = firstOf(source, at, wholeInvestments);
  const isParted = firstReading(at, "total_current_assets") !== null;
  const keys = isParted ? ["remaining_total_assets"] : null;
  return row !== null && isOfLine(source, at, row, keys) ? row : null;
}

/** Investments without a market value with those that have one, in rows of other assets (Bristol-Myers Squibb: 698 and 459; Coca-Cola 2024: 40, 1,616 and 371). */
function withMarketable(source: ModelSource, at: At, own: QuotedValue): QuotedValue {
  if (own.provenance?.concept !== unvalued) return own;
  const [valued, noncurrent] = placedTags.equity;
  const beside = inNoncurrentRows(source, at, [valued, noncurrent, ...placedTags.debtSecurities]);
  return beside === null ? own : summed(at, [own, beside]);
}

/** What filings state in rows of other assets, else what has no market value by its kind, else by level of fair value (Micron 2024: 190). */
function placedAt(source: ModelSource, at: At): QuotedValue | null {
  const rows = [...placedTags.equity, ...placedTags.debtSecurities];
  const placed = inNoncurrentRows(source, at, rows);
  if (placed !== null || isFinancialInstitution(source)) return placed;
  const kinds = ofOneMeasurement(source, `us-gaap:${unvalued}`, at);
  if (kinds.some(({ value }) => value > 0)) return summed(at, kinds);
  const byLevel = byPlace(source, `us-gaap:${unvalued}`, at).find(({ place }) => place === null);
  return byLevel !== undefined && byLevel.quoted.value > 0 ? byLevel.quoted : null;
}

const otherRow = "OtherLongTermInvestments";

/**
 * True for a row of other long-term investments that holds the associates: no row of the balance sheet states them, and no
 * row of all investments has room for both (Alphabet: 2,000 of 37,982; Disney, which prints one row under both elements). So
 * does a printed row that has room for them and for what has no market value (Meta 2024: 52 and 6,018 of 6,070; Intel 2023: 5 and
 * 4,630 of 5,829).
 */
function holdsNoted(
  source: ModelSource,
  at: At,
  {
    own,
    row,
    associates,
    printed,
  }: Record<"row" | "associates" | "printed", QuotedValue | null> & { own: QuotedValue },
): boolean {
  if (associates === null || isOfLine(source, at, associates)) return false;
  const both = own.value + associates.value;
  if (own.provenance?.concept !== otherRow) return (printed?.value ?? 0) >= both;
  return associates.value <= own.value && !(row !== null && row.value >= both);
}

/** True for a row of other long-term investments that is the one of marketable securities (Intuit 2019). */
const isMarketable = (source: ModelSource, at: At, own: QuotedValue) =>
  own.provenance?.concept === otherRow &&
  firstOf(source, at, bridgeTags.marketable)?.value === own.value;

/**
 * True for investments of a note that a row of all long-term investments has room for (AbbVie: 169 of 279; Westwood: 0.241 of
 * 7.247).
 */
const isPartOf = (source: ModelSource, own: QuotedValue, row: QuotedValue | null) =>
  row !== null &&
  row.value >= own.value &&
  (own.provenance?.concept === unvalued ||
    (totalOf(source, row) !== null && totalOf(source, own) === null));

/**
 * Investments by their own element; null where a figure of all affiliates and joint ventures holds those of a note: one that
 * the filing states as associates, too (Mastercard 2023: 1,223 without a market value of 1,729).
 */
function ownInvestments(source: ModelSource, at: At, all: QuotedValue | null): QuotedValue | null {
  const own = firstOf(source, at, bridgeTags.equityInvestments);
  if (own?.provenance?.concept !== unvalued || all === null) return own;
  const stated = bridgeTags.associates.slice(0, 2).map((tag) => firstOf(source, at, [tag])?.value);
  const isOfAll = stated.every((value) => value === all.value) && all.value >= own.value;
  return isOfAll && !isOfLine(source, at, own) ? null : own;
}

const unvalued = "EquitySecuritiesWithoutReadilyDeterminableFairValueAmount";

const rounding = 0.001;

/**
 * All investments without funds that are set aside to take a nuclear plant down, where these, associates and other
 * investments add up to them (Dominion, PPL).
 */
function withoutFunds(
  source: ModelSource,
  at: At,
  all: QuotedValue | null,
  associates: QuotedValue | null,
): QuotedValue | null {
  const funds = firstOf(source, at, decommissioning);
  const tags = [...otherInvestments, ...ownElements(source, ownOtherInvestments)];
  const other = firstOf(source, at, tags);
  if (all === null || funds === null) return all;
  const parts = funds.value + (associates?.value ?? 0) + (other?.value ?? 0);
  if (Math.abs(parts - all.value) > rounding * all.value) return all;
  return summed(at, [all, { ...funds, value: -funds.value }]);
}
