import { tolerance } from "#registry/resolve/resolve.ts";
import type { Cell } from "./cells/cell.ts";
import { isOfFacts } from "./guards/rules-of-facts.ts";

/** What a filer has not that states all its costs as one total. */
const parted: ReadonlySet<string> = new Set(["cost_of_revenue", "gross_profit"]);

/**
 * Whether what is filed as operating expenses takes revenue to operating income, and so is all costs: railroads, airlines,
 * utilities and others set no cost of revenue apart. `lookup` finds the lines of the period.
 */
export function areCostsUndivided(lookup: (snakeKey: string) => Cell | undefined): boolean {
  const costs = lookup("operating_expenses");
  const [revenue, income] = [lookup("revenue"), lookup("operating_income")];
  if (!revenue || !costs || !income || !isOfFacts(costs.lineage)) return false;
  const quantum = Math.max(revenue.quantum, costs.quantum, income.quantum, 0);
  const rest = Number(revenue.value) - Number(costs.value) - Number(income.value);
  return Math.abs(rest) <= tolerance(3, 10 ** quantum);
}

/** Whether the line has no value because the filer's costs are undivided. */
export function isOfUndividedCosts(cells: ReadonlyMap<string, Cell>, snakeKey: string): boolean {
  if (!parted.has(snakeKey) || parted.values().some((key) => cells.has(key))) return false;
  return areCostsUndivided((key) => cells.get(key));
}
