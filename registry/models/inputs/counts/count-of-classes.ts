import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { read } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import { preferredTags } from "../claims/debt-tags.ts";
import { factsByMember, factsOf, filedFact, newestOf, quoteFact } from "../filed-facts.ts";
import { basicOfEarnings, haveUnknownRights, weighted } from "../shares-of-earnings.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { countTags } from "./count-tags.ts";

/** A count of all shares lies about as near to the average of a period; one of some classes does not. */
const nearAverage = 0.1;
/** So far above the average are shares that have not vested at most. */
const withUnvested = 0.25;
/** Issued shares lie this near only if few of them are in treasury. */
const nearIssued = 0.03;

/** The kind of shares that a member counts; null for other members. */
type Kind = "common" | "treasury" | "preferred" | null;

export interface Member {
  kind: Kind;
  fact: Fact;
  value: number;
}

/**
 * Common shares outstanding at the end of a period, of filings that count them by class or in a column of the statement
 * of equity alone: those of all classes, less those in treasury where the row holds them (Ford, Microchip). Null where a
 * member is no class of shares, and where the count is not near the average of the period or no treasury shares are told
 * without one.
 */
export function countOfClasses(
  source: ModelSource,
  period: SourcePeriod,
  average: number | null,
): QuotedValue | null {
  const basic = average ?? read(period, "basic_shares")?.value ?? basicOfEarnings(source, period);
  const found = [
    ...countTags.outstanding.map((tag) => ofRow(source, tag, period.end, [])),
    ...countTags.issued.map((tag) => ofRow(source, tag, period.end, countTags.treasury)),
  ];
  const isSound = ({ tag, count, isWithoutTreasury }: Counted) =>
    basic === null
      ? isWithoutTreasury
      : areNear(count.value, basic, isWithoutTreasury ? nearAverage : nearIssued) ||
        (areNear(count.value, basic, withUnvested) && isCountBefore(source, tag, period.end));
  const sound = found.find((one) => one !== null && isSound(one))?.count ?? null;
  return sound ?? columnAsIssued(source, period.end);
}

/**
 * The column of common shares that is just the issued shares of the balance sheet, of a filing without treasury shares. It needs no
 * average: most of them may be new (Bergio 2023: 2,102 million at the end of a year with 234 on average).
 */
function columnAsIssued(source: ModelSource, end: string): QuotedValue | null {
  const issued = filedFact(source, countTags.issued, instant(end));
  if (issued === null || countTags.treasury.some((tag) => heldIn(source, tag, end).length > 0))
    return null;
  const members = countTags.outstanding.flatMap((tag) => membersAt(source, tag, end));
  const same = members.find(({ kind, fact }) => kind === "common" && fact.value === issued.value);
  const isHeld = members.some(({ kind, value }) => kind === "treasury" && value !== 0);
  return same === undefined || isHeld ? null : quoteFact(same.fact, metric, "instant");
}

const areNear = (one: number, other: number, apart: number): boolean =>
  Math.abs(one / other - 1) <= apart;

/**
 * True for a row of which the members came to the count of the balance sheet before: shares that have not vested stand in it and in
 * no average (Westwood 2022: 8.882 and 8.905 million).
 */
function isCountBefore(source: ModelSource, tag: string, end: string): boolean {
  const wholes = factsOf(source, tag).filter(
    ({ unit, end: day }) => unit === "shares" && day < end,
  );
  const before = wholes.reduce((last, fact) => (fact.end > last ? fact.end : last), "");
  const whole = numberOf(newestOf(wholes.filter((fact) => fact.end === before))?.value);
  const members = membersAt(source, tag, before).filter(({ kind }) => kind === "common");
  const count = members.reduce((sum, { value }) => sum + value, 0);
  return whole !== null && whole > 0 && areNear(count, whole, nearIssued);
}

interface Counted {
  tag: string;
  count: QuotedValue;
  /** True for a count of outstanding shares, and where the filing tells how many are in treasury. */
  isWithoutTreasury: boolean;
}

/** Adds up the members of a row and takes off treasury shares, which the row or the given tags state. */
function ofRow(
  source: ModelSource,
  tag: string,
  end: string,
  treasury: readonly string[],
): Counted | null {
  const members = membersAt(source, tag, end);
  const ofTreasury = treasury.flatMap((one) => heldIn(source, one, end));
  const classes = members.filter(({ kind }) => kind === "common");
  const counts = factsIn(classes) ?? wholeBeside(source, { tag, end, ofTreasury });
  // Preferred shares of a day without a balance sheet may be a class of the common ones, and nothing tells it (Bradesco 2007).
  const isUntold = filedFact(source, preferredTags.shares, instant(end)) === null;
  const isOther = ({ kind, value }: Member) =>
    value !== 0 && (kind === null || (kind === "preferred" && isUntold));
  if (counts === null || members.some(isOther) || isTwice(classes)) return null;
  if (classes.some(({ value }) => value === 0) && hasTemporaryEquity(source, end)) return null;
  const own = factsIn(members.filter(({ kind }) => kind === "treasury"));
  const held = quotesOf(own ?? ofTreasury).map((one) => ({ ...one, value: -Math.abs(one.value) }));
  const parts = [...quotesOf(counts), ...held];
  const value = parts.reduce((sum, part) => sum + part.value, 0);
  if (value <= 0) return null;
  const count = {
    value,
    provenance: computedProvenance(metric, "shares_of_classes", end, parts, "instant"),
  };
  const labelled = classes.map(({ fact, value }) => ({ label: fact.dimensions ?? "", value }));
  if (haveUnknownRights(source, labelled, end)) return null;
  if (held.length > 0) return { tag, count, isWithoutTreasury: true };
  return {
    tag,
    count: weighted(source, labelled, { count, date: end }),
    isWithoutTreasury: treasury.length === 0,
  };
}

/** A class without shares may be all redeemable, and so be counted beside equity (blank-check companies). */
const hasTemporaryEquity = ({ periods }: ModelSource, day: string) =>
  periods.some(
    ({ end, lines }) => end === day && (numberOf(lines.temporary_equity?.value) ?? 0) > 0,
  );

const metric = "shares_outstanding";

const factsIn = (members: readonly Member[]): Fact[] | null =>
  members.length > 0 ? members.map(({ fact }) => fact) : null;

const quotesOf = (facts: readonly Fact[]): QuotedValue[] =>
  facts.flatMap((fact) => quoteFact(fact, metric, "instant") ?? []);

/** The count of the company as a whole, which is of one class where treasury shares are by class (Itaú). */
function wholeBeside(
  source: ModelSource,
  { tag, end, ofTreasury }: { tag: string; end: string; ofTreasury: readonly Fact[] },
): Fact[] | null {
  const isByClass = ofTreasury.some(({ dimensions }) => dimensions !== null);
  const whole = isByClass ? filedFact(source, [tag], instant(end)) : null;
  return whole && [whole];
}

/** True where two names have one count: a class that got a new name is stated under both (Visa). */
function isTwice(classes: readonly Member[]): boolean {
  const values = classes.map(({ value }) => value).filter((value) => value !== 0);
  return new Set(values).size < values.length;
}

const instant = (end: string) => ({ start: null, end, unit: "shares" });

/** Common shares in treasury: of the company as a whole, else of each class. */
function heldIn(source: ModelSource, tag: string, end: string): Fact[] {
  const whole = filedFact(source, [tag], instant(end));
  if (whole !== null) return [whole];
  return membersAt(source, tag, end)
    .filter(({ kind }) => kind === "common" || kind === "treasury")
    .map(({ fact }) => fact);
}

/** Preferred shares in treasury at the end of a day; null where filings do not tell them. */
export function preferredInTreasury(source: ModelSource, end: string): QuotedValue | null {
  const isHeld = (tag: string) => countTags.treasury.some((one) => one === tag);
  const held = [...countTags.treasury, ...countTags.issued].flatMap((tag) =>
    membersAt(source, tag, end).filter(
      ({ kind, fact }) =>
        kind === "preferred" && (isHeld(tag) || /Treasury/.test(fact.dimensions ?? "")),
    ),
  );
  const quoted = quoteFact(held[0]?.fact ?? null, metric, "instant");
  return quoted === null
    ? restOfTreasury(source, end)
    : { ...quoted, value: Math.abs(quoted.value) };
}

/** What the column of treasury stock beside one of preferred shares has more than the common shares in treasury (Vale: 152.6 and 75.0 million). */
function restOfTreasury(source: ModelSource, end: string): QuotedValue | null {
  const ofCommon = [...countTags.treasury, "us-gaap:TreasuryStockCommonShares"];
  const common = quoteFact(filedFact(source, ofCommon, instant(end)), metric, "instant");
  for (const tag of countTags.issued) {
    const members = membersAt(source, tag, end);
    const column = members.find(({ kind }) => kind === "treasury");
    const [all = null] = quotesOf(column === undefined ? [] : [column.fact]);
    const isOfBoth = members.some(({ kind }) => kind === "preferred");
    if (all === null || common === null || !isOfBoth) continue;
    const value = Math.abs(all.value) - common.value;
    const provenance = computedProvenance(metric, "treasury_shares", end, [all, common], "instant");
    if (value > 0) return { value, provenance };
  }
  return null;
}

/** The members of a row on a day, of that axis of the report filed last which has most classes of shares: others repeat them. */
export function membersAt(source: ModelSource, tag: string, end: string): Member[] {
  const facts = factsByMember(source, tag).filter(
    (fact) => fact.end === end && fact.start === null && fact.unit === "shares",
  );
  const newest = newestOf(facts);
  const single = facts.flatMap((fact) => {
    const [axis = "", member = "", ...more] = (fact.dimensions ?? "").split("=");
    const isOwn = fact.accession === newest?.accession && more.length === 0;
    return isOwn ? [{ axis, kind: kindOf(member), fact, value: numberOf(fact.value) ?? 0 }] : [];
  });
  const classesOf = (members: readonly Member[]) => members.filter(({ kind }) => kind !== null);
  const [first = []] = [...Map.groupBy(single, ({ axis }) => axis).values()].sort(
    (one, other) => classesOf(other).length - classesOf(one).length,
  );
  return [...new Map(first.map((member) => [member.fact.dimensions, member])).values()];
}

function kindOf(member: string): Kind {
  const name = member.replace(/^.*:/, "");
  if (name.includes("Preferred")) return "preferred";
  if (name.includes("Treasury")) return "treasury";
  return /Common|Ordinary|Class[A-Z]|Class[a-z]Shares/.test(name) ? "common" : null;
}
