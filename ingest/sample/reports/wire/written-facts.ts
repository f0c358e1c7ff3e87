import type {
  FiledDimension,
  FiledReport,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";

/** A fact as an instance has it: one value of one line. */
export interface WrittenFact extends Omit<FiledValue, "isRounded"> {
  element: string;
  dimensions: readonly FiledDimension[];
}

/** The facts of an element by their members. */
interface OfElement {
  groups: Map<string, Map<string, WrittenFact>>;
  /** For each row the order of its members. */
  sequences: string[][];
}

/**
 * Every value of the report once. A reader shows the members of a row in the order of their facts, so the facts of an
 * element stand by members, in an order that all rows agree to.
 */
export function writtenFacts({ statements }: FiledReport): WrittenFact[] {
  const elements = new Map<string, OfElement>();
  for (const { lines } of statements) {
    let lastOrder = 0;
    for (const { order, element, dimensions, values } of lines) {
      const known: OfElement = elements.get(element) ?? { groups: new Map(), sequences: [] };
      elements.set(element, known);
      const members = JSON.stringify(dimensions);
      const group = known.groups.get(members) ?? new Map<string, WrittenFact>();
      known.groups.set(members, group);
      for (const value of values) {
        const key = JSON.stringify([value.start, value.end, value.unit]);
        if (!group.has(key)) group.set(key, { element, dimensions, ...value });
      }
      if (order !== lastOrder) known.sequences.push([]);
      lastOrder = order;
      known.sequences.at(-1)?.push(members);
    }
  }
  return [...elements.values()].flatMap(({ groups, sequences }) =>
    agreedOrder([...groups.keys()], sequences).flatMap((members) => [
      ...(groups.get(members)?.values() ?? []),
    ]),
  );
}

/** The keys so that each sequence's stand in its order; where sequences disagree, the first key counts. */
function agreedOrder(keys: readonly string[], sequences: readonly string[][]): string[] {
  const left = new Set(keys);
  const ordered: string[] = [];
  const isFirst = (key: string) =>
    sequences.every((sequence) => {
      const place = sequence.indexOf(key);
      return place < 0 || sequence.slice(0, place).every((before) => !left.has(before));
    });
  while (left.size > 0) {
    const [first = ""] = left;
    const next = [...left].find(isFirst) ?? first;
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}
