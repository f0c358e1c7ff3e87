import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { numberOf, type SourceLine, type SourcePeriod } from "../source.ts";

/** One figure of an income statement with how it came about. */
export interface Part {
  value: number;
  text: string;
  lineage: Lineage;
}

export type Indexes = ReadonlyMap<Fact, number>;

export function partOfLine(line: SourceLine | undefined): Part | null {
  const value = numberOf(line?.value);
  if (line?.value == null || value === null || line.lineage === null) return null;
  return { value, text: line.value, lineage: line.lineage };
}

export function partOfFact(fact: Fact | null, indexes: Indexes): Part | null {
  const value = numberOf(fact?.value);
  const index = fact === null ? undefined : indexes.get(fact);
  if (fact === null || value === null || index === undefined) return null;
  return { value, text: fact.value, lineage: index };
}

export const lineOf = ({ text, lineage }: Part, { currency }: SourcePeriod): SourceLine => ({
  value: text,
  lineage,
  unit: currency,
  reason: null,
  flags: [],
});
