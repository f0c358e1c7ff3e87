import * as decimal from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { View } from "../../company-input.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Cell } from "./cell.ts";

/** The filer had put the wrong sign before the value. */
export const isFlipped = ({ flags }: Pick<Cell, "flags">) => flags.includes("sign_corrected");

/** A function that gives a filed value as it stood on a day; null where it was not known or not believed then. */
export function earlierCell(
  pickIn: (versions: readonly Fact[], view: View) => PickedVersion | null,
  idOf: (fact: Fact) => number,
): (cell: Cell, date: string) => Cell | null {
  return (cell, date) => {
    const picked = pickIn(cell.picked?.versions ?? [], { kind: "asOf", date });
    if (!picked || picked.problem) return null;
    return { ...asFiled(cell, picked, idOf(picked.fact)), picked, quantum: picked.quantum };
  };
}

/** The value of another version, weighted as the shown one is. What was filed with the right sign then is no slip. */
function asFiled(cell: Cell, picked: PickedVersion, id: number): Cell {
  const { lineage: shown } = cell;
  const [rule, [weight = 1] = []] = typeof shown === "number" ? [] : shown;
  const filed = picked.fact.value;
  const isRight =
    isFlipped(cell) && filed.startsWith("-") !== cell.picked?.fact.value.startsWith("-");
  const own = isRight ? -weight : weight;
  const flags = isRight ? cell.flags.filter((flag) => flag !== "sign_corrected") : cell.flags;
  if (own === 1 || (rule !== "sign" && rule !== "scale"))
    return { ...cell, flags, value: filed, lineage: id };
  const lineage: Cell["lineage"] = [rule, [own, cell.tag ?? "", filed, id]];
  return { ...cell, flags, value: decimal.times(own, filed), lineage };
}
