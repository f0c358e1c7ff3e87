import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { round } from "../../answers/rounding.ts";
import { bundledReference } from "../../rates/reference.ts";
import { addDays } from "../dates.ts";
import { factsByMember, factsOf, firstOf, newestOf, quoteFact, summed } from "../filed-facts.ts";
import { placeAxes } from "../members/place-tags.ts";
import { byPlace } from "../members/places.ts";
import { totalOf } from "../rows/nested-rows.ts";
import type { RowSide } from "../rows/row-kinds.ts";
import { rowsOfKind } from "../rows/unread-rows.ts";
import type { ModelSource } from "../source.ts";
import type { At } from "./debt.ts";
import type { ClaimAmounts } from "./outside.ts";
import {
  fundedStatus,
  isOfPlans,
  netPensions,
  type Plans,
  pensionsDue,
  pensionTags,
  planKinds,
  plansOfAmount,
} from "./pension-tags.ts";

/** What is paid into a plan saves tax, and what is taken out of one bears it: the same rate for every day. */
const taxRate = bundledReference.rates.marginalTaxRate.value;
const lookBackDays = 400;

/** An amount that saves tax when it is paid. */
export const afterTax = (one: QuotedValue): QuotedValue => ({
  ...one,
  value: round(one.value * (1 - taxRate), 2),
});

type Pensions = Pick<ClaimAmounts, "pension_surplus" | "pension_deficit">;

/** Plans with more assets than obligations, and with fewer, both after tax; the amounts before tax are in the notes. */
export function pensionsAt(source: ModelSource, at: At): Pensions {
  const noted = {
    pension_surplus: newest(source, at, pensionTags.surplus, "assets"),
    pension_deficit: newest(source, at, pensionTags.deficit, "liabilities"),
  };
  if (isAny(noted)) return noted;
  const placed = {
    pension_surplus: inRowsOf(source, at, /Assets/i),
    pension_deficit: inRowsOf(source, at, /Liabilit/i),
  };
  if (isAny(placed)) return placed;
  return {
    pension_surplus: byStatus(source, at, 1),
    pension_deficit: byStatus(source, at, -1),
  };
}

const isAny = ({ pension_surplus, pension_deficit }: Pensions) =>
  pension_surplus !== null || pension_deficit !== null;

/** What a filing states as the funded status alone, of all plans or by plan (Visa 2024: 531 and 68). */
function byStatus(source: ModelSource, at: At, sign: 1 | -1): QuotedValue | null {
  const facts = [...factsOf(source, fundedStatus), ...factsByPlan(source, fundedStatus)];
  const end = newestDay(at, facts);
  if (end === undefined) return null;
  const day = { ...at, end };
  const whole = firstOf(source, day, [fundedStatus]);
  const plans = plansOf(source, day, [fundedStatus], sign);
  const parts = whole === null ? plans : signed([whole], sign);
  return parts.length === 0 ? null : amountOfDay(at, end, parts);
}

/** Amounts above zero, or those below it as such. */
const signed = (parts: readonly QuotedValue[], sign: 1 | -1): QuotedValue[] =>
  parts.flatMap((one) => (one.value * sign > 0 ? [{ ...one, value: one.value * sign }] : []));

/** What a filing states net alone, by row of the balance sheet (Intel 2023: 675 and 62). */
function inRowsOf(source: ModelSource, at: At, side: RegExp): QuotedValue | null {
  const [tag] = netPensions;
  const end = newestDay(at, factsByMember(source, tag));
  if (end === undefined) return null;
  const parts = byPlace(source, tag, { ...at, end }).flatMap(({ place, quoted }) =>
    place !== null && side.test(place) ? [{ ...quoted, value: Math.abs(quoted.value) }] : [],
  );
  return parts.length === 0 ? null : amountOfDay(at, end, parts);
}

/** The newest balance of the last thirteen months. */
const newestDay = (at: At, facts: readonly Fact[]): string | undefined =>
  facts
    .flatMap(({ start, end }) => (start === null ? [end] : []))
    .filter((end) => end <= at.end && end > addDays(at.end, -lookBackDays))
    .sort()
    .at(-1);

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
  const facts = rows
    .flat()
    .flatMap((tag) => [...factsOf(source, tag), ...factsByPlan(source, tag)]);
  const end = newestDay(at, facts) ?? at.end;
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
  const told = byPlan.length === 0 ? [] : ["with amounts that are filed by plan alone, added up"];
  return amountOfDay(at, parts === printed ? at.end : end, parts, told);
}

/** Amounts of a day added up; the note has them before tax, and the day where it is another one. */
function amountOfDay(
  at: At,
  end: string,
  parts: readonly QuotedValue[],
  told: readonly string[] = [],
): QuotedValue {
  const { value, provenance } = summed({ end }, parts);
  const note = [
    `${value.toLocaleString("en-US")} before tax`,
    ...told,
    ...(end === at.end ? [] : [`as of ${end}, the newest that is filed`]),
  ].join("; ");
  return { ...afterTax({ value, provenance }), note };
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
function plansOf(
  source: ModelSource,
  { end, currency }: At,
  tags: readonly string[],
  sign: 1 | -1 = 1,
): QuotedValue[] {
  const isHere = (fact: Fact) =>
    fact.start === null && fact.end === end && (currency === null || fact.unit === currency);
  if (tags.some((tag) => factsOf(source, tag).some(isHere))) return [];
  const tag = tags.find((one) => factsByPlan(source, one).some(isHere));
  if (tag === undefined) return [];
  const facts = factsByPlan(source, tag).filter(isHere);
  return planKinds.flatMap((kind): QuotedValue[] => {
    const own = facts.filter((fact) => planOf(fact)?.kind === kind);
    const whole = amountOf(own, null);
    const parts = whole === null ? countries.map((one) => amountOf(own, one)) : [];
    const known = [whole, ...parts].filter((one) => one !== null);
    const counted = signed(known, sign);
    return counted.length === 0 ? [] : [summed({ end }, counted)];
  });
}

const countries = ["home", "abroad"] as const;
const planOf = ({ dimensions }: Fact) => plansOfAmount(dimensions ?? "");

/**
 * What the newest report states of plans of a country, or of all, under the first member that it has: for all rows, else
 * each row added up.
 */
function amountOf(facts: readonly Fact[], country: Plans["country"]): QuotedValue | null {
  const of = facts.filter((one) => planOf(one)?.country === country);
  const newest = newestOf(of);
  const own = of.filter(({ accession }) => accession === newest?.accession);
  const first = Math.min(...own.map((one) => planOf(one)?.order ?? 0));
  const report = own.filter((one) => planOf(one)?.order === first);
  const alone = report.find(({ dimensions }) => !dimensions?.includes(placeAxes.place));
  const quoted = (alone === undefined ? report : [alone]).flatMap(
    (fact) => quoteFact(fact, "total_assets", "instant") ?? [],
  );
  return quoted.length === 0 ? null : summed({ end: newest?.end ?? "" }, quoted);
}
