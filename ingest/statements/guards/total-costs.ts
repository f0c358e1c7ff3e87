import { type Point, slotOf } from "../../periods/slots.ts";
import type { BuildContext } from "../build-context.ts";
import { guardPoints, rawNumber } from "./filed-beside.ts";

/** A reading of the filer's total costs under which an arithmetic of some lines, known by a term, gives something else. */
interface Reading {
  lines: readonly string[];
  term: string;
  /** Whether the filed amounts of a period read so; null where they do not tell. */
  holds(amount: (key: string) => number | null, slack: number): boolean | null;
}

/** Costs take all revenue to income before tax, and hold interest: they do not lead to operating income. */
const interestInCosts: Reading["holds"] = (amount, slack) => {
  const [revenue, costs, pretax] = ["revenue", "costs_and_expenses", "pretax_income"].map(amount);
  if (revenue == null || costs == null || pretax == null) return null;
  if (amount("operating_income") !== null) return false;
  return (amount("interest_expense") ?? 0) > 0 && Math.abs(revenue - costs - pretax) <= slack;
};

/** Revenue less costs is not operating income, but with equity-method income it is. */
const equityInOperatingIncome: Reading["holds"] = (amount, slack) => {
  const equity = amount("equity_method_income");
  if (!equity) return null;
  const [revenue, costs, income] = ["revenue", "costs_and_expenses", "operating_income"].map(
    amount,
  );
  if (revenue == null || costs == null || income == null) return null;
  const rest = income - revenue + costs;
  return Math.abs(rest - equity) <= slack && Math.abs(rest) > slack;
};

const readings: readonly Reading[] = [
  {
    lines: ["operating_income", "operating_expenses"],
    term: "costs_and_expenses",
    holds: interestInCosts,
  },
  { lines: ["operating_expenses"], term: "operating_income", holds: equityInOperatingIncome },
];

/**
 * Whether the filer's total costs contradict an arithmetic of the line, named by its place (0 is the rollup, then the
 * derivations): in most of the periods of the year that tell.
 */
export function contradictTotalCosts(
  context: BuildContext,
  year: number,
  key: string,
  place: number,
): boolean {
  return readings.some(({ lines, term, holds }) => {
    if (!lines.includes(key)) return false;
    const concept = context.registry.bySnakeKey.get(key);
    const arithmetic = place === 0 ? concept?.rollup : concept?.derivation?.[place - 1];
    if (!arithmetic?.terms.some((one) => one.concept === term)) return false;
    const told = guardPoints.duration
      .map((at) => holds((one) => rawNumber(context, one, year, at), slackOf(context, year, at)))
      .filter((one) => one !== null);
    return 2 * told.filter(Boolean).length > told.length;
  });
}

/** Two units of the last digit that total costs are known to. */
function slackOf(context: BuildContext, year: number, at: Point): number {
  const concept = context.registry.bySnakeKey.get("costs_and_expenses");
  const offered = concept && context.seriesOf(concept, year);
  const quanta = offered?.candidates.map(
    ({ series }) => context.index.pickOf(series, slotOf(year, at))?.quantum ?? 0,
  );
  return 2 * 10 ** Math.max(0, ...(quanta ?? []));
}
