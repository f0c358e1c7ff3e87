import * as decimal from "#schemas/decimal.ts";
import { entry } from "../../facts/entry.ts";
import { isConsistent } from "../../facts/history/versions.ts";
import type { Cell } from "../cells/cell.ts";
import type { FactIndex, Series } from "./series.ts";

/**
 * A function that tells whether values rest on one tag, or on tags that carry the same value wherever both are filed (2.10). Computed values
 * have no tag of their own. Two tags are compared once.
 */
export function tagComparer(
  index: FactIndex,
  quanta: ReadonlyMap<string, number>,
): (cells: readonly Cell[]) => boolean {
  const known = new Map<string, boolean>();
  const agree = (first: string, tag: string, unit: string, sign: number) =>
    entry(known, `${first} ${sign} ${tag} ${unit}`, () => {
      const [a, b] = [index.seriesOf(first, unit), index.seriesOf(tag, unit)];
      return a !== undefined && b !== undefined && seriesAgree(index, [a, b], quanta, sign);
    });
  return (cells) => {
    if (isOneTag(cells) || cells.every(({ isPrinted }) => isPrinted)) return true;
    const signs = new Map(
      cells.flatMap(({ tag, mapping }) => (tag === null ? [] : [[tag, mapping?.sign ?? 1]])),
    );
    const unit = cells[0]?.unit ?? "";
    const [[first, own] = ["", 1]] = signs;
    return signs
      .entries()
      .every(([tag, sign]) => tag === first || agree(first, tag, unit, own * sign));
  };
}

function isOneTag(cells: readonly Cell[]): boolean {
  for (const { tag } of cells) if (tag !== cells[0]?.tag) return false;
  return true;
}

/** At least one common period, and equal values in most of the common periods; `sign` -1 where one is the negative of the other. */
function seriesAgree(
  index: FactIndex,
  [first, second]: readonly [Series, Series],
  quanta: ReadonlyMap<string, number>,
  sign: number,
): boolean {
  let common = 0;
  let equal = 0;
  for (let slot = 0; slot < first.length; slot += 1) {
    const y = index.pickOf(second, slot);
    const x = y && index.pickOf(first, slot);
    if (!x || !y) continue;
    common += 1;
    const turned = sign < 0 ? { ...y.fact, value: decimal.times(-1, y.fact.value) } : y.fact;
    if (isConsistent(x.fact, turned, quanta)) equal += 1;
  }
  return common > 0 && equal >= 0.8 * common;
}
