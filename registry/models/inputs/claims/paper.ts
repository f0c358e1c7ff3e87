import { leavesOf, type Reading } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { addDays } from "../dates.ts";
import { factsOf, filedFact, quoteFact } from "../filed-facts.ts";
import { debtWithCurrent } from "../model-tags.ts";
import { unreadRows } from "../rows/unread-rows.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { notesAndLoans, notesBesideLoans, otherThanPaper, relatedParties } from "./debt-tags.ts";

const rounding = 0.001;

/**
 * Other short-term borrowings beside commercial paper, where debt holds the paper alone (NextEra 2020: 458), unless a row of all
 * notes and loans does not come to both (Coca-Cola), or both are one figure (Apple 2019: 5,980). Null elsewhere.
 */
export function besidePaper(
  source: ModelSource,
  { end, currency }: { end: string; currency: string | null },
  reading: Reading | null,
): QuotedValue | null {
  const held = leavesOf(reading?.lineage ?? null, source.facts);
  const paper = numberOf(held.find(({ tag }) => tag === "CommercialPaper")?.value);
  if (paper === null) return null;
  const one = (tags: readonly string[]) =>
    quoteFact(
      filedFact(source, tags, { start: null, end, unit: currency }),
      "debt_due_within_a_year",
      "instant",
    );
  const [row, other] = [one(notesAndLoans), one(otherThanPaper)];
  if (other === null || other.value <= 0 || other.value === paper) return null;
  if (held.some(({ tag }) => otherThanPaper.includes(`us-gaap:${tag}`))) return null;
  const isOther = row !== null && Math.abs(paper + other.value - row.value) > rounding * row.value;
  return isOther ? null : other;
}

/** Rows after discounts come to this part of a note's total, at least. */
const afterDiscounts = 0.98;
const yearDays = 400;

/**
 * Loans in rows beside those of notes, where debt holds notes and filings show that both are all debt: on a day within
 * thirteen months notes and loans come to a note's total, and notes alone do not (SUNation). Empty elsewhere.
 */
export function besideNotes(
  source: ModelSource,
  day: { end: string; currency: string | null },
  of: { reading: Reading | null; isDue: boolean },
): QuotedValue[] {
  const held = new Set(
    leavesOf(of.reading?.lineage ?? null, source.facts).map(({ tag }) => `us-gaap:${tag}`),
  );
  const { notes, loans } = notesBesideLoans;
  const rows = (of.isDue ? loans.slice(0, 1) : loans).filter((tag) => !held.has(tag));
  if (!notes.some((tag) => held.has(tag)) || !areAllDebt(source, day)) return [];
  return rows.flatMap((tag) => {
    const wanted = { start: null, end: day.end, unit: day.currency };
    return quoteFact(filedFact(source, [tag], wanted), "total_debt", "instant") ?? [];
  });
}

function areAllDebt(
  source: ModelSource,
  { end, currency }: { end: string; currency: string | null },
): boolean {
  const { notes, loans } = notesBesideLoans;
  const sum = (tags: readonly string[], on: string) =>
    tags.reduce((total, tag) => {
      const fact = filedFact(source, [tag], { start: null, end: on, unit: currency });
      return total + (numberOf(fact?.value) ?? 0);
    }, 0);
  return debtWithCurrent
    .flatMap((tag) => factsOf(source, tag))
    .filter((fact) => fact.end > addDays(end, -yearDays) && fact.end < addDays(end, yearDays))
    .some((fact) => {
      const total = numberOf(fact.value) ?? 0;
      const [alone, all] = [sum(notes, fact.end), sum([...notes, ...loans], fact.end)];
      return alone < afterDiscounts * total && all >= afterDiscounts * total && all <= total;
    });
}

/** Lines of liabilities that are not current. */
const noncurrentLines = [
  "long_term_debt",
  "operating_lease_liability_noncurrent",
  "deferred_revenue_noncurrent",
  "deferred_tax_liabilities",
  "other_noncurrent_liabilities",
] as const;

/**
 * Notes to related parties in a row of their own, where debt does not hold them and the balance sheet closes with them alone
 * (CARBO). Null elsewhere.
 */
export function besideRelated(
  source: ModelSource,
  day: { end: string; currency: string | null; here: readonly SourcePeriod[] },
  reading: Reading | null,
): QuotedValue | null {
  const wanted = { start: null, end: day.end, unit: day.currency };
  const note = quoteFact(filedFact(source, relatedParties.notes, wanted), "total_debt", "instant");
  const held = leavesOf(reading?.lineage ?? null, source.facts);
  if (
    note === null ||
    held.some(({ tag }) => relatedParties.notes.some((one) => one === `us-gaap:${tag}`))
  )
    return null;
  const closes = day.here.some(({ lines }) => {
    const whole = numberOf(lines.noncurrent_liabilities?.value);
    const rows = noncurrentLines.map((key) => numberOf(lines[key]?.value) ?? 0);
    const sum = rows.reduce((total, one) => total + one, note.value);
    return whole !== null && Math.abs(whole - sum) <= rounding * whole;
  });
  return closes ? note : null;
}

const related = /related part(y|ies)/i;

/**
 * What related parties are owed within a year where it is to the digit what they lent in the year to the day (Transatlantic:
 * 69,155; Upexi: a row of advances of 100,000). Null elsewhere: it may be for goods.
 */
export function lentOfRelated(
  source: ModelSource,
  day: { end: string; currency: string | null; here: readonly SourcePeriod[] },
): QuotedValue | null {
  const wanted = { start: null, end: day.end, unit: day.currency };
  const tagged = quoteFact(filedFact(source, relatedParties.owed, wanted), "total_debt", "instant");
  const rows = unreadRows(source, day).filter(
    ({ side, isCurrent, kind, label }) =>
      side === "liabilities" && isCurrent && kind !== "debt" && related.test(label),
  );
  const lent = relatedParties.lent
    .flatMap((tag) => factsOf(source, tag))
    .filter(({ end }) => end === day.end)
    .map(({ value }) => numberOf(value));
  return (
    [tagged, ...rows.map(({ quoted }) => quoted)].find(
      (one) => one !== null && one.value > 0 && lent.includes(one.value),
    ) ?? null
  );
}
