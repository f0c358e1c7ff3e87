import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { computedProvenance, factProvenance, type QuotedValue } from "../answers/provenance.ts";
import { round } from "../answers/rounding.ts";
import { factorSince } from "../market/splits.ts";
import { sharesOfDebt } from "./counts/shares-of-debt.ts";
import { addDays } from "./dates.ts";
import { factsByMember, factsOf, filedFact, newestOf } from "./filed-facts.ts";
import { isOfAwards, unitKinds } from "./members/owner-tags.ts";
import { convertedDebt, dilutionTags } from "./model-tags.ts";
import { type ModelSource, numberOf } from "./source.ts";

/** What the treasury stock method takes from filings, on the shares of the count. Null where notes have none. */
export interface Dilution {
  /** Shares outstanding before any dilution. */
  basic: number;
  /** Shares that the diluted average holds for convertible preferred stock, and for debt beside its own amount. */
  converted: QuotedValue | null;
  options: QuotedValue | null;
  /** Weighted average, in the currency of the statements. */
  exercisePrice: QuotedValue | null;
  /** Restricted stock and similar units that have not vested; they cost their holders nothing. */
  units: QuotedValue | null;
}

const lookBackDays = 400;
/** More awards than this part of all shares are another unit or another company. */
const awardsMax = 0.5;

/** Awards of the newest notes within thirteen months before the balance sheet. */
export function dilutionAt(
  source: ModelSource,
  of: { count: QuotedValue; end: string; currency: string | null },
): Dilution {
  const { count, end, currency } = of;
  const counted = (tags: readonly string[]) => countedFact(newest(source, tags, end));
  const countedFact = (fact: Fact | null): QuotedValue | null => {
    const value = numberOf(fact?.value);
    if (fact === null || value === null || value < 0) return null;
    const shares = round(value * splitFactor(source, fact, count), 0);
    return shares > awardsMax * count.value ? null : quoteOf(fact, shares);
  };
  const converted = dilutionTags.converted
    .filter((tag) => !isDebt(source, newest(source, [tag], end)))
    .map((tag) => counted([tag]))
    .filter((one) => one !== null);
  const [first] = converted;
  const awarded = (tags: readonly string[]) =>
    counted(tags) ?? countedFact(ofOneKind(source, tags, end));
  const options = awarded(dilutionTags.options);
  const units = awarded(dilutionTags.units) ?? added(end, ofKinds(source, end).map(countedFact));
  const price = options === null ? null : priceOf(source, options, currency);
  return {
    basic: count.value,
    converted:
      first === undefined
        ? null
        : { ...first, value: converted.reduce((sum, one) => sum + one.value, 0) },
    options,
    exercisePrice:
      price === null
        ? null
        : quoteOf(price, round(Number(price.value) / splitFactor(source, price, count), 4)),
    units: isSame(units, options) ? null : units,
  };
}

/** True for options that filings state as units, too (NVE 2025: 33,500). */
const isSame = (units: QuotedValue | null, options: QuotedValue | null): boolean =>
  units?.value === options?.value &&
  units?.provenance?.periodEnd === options?.provenance?.periodEnd;

/** True for shares of debt that the bridge has. */
const isDebt = (source: ModelSource, fact: Fact | null): boolean =>
  fact?.start != null &&
  convertedDebt.shares.some((tag) => tag.endsWith(`:${fact.tag}`)) &&
  sharesOfDebt(source, { start: fact.start, end: fact.end }) !== null;

/** Splits between the notes and the count. */
function splitFactor({ splits = [] }: ModelSource, { filed }: Fact, count: QuotedValue): number {
  const counted = count.provenance?.filedDate ?? "";
  return factorSince(splits, filed ?? counted) / factorSince(splits, counted);
}

function newest(source: ModelSource, tags: readonly string[], end: string): Fact | null {
  const from = addDays(end, -lookBackDays);
  const days = tags
    .flatMap((tag) => factsOf(source, tag))
    .filter((fact) => fact.end <= end && fact.end > from);
  const day = days
    .map((fact) => fact.end)
    .sort()
    .at(-1);
  if (day === undefined) return null;
  const onDay = days.filter((fact) => fact.end === day);
  return onDay.reduce((latest, one) => ((one.filed ?? "") >= (latest.filed ?? "") ? one : latest));
}

/**
 * Awards of the one kind or plan that the newest notes state (C3.ai 2024: 19.283 million units; Nike 2025: 75.1 million options);
 * null where they state several.
 */
function ofOneKind(source: ModelSource, tags: readonly string[], end: string): Fact | null {
  return soleKind(newestDay(source, tags, end));
}

/** The awards by member of the newest day of the thirteen months. */
function newestDay(source: ModelSource, tags: readonly string[], end: string): Fact[] {
  const from = addDays(end, -lookBackDays);
  const facts = byAward(source, tags).filter((fact) => fact.end <= end && fact.end > from);
  const day = facts.reduce((last, fact) => (fact.end > last ? fact.end : last), "");
  return facts.filter((fact) => fact.end === day);
}

/**
 * Units of each kind that the newest notes state, where none is all of the others (General Electric 2023: 8.103 and 2.315
 * million); none where a kind may be a part of another.
 */
function ofKinds(source: ModelSource, end: string): Fact[] {
  const tag = dilutionTags.units.find((one) => newestDay(source, [one], end).length > 0);
  const facts = tag === undefined ? [] : newestDay(source, [tag], end);
  const kinds = [...Map.groupBy(facts, ({ dimensions }) => dimensions ?? "")];
  if (!kinds.every(([kind]) => unitKinds.includes(kind))) return [];
  const newest = kinds.flatMap(([, own]) => newestOf(own) ?? []);
  const values = newest.map(({ value }) => numberOf(value) ?? 0);
  const all = values.reduce((sum, one) => sum + one, 0);
  return values.some((one) => one !== 0 && one * 2 === all) ? [] : newest;
}

/** Amounts of several kinds added up; null where one is not told. */
function added(end: string, parts: readonly (QuotedValue | null)[]): QuotedValue | null {
  const known = parts.filter((one) => one !== null);
  if (known.length === 0 || known.length < parts.length) return null;
  return {
    value: known.reduce((sum, { value }) => sum + value, 0),
    provenance: computedProvenance("diluted_shares", "units", end, known, "instant"),
  };
}

const byAward = (source: ModelSource, tags: readonly string[]): Fact[] =>
  tags
    .flatMap((tag) => factsByMember(source, tag))
    .filter(({ taxonomy, tag, dimensions }) => isOfAwards(`${taxonomy}:${tag}`, dimensions ?? ""));

const soleKind = (facts: readonly Fact[]): Fact | null =>
  new Set(facts.map(({ dimensions }) => dimensions)).size === 1 ? newestOf(facts) : null;

/** The average exercise price on the day of the options, in the currency of the statements. */
function priceOf(source: ModelSource, options: QuotedValue, currency: string | null): Fact | null {
  const end = options.provenance?.periodEnd ?? "";
  const units = currency === null ? [null] : [`${currency}/shares`, currency];
  const prices = byAward(source, dilutionTags.exercisePrice).filter((fact) => fact.end === end);
  for (const unit of units) {
    const fact =
      filedFact(source, dilutionTags.exercisePrice, { start: null, end, unit }) ??
      soleKind(prices.filter((one) => unit === null || one.unit === unit));
    if (fact !== null && (numberOf(fact.value) ?? -1) >= 0) return fact;
  }
  return null;
}

const quoteOf = (fact: Fact, value: number): QuotedValue => ({
  value,
  provenance: factProvenance(fact, "diluted_shares", "instant"),
});
