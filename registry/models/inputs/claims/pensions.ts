import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { round } from "../../answers/rounding.ts";
import { bundledReference } from "../../rates/reference.ts";
import { addDays } from "../dates.ts";
import { factsByMember, factsOf, newestOf, quoteFact } from "../filed-facts.ts";
import { totalOf } from "../rows/nested-rows.ts";
import type { RowSide } from "../rows/row-kinds.ts";
import { rowsOfKind } from "../rows/unread-rows.ts";
import type { ModelSource } from "../source.ts";
import type { At } from "./debt.ts";
import { type ClaimAmounts, firstOf, summed } from "./outside.ts";
import { isOfPlans, pensionsDue, pensionTags, plans, plansOfAmount } from "./pension-tags.ts";

/** What is paid into a plan saves tax, and what is taken out of one bears it: the same rate for every day. */
const taxRate = bundledReference.rates.marginalTaxRate.value;
const lookBackDays = 400;

/** Plans with more assets than obligations, and with fewer, both after tax; the amounts before tax are in the notes. */
export function pensionsAt(
  source: ModelSource,
  at: At,
): Pick<ClaimAmounts, "pension_surplus" | "pension_deficit"> {
  return {
    pension_surplus: newest(source, at, pensionTags.surplus, "assets"),
    pension_deficit: newest(source, at, pensionTags.deficit, "liabilities"),
  };
}

/**
 * Noted once a year: the newest of the last thirteen months. What no filing states for all plans is added up by plan. Rows of
 * the balance sheet that no line has count beside other rows of it; figures of notes may hold them, and the larger counts.
 */
function newest(
  source: ModelSource,
  at: At,
  rows: readonly (readonly string[])[],
  side: RowSide,
): QuotedValue | null {
  const dates = rows
    .flat()
    .flatMap((tag) => [...factsOf(source, tag), ...factsByPlan(source, tag)])
    .flatMap(({ start, end }) => (start === null ? [end] : []))
    .filter((end) => end <= at.end && end > addDays(at.end, -lookBackDays));
  const end = dates.sort().at(-1) ?? at.end;
  const day = { ...at, end };
  const filed = rows.flatMap((row) => positiveOf(source, day, row) ?? []);
  const held = new Set(filed.map(({ value }) => value));
  // Some filers state one plan in a separate row (Procter & Gamble).
  const byPlan = rows
    .flatMap((row) => plansOf(source, day, row))
    .filter(({ value }) => !held.has(value));
  const noted = [...filed, ...byPlan];
  const isOnFace = end === at.end && noted.every((one) => totalOf(source, one) !== null);
  const printed = rowsOfKind(source, at, side, "pension")
    .map(({ quoted }) => quoted)
    .filter(({ value }) => !noted.some((one) => one.value === value));
  const isLarger = sumOf(printed) > sumOf(noted);
  const parts = isOnFace ? [...noted, ...printed] : isLarger ? printed : noted;
  if (parts.length === 0) return null;
  const { value, provenance } = summed(day, parts);
  const note = [
    `${value.toLocaleString("en-US")} before tax`,
    ...(byPlan.length === 0 ? [] : ["with amounts that are filed by plan alone, added up"]),
    ...(end === at.end || parts === printed ? [] : [`as of ${end}, the newest that is filed`]),
  ].join("; ");
  return { value: round(value * (1 - taxRate), 2), provenance, note };
}

const sumOf = (parts: readonly QuotedValue[]): number =>
  parts.reduce((total, { value }) => total + value, 0);

/** Filers tag what equity holds of a plan as its obligation, too: that is negative and no obligation. */
const positiveOf = (source: ModelSource, at: At, tags: readonly string[]) =>
  tags
    .map((tag) => firstOf(source, at, [tag]))
    .find((quoted) => quoted !== null && quoted.value > 0);

/** What falls due within a year, where filings state it by plan alone; 0 without any. */
export const dueByPlan = (source: ModelSource, at: At): number =>
  plansOf(source, at, pensionsDue).reduce((total, { value }) => total + value, 0);

const factsByPlan = (source: ModelSource, tag: string) =>
  factsByMember(source, tag).filter(({ dimensions }) => isOfPlans(tag, dimensions ?? ""));

/** The amounts of each kind of plan under the first tag that has any; none where a tag states all plans. */
function plansOf(source: ModelSource, { end, currency }: At, tags: readonly string[]) {
  const isHere = (fact: Fact) =>
    fact.start === null && fact.end === end && (currency === null || fact.unit === currency);
  if (tags.some((tag) => factsOf(source, tag).some(isHere))) return [];
  const tag = tags.find((one) => factsByPlan(source, one).some(isHere));
  if (tag === undefined) return [];
  const facts = factsByPlan(source, tag).filter(isHere);
  return plans.flatMap(({ all, byCountry }): QuotedValue[] => {
    const whole = amountOf(facts, all);
    const parts = whole === null ? byCountry.map((some) => amountOf(facts, some)) : [];
    const known = [whole, ...parts].filter((one) => one !== null);
    const positive = known.filter(({ value }) => value > 0);
    return positive.length === 0 ? [] : [summed({ end }, positive)];
  });
}

/** What the newest report states of plans under the first dimensions that it has: for all rows, else each row added up. */
function amountOf(facts: readonly Fact[], dimensions: readonly string[]): QuotedValue | null {
  const of = (one: Fact) => plansOfAmount(one.dimensions ?? "") ?? "";
  const newest = newestOf(facts.filter((one) => dimensions.includes(of(one))));
  const own = facts.filter(({ accession }) => accession === newest?.accession);
  const found = dimensions.find((some) => own.some((one) => of(one) === some));
  const report = own.filter((one) => of(one) === found);
  const alone = report.find((one) => one.dimensions === found);
  const quoted = (alone === undefined ? report : [alone]).flatMap(
    (fact) => quoteFact(fact, "total_assets", "instant") ?? [],
  );
  return quoted.length === 0 ? null : summed({ end: newest?.end ?? "" }, quoted);
}
