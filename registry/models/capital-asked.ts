import type { StateReason } from "#schemas/shapes/models/figures.ts";
import type { Get } from "./assumption.ts";
import {
  leasesKey,
  lifeKey,
  longestLife,
  missingResearch,
  researchAmounts,
  researchKey,
  unknownCapital,
} from "./dcf/capital-seeds.ts";
import { type Model, reason } from "./family.ts";

/** Asks for what capitalised research or leases need and filings lack: it never counts as zero. Null where nothing is. */
export function askedCapital({ table, facts }: Model, get: Get): StateReason | null {
  const unknown = table.byKey.has(researchKey) ? unknownCapital(get) : null;
  if (unknown === null) return null;
  if (unknown === "research") {
    return reason("input_needed", researchMessage(facts, get(lifeKey) ?? 0));
  }
  const note = table.byKey.get("operating_lease_liability")?.note ?? "not found in filings";
  const message = `The operating lease liability is ${note}. Set operating_lease_liability, or ${leasesKey} to 0.`;
  return reason("input_needed", message);
}

function researchMessage(facts: Model["facts"], life: number): string {
  const missing = missingResearch(facts, life);
  const named = `${missing.charAt(0).toUpperCase()}${missing.slice(1)}`;
  const longest = longestLife(facts);
  const shorter = longest === null ? "" : `${lifeKey} to at most ${longest}, `;
  return `${named}. Set ${shorter}${researchAmounts.slice(longest === null ? 0 : 1).join(" and ")}, or ${researchKey} to 0.`;
}
