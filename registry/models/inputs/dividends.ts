import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf, read } from "../answers/metrics.ts";
import { computedProvenance, type Provenance, type QuotedValue } from "../answers/provenance.ts";
import type { MetricKey } from "../catalogue.ts";
import { addDays } from "./dates.ts";
import { factsOfMember, flowFact, near, newestOf, quoteFact } from "./filed-facts.ts";
import { sumOfMembers } from "./members/member-sums.ts";
import { declaredTags, ownersOf } from "./members/owner-tags.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";

/**
 * True where the dividends of a period hold those of preferred stock: a line of common dividends alone does not. Ordinary
 * dividends are by their definition those of preferred stock, too (General Electric).
 */
export function holdsPreferred({ facts }: ModelSource, period: SourcePeriod | undefined): boolean {
  const reading = read(period ?? null, "dividends_paid");
  const leaves = leavesOf(reading?.lineage ?? null, facts);
  return leaves.length > 0 && leaves.some(({ tag }) => !/CommonStock/.test(tag));
}

/** True where every row of the dividends of a period is of preferred stock, by its element or its label (NGL, Edible Garden). */
export function isOfPreferredAlone(source: ModelSource, period: SourcePeriod | undefined): boolean {
  const reading = read(period ?? null, "dividends_paid");
  const leaves = leavesOf(reading?.lineage ?? null, source.facts);
  const isPreferred = ({ accession, taxonomy, tag }: Fact) =>
    /Preferred/.test(tag) || source.rowLabels?.[accession]?.[`${taxonomy}:${tag}`] !== undefined;
  return leaves.length > 0 && leaves.every((fact) => isPreferred(fact));
}

/** What a line of preferred dividends has that is no dividend paid: premiums of shares that were redeemed (Public Storage 2021). */
export function notPaidOut({ facts }: ModelSource, period: SourcePeriod | undefined): number {
  const leaves = leavesOf(period?.lines.preferred_dividends?.lineage ?? null, facts);
  const others = leaves.length < 2 ? [] : leaves.filter(({ tag }) => /Redemption|Deemed/.test(tag));
  return others.reduce((sum, { value }) => sum + Math.abs(numberOf(value) ?? 0), 0);
}

/**
 * The row of common dividends, where the line of the year adds it up with that of preferred ones, or is a total that is more
 * (Freeport 2016: 6 of 699 million); null elsewhere. Reports of a part of a year may print that row alone (Atlantic American).
 */
export function commonRow(source: ModelSource, period: SourcePeriod | undefined): Fact | null {
  const reading = read(period ?? null, "dividends_paid");
  const leaves = leavesOf(reading?.lineage ?? null, source.facts);
  if (leaves.length > 1) return leaves.find(({ tag }) => /CommonStock/.test(tag)) ?? null;
  if (period === undefined || reading === null) return null;
  const row = flowFact(source, ["us-gaap:PaymentsOfDividendsCommonStock"], period);
  const paid = numberOf(row?.value) ?? 0;
  return paid > 0 && paid < reading.value ? row : null;
}

/**
 * True for a row under the element of dividends of minorities that is more than these own at the end of the year: it holds those
 * of the common shares, too (Petrobras 2009: 7,712 beside minorities of 1,362).
 */
export function mayHoldDividends(source: ModelSource, period: SourcePeriod): boolean {
  const row = flowFact(source, ["us-gaap:PaymentsOfDividendsMinorityInterest"], period);
  const owned = numberOf(period.lines.noncontrolling_interest?.value);
  return owned !== null && (numberOf(row?.value) ?? 0) > Math.max(owned, 0);
}

/** True where two years have such a row: what the common shares got is in it, and no filing states it. */
export const areInOneRow = (years: readonly { mayHoldDividends: boolean }[]): boolean =>
  years.filter((year) => year.mayHoldDividends).length > 1;

const declaredMax = 0.01;

/**
 * What common shares were declared in a period whose one row of dividends holds those of minorities or of preferred stock,
 * too: the statement of equity has both, and they come to the row (Colgate 2023: 1,584 and 170 of 1,749; Tsakos 2023: 29.5
 * and 32.4 of 61.9), or it says that there were none beside minorities (SunEdison 2014: 8.3 by a subsidiary). Null elsewhere.
 * Preferred stock that counts as converted is common stock (Procter & Gamble).
 */
function declaredCommon(
  source: ModelSource,
  period: SourcePeriod | undefined,
  isPreferredCommon: boolean,
): Fact | null {
  const { own, others, paid } = declaredBeside(source, period);
  const amount = numberOf(own?.value);
  if (period === undefined || amount === null || paid === null || amount >= paid) return null;
  const comesTo = (beside: number | null) => {
    const apart = Math.abs(amount + (beside ?? 0) - paid);
    return beside !== null && apart <= declaredMax * paid && apart < paid - amount;
  };
  const preferred = isPreferredCommon ? null : declaredPreferred(source, period);
  const isNone = amount === 0 && (numberOf(period.lines.noncontrolling_interest?.value) ?? 0) > 0;
  return isNone || comesTo(others) || comesTo(preferred) ? own : null;
}

const declaredPreferred = (source: ModelSource, period: SourcePeriod): number | null =>
  numberOf(flowFact(source, declaredTags.preferred, period)?.value) ??
  sumOfMembers(source, declaredTags.preferred, period)?.value ??
  null;

/** The part of the one row of dividends that other owners got. All of it where no dividend on common shares was declared; null elsewhere. */
export function paidToOthers(
  source: ModelSource,
  period: SourcePeriod,
  isPreferredCommon: boolean,
): number | null {
  const { own, others, paid } = declaredBeside(source, period);
  const common = numberOf(declaredCommon(source, period, isPreferredCommon)?.value);
  if (paid !== null && common !== null) return paid - common;
  const isAll = own === null && others !== null && others === paid;
  if (isAll) return paid;
  const perShare = ofPerShare(source, period);
  return paid === null || perShare === null ? null : paid - perShare.value;
}

const minoritiesMin = 0.1;

/**
 * Dividends per share times the shares, where one row holds more by a tenth, minorities stand in equity, and no statement of
 * equity tells dividends of either (Las Vegas Sands 2019: 2,375 of 3,000). Null elsewhere, and beside preferred dividends.
 */
function ofPerShare(source: ModelSource, period: SourcePeriod | undefined): QuotedValue | null {
  const { own, others, paid } = declaredBeside(source, period);
  const of = (key: string) => numberOf(period?.lines[key]?.value) ?? 0;
  const factors = ["dividends_per_share", "weighted_average_shares_basic"];
  const value = factors.reduce((product, key) => product * of(key), 1);
  const isHeld = own === null && others === null && of("noncontrolling_interest") > 0;
  const isLess = paid !== null && value > 0 && value < (1 - minoritiesMin) * paid;
  if (period === undefined || !isHeld || !isLess || of("preferred_dividends") > 0) return null;
  const leaves = factors.flatMap((key) =>
    leavesOf(period.lines[key]?.lineage ?? null, source.facts),
  );
  const parts = leaves.flatMap((fact) => quoteFact(fact, "dividends_paid", "FY") ?? []);
  const concept = "common_dividends";
  const provenance = computedProvenance("dividends_paid", concept, period.end, parts, "FY");
  return { value, provenance };
}

function declaredBeside(
  source: ModelSource,
  period: SourcePeriod | undefined,
): { own: Fact | null; others: number | null; paid: number | null } {
  const reading = read(period ?? null, "dividends_paid");
  const leaves = leavesOf(reading?.lineage ?? null, source.facts);
  const isOneRow = leaves.length === 1 && !/CommonStock/.test(leaves[0]?.tag ?? "");
  if (period === undefined || reading === null || !isOneRow) {
    return { own: null, others: null, paid: null };
  }
  const { common, minorities } = declaredTags;
  const others =
    declaredOf(source, period, { tags: minorities, owner: ownersOf.minorities }) ??
    ofMembers(source, period, { tags: common, owner: ownersOf.minorities });
  const beside = numberOf(others?.value);
  return {
    own: declaredOf(source, period, { tags: common, owner: ownersOf.common }),
    others: beside !== null && beside > 0 ? beside : null,
    paid: Math.abs(reading.value),
  };
}

interface Declared {
  tags: readonly string[];
  owner: string;
}

/** What filings state for the company, else of the owner. */
const declaredOf = (source: ModelSource, period: SourcePeriod, of: Declared): Fact | null =>
  flowFact(source, of.tags, period) ?? ofMembers(source, period, of);

function ofMembers(source: ModelSource, period: SourcePeriod, of: Declared): Fact | null {
  const facts = of.tags.flatMap((tag) => factsOfMember(source, tag, of.owner));
  return newestOf(
    facts.filter(({ start, end }) => near(start, period.start) && near(end, period.end)),
  );
}

/** What the row of common dividends comes to over the twelve months to a day, else over its year. */
function ofCommonRow(source: ModelSource, row: Fact, end: string): QuotedValue | null {
  const span = (start: string, to: string, basis: Provenance["basis"]) => {
    const tags = [`${row.taxonomy}:${row.tag}`];
    const fact = flowFact(source, tags, { start, end: to, currency: row.unit });
    return quoteFact(fact, "dividends_paid", basis);
  };
  const year = quoteFact(row, "dividends_paid", "FY");
  if (year === null || row.end === end) return year;
  const now = span(addDays(row.end, 1), end, "computed");
  const then = span(row.start ?? row.end, addDays(end, -365), "computed");
  if (now === null || then === null) return year;
  return {
    value: year.value + now.value - then.value,
    provenance: computedProvenance(
      "dividends_paid",
      "common_dividends",
      end,
      [year, now, then],
      "TTM",
    ),
  };
}

/** Dividends of the common shares: without those of preferred stock, of the same span. */
function ofCommonShares(
  paid: QuotedValue | null | undefined,
  preferred: QuotedValue | null | undefined,
): QuotedValue | null {
  if (paid == null) return null;
  const isPart = preferred != null && preferred.value > 0 && preferred.value < paid.value;
  if (!isPart) return paid;
  const end = paid.provenance?.periodEnd ?? "";
  const basis = paid.provenance?.basis ?? "computed";
  const parts = [paid, preferred];
  return {
    value: paid.value - preferred.value,
    provenance: computedProvenance("dividends_paid", "common_dividends", end, parts, basis),
    note: `without preferred dividends of ${preferred.value.toLocaleString("en-US")}`,
  };
}

const withoutOthers =
  "declared on common shares; the row of cash flows holds dividends of other owners, too";

/** The part of dividends that the year's dividends per share are of those it paid; null where they tell none. */
function partOfCommon(
  source: ModelSource,
  year: SourcePeriod | undefined,
  flow: QuotedValue | null | undefined,
): QuotedValue | null {
  const [common, paid] = [ofPerShare(source, year), declaredBeside(source, year).paid];
  if (common === null || paid === null || flow == null) return null;
  const end = flow.provenance?.periodEnd ?? year?.end ?? "";
  const parts = [flow, common];
  const basis = flow.provenance?.basis;
  return {
    value: (Math.abs(flow.value) * common.value) / paid,
    provenance: computedProvenance("dividends_paid", "common_dividends", end, parts, basis),
  };
}

function noneOfCommon(paid: QuotedValue | null | undefined): QuotedValue | null {
  if (paid == null) return null;
  const { provenance } = paid;
  return { value: 0, provenance, note: "every row of dividends is of preferred stock" };
}

type Flows = Partial<Record<MetricKey, QuotedValue | null>>;

/** Dividends of the common shares, of the twelve months else of the year: without those of preferred stock and of minorities. */
export function commonDividends(
  source: ModelSource,
  periods: readonly SourcePeriod[],
  of: { end: string; year: Flows; twelveMonths: Flows; claims: { isPreferredCommon: boolean } },
): QuotedValue | null {
  const { end, twelveMonths, year, claims } = of;
  const flows = twelveMonths.dividends_paid == null ? year : twelveMonths;
  const declared = declaredCommon(source, periods.at(-1), claims.isPreferredCommon);
  const ofCommon = declared && ofCommonRow(source, declared, end);
  if (ofCommon !== null) return { ...ofCommon, note: withoutOthers };
  const part = partOfCommon(source, periods.at(-1), flows.dividends_paid);
  if (part !== null) return { ...part, note: withoutOthers };
  if (!claims.isPreferredCommon && isOfPreferredAlone(source, periods.at(-1))) {
    return noneOfCommon(flows.dividends_paid);
  }
  const isHeld = !claims.isPreferredCommon && holdsPreferred(source, periods.at(-1));
  const row = isHeld ? commonRow(source, periods.at(-1)) : null;
  if (row !== null) return ofCommonRow(source, row, end);
  return ofCommonShares(flows.dividends_paid, isHeld ? flows.preferred_dividends : null);
}
