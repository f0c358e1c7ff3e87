import { leavesOf } from "#registry/models/answers/metrics.ts";
import { printedCharge } from "#registry/printed-charges.ts";
import { near, type Span } from "../../filed-facts.ts";
import { holdsAssets, impairedIn } from "../../members/member-sums.ts";
import type { ModelSource } from "../../source.ts";
import { type Charge, flowAt, periodOf } from "../charge.ts";
import {
  allImpairments,
  disposalLabel,
  goodwillLabel,
  intangiblesLabel,
  longLivedLabel,
  restructuringAndImpairment,
  restructuringLabel,
} from "../one-off-tags.ts";
import { leftByRows } from "./row-of-costs.ts";

const labelled = (charges: readonly Charge[], wanted: string) =>
  charges.find(({ label }) => label === wanted);

const elementOf = ({ quoted: { provenance } }: Charge) =>
  `${provenance?.taxonomy}:${provenance?.concept}`;

/** The charges of notes, each amount once: without what the figure of another one holds. */
export const withoutRepeated = (source: ModelSource, span: Span, charges: Charge[]): Charge[] =>
  [withoutRestructured, withoutSame, withoutLongLived, withoutGoodwill].reduce(
    (kept, rule) => rule(source, span, kept),
    charges,
  );

/** Without the assets that restructuring of notes holds as one of its kinds of cost (Meta 2024: 383 of 389). */
function withoutRestructured(source: ModelSource, span: Span, charges: Charge[]): Charge[] {
  const restructuring = labelled(charges, restructuringLabel);
  if (restructuring === undefined) return charges;
  if (!holdsAssets(source, elementOf(restructuring), span)) return charges;
  return charges.filter(
    ({ label, value }) => label !== longLivedLabel || value > restructuring.value,
  );
}

/**
 * One figure under two elements of goodwill, intangible assets and long-lived assets is one charge (Riot 2022: 335.648; Upexi
 * 2023: 0.857).
 */
function withoutSame(_source: ModelSource, _span: Span, charges: Charge[]): Charge[] {
  const impaired = charges.filter(({ label }) => ofAssets.includes(label));
  return charges.filter((one) => {
    const before = impaired.slice(0, Math.max(impaired.indexOf(one), 0));
    return !before.some(({ value }) => value === one.value);
  });
}

const ofAssets: readonly string[] = [goodwillLabel, intangiblesLabel, longLivedLabel];

const nearlyAll = 0.01;

/**
 * Without that of intangible assets where the figure of long-lived assets holds it: it is no less in any year, and nearly the
 * same in one (Bristol-Myers Squibb's row of all impairments: 1,207 of which 1,200 in 2021, 255 of which 136 in 2023).
 */
function withoutLongLived(source: ModelSource, span: Span, charges: Charge[]): Charge[] {
  const [whole, part] = [longLivedLabel, intangiblesLabel].map((one) => labelled(charges, one));
  if (whole === undefined || part === undefined || part.value > whole.value) return charges;
  const pairs = yearsOf(source, span).map((year) =>
    [whole, part].map((one) => flowAt(source, [elementOf(one)], year)?.value ?? 0),
  );
  const stated = pairs.filter(([all = 0, of = 0]) => all > 0 && of > 0);
  const isHeld =
    stated.every(([all = 0, of = 0]) => of <= all) &&
    stated.some(([all = 0, of = 0]) => all - of <= nearlyAll * all);
  return isHeld ? charges.filter((one) => one !== part) : charges;
}

/** The spans of a year that are at hand, and the span itself. */
function yearsOf({ periods }: ModelSource, span: Span): Span[] {
  const years = periods.filter(({ fiscalPeriod, start }) => {
    return fiscalPeriod === "FY" && !near(start, span.start);
  });
  return [span, ...years.map(({ start, end }) => ({ ...span, start, end }))];
}

/**
 * Restructuring without impaired goodwill where the statement has a row of restructuring and none that names an impairment.
 * Goodwill needs a row (ASC 350-20-45-2), which is then the one of restructuring (Johnson Controls 2024: 510 of which 230).
 */
function withoutGoodwill(source: ModelSource, span: Span, charges: Charge[]): Charge[] {
  const [row, goodwill] = [restructuringLabel, goodwillLabel].map((one) => labelled(charges, one));
  if (row === undefined || goodwill === undefined || goodwill.value > row.value) return charges;
  const rows = rowsOfIncome(source, span);
  const isApart = rows.some((tag) => impairments.some((key) => printedCharge(tag)?.kinds.has(key)));
  if (isApart || !rows.includes(row.quoted.provenance?.concept ?? "")) return charges;
  const rest = { ...row, value: row.value - goodwill.value };
  return charges.flatMap((one) => (one === row ? (rest.value === 0 ? [] : [rest]) : [one]));
}

const impairments = ["goodwill", "intangibles", "assets", "impairment"];

/** The elements of the rows that operating income is the sum of; none where it is a row itself. */
function rowsOfIncome(source: ModelSource, span: Span): string[] {
  const lineage = periodOf(source, span)?.lines.operating_income?.lineage ?? null;
  if (lineage === null || typeof lineage === "number" || lineage[0] !== "sum_of_tags") return [];
  return leavesOf(lineage, source.facts).map(({ tag }) => tag);
}

/**
 * What a figure of all impairments has beyond those filed apart, without the impairments that are a kind of cost of
 * restructuring and count with it (Walgreens 2024: 128 of 835), or that its row holds.
 */
export function withoutOfRestructuring(
  source: ModelSource,
  span: Span,
  { other, own }: { other: readonly Charge[]; own: readonly Charge[] },
): Charge[] {
  const restructuring = labelled(own, restructuringLabel);
  if (restructuring === undefined) return [...other];
  const element = elementOf(restructuring);
  if (isRowOfBoth(source, span, element)) {
    return other.filter(({ label }) => label !== allImpairments.label);
  }
  const impaired = impairedIn(source, element, span);
  return other.flatMap((one) => {
    if (one.label !== allImpairments.label || impaired > restructuring.value) return [one];
    return one.value > impaired ? [{ ...one, value: one.value - impaired }] : [];
  });
}

/**
 * True where impairments are no more than restructuring in any year, and costs leave just the restructuring above operating
 * income in one of those that have both: its row holds them (Alcoa 2018: 527, of which 18).
 */
function isRowOfBoth(source: ModelSource, span: Span, element: string): boolean {
  const years = yearsOf(source, span).flatMap((year) => {
    const [whole, part] = [[element], allImpairments.tags].map(
      (tags) => flowAt(source, tags, year)?.value ?? 0,
    );
    return whole && part ? [{ whole, part, year }] : [];
  });
  const isLeft = ({ whole, year }: { whole: number; year: Span }) =>
    leftByRows(source, year).includes(whole);
  return years.every(({ whole, part }) => part <= whole) && years.some(isLeft);
}

/**
 * Without a loss on businesses sold that one figure of restructuring and impairment in operating income has room for: such a
 * loss has no other row (McDonald's 2022: Russia, within 1,010). The loss of control over a business that is wound down is
 * within restructuring (Nordstrom 2023: 207 of 284).
 */
export function withoutLossWithin(rows: readonly Charge[], placed: readonly Charge[]): Charge[] {
  const roomOf = (one: Charge) =>
    Math.max(
      labelled(rows, restructuringAndImpairment.label)?.value ?? 0,
      elementOf(one) === lostControl ? (labelled(rows, restructuringLabel)?.value ?? 0) : 0,
    );
  return placed.filter(
    (one) =>
      one.label !== disposalLabel || !one.isOperating || one.value <= 0 || one.value > roomOf(one),
  );
}

const lostControl = "us-gaap:DeconsolidationGainOrLossAmount";
