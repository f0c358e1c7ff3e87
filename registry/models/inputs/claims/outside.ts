import type { QuotedValue } from "../../answers/provenance.ts";
import { isReit } from "../company-type.ts";
import { addDays } from "../dates.ts";
import { filedFact, firstOf, ownElements, summed } from "../filed-facts.ts";
import { bridgeTags } from "../model-tags.ts";
import { rowsOfKind, unreadRows } from "../rows/unread-rows.ts";
import { isInYear, withinYear } from "../scopes/for-sale-within.ts";
import { type ModelSource, numberOf } from "../source.ts";
import type { At } from "./debt.ts";
import { securitiesApart } from "./investments/apart.ts";
import { associatesAt, investmentsAt } from "./investments/long-term.ts";
import type { ClaimKey } from "./lines.ts";
import { digitalAssets, ownDigitalAssets, receivablesOfSold } from "./security-tags.ts";

/** Each line between enterprise value and equity at one day; null where filings have none. */
export type ClaimAmounts = Record<ClaimKey, QuotedValue | null>;

type Outside = Pick<ClaimAmounts, "equity_investments" | "associates" | "held_for_sale">;

/** Assets outside the business at a balance sheet date, each from the filings (models.md 3.3). */
export function outsideAt(source: ModelSource, at: At): Outside {
  const investments = investmentsAt(source, at);
  const { quoted } = investments;
  const beside = [...securitiesApart(source, at, quoted), ...digitalAt(source, at)];
  const all = quoted === null ? beside : [quoted, ...beside];
  return {
    equity_investments: all.length === 0 ? null : summed(at, all),
    associates: investments.holdsAssociates ? null : associatesAt(source, at),
    held_for_sale: heldForSaleAt(source, at),
  };
}

/**
 * Digital assets of a day, which are in no line of investments: tagged at fair value (Tesla: 1,076), else the rows of the
 * balance sheet under elements of the filer's own (Marathon: 639.7). Where current rows are a remainder, such an element of the
 * day needs no row.
 */
export function digitalAt(source: ModelSource, at: At): QuotedValue[] {
  const { parts, whole } = digitalAssets;
  const filed = rowsOf(source, at, { whole, parts: parts.map((tag) => [tag]) });
  if (filed.length > 0) return filed;
  if (!hasRemainder(at)) {
    return rowsOfKind(source, at, "assets", "digital").map(({ quoted }) => quoted);
  }
  return ownElements(source, ownDigitalAssets)
    .flatMap((tag) => firstOf(source, at, [tag]) ?? [])
    .slice(0, 1);
}

/** True for current assets of which not all rows are known. */
export const hasRemainder = ({ here }: At): boolean =>
  here.some(({ lines }) => {
    const lineage = lines.remaining_current_assets?.lineage ?? null;
    return lineage !== null && typeof lineage !== "number" && lineage[0] === "remainder";
  });

/**
 * Assets less liabilities of discontinued operations. A group for sale whose results are still in operating income is
 * valued with it: without income from discontinued operations there is no line, and none where the year holds them. What buyers
 * owe stands there in any case.
 */
function heldForSaleAt(source: ModelSource, at: At): QuotedValue | null {
  const whole = groupForSaleAt(source, at);
  const group = whole !== null && isInYear(source, at.end) ? withinYear(whole) : whole;
  // Beside liabilities for sale they are a business, whose results are in operating income (Hillenbrand 2020: 181.3 and 32.5).
  const isOfGroup = rowsOfKind(source, at, "liabilities", "for_sale").length > 0;
  const single = unreadRows(source, at).filter(
    ({ element, quoted }) => quoted.value > 0 && singleAssets.test(element) && !isOfGroup,
  );
  const parts = [
    ...(group === null ? [] : [group]),
    ...single.map(({ quoted }) => quoted),
    ...soldAt(source, at),
  ];
  return parts.length === 0 ? null : summed(at, parts);
}

/** What buyers of businesses and properties owe (Upexi 2024: 4.0; Logistic Properties 2024: 3.6). */
const soldAt = (source: ModelSource, at: At): QuotedValue[] => [
  ...[firstOf(source, at, receivablesOfSold)].flatMap((one) => one ?? []),
  ...rowsOfKind(source, at, "assets", "sold").map(({ quoted }) => quoted),
];

/** Rows of assets for sale that are no group: no business uses them any more (Tsakos: vessels of 21.0). */
const singleAssets = /^us-gaap:AssetsHeldForSaleNotPartOfDisposalGroup(Current)?$/;

function groupForSaleAt(source: ModelSource, at: At): QuotedValue | null {
  const from = addDays(at.end, -370);
  const discontinuedOn = source.periods.flatMap(({ end, lines }) =>
    (numberOf(lines.income_discontinued?.value) ?? 0) === 0 ? [] : [end],
  );
  if (!discontinuedOn.some((end) => end <= at.end && end > from)) return null;
  const { discontinued, forSale } = bridgeTags;
  const groups = rowsOf(source, at, discontinued.assets);
  const owing = rowsOf(source, at, discontinued.liabilities);
  if (groups.length > 0) {
    const isOfAnother = wasEmpty(source, at, discontinuedOn);
    return isOfAnother ? null : summed(at, [...groups, ...owing.map(negated)]);
  }
  const owned = rowsOf(source, at, forSale.assets);
  const owed = owing.length > 0 ? owing : rowsOf(source, at, forSale.liabilities);
  // Of single assets for sale nothing is owed; a business of the day's results is. A property of a trust is one by itself.
  const isWhole = owed.length > 0 || isReit(source);
  const isBusiness = owned.length > 0 && isWhole && discontinuedOn.includes(at.end);
  if (isBusiness) return summed(at, [...owned, ...owed.map(negated)]);
  // What is left of a business that is sold may be liabilities alone (Trintech).
  return owned.length === 0 && owing.length > 0 ? summed(at, owing.map(negated)) : null;
}

/**
 * True where the group had nothing at the balance before, whose year has discontinued results, too: a discontinued business would
 * stand in it there, so its results are of another (American Electric Power 2016: plants of 1,951 and 0).
 */
const wasEmpty = (source: ModelSource, at: At, discontinuedOn: readonly string[]): boolean => {
  const from = addDays(at.end, -370);
  const to = addDays(at.end, -360);
  const { whole, parts } = bridgeTags.discontinued.assets;
  const before = discontinuedOn
    .filter((end) => end >= from && end <= to)
    .flatMap((end) =>
      [...whole, ...parts.flat()].flatMap(
        (tag) => filedFact(source, [tag], { start: null, end, unit: at.currency }) ?? [],
      ),
    );
  return before.length > 0 && before.every(({ value }) => Number(value) === 0);
};

const negated = (one: QuotedValue) => ({ ...one, value: -one.value });

/** The parts of one side, else the whole. */
function rowsOf(
  source: ModelSource,
  at: At,
  { whole, parts }: { whole: readonly string[]; parts: readonly (readonly string[])[] },
): QuotedValue[] {
  const found = parts.flatMap((tags) => firstOf(source, at, tags) ?? []);
  return found.length > 0 ? found : [firstOf(source, at, whole)].flatMap((one) => one ?? []);
}
