import { z } from "zod";
import reviewed from "./statement-sums.json" with { type: "json" };

/** The statements that standardized lines stand on. */
export const summedStatements = ["income", "balance", "cash_flow"] as const;
export type SummedStatement = (typeof summedStatements)[number];

/** A total of a statement, and the line that holds what it prints of the total beyond the other lines. Both are snakeKeys. */
export interface StatementSum {
  statement: SummedStatement;
  total: string;
  rest: string;
}

const shape = z.strictObject({
  sums: z.array(
    z.strictObject({ statement: z.enum(summedStatements), total: z.string(), rest: z.string() }),
  ),
  addsUp: z.array(z.string()),
  byLabel: z.array(z.string()),
  byRules: z.array(z.string()),
  needParts: z.array(z.string()),
  notFromNotes: z.array(z.string()),
  belowOperatingIncome: z.strictObject({
    lines: z.array(z.string()),
    names: z.string().transform((text) => new RegExp(text)),
  }),
});

const data = shape.parse(reviewed);

/** In the order of the statements, each total after those that it is made of. */
export const statementSums: readonly StatementSum[] = data.sums;

/** Lines that are all printed rows of their elements together; of any other line the first element counts. */
export const addsUp: ReadonlySet<string> = new Set(data.addsUp);

/** Lines that the label of an element tells which nothing maps: the words mean nothing else. */
export const toldByLabel: ReadonlySet<string> = new Set(data.byLabel);

/** Totals of which a statement may print only some part under the same element: the rules choose them, whatever it prints. */
export const leftToRules: ReadonlySet<string> = new Set(data.byRules);

/** Totals that a row is only if others add up to it: a single cost may have the element of all costs. */
export const needParts: ReadonlySet<string> = new Set(data.needParts);

/** Totals that notes state of segments, and that are not taken from there. */
export const notFromNotes: ReadonlySet<string> = new Set(data.notFromNotes);

/** Where `part` stands above `inside`, it is `whole`. */
export const allCosts = {
  whole: "costs_and_expenses",
  part: "operating_expenses",
  inside: "cost_of_revenue",
};

/** What stands between operating income and income before tax: standardized lines, and names of elements of no line. */
export const belowOperatingIncome = {
  lines: new Set(data.belowOperatingIncome.lines) as ReadonlySet<string>,
  names: data.belowOperatingIncome.names,
};

/** The lines of what a statement prints beyond the others. */
export const restOf: ReadonlyMap<string, string> = new Map(
  statementSums.map(({ total, rest }) => [total, rest]),
);
