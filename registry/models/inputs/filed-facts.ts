import type { Fact } from "#schemas/shapes/companies/fact.ts";
import {
  computedProvenance,
  factProvenance,
  type Provenance,
  type QuotedValue,
} from "../answers/provenance.ts";
import type { MetricKey } from "../catalogue.ts";
import { addDays, daysBetween } from "./dates.ts";
import { isKnown, type ModelSource, numberOf } from "./source.ts";

interface Index {
  /** Facts without dimensions by "taxonomy:tag". */
  whole: Map<string, Fact[]>;
  /** Facts of members by "taxonomy:tag". */
  ofMembers: Map<string, Fact[]>;
}

const byTag = new WeakMap<readonly Fact[], Index>();

/** The facts by tag. The same list of facts is read once. */
function indexOf(facts: readonly Fact[]): Index {
  const cached = byTag.get(facts);
  if (cached !== undefined) return cached;
  const index: Index = { whole: new Map(), ofMembers: new Map() };
  for (const fact of facts) {
    const tag = `${fact.taxonomy}:${fact.tag}`;
    const lists = fact.dimensions === null ? index.whole : index.ofMembers;
    const list = lists.get(tag);
    if (list === undefined) lists.set(tag, [fact]);
    else list.push(fact);
  }
  byTag.set(facts, index);
  return index;
}

/** The fact that was filed last; null without any. */
export const newestOf = (facts: readonly Fact[]): Fact | null =>
  facts.reduce<Fact | null>(
    (latest, one) => (latest === null || (one.filed ?? "") >= (latest.filed ?? "") ? one : latest),
    null,
  );

export interface FactPeriod {
  /** Null for a balance. */
  start: string | null;
  end: string;
  /** Null takes any unit. */
  unit: string | null;
}

/** The version filed last, on the day of the source, of the first tag that has one; null when none has. */
export function filedFact(
  source: ModelSource,
  tags: readonly string[],
  { start, end, unit }: FactPeriod,
): Fact | null {
  const { whole } = indexOf(source.facts);
  for (const tag of tags) {
    const candidates = (whole.get(tag) ?? []).filter(
      (fact) =>
        fact.end === end &&
        fact.start === start &&
        (unit === null || fact.unit === unit) &&
        isKnown(source, fact),
    );
    const newest = newestOf(candidates);
    if (newest !== null) return newest;
  }
  return null;
}

/** A span of time that a flow is asked for; starts and ends of filers differ by a few days. */
export interface Span {
  start: string;
  end: string;
  currency: string | null;
}

const toleranceDays = 8;
/** True for days that filers mean as the same start or end. */
export const near = (a: string | null, b: string) =>
  a === b || (a !== null && Math.abs(daysBetween(a, b)) <= toleranceDays);

/** The version filed last of the first tag that states the span; null when none does. */
export function flowFact(source: ModelSource, tags: readonly string[], span: Span): Fact | null {
  for (const tag of tags) {
    const found = factsOf(source, tag).filter(
      ({ start, end, unit }) =>
        near(start, span.start) &&
        near(end, span.end) &&
        (span.currency === null || unit === span.currency),
    );
    const newest = newestOf(found);
    if (newest !== null) return newest;
  }
  return null;
}

/** A fact of a flow, and how it counts. */
export type WeightedFact = readonly [weight: 1 | -1, fact: Fact];

/** The facts that a flow comes to: that of the span itself, else of the year to its end less the year to its start. */
export function flowFacts(
  source: ModelSource,
  tags: readonly string[],
  span: Span,
): WeightedFact[] {
  const filed = flowFact(source, tags, span);
  if (filed !== null) return [[1, filed]];
  const { start, end, currency } = span;
  const longer = tags
    .flatMap((tag) => factsOf(source, tag))
    .find((fact) => near(fact.end, end) && fact.start !== null && fact.start < start);
  if (longer?.start == null) return [];
  const year = { start: longer.start, currency };
  const to = flowFact(source, tags, { ...year, end });
  const before = flowFact(source, tags, { ...year, end: addDays(start, -1) });
  if (to === null || before === null) return [];
  return [
    [1, to],
    [-1, before],
  ];
}

/** What the facts of a flow come to. */
export const sumOfFacts = (facts: readonly WeightedFact[]): number =>
  facts.reduce((sum, [weight, { value }]) => sum + weight * (numberOf(value) ?? 0), 0);

/** "taxonomy:tag" of every element whose name matches. */
export const elementsNamed = ({ facts }: ModelSource, name: RegExp): string[] =>
  [...indexOf(facts).whole.keys()].filter((key) => name.test(key.slice(key.indexOf(":") + 1)));

/** "taxonomy:tag" of every element of the filer's own whose name matches. */
export const ownElements = (source: ModelSource, name: RegExp): string[] =>
  elementsNamed(source, name).filter((key) => isOwnTaxonomy(key.slice(0, key.indexOf(":"))));

/** True for a taxonomy that a filer made. */
export const isOwnTaxonomy = (taxonomy: string): boolean => !publishedTaxonomies.has(taxonomy);

const publishedTaxonomies: ReadonlySet<string> = new Set([
  "us-gaap",
  "ifrs-full",
  "dei",
  "srt",
  "invest",
  "cyd",
  "ecd",
  "country",
  "currency",
]);

/** Every known fact of a tag. */
export const factsOf = (source: ModelSource, tag: string): Fact[] =>
  (indexOf(source.facts).whole.get(tag) ?? []).filter((fact) => isKnown(source, fact));

/** Every known fact of a tag that is of members. */
export const factsByMember = (source: ModelSource, tag: string): Fact[] =>
  (indexOf(source.facts).ofMembers.get(tag) ?? []).filter((fact) => isKnown(source, fact));

/** Those with the dimensions ("axis=member"). */
export const factsOfMember = (source: ModelSource, tag: string, dimensions: string): Fact[] =>
  factsByMember(source, tag).filter((fact) => fact.dimensions === dimensions);

const yearDays = 400;

/**
 * The elements that reports of the thirteen months to the day state of members alone, and no such report as a whole. Where
 * facts of members are at hand, those of other days and those that are zero do not count.
 */
export function statedByMember(source: ModelSource, end: string): string[] {
  const from = addDays(end, -yearDays);
  const reports = source.periods.filter((period) => period.end <= end && period.end > from);
  const accessions = new Set(
    reports.flatMap((one) => one.filings).map((one) => one.accessionNumber),
  );
  const tags = new Set([...accessions].flatMap((one) => source.byMember?.[one] ?? []));
  const isWhole = (tag: string) =>
    factsOf(source, tag).some((fact) => fact.end <= end && fact.end > from);
  const isStated = (tag: string) => {
    const facts = factsByMember(source, tag);
    const isThen = (fact: Fact) =>
      fact.end <= end && (fact.start ?? fact.end) > from && numberOf(fact.value) !== 0;
    return facts.length === 0 || facts.some(isThen);
  };
  return [...tags].filter((tag) => !isWhole(tag) && isStated(tag));
}

/** A filed fact with its provenance; null for one that is no number. */
export function quoteFact(
  fact: Fact | null,
  metric: MetricKey,
  basis: Provenance["basis"],
): QuotedValue | null {
  const value = numberOf(fact?.value);
  if (fact === null || value === null) return null;
  return { value, provenance: factProvenance(fact, metric, basis) };
}

/** The balance of the first tag that has one on the day; null without one, and for zero. */
export function firstOf(
  source: ModelSource,
  { end, currency }: { end: string; currency: string | null },
  tags: readonly string[],
): QuotedValue | null {
  const fact = filedFact(source, tags, { start: null, end, unit: currency });
  return positive(quoteFact(fact, "total_assets", "instant"));
}

const positive = (quoted: QuotedValue | null) =>
  quoted === null || quoted.value === 0 ? null : quoted;

/** Balances of one day added up; the only one as it is. */
export function summed({ end }: { end: string }, parts: readonly QuotedValue[]): QuotedValue {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    value: parts.reduce((total, { value }) => total + value, 0),
    provenance: computedProvenance("total_assets", "bridge", end, parts, "instant"),
  };
}
