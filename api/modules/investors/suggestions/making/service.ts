import { digestOf } from "#api/data/hash-chain.ts";
import type { Platform } from "#api/platform.ts";
import type { SuggestionReason } from "#schemas/shapes/platform/investor.ts";
import type { PublicFacts } from "#schemas/shapes/platform/startup.ts";
import { reasonsOf } from "../../mandates/fit.ts";
import { type CandidateIndex, indexCandidates } from "./candidates.ts";
import {
  type ActiveMandate,
  deleteUnverified,
  findDigests,
  listActiveMandates,
  listPublished,
  listVerifiedProviders,
  type NewSuggestion,
  replaceSuggestions,
} from "./queries.ts";

const batch = 200;
/** How many startups are suggested to a provider: the last published that fit. */
const suggestionsMax = 100;

/**
 * Makes the suggestions of all verified providers from mandates and public facts. What fits is computed anew; only
 * providers for whom that differs from the last run are written. Answers how many there are.
 */
export async function makeSuggestions({
  db,
}: Pick<Platform, "db">): Promise<{ providers: number; changed: number; suggestions: number }> {
  await deleteUnverified(db);
  const startups = indexCandidates(await listPublished(db));
  const counts = { providers: 0, changed: 0, suggestions: 0 };
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await listVerifiedProviders(db, after, batch);
    const mandates = Map.groupBy(await listActiveMandates(db, ids), (one) => one.providerId);
    const before = await findDigests(db, ids);
    for (const id of ids) {
      const suggestions = suggestFor(startups, id, mandates.get(id) ?? []);
      const digest = digestOf(suggestions);
      counts.suggestions += suggestions.length;
      if (before.get(id) === digest) continue;
      await db.transaction((tx) => replaceSuggestions(tx, id, suggestions, digest));
      counts.changed += 1;
    }
    counts.providers += ids.length;
    after = ids.at(-1) ?? null;
    if (ids.length < batch) return counts;
  }
}

/** The startups that fit a provider's mandates, each once, with the reasons of all mandates that it fits. */
function suggestFor(
  startups: CandidateIndex,
  capitalProviderListingId: string,
  mandates: readonly ActiveMandate[],
): NewSuggestion[] {
  const chosen = new Map<string, PublicFacts>();
  for (const mandate of mandates) {
    for (const { id, facts } of startups.newest(mandate)) {
      if (chosen.size >= suggestionsMax) break;
      chosen.set(id, facts);
    }
  }
  const discoverable = mandates.filter(({ isDiscoverable }) => isDiscoverable);
  return [...chosen].map(([startupListingId, facts]) => ({
    startupListingId,
    capitalProviderListingId,
    reasons: reasonsOfAll(mandates, facts) ?? [],
    founderReasons: reasonsOfAll(discoverable, facts),
  }));
}

/** Reasons by criterion, each once: its evidence is the same startup's. Null where no mandate fits. */
function reasonsOfAll(
  mandates: readonly ActiveMandate[],
  facts: PublicFacts,
): SuggestionReason[] | null {
  const reasons = mandates.flatMap((mandate) => reasonsOf(mandate, facts) ?? []);
  if (reasons.length === 0) return null;
  return [...new Map(reasons.map((one) => [one.criterion, one])).values()];
}
