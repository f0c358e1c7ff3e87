import * as decimal from "#schemas/decimal.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import { point, spanOf } from "../../periods/slots.ts";
import { combinePeriods } from "../arithmetic.ts";
import type { BuildContext } from "../build-context.ts";
import { type Cell, isCell } from "../cells/cell.ts";
import type { KeptSums } from "../guards/give-way.ts";
import { directOf } from "../year-values.ts";
import { derivedPerShare, earningsAndShares, judgePerShare } from "./judge-per-share.ts";

/**
 * The lines of a fourth quarter with the derived figures per share that its income confirms, and without the others. Year less nine
 * months is known to a cent, as both are rounded: where income divided by average shares lies within that cent, it
 * decides (measured where the fourth quarter is filed: 93 of 126 exact, the difference alone 77). Shares of the year stand
 * in where the filer states no others.
 */
export function confirmPerShare(
  context: BuildContext,
  year: number,
  { cells, gaveWay }: KeptSums,
): KeptSums {
  const income = incomeToCommon(context, year, cells);
  const dropped = judgePerShare({
    lookup: (key) => cells.get(key) ?? null,
    income: income && Number(income.cell.value),
    netIncome: numberOf(cells.get("net_income")),
    neighbour(key) {
      return numberOf(filedAt(context, year, key, "M9") ?? filedAt(context, year, key, "FY"));
    },
  });
  const confirmed = new Map([...cells].filter(([key]) => !dropped.has(key)));
  for (const { eps, shares } of earningsAndShares) {
    const [earned, count] = [confirmed.get(eps), confirmed.get(shares)];
    if (!income || !count || !earned?.flags.includes(derivedPerShare)) continue;
    const span = labelOf(context, year, "Q4");
    const operands: Operand[] = [
      [1, `${income.key}@${span}`, income.cell.value, income.cell.lineage],
      [1, `${shares}@${span}`, count.value, count.lineage],
    ];
    const exponent = finestOf(earned);
    const value = decimal.roundTo(decimal.divide(income.cell.value, count.value), exponent);
    const unit = decimal.fromNumber(10 ** exponent);
    if (value === earned.value || !decimal.within(value, earned.value, unit)) continue;
    confirmed.set(eps, { ...earned, value, lineage: ["income_by_shares", ...operands] });
  }
  return { cells: confirmed, gaveWay: new Map([...gaveWay, ...dropped]) };
}

const numberOf = (cell: Cell | null | undefined) => (cell ? Number(cell.value) : null);

/** To how many places the year and the nine months are stated: 2.10 is written as 2.1. */
function finestOf({ value, lineage }: Cell): number {
  const operands = typeof lineage === "number" ? [] : lineage.slice(1);
  const stated = (operands as Operand[]).map(([, , of]) => of);
  return Math.min(0, ...[value, ...stated].map(trailingZeros));
}

/** What it shows, else the year less nine months of it, else net income where the filings know no other. */
function incomeToCommon(
  context: BuildContext,
  year: number,
  cells: ReadonlyMap<string, Cell>,
): { key: string; cell: Cell } | null {
  const key = "net_income_to_common";
  const shown = cells.get(key);
  if (shown) return { key, cell: shown };
  const filed = [filedAt(context, year, key, "FY"), filedAt(context, year, key, "M9")];
  const [full, before] = filed;
  if (full && before) {
    const spans = [labelOf(context, year, "FY"), labelOf(context, year, "M9")];
    const label = (term: number) => `${key}@${spans[term]}`;
    const rule = "fy_less_nine_months";
    const combined = combinePeriods(context, rule, [full, before], [1, -1], label);
    return isCell(combined) ? { key, cell: combined } : null;
  }
  const net = cells.get("net_income");
  return net ? { key: "net_income", cell: net } : null;
}

function labelOf({ calendar }: BuildContext, year: number, at: "FY" | "M9" | "Q4"): string {
  const fiscalYear = calendar.years[year];
  return (fiscalYear && spanOf(fiscalYear, point[at])?.label) ?? "";
}

function filedAt(context: BuildContext, year: number, key: string, at: "FY" | "M9"): Cell | null {
  const concept = context.registry.bySnakeKey.get(key);
  return (concept && directOf(context, concept, year).cells[point[at]]) ?? null;
}
