import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { currencyCode } from "../facts/currency-code.ts";
import { type Point, point, type Slot, slotOf } from "../periods/slots.ts";
import type { FactIndex } from "./evidence/series.ts";

const totals = ["us-gaap:Assets", "ifrs-full:Assets"];

/**
 * Reporting currency of a fiscal year: that of total assets (standardization.md 2.16). Other units of the year
 * are convenience translations, stored and never mixed. Where total assets stand in two, the filings tell them
 * apart: each states all its balances in the currency it reports in, and translates the last one at most. Of
 * equals, and without total assets, the one of most facts, then the first by name. Null when the year has no
 * monetary fact.
 */
export function reportingCurrency(index: FactIndex, yearIndex: number): string | null {
  const counts = [...index.unitCounts(yearIndex)].filter(([unit]) => currencyCode.test(unit));
  const inTotals = new Set(totals.flatMap((tag) => [...index.unitsOf(tag).keys()]));
  const stated = counts.filter(([unit]) => inTotals.has(unit));
  const candidates = stated.length > 0 ? stated : counts;
  if (candidates.length < 2) return candidates[0]?.[0] ?? null;
  const ranked = candidates.map(([unit, facts]) => {
    return { unit, facts, balances: balancesStated(index, unit, yearIndex) };
  });
  ranked.sort((a, b) => b.balances - a.balances || b.facts - a.facts || (a.unit < b.unit ? -1 : 1));
  return ranked[0]?.unit ?? null;
}

const yearEnd: Point[] = [point.I4];
const quarterEnds: Point[] = [point.I1, point.I2, point.I3];

/** How many balances the filings that state the year's total assets in the currency state in it, each filing by itself. */
function balancesStated(index: FactIndex, unit: string, yearIndex: number): number {
  const stated = totals.map((tag) => filingsAt(index, tag, unit));
  const atEnds = (points: readonly Point[]) =>
    stated.flatMap((bySlot) => points.flatMap((at) => bySlot.get(slotOf(yearIndex, at)) ?? []));
  const atYearEnd = atEnds(yearEnd);
  const own = new Set(atYearEnd.length > 0 ? atYearEnd : atEnds(quarterEnds));
  if (own.size === 0) return 0;
  const all = stated.flatMap((bySlot) => [...bySlot.values()].flat());
  return all.filter((accession) => own.has(accession)).length;
}

/** The filings behind each balance of a tag, as the view knows them. */
function filingsAt(index: FactIndex, tag: string, unit: string): Map<Slot, string[]> {
  const bySlot = new Map<Slot, string[]>();
  const series = index.seriesOf(tag, unit) ?? [];
  for (let slot = 0; slot < series.length; slot += 1) {
    const versions = index.pickOf(series, slot)?.versions ?? [];
    if (versions.length > 0) bySlot.set(slot, [...new Set(versions.map((f) => f.accession))]);
  }
  return bySlot;
}

/** The one unit in which a concept's facts are taken. */
export function unitOfConcept(concept: Concept, currency: string): string {
  if (concept.dataType === "monetary") return currency;
  if (concept.dataType === "per_share") return `${currency}/shares`;
  return concept.dataType === "shares" ? "shares" : "pure";
}
