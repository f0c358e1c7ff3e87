import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { dismiss, findSuggestion, type Side } from "./queries.ts";

export { makeSuggestions } from "./making/service.ts";

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
