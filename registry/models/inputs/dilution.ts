import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { computedProvenance, factProvenance, type QuotedValue } from "../answers/provenance.ts";
import { round } from "../answers/rounding.ts";
import { factorSince } from "../market/splits.ts";
import { sharesOfDebt } from "./counts/shares-of-debt.ts";
import { addDays } from "./dates.ts";
import { factsByMember, factsOf, filedFact, newestOf } from "./filed-facts.ts";
import { awardAxis, awardPlanAxis, isOfAwards, unitKinds } from "./members/owner-tags.ts";
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
  const kindsOf = (tags: readonly string[]) => ofKinds(source, tags, end).map(countedFact);
  const [ofOne = null, ...others] = kindsOf(dilutionTags.options);
  const options = counted(dilutionTags.options) ?? (others.length === 0 ? ofOne : null);
  const units = counted(tagsOfUnits(source, end)) ?? added(end, kindsOf(dilutionTags.units));
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
  const lists = tags.map((tag) => within(end, factsOf(source, tag)));
  const day = newestDay(lists.flat());
  for (const list of lists) {
    const onDay = newestOf(list.filter((fact) => fact.end === day));
    if (onDay !== null) return onDay;
  }
  return null;
}

/**
 * The elements of units that count: one of them has warrants, too, and then no filing of the thirteen months states what units were
 * worth when they were granted (VerifyMe 2023: 4.6 million warrants; NVIDIA 2026: 189 million units at 81.51).
 */
function tagsOfUnits(source: ModelSource, end: string): string[] {
  const { units, unitsOrWarrants, valueOfUnits } = dilutionTags;
  const isOfUnits = valueOfUnits.some((tag) => within(end, factsOf(source, tag)).length > 0);
  return units.filter((tag) => isOfUnits || !unitsOrWarrants.includes(tag));
}

/** The facts of the thirteen months to a day. */
function within(end: string, facts: readonly Fact[]): Fact[] {
  const from = addDays(end, -lookBackDays);
  return facts.filter((fact) => fact.end <= end && fact.end > from);
}

const newestDay = (facts: readonly Fact[]): string =>
  facts.reduce((last, fact) => (fact.end > last ? fact.end : last), "");

/**
 * Awards of each kind, else of each plan, that the newest notes state: of one alone (C3.ai 2024: 19.283 million units; Nike 2025:
 * 75.1 million options), of kinds (General Electric 2023: 8.103 and 2.315 million) and of plans (Boeing 2023: 5.349, 0.766
 * and 0.026 million). None where one may be a part of another, or is all of the others.
 */
function ofKinds(source: ModelSource, tags: readonly string[], end: string): Fact[] {
  const all = byAward(source, tags);
  const facts = within(end, all);
  const onDay = facts.filter((fact) => fact.end === newestDay(facts));
  const [first] = onDay;
  const isOf = (axis: string) => (fact: Fact) => fact.dimensions?.startsWith(`${axis}=`);
  const ofFirst = onDay.filter(({ tag }) => tag === first?.tag);
  const ofAxis = [awardAxis, awardPlanAxis].map((axis) => ofFirst.filter(isOf(axis)));
  const kinds = [...Map.groupBy(ofAxis.find(({ length }) => length > 0) ?? [], dimensionsOf)];
  const before = all.filter((fact) => fact.tag === first?.tag && fact.end < first.end);
  const isTable = (kind: string) => before.some(({ dimensions }) => dimensions === kind);
  const whole = kinds.filter(([kind]) => {
    const others = kinds.filter(([other]) => mayHold(kind, other));
    return isTable(kind) || !others.some(([other]) => isTable(other));
  });
  if (whole.some(([kind]) => whole.some(([other]) => mayHold(kind, other)))) return [];
  const each = whole.flatMap(([, own]) => newestOf(own) ?? []);
  const values = each.map(({ value }) => numberOf(value) ?? 0);
  const sum = values.reduce((total, one) => total + one, 0);
  return values.some((one) => one !== 0 && one * 2 === sum) ? [] : each;
}

/**
 * True for two kinds of which one may be a part of the other, as its name holds the other's. Such a part is counted at the end of the year
 * alone, where the whole has a table from its start (Intel 2023: 172.9 million units, of them 16 million that a market decides).
 */
function mayHold(kind: string, other: string): boolean {
  if (kind === other || kind.startsWith(awardPlanAxis)) return false;
  if (unitKinds.includes(kind) && unitKinds.includes(other)) return false;
  const [names, others] = [namesOfKind(kind), namesOfKind(other)];
  return names.some((one) => others.some((two) => one.includes(two) || two.includes(one)));
}

/** What a kind is of, without words that say no more. */
const namesOfKind = (kind: string): string[] =>
  kind
    .slice(kind.lastIndexOf(":") + 1)
    .replace("Member", "")
    .split(/And(?=[A-Z])/)
    .map((name) => name.toLowerCase().replaceAll(/awards?/g, ""))
    .map((name) => name.replace(/unitsrsus?/, "units").replace(/rsus?/, "restrictedstockunits"));

const dimensionsOf = ({ dimensions }: Fact): string => dimensions ?? "";

/** Amounts of several kinds added up; null where one is not told. */
function added(end: string, parts: readonly (QuotedValue | null)[]): QuotedValue | null {
  const known = parts.filter((one) => one !== null);
  const [only = null] = known;
  if (only === null || known.length < parts.length) return null;
  if (known.length === 1) return only;
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
