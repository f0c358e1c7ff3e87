import { leavesOf } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import { addDays } from "../dates.ts";
import { factsOf, filedFact, newestOf, quoteFact } from "../filed-facts.ts";
import { placedTags } from "../members/place-tags.ts";
import { ofOneMeasurement } from "../members/places.ts";
import { belowOperatingIncome, bridgeTags } from "../model-tags.ts";
import type { RowKind } from "../rows/row-kinds.ts";
import { rowsOfKind } from "../rows/unread-rows.ts";
import { type ModelSource, numberOf } from "../source.ts";
import type { At } from "./debt.ts";
import { preferredTags } from "./debt-tags.ts";
import { afterTax } from "./pensions.ts";
import { dividendsPayable, securitiesLent } from "./security-tags.ts";

/**
 * What others than the common shareholders own: noncontrolling interest, also redeemable, other temporary equity, preferred stock that must be redeemed,
 * contingent consideration of acquisitions, dividends payable, own warrants that are a liability, cash that borrowers of securities left, and preferred equity that is not in the diluted shares already (models.md 3.3). Null where none is filed.
 */
export function otherClaims(
  source: ModelSource,
  at: At,
  of: {
    minority: QuotedValue | null;
    preferred: QuotedValue | null;
    isPreferredCommon: boolean;
    /** True where preferred stock is a class of the common shares. */
    isClass: boolean;
  },
): QuotedValue | null {
  const one = (tags: readonly string[]) =>
    quoteFact(
      filedFact(source, tags, { start: null, end: at.end, unit: at.currency }),
      "noncontrolling_interest",
      "instant",
    );
  const redeemable = one(bridgeTags.redeemable);
  const preferred = of.isPreferredCommon ? null : of.preferred;
  // Stock that is converted stands there.
  const isConverted = of.isPreferredCommon && !of.isClass;
  const temporary = isConverted ? null : temporaryEquity(source, at);
  const mandatory = quoteFact(
    filedFact(source, bridgeTags.mandatory, { start: null, end: at.end, unit: at.currency }),
    "preferred_equity",
    "instant",
  );
  const inEquity = rowsOfKind(source, at, "equity", "minorities").map(({ quoted }) => quoted);
  const apart = of.minority ?? one(bridgeTags.minority);
  const minority = apart === null ? inEquity : [apart];
  const { parts: owed, whole } = bridgeTags.contingent;
  // Filers tag the fair value as negative in some notes (SunEdison).
  const owes = (part: QuotedValue | null) => (part !== null && part.value > 0 ? [part] : []);
  const rows = (...kinds: readonly RowKind[]) =>
    rowsOfKind(source, at, "liabilities", ...kinds).map(({ quoted }) => quoted);
  const warrants = taggedWarrants(source, at);
  const contingent = [...owed.flatMap((tag) => owes(one([tag]))), ...rows("contingent")];
  const parts = [
    ...minority,
    larger(redeemable, temporary),
    preferred,
    ...owes(arrearsAt(source, at)),
    mandatory,
    ...(isConverted ? [] : rows("redeemable")),
    ...rows("minorities", "tax_receivable", "dividends"),
    ...litigationAt(source, at),
    ...(warrants === null ? rows("warrants") : owes(warrants)),
    ...owes(one(dividendsPayable)),
    ...lentAt(source, at, one(securitiesLent)),
    ...(contingent.length > 0 ? contingent : contingentAt(source, at, one(whole)).flatMap(owes)),
  ].filter((part) => part !== null);
  const leftOut = of.isPreferredCommon && (of.preferred?.value ?? 0) > 0;
  const held = of.isClass ? "as a class of them" : "as converted";
  const note = leftOut
    ? { note: `without preferred stock, which the diluted shares hold ${held}` }
    : {};
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length === 1) return { ...only, ...note };
  const value = parts.reduce((total, one) => total + one.value, 0);
  const provenance = computedProvenance("other_claims", "other_claims", at.end, parts, "instant");
  return { value, provenance, ...note };
}

/**
 * What is owed for litigation later than within a year, after tax: earnings are before the charges for it (Walgreens 2024: 6,008).
 */
const litigationAt = (source: ModelSource, at: At): QuotedValue[] =>
  rowsOfKind(source, at, "liabilities", "litigation")
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ quoted }) => afterTax(quoted));

/** Cash that borrowers of securities left, less what stands apart of it among assets (Google to 2014-06-30: 3,086, all of it within cash and securities). */
function lentAt(source: ModelSource, at: At, tagged: QuotedValue | null): QuotedValue[] {
  const rows = (side: "assets" | "liabilities") =>
    rowsOfKind(source, at, side, "lending").map(({ quoted }) => quoted);
  const owed = tagged === null ? rows("liabilities") : [tagged];
  const apart = rows("assets").map((one) => ({ ...one, value: -one.value }));
  const parts = [...owed, ...apart];
  return parts.reduce((total, { value }) => total + value, 0) > 0 ? parts : [];
}

/** What acquisitions may still cost: the whole, or what filings have of one measurement or by row alone (Abbott: 112). */
const contingentAt = (source: ModelSource, at: At, whole: QuotedValue | null): QuotedValue[] =>
  whole === null
    ? placedTags.contingent.flatMap((tag) => ofOneMeasurement(source, tag, at))
    : [whole];

/** The line between liabilities and equity holds redeemable minorities beside other stock (Kraft Heinz); some filers state either alone. */
const larger = (one: QuotedValue | null, other: QuotedValue | null) =>
  (other?.value ?? 0) > (one?.value ?? 0) ? other : one;

/** What stands between liabilities and equity: redeemable minorities, stock of subsidiaries, preferred stock. */
function temporaryEquity(source: ModelSource, { here, end }: At): QuotedValue | null {
  const lines = here.map((period) => period.lines.temporary_equity);
  const line = lines.find((one) => one?.value != null);
  const value = numberOf(line?.value);
  if (line === undefined || value === null || value <= 0) return null;
  const parts = leavesOf(line.lineage, source.facts).flatMap(
    (fact) => quoteFact(fact, "noncontrolling_interest", "instant") ?? [],
  );
  const concept = "temporary_equity";
  const metric = "noncontrolling_interest";
  return { value, provenance: computedProvenance(metric, concept, end, parts, "instant") };
}

/** Own warrants that are a liability: their change in value is in income (Hertz); those in equity have none (Marvell). */
function taggedWarrants(source: ModelSource, { end, currency }: At): QuotedValue | null {
  const isRevalued = belowOperatingIncome.warrants
    .flatMap((tag) => factsOf(source, tag))
    .some((fact) => fact.end === end && (numberOf(fact.value) ?? 0) !== 0);
  const fact = filedFact(source, bridgeTags.warrants, { start: null, end, unit: currency });
  return isRevalued ? quoteFact(fact, "noncontrolling_interest", "instant") : null;
}

/** Preferred dividends that were not paid by the day: they go before all dividends of common shares (NGL: 216.8). */
function arrearsAt(source: ModelSource, { end, currency }: At): QuotedValue | null {
  const facts = preferredTags.arrears
    .flatMap((tag) => factsOf(source, tag))
    .filter((fact) => fact.end === end && (currency === null || fact.unit === currency));
  return quoteFact(newestOf(facts), "preferred_equity", "instant");
}

const lookBackDays = 400;

/** True where the newest report of diluted shares counts preferred stock as converted. */
export function isPreferredDiluted(source: ModelSource, { end }: At): boolean {
  const from = addDays(end, -lookBackDays);
  return bridgeTags.convertedPreferred
    .flatMap((tag) => factsOf(source, tag))
    .some((fact) => fact.end <= end && fact.end > from && (numberOf(fact.value) ?? 0) > 0);
}
