import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AdjustedValue, Line, Lineage } from "#schemas/shapes/companies/statement.ts";

/** A stock split: filings up to `lastOld` count shares before it, and from `firstNew` on after it. */
export interface Split {
  ratio: number;
  lastOld: string;
  firstNew: string;
}

/** What splits have made of one share: so many times `up`, divided by `down`. Both exact, so that thirds stay thirds. */
interface Basis {
  up: number;
  down: number;
}

const asFiled: Basis = { up: 1, down: 1 };

/** Whether splits change what a concept's figures mean. */
export const countsShares = ({ dataType }: Pick<Concept, "dataType">): boolean =>
  dataType === "per_share" || dataType === "shares";

/**
 * A per-share figure or a share count on the basis of shares after all of `splits` (standardization.md 2.12): a
 * split counts for a figure whose filing came before it. Exact where the division ends, else to twelve decimal
 * places. Null with the line's own reason, or "split_basis_unknown" where the filing lies between the last one before
 * a split and the first one after it, or where it is not known which filing states the value.
 */
export function adjustForSplits(
  line: Pick<Line, "value" | "unit" | "reason" | "lineage">,
  { facts, splits, end }: { facts: readonly Fact[]; splits: readonly Split[]; end: string },
): AdjustedValue {
  if (line.value === null) return { value: null, factor: null, reason: line.reason };
  const basis = basisOf(leavesOf(line.lineage, facts), splits, end);
  if (basis === null) return { value: null, factor: null, reason: "split_basis_unknown" };
  const { up, down } = basis;
  const isPerShare = line.unit?.endsWith("/shares") === true;
  return {
    value: isPerShare ? scale(line.value, down, up) : scale(line.value, up, down),
    factor: scale("1", up, down),
    reason: null,
  };
}

/** The facts that a value rests on; none for one that users handed in. */
function leavesOf(lineage: Lineage | null, facts: readonly Fact[]): Fact[] {
  if (lineage === null) return [];
  if (typeof lineage === "number") return [facts[lineage]].filter((fact) => fact !== undefined);
  const [, ...operands] = lineage;
  return operands.flatMap(([, , , of]) => leavesOf(of, facts));
}

/** Null where it is not known, or where the operands of a value have different ones. */
function basisOf(leaves: readonly Fact[], splits: readonly Split[], end: string): Basis | null {
  const later = splits.filter(({ firstNew }) => firstNew > end);
  if (later.length === 0) return asFiled;
  const [first, ...others] = leaves.map((fact) => basisOfFact(fact, later));
  if (first === undefined || first === null) return null;
  const isShared = others.every((one) => one?.up === first.up && one.down === first.down);
  return isShared ? first : null;
}

function basisOfFact({ filed }: Fact, splits: readonly Split[]): Basis | null {
  if (filed === null) return null;
  let { up, down } = asFiled;
  for (const { ratio, lastOld, firstNew } of splits) {
    if (filed >= firstNew) continue;
    if (filed > lastOld) return null;
    if (ratio >= 1) up *= ratio;
    else down *= Number((1 / ratio).toPrecision(8));
  }
  return { up, down };
}

/** value × up / down. */
function scale(value: string, up: number, down: number): string {
  const grown = decimal.times(up, value);
  return down === 1 ? grown : decimal.divide(grown, String(down));
}
