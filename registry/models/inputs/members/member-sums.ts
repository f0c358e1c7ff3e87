import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { factsByMember, near, newestOf, quoteFact, type Span } from "../filed-facts.ts";
import { type ModelSource, numberOf } from "../source.ts";
import {
  costAxis,
  type Partition,
  partitions,
  placeAxis,
  placesBelow,
  planAxis,
} from "./partitions.ts";

/** A fact with its members by axis. */
interface OfMembers {
  fact: Fact;
  members: ReadonlyMap<string, string>;
}

/**
 * The figure of the first tag that filings state for the span by members alone, added up where they have no part in
 * common (`partitions`), from the report that was filed last. Null where a member may hold others, or its parts disagree.
 */
export function sumOfMembers(
  source: ModelSource,
  tags: readonly string[],
  span: Span,
): QuotedValue | null {
  for (const tag of tags) {
    const facts = newestReport(factsByMember(source, tag).filter(isOf(span))).map(withMembers);
    const partition = partitions.find(
      ({ tags: own, axes }) => own.has(tag) && facts.some(({ members }) => hasAny(members, axes)),
    );
    if (partition === undefined) continue;
    const sums = partition.axes.flatMap((axis) => sumByAxis(facts, axis, partition) ?? []);
    const [first] = sums;
    if (first !== undefined && sums.every(({ value }) => value === first.value)) return first;
  }
  return null;
}

const hasAny = (members: ReadonlyMap<string, string>, axes: readonly string[]): boolean =>
  axes.some((axis) => members.has(axis));

const isOf =
  ({ start, end, currency }: Span) =>
  (fact: Fact) =>
    near(fact.start, start) && near(fact.end, end) && (currency === null || fact.unit === currency);

function newestReport(facts: readonly Fact[]): Fact[] {
  const newest = newestOf(facts);
  return facts.filter(({ accession }) => accession === newest?.accession);
}

const withMembers = (fact: Fact): OfMembers => ({ fact, members: membersOf(fact.dimensions) });

const membersOf = (dimensions: string | null): ReadonlyMap<string, string> =>
  new Map(
    (dimensions ?? "").split(";").map((pair) => {
      const [axis = "", member = ""] = pair.split("=");
      return [axis, member];
    }),
  );

/** What the members of an axis come to; null without any, and where they cannot be added up. */
function sumByAxis(
  facts: readonly OfMembers[],
  axis: string,
  { within }: Partition,
): QuotedValue | null {
  const amounts = [...Map.groupBy(facts, ({ members }) => members.get(axis))].flatMap(
    ([member, own]) => (member === undefined ? [] : amountsOf(own, within)),
  );
  const known = amounts.filter((amount) => amount !== null);
  const value = known.reduce((sum, one) => sum + one, 0);
  const isHeld = known.length > 2 && known.some((one) => one !== 0 && one === value - one);
  if (known.length === 0 || known.length < amounts.length || isHeld) return null;
  const fact = facts.find(({ members }) => members.has(axis))?.fact ?? null;
  const quoted = quoteFact(fact, "operating_income", "computed");
  return quoted && { ...quoted, value, note: byAxis(axis) };
}

/** What a sum of the members of the axis is told with. */
export const byAxis = (axis: string): string => `by ${axis.slice(axis.indexOf(":") + 1)}`;

/** The amount of one member: filed, else the sum of its parts. Null where two ways to part it do not agree, none without either. */
function amountsOf(facts: readonly OfMembers[], within: readonly string[]): (number | null)[] {
  const alone = facts.find(({ members }) => members.size === 1);
  if (alone !== undefined) return [numberOf(alone.fact.value)];
  const sums = within.flatMap((axis) => {
    const parts = facts.filter(({ members }) => members.size === 2 && members.has(axis));
    return parts.length === 0
      ? []
      : [parts.reduce((sum, { fact }) => sum + (numberOf(fact.value) ?? 0), 0)];
  });
  const [first] = sums;
  return first === undefined ? [] : [sums.every((one) => one === first) ? first : null];
}

/** What filings state of members for the span. */
export const amountsOfMembers = (source: ModelSource, tag: string, span: Span): number[] =>
  factsByMember(source, tag)
    .filter(isOf(span))
    .map(({ value }) => numberOf(value) ?? 0);

const rounding = 0.001;

/**
 * What of a filed figure stands below operating income by its places; 0 where these do not come to the figure but for one of
 * its last digits (Procter & Gamble 2024: 248, 155 and 255 of 659).
 */
export function partBelow(source: ModelSource, tag: string, span: Span, whole: number): number {
  const { above, below, unit } = placesOf(source, tag, span);
  const apart = Math.abs(above + below - whole);
  return apart > Math.max(rounding * Math.abs(whole), unit) ? 0 : below;
}

const ofCosts =
  /:(Cost|Selling|General|Research|Marketing|(Other)?Nonoperating)(?!.*(Restructuring|Impairment))/;

/** True for a figure that the rows of ordinary costs hold by its places: no row of charges holds it (General Electric 2022: 845). */
export function isWithinCosts(
  source: ModelSource,
  tag: string,
  span: Span,
  whole: number,
): boolean {
  const { above, below, isOfCosts, unit } = placesOf(source, tag, span);
  return isOfCosts && above !== 0 && Math.abs(above + below - whole) <= unit;
}

/**
 * What a figure has below operating income where a part of it has no room at the places of operating income (Bristol-Myers
 * Squibb 2023: restructuring of 365 within 777, of which 607 is below, with integration of 242); else 0.
 */
export function belowWith(source: ModelSource, tag: string, span: Span, part: number): number {
  const { above, below } = placesOf(source, tag, span);
  return above < part && part <= below ? below : 0;
}

interface Places {
  above: number;
  below: number;
  /** True where no place is a row of such charges. */
  isOfCosts: boolean;
  /** What one of the last digits of the figures is. */
  unit: number;
}

/** What filings state of the tag at places in operating income and below it, from the report filed last. */
function placesOf(source: ModelSource, tag: string, span: Span): Places {
  const ofSpan = factsByMember(source, tag).filter(isOf(span)).map(withMembers);
  const placed = ofSpan.filter(({ members }) => members.size === 1 && members.has(placeAxis));
  const report = new Set(newestReport(placed.map(({ fact }) => fact)));
  const own = placed.filter(({ fact }) => report.has(fact));
  const isBelow = ({ members }: OfMembers) => placesBelow.has(members.get(placeAxis) ?? "");
  const totalOf = (some: readonly OfMembers[]) =>
    some.reduce((sum, { fact }) => sum + (numberOf(fact.value) ?? 0), 0);
  const below = totalOf(own.filter(isBelow));
  const digits = own.flatMap(({ fact }) => fact.decimals ?? []);
  const unit = digits.length === 0 ? 0 : 10 ** -Math.min(...digits);
  const isOfCosts = own.every(({ members }) => ofCosts.test(members.get(placeAxis) ?? ""));
  return { above: totalOf(own) - below, below, isOfCosts, unit };
}

/** Kinds of cost that are assets written down. */
const writtenDown = /Asset|Impairment|Lease/;

/** True where filings part a cost of the span into kinds, and assets written down are one of them. */
export const holdsAssets = (source: ModelSource, tag: string, span: Span): boolean =>
  factsByMember(source, tag)
    .filter(isOf(span))
    .some(
      ({ dimensions, value }) =>
        numberOf(value) !== 0 &&
        writtenDown.test(membersOf(dimensions).get(costAxis)?.replace(/^.*:/, "") ?? ""),
    );

/** Kinds of cost that are impairments. */
const impaired = /Impairment/;

/** What of a filed cost of the span is impairments, by its kinds of cost: of plans added up. 0 where none is told. */
export function impairedIn(source: ModelSource, tag: string, span: Span): number {
  const facts = newestReport(factsByMember(source, tag).filter(isOf(span))).map(withMembers);
  const kinds = Map.groupBy(facts, ({ members }) => members.get(costAxis) ?? "");
  return [...kinds]
    .filter(([kind]) => impaired.test(kind.replace(/^.*:/, "")))
    .flatMap(([, own]) => amountsOf(own, [planAxis]))
    .reduce<number>((sum, one) => sum + (one ?? 0), 0);
}
