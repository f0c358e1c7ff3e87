import { tolerance } from "#registry/resolve/resolve.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { valueIn } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";
import { candidatesOf, type TaggedLines } from "./tagged-lines.ts";

/** A line of one period as one filing states it, in the sign of the line. */
export interface Amount {
  fact: Fact;
  number: number;
  quantum: number;
}

/** The lines of a period as one filing states them; null for a line that it does not state. */
export type FilingAmounts = (key: string) => Amount | null;

export function amountsIn(filed: TaggedLines, slot: Slot, accession: string): FilingAmounts {
  return (key) => {
    for (const { series, mapping } of candidatesOf(filed, key, slot)) {
      const picked = filed.index.pickOf(series, slot);
      const value = picked && !picked.problem ? valueIn(picked, accession) : null;
      if (!picked || value === null) continue;
      const sign = filed.turned?.has(picked.fact) ? -mapping.sign : mapping.sign;
      return { fact: picked.fact, number: sign * value, quantum: picked.quantum };
    }
    return null;
  };
}

/** How far a sum of the amounts may be off by rounding. */
export function slackOf(amounts: readonly (Amount | null)[]): number {
  const quanta = amounts.flatMap((amount) => amount?.quantum ?? []);
  return tolerance(amounts.length, 10 ** Math.max(...quanta)) * 1.000001;
}
