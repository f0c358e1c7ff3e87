import type { Cell } from "#ingest/statements/cells/cell.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";

/** A filed value of a line, in dollars unless told otherwise. */
export const cellOf = (value: string, over: Partial<Cell> = {}): Cell => ({
  value,
  unit: "USD",
  lineage: 0,
  tag: "us-gaap:Revenues",
  mapping: null,
  rank: 0,
  picked: null,
  basis: null,
  quantum: 0,
  source: "regulator",
  flags: [],
  ...over,
});

/** The version behind a filed value, as a view shows it. */
export const pickedOf = (over: Partial<Fact> = {}): NonNullable<Cell["picked"]> => {
  const fact = makeFact(over);
  return {
    fact,
    number: Number(fact.value),
    quantum: 0,
    restated: false,
    since: fact.filed,
    lastFiled: fact.filed,
    versions: [fact],
    problem: null,
  };
};

/** The lines of a period by key. */
export const linesOf = (values: Record<string, string | Cell>): Map<string, Cell> =>
  new Map(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === "string" ? cellOf(value) : value,
    ]),
  );
