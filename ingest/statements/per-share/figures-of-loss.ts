import type { Cell } from "../cells/cell.ts";
import { isCell } from "../cells/cell.ts";
import type { KeptSums } from "../guards/give-way.ts";
import { isSilentReason } from "../shown-sums.ts";
import type { PeriodPoint, YearValues } from "../year-values.ts";

/** Note on a diluted figure that is the basic one, or the other way round, because the period was a loss. */
export const antidilutive = "antidilutive";

/** A period: which, its days for the operands' labels ("start/end"), and what is filed of each line. */
interface FiledPeriod {
  at: PeriodPoint;
  label: string;
  values: ReadonlyMap<string, YearValues>;
}

const twins = [
  ["eps_basic", "eps_diluted"],
  ["weighted_average_shares_basic", "weighted_average_shares_diluted"],
] as const;

/**
 * In a loss no potential share dilutes (ASC 260-10-45-17, IAS 33.41), so filers often state one figure for both and tag it once: the
 * other one is the same where the filings are silent of it. Only where earnings per share, or without any the income to
 * common, say that the period was a loss; not where basic and diluted earnings per share differ.
 */
export function withFiguresOfLoss(sums: KeptSums, input: FiledPeriod): KeptSums {
  if (!isLoss(sums.cells)) return sums;
  const cells = new Map(sums.cells);
  for (const [basic, diluted] of twins) {
    copy(cells, input, basic, diluted);
    copy(cells, input, diluted, basic);
  }
  return { ...sums, cells };
}

function isLoss(cells: ReadonlyMap<string, Cell>): boolean {
  const [basic, diluted] = [cells.get("eps_basic"), cells.get("eps_diluted")];
  if (basic && diluted && basic.value !== diluted.value) return false;
  const told = basic ?? diluted ?? cells.get("net_income_to_common") ?? cells.get("net_income");
  return told?.value.startsWith("-") ?? false;
}

function copy(cells: Map<string, Cell>, input: FiledPeriod, from: string, to: string): void {
  const cell = cells.get(from);
  const outcome = input.values.get(to)?.[input.at];
  const isSilent = !isCell(outcome) && isSilentReason(outcome?.reason ?? "not_reported");
  if (!cell || cells.has(to) || !isSilent) return;
  cells.set(to, {
    ...cell,
    lineage: ["derivation", [1, `${from}@${input.label}`, cell.value, cell.lineage]],
    tag: null,
    mapping: null,
    rank: null,
    picked: null,
    basis: cell.picked?.fact ?? cell.basis,
    flags: [...cell.flags, antidilutive],
  });
}
