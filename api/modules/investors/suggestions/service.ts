import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { dismiss, findSuggestion, type Reader } from "./queries.ts";

export { makeSuggestions } from "./making/service.ts";

/** Dismisses a suggestion for good (STP-57). Repeating the request changes nothing. Throws 404 for another account's. */
export async function dismissSuggestion(
  { db, now }: Deps,
  reader: Reader,
  { of, id }: { of: string; id: string },
) {
  required(await findSuggestion(db, reader, of, id), "Suggestion");
  await dismiss(db, reader.side, id, now().toISOString());
  return required(await findSuggestion(db, reader, of, id), "Suggestion");
}
