import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/db.ts";
import type { SuggestionReason } from "#schemas/shapes/investor.ts";
import { reasonsOf } from "../mandates/fit.ts";
import {
  type ActiveMandate,
  deleteUnverified,
  dismiss,
  findSuggestion,
  listActiveMandates,
  listCandidates,
  listVerifiedProviders,
  type NewSuggestion,
  replaceSuggestions,
  type Side,
} from "./queries.ts";

/** Takes a suggestion away for good (STP-57). A repeat changes nothing. Throws 404 for one of others. */
export async function dismissSuggestion(
  { db, now }: Deps,
  side: Side,
  { of, id }: { of: string; id: string },
) {
  required(await findSuggestion(db, side, of, id), "Suggestion");
  await dismiss(db, side, id, now().toISOString());
  return required(await findSuggestion(db, side, of, id), "Suggestion");
}

const batch = 200;
/** How many startups a mandate looks at, and how many of them are suggested: the last published. */
const candidatesMax = 300;
const suggestionsMax = 100;

/** Makes the suggestions of all verified providers anew, from mandates and public facts. Answers how many there are. */
export async function makeSuggestions({
  db,
}: Pick<Platform, "db">): Promise<{ providers: number; suggestions: number }> {
  await deleteUnverified(db);
  const made = { providers: 0, suggestions: 0 };
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await listVerifiedProviders(db, after, batch);
    const mandates = Map.groupBy(await listActiveMandates(db, ids), (one) => one.providerId);
    for (const id of ids) {
      const found = await suggestFor(db, id, mandates.get(id) ?? []);
      await db.transaction((tx) => replaceSuggestions(tx, id, found));
      made.suggestions += found.length;
    }
    made.providers += ids.length;
    after = ids.at(-1) ?? null;
    if (ids.length < batch) return made;
  }
}

/** The startups that fit a provider's mandates, each once, with the reasons of all mandates. */
async function suggestFor(
  db: Db,
  providerId: string,
  mandates: readonly ActiveMandate[],
): Promise<NewSuggestion[]> {
  const found = new Map<string, NewSuggestion>();
  for (const mandate of mandates) {
    for (const { id, facts } of await listCandidates(db, mandate, candidatesMax)) {
      const reasons = reasonsOf(mandate, facts);
      const before = found.get(id);
      const isFull = before === undefined && found.size >= suggestionsMax;
      if (reasons === null || isFull) continue;
      const all = merge(before?.reasons, reasons);
      found.set(id, {
        ...{ startupListingId: id, capitalProviderListingId: providerId, reasons: all },
        founderReasons: forFounder(mandate, before?.founderReasons ?? null, reasons),
      });
    }
  }
  return [...found.values()];
}

/** Of discoverable mandates only. */
const forFounder = (
  { isDiscoverable }: ActiveMandate,
  before: SuggestionReason[] | null,
  reasons: readonly SuggestionReason[],
) => (isDiscoverable ? merge(before, reasons) : before);

/** Reasons by criterion, each once: its evidence is the same startup's. */
const merge = (
  before: readonly SuggestionReason[] | null | undefined,
  added: readonly SuggestionReason[],
): SuggestionReason[] => [
  ...new Map([...(before ?? []), ...added].map((one) => [one.criterion, one])).values(),
];
