import { via, viewer } from "../../auth/access.ts";
import type { RowReader } from "../../auth/rules.ts";
import { listSeenPeople, type SeenPerson } from "./queries.ts";

const seen: RowReader<SeenPerson> = {
  name: "Person",
  find: async (db, id, _params, caller) =>
    caller?.userId ? ((await listSeenPeople(db, caller.userId, [id]))[0] ?? null) : null,
  // A person whom the caller may not see answers 404.
  isVisible: () => true,
};

/** A person whom candidate search or the directory shows to the caller, or the caller. Blocks hide either from the other. */
export const seesPerson = viewer(via(seen, "id"));
