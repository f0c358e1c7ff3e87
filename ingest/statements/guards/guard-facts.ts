import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { View } from "../../company-input.ts";
import { findEntityChanges, findForeign } from "../../facts/history/entity-changes.ts";
import type { History } from "../../facts/history/history.ts";
import { findOthersStatements } from "../../facts/others-statements.ts";
import { findMisscaled } from "../../facts/scale.ts";
import { findScaleJumps } from "../../facts/scale-jump.ts";
import { findSplitOff } from "../../facts/split-off.ts";
import type { Slot } from "../../periods/slots.ts";
import { findMisdatedNotes } from "./misdated-notes.ts";
import { findRejectedRestatements } from "./rejected-restatements.ts";
import { findInverted, findNegatives } from "./sign-slip.ts";

interface Input {
  facts: readonly Fact[];
  /** The versions that the view knows. */
  histories: readonly History[];
  registry: Registry;
  quanta: ReadonlyMap<string, number>;
  view: View;
  slotOf(period: Pick<Fact, "start" | "end">): Slot | null;
}

/**
 * What the guards of filed numbers find in a company's facts, in the order in which they run. They come before any tag
 * is chosen. Three more follow: share counts in a wrong scale (`findShareScales`, needs the facts arranged),
 * the registry's guards of a tag (`refusalOf`), and lines that break a sum (`giveWay`).
 */
export function guardFacts({ facts, histories, registry, quanta, view, slotOf }: Input) {
  const misscaled = new Set([...findMisscaled(histories), ...findScaleJumps(histories, registry)]);
  const entityChanges = findEntityChanges(histories, misscaled);
  const foreign = new Set([
    ...findForeign(histories, entityChanges, view, slotOf),
    ...findOthersStatements(histories, slotOf),
  ]);
  const rejected = findRejectedRestatements({ registry, histories, quanta, foreign });
  return {
    misscaled,
    entityChanges,
    foreign,
    rejected,
    passedOver: new Set([
      ...misscaled,
      ...rejected.versions.keys(),
      ...findMisdatedNotes({ histories, quanta, slotOf }),
    ]),
    splitOff: findSplitOff(histories),
    negatives: findNegatives(registry, facts),
    inverted: findInverted(histories),
  };
}
