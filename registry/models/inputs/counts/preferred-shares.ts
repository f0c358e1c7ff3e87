import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import { type At, firstReading } from "../claims/debt.ts";
import { preferredTags } from "../claims/debt-tags.ts";
import { factsByMember, factsOf, filedFact, newestOf, quoteFact } from "../filed-facts.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { countTags } from "./count-tags.ts";

const metric = "preferred_equity";
const rounding = 0.01;
const ofClass = /^us-gaap:StatementClassOfStockAxis=[^;]*$/;

/**
 * Preferred shares outstanding, else issued: of the company, else of its classes added up, where these at par are the
 * stated value (Tsakos 2023: 4,745,947 and 6,747,147 at 1.00 are 11,493 thousand). Null without any.
 */
export function preferredShares(source: ModelSource, at: At): QuotedValue | null {
  const wanted = { start: null, end: at.end };
  const whole = filedFact(source, preferredTags.shares, { ...wanted, unit: "shares" });
  if (whole !== null) return quoteFact(whole, metric, "instant");
  const par = numberOf(filedFact(source, preferredTags.parValue, { ...wanted, unit: null })?.value);
  const stated = firstReading(at, metric)?.value ?? 0;
  if (par === null || stated <= 0) return null;
  for (const tag of preferredTags.shares) {
    const classes = classesAt(source, at, tag);
    const value = sumOf(classes);
    if (Math.abs(value * par - stated) <= rounding * stated) {
      const provenance = computedProvenance(
        metric,
        "shares_of_classes",
        at.end,
        classes,
        "instant",
      );
      return { value, provenance };
    }
  }
  return null;
}

/** What filings state of each class of preferred shares on the day under the tag. */
const classesAt = (source: ModelSource, { end }: At, tag: string): QuotedValue[] => [
  ...byClass(source, [tag], end).values(),
];

const sumOf = (classes: readonly { value: number }[]) =>
  classes.reduce((sum, { value }) => sum + value, 0);

/**
 * Preferred shares of classes alone, whatever their value; 0 where filings state those of the company, and where they are the
 * common ones under another element (Ur-Energy).
 */
export function sharesOfClasses(source: ModelSource, at: At): number {
  const wanted = { start: null, end: at.end, unit: "shares" };
  if (filedFact(source, preferredTags.shares, wanted) !== null) return 0;
  const counts = preferredTags.shares.map((tag) => sumOf(classesAt(source, at, tag)));
  const count = counts.find((one) => one > 0) ?? 0;
  const isCommon = [...countTags.outstanding, ...countTags.issued]
    .flatMap((tag) => [...factsOf(source, tag), ...factsByMember(source, tag)])
    .some(({ end, value }) => end === at.end && numberOf(value) === count);
  return isCommon ? 0 : count;
}

/** What one preferred share has in a liquidation: of the company, else what every class has that filings state it of. */
export function inLiquidation(source: ModelSource, { end }: At): QuotedValue | null {
  const { liquidation } = preferredTags;
  const whole = filedFact(source, liquidation, { start: null, end, unit: null });
  if (whole !== null) return quoteFact(whole, metric, "instant");
  const stated = liquidation.flatMap((tag) => ofClasses(source, tag));
  const isOne = new Set(stated.map(({ value }) => numberOf(value))).size === 1;
  return isOne ? quoteFact(newestOf(stated), metric, "instant") : null;
}

/** No preferred share is issued for so little, in the currency of the statements. */
export const perShareMin = 1;
/** The part of all preferred shares whose preference must be told. */
const toldMin = 0.99;

/** All capital paid in on a day. What is more than it is stated in another scale (MetLife). */
const paidIn = ({ here }: At): number =>
  Math.max(0, ...here.map(({ lines }) => numberOf(lines.additional_paid_in_capital?.value) ?? 0));

/** A preference that is in the scale of the books; null for another. */
export const inScale = (at: At, preference: QuotedValue | null): QuotedValue | null =>
  preference !== null && preference.value <= paidIn(at) ? preference : null;

/**
 * What all classes have in a liquidation on a day (United States Antimony 2024-03-31: 0.969, 0.098 and 5.019 million), each by its amount, or
 * by that of one share where it is too little for all and capital paid in has room (Bergio 2023: 1 for 920,966 shares). Without counts of
 * classes, amounts that come to a round one for each share of the company. Null where one is not told.
 */
export function preferenceOfClasses(source: ModelSource, at: At): QuotedValue | null {
  const { end } = at;
  const amounts = byClass(source, preferredTags.redemption, end);
  const counts = byClass(source, preferredTags.shares, end);
  const valued = [...counts].flatMap(([kind, count]) => {
    const amount = amounts.get(kind);
    if (amount === undefined) return [];
    const ofAll = amount.value * count.value;
    const isOfOne = amount.value < perShareMin * count.value && ofAll <= paidIn(at);
    return [{ count, amount, value: isOfOne ? ofAll : amount.value }];
  });
  if (counts.size === 0) return inScale(at, ofAllShares(source, at, [...amounts.values()]));
  const value = sumOf(valued);
  const told = sumOf(valued.map(({ count }) => count));
  if (value <= 0 || told < toldMin * sumOf([...counts.values()])) return null;
  const parts = valued.flatMap(({ count, amount }) => [amount, count]);
  const provenance = computedProvenance(metric, metric, end, parts, "instant");
  return inScale(at, { value, provenance });
}

/** What classes have, where it is a round amount for each share of the company (American Express 2016: 750 and 850 million for 1,600 shares). */
function ofAllShares(
  source: ModelSource,
  at: At,
  amounts: readonly QuotedValue[],
): QuotedValue | null {
  const count = preferredShares(source, at);
  const value = sumOf(amounts);
  if (count === null || value <= 0 || !isRound(value / count.value)) return null;
  const parts = [...amounts, count];
  return { value, provenance: computedProvenance(metric, metric, at.end, parts, "instant") };
}

/** True for an amount of one share of which all digits but two are zero. */
const isRound = (perShare: number): boolean =>
  perShare > perShareMin && perShare === Number(perShare.toPrecision(2));

/** What the first tag that has any states of single classes on a day. */
function byClass(source: ModelSource, tags: readonly string[], end: string) {
  const lists = tags.map((tag) => ofClasses(source, tag).filter((fact) => fact.end === end));
  const facts = Map.groupBy(
    lists.find(({ length }) => length > 0) ?? [],
    ({ dimensions }) => dimensions,
  );
  const quoted = [...facts].flatMap(([kind, own]) => {
    const one = quoteFact(newestOf(own), metric, "instant");
    return one === null ? [] : [[kind, one] as const];
  });
  return new Map(quoted);
}

const ofClasses = (source: ModelSource, tag: string) =>
  factsByMember(source, tag).filter(({ dimensions }) => ofClass.test(dimensions ?? ""));
