import { leavesOf, type Reading } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { filedFact, quoteFact } from "../filed-facts.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { notesAndLoans, otherThanPaper } from "./debt-tags.ts";

const rounding = 0.001;

/**
 * Short-term borrowings beside commercial paper, where debt holds the paper alone and a row of all notes and loans comes to
 * both (Coca-Cola). Null elsewhere.
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
  if (row === null || other === null || other.value <= 0) return null;
  if (held.some(({ tag }) => otherThanPaper.includes(`us-gaap:${tag}`))) return null;
  const isBoth = Math.abs(paper + other.value - row.value) <= rounding * row.value;
  return isBoth ? other : null;
}
