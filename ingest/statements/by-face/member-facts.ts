import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { History } from "../../facts/history/history.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";

/** The facts of members that statements print instead of a total. */
export interface MemberFacts {
  /** Null where the member has no value at the slot. */
  pickOf(tag: string, dimensions: string, unit: string, slot: Slot): PickedVersion | null;
}

/** Arranges facts with dimensions by slot. `pick` chooses the version that the view shows. */
export function memberFacts(
  histories: readonly History[],
  slotOf: (period: Pick<Fact, "start" | "end">) => Slot | null,
  pick: (versions: readonly Fact[]) => PickedVersion | null,
): MemberFacts {
  const found = new Map<string, readonly Fact[]>();
  for (const history of histories) {
    const [first] = history;
    if (!first || first.dimensions === null || first.taxonomy === "dei") continue;
    const slot = slotOf(first);
    const { taxonomy, tag, dimensions, unit } = first;
    if (slot !== null) found.set(`${taxonomy}:${tag} ${dimensions} ${unit} ${slot}`, history);
  }
  return {
    pickOf(tag, dimensions, unit, slot) {
      const versions = found.get(`${tag} ${dimensions} ${unit} ${slot}`);
      return versions ? pick(versions) : null;
    },
  };
}
