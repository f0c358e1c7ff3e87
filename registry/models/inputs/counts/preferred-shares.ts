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
function classesAt(source: ModelSource, { end }: At, tag: string): QuotedValue[] {
  const parts = ofClasses(source, tag).filter((fact) => fact.end === end);
  return [...Map.groupBy(parts, ({ dimensions }) => dimensions).values()].flatMap(
    (facts) => quoteFact(newestOf(facts), metric, "instant") ?? [],
  );
}

const sumOf = (classes: readonly QuotedValue[]) =>
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

const ofClasses = (source: ModelSource, tag: string) =>
  factsByMember(source, tag).filter(({ dimensions }) => ofClass.test(dimensions ?? ""));
