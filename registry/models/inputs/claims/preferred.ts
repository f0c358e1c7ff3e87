import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { computedProvenance, type QuotedValue, quote } from "../../answers/provenance.ts";
import type { Warning } from "../../assumption.ts";
import { preferredInTreasury } from "../counts/count-of-classes.ts";
import {
  inLiquidation,
  inScale,
  perShareMin,
  preferenceOfClasses,
  preferredShares,
  sharesOfClasses,
} from "../counts/preferred-shares.ts";
import { addDays } from "../dates.ts";
import {
  factsOf,
  factsOfMember,
  filedFact,
  flowFact,
  newestOf,
  quoteFact,
  summed,
} from "../filed-facts.ts";
import { preferredColumns } from "../members/partitions.ts";
import { bridgeTags } from "../model-tags.ts";
import { rowsOfKind } from "../rows/unread-rows.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { type At, firstReading } from "./debt.ts";
import { preferredTags } from "./debt-tags.ts";

const metric = "preferred_equity";

/** Preferred stock is stated at par if its book value is less than this share of its redemption value. */
const atPar = 0.1;

/**
 * Preferred equity of a day, in the currency of the statements. Where the books have it at par, what it is redeemed for
 * (Atlantic American), what it has in a liquidation, or what it was issued for (Marvell). Null without any, and where it is
 * at par and filings state none of these.
 */
export function preferredAt(source: ModelSource, at: At): QuotedValue | null {
  const stated =
    quote(source, firstReading(at, metric), "instant") ??
    ofRows(source, at) ??
    ofColumn(source, at.end);
  const redeemed =
    quoteFact(factAt(source, at, preferredTags.redemption, at.currency), metric, "instant") ??
    preferenceOfClasses(source, at);
  const told = redeemed && { ...redeemed, note: "what preferred stock is redeemed for" };
  if (stated !== null && stated.value > 0 && stated.value < atPar * (redeemed?.value ?? 0)) {
    return told;
  }
  if (!isAtPar(source, at, { stated, count: countAt(source, at) })) return stated;
  return told ?? atLiquidation(source, at) ?? issuedFor(source, at);
}

/** What a reader must know of preferred shares whose value no filing states; null where it is stated, or there are none. */
export function unvaluedPreferred(source: ModelSource, at: At): Warning | null {
  const stated = quote(source, firstReading(at, metric), "instant");
  const count = countAt(source, at) || (stated === null ? sharesOfClasses(source, at) : 0);
  if (!isAtPar(source, at, { stated, count }) || preferredAt(source, at) !== null) return null;
  const message = `${count.toLocaleString("en-US")} preferred shares are outstanding, the balance sheet has them at par, and no filing states what they are redeemed or were issued for: other_claims is without them. Set it.`;
  return { code: "preferred_not_valued", message };
}

const factAt = (source: ModelSource, { end }: At, tags: readonly string[], unit: string | null) =>
  filedFact(source, tags, { start: null, end, unit });

const countAt = (source: ModelSource, at: At): number => preferredShares(source, at)?.value ?? 0;

/** Rows of equity under elements of the filer's own (Freeport: 832 and 2,875). */
function ofRows(source: ModelSource, at: At): QuotedValue | null {
  const rows = rowsOfKind(source, at, "equity", "preferred").map(({ quoted }) => quoted);
  return rows.length === 0 ? null : summed(at, rows);
}

/** The column of preferred stock in the statement of changes in equity, where no row of the balance sheet has it (NGL: 348). */
function ofColumn(source: ModelSource, end: string): QuotedValue | null {
  const facts = preferredColumns.flatMap(([tag, dimensions]) =>
    factsOfMember(source, tag, dimensions).filter((fact) => fact.end === end),
  );
  const quoted = quoteFact(newestOf(facts), metric, "instant");
  return quoted !== null && quoted.value > 0 ? quoted : null;
}

/** True for shares without a value, or with one that is their par value. Stock between liabilities and equity has its value there. */
function isAtPar(
  source: ModelSource,
  at: At,
  { stated, count }: { stated: QuotedValue | null; count: number },
): boolean {
  if (count <= 0 || isTemporary(source, at)) return false;
  if (stated === null || stated.value === 0) return true;
  const par = numberOf(factAt(source, at, preferredTags.parValue, null)?.value);
  // Statements in millions round it.
  return par !== null && par <= perShareMin && stated.value < 2 * par * count;
}

function isTemporary(source: ModelSource, at: At): boolean {
  const temporary = at.here.map(({ lines }) => numberOf(lines.temporary_equity?.value) ?? 0);
  const redeemable = numberOf(factAt(source, at, bridgeTags.redeemable, at.currency)?.value) ?? 0;
  return Math.max(0, ...temporary) > redeemable;
}

/** Preference in a liquidation, stated for one share. */
function atLiquidation(source: ModelSource, at: At): QuotedValue | null {
  const [perShare, count] = [inLiquidation(source, at), preferredShares(source, at)];
  if (perShare === null || count === null) return null;
  const value = perShare.value * count.value;
  const provenance = computedProvenance(metric, metric, at.end, [perShare, count], "instant");
  return inScale(at, { value, provenance, note: "what preferred stock has in a liquidation" });
}

/** Proceeds of the one issue that the shares of the day are of, as far as they are outstanding still. */
function issuedFor(source: ModelSource, { end, currency }: At): QuotedValue | null {
  const counts = countsOf(source, end);
  const before = counts.findLast(({ value }) => Number(value) === 0);
  const [first, ...later] = counts.slice(
    before === undefined ? counts.length : counts.indexOf(before) + 1,
  );
  if (before === undefined || first === undefined) return null;
  const span = { start: addDays(before.end, 1), end: first.end, currency };
  const paid = quoteFact(flowFact(source, preferredTags.issued, span), metric, "computed");
  const last = later.at(-1) ?? first;
  const isOneIssue = [first, ...later].every(
    ({ value }, index, all) => index === 0 || Number(value) <= Number(all[index - 1]?.value),
  );
  if (paid === null || paid.value <= 0 || !isOneIssue || last.end !== end) return null;
  const value = (paid.value * Number(last.value)) / Number(first.value);
  const provenance = computedProvenance(metric, metric, end, [paid], "instant");
  return {
    value,
    provenance,
    note: "what preferred stock was issued for; the balance sheet has it at par",
  };
}

/** Counts of preferred shares up to a day, oldest first, one a day. */
function countsOf(source: ModelSource, end: string): Fact[] {
  const facts = preferredTags.shares.flatMap((tag) => factsOf(source, tag));
  const days = new Set(facts.map((fact) => fact.end).filter((day) => day <= end));
  return [...days].sort().flatMap((day) => {
    const filed = preferredTags.shares.flatMap(
      (tag) => newestOf(factsOf(source, tag).filter((fact) => fact.end === day)) ?? [],
    );
    return filed.slice(0, 1);
  });
}

/** Fewer preferred shares than this part of the common ones are no second class of them. */
const sharesMin = 0.05;
/** How far the stated capital of a preferred share may lie from that of a common one. */
const apartMax = 0.25;

/**
 * Preferred shares that count as common shares: the books state each at the capital of a common share, as they have no par
 * value (Brazilian companies), on the day or a later one: new shares cost more than old ones (Itaú 2008). They share in income and
 * equity. Null where there are none.
 */
export function participatingShares(source: ModelSource, at: At): QuotedValue | null {
  const later = source.periods.filter(({ end }) => end > at.end);
  const days = [at.here, ...Map.groupBy(later, ({ end }) => end).values()];
  const quoted = quoteFact(sharesAt(source, at.end), "shares_outstanding", "instant");
  if (quoted === null || !isSecondClass(at.here, quoted.value)) return null;
  const isAlike = days.some((here) => standAlike(source, here));
  return isAlike ? withoutTreasury(source, at.end, quoted) : null;
}

const sharesAt = (source: ModelSource, end: string): Fact | null =>
  filedFact(source, preferredTags.shares, { start: null, end, unit: "shares" });

const lineOf = (here: At["here"], key: string): number =>
  here.map(({ lines }) => numberOf(lines[key]?.value)).find((one) => one !== null) ?? 0;

const issuedOn = (here: At["here"]): number =>
  lineOf(here, "shares_issued") || lineOf(here, "shares_outstanding");

const isSecondClass = (here: At["here"], preferred: number): boolean =>
  issuedOn(here) > 0 && preferred >= sharesMin * issuedOn(here);

/** True where preferred and common shares of a day have about the same stated capital each. */
function standAlike(source: ModelSource, here: At["here"]): boolean {
  const [first] = here;
  const count = first === undefined ? 0 : Number(sharesAt(source, first.end)?.value ?? 0);
  const [preferred, common] = [lineOf(here, "preferred_stock"), lineOf(here, "common_stock")];
  if (preferred <= 0 || common <= 0 || !isSecondClass(here, count)) return false;
  const ratio = preferred / count / (common / issuedOn(here));
  return Math.abs(ratio - 1) <= apartMax;
}

function withoutTreasury(source: ModelSource, end: string, issued: QuotedValue): QuotedValue {
  const held = preferredInTreasury(source, end);
  if (held === null || held.value >= issued.value) return issued;
  const parts = [issued, { ...held, value: -held.value }];
  return {
    value: issued.value - held.value,
    provenance: computedProvenance(
      "shares_outstanding",
      "shares_less_treasury",
      end,
      parts,
      "instant",
    ),
  };
}
