import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import type { WeightedFact } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";

/** One figure of an income statement with how it came about. */
export interface Part {
  value: number;
  text: string;
  lineage: Lineage;
}

export function partOfLine(line: SourceLine | undefined): Part | null {
  const value = numberOf(line?.value);
  if (line?.value == null || value === null || line.lineage === null) return null;
  return { value, text: line.value, lineage: line.lineage };
}

const placesOf = new WeakMap<readonly Fact[], ReadonlyMap<Fact, number>>();

/** The place of each fact in the list. A list is numbered once. */
function places(facts: readonly Fact[]): ReadonlyMap<Fact, number> {
  const known = placesOf.get(facts);
  if (known !== undefined) return known;
  const made = new Map(facts.map((fact, index) => [fact, index]));
  placesOf.set(facts, made);
  return made;
}

/** A filed fact with its lineage. Null without a number, and for a fact that is none of the source. */
export function partOfFact({ facts }: Pick<ModelSource, "facts">, fact: Fact | null): Part | null {
  const value = numberOf(fact?.value);
  const index = fact === null ? undefined : places(facts).get(fact);
  if (fact === null || value === null || index === undefined) return null;
  return { value, text: fact.value, lineage: index };
}

/** Filed facts as parts of a sum, under the label or their tags; `turned` takes off what they add. */
export const partsOfFacts = (
  source: Pick<ModelSource, "facts">,
  facts: readonly WeightedFact[],
  { label, turned = false }: { label?: string; turned?: boolean } = {},
): Weighed[] =>
  facts.flatMap(([weight, fact]): Weighed[] => {
    const part = partOfFact(source, fact);
    return part === null ? [] : [[(weight === 1) === turned ? -1 : 1, label ?? fact.tag, part]];
  });

export const lineOf = ({ text, lineage }: Part, { currency }: SourcePeriod): SourceLine => ({
  value: text,
  lineage,
  unit: currency,
  reason: null,
  flags: [],
});

/** One part of a sum with its name there. */
export type Weighed = readonly [weight: 1 | -1, label: string, part: Part];

/** A line that models add up, with what it is the sum of and a note that says so. */
export function summedLine(
  { currency }: SourcePeriod,
  parts: readonly Weighed[],
  note: string,
): SourceLine {
  const operands = parts.map(
    ([weight, label, { text, lineage }]): Operand => [weight, label, text, lineage],
  );
  return {
    value: String(parts.reduce((sum, [weight, , { value }]) => sum + weight * value, 0)),
    lineage: ["derivation", ...operands],
    unit: currency,
    reason: null,
    flags: [],
    note,
  };
}

export const amount = ({ value }: Pick<Part, "value">) => value.toLocaleString("en-US");

/** The printed rows that a line is the sum of; none of a line that comes about otherwise. */
export function printedRows(lineage: Lineage | null): readonly Operand[] {
  if (lineage === null || typeof lineage === "number") return [];
  const [rule, ...operands] = lineage;
  return rule === "sum_of_tags" ? (operands as Operand[]) : [];
}

/** True for a line of rows that a statement prints. */
export const isPrinted = (line: SourceLine | undefined): boolean =>
  typeof line?.lineage === "number" ||
  line?.lineage?.[0] === "sign" ||
  line?.lineage?.[0] === "sum_of_tags";

/** The rows that a line is the sum of; a line of one row is that row. */
export function printedOperands(line: SourceLine | undefined): readonly Operand[] {
  const lineage = line?.lineage ?? null;
  if (line?.value == null || lineage === null || !isPrinted(line)) return [];
  if (typeof lineage === "number" || lineage[0] === "sign") return [[1, "", line.value, lineage]];
  const [, ...operands] = lineage;
  return operands as Operand[];
}
