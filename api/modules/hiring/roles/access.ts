import { via } from "#api/auth/access.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { findRole, findSeenRole, type RoleRow } from "./queries.ts";

/** A role under its entity's path; one of another entity is not found (HIR-37). */
const ofEntity: RowReader<RoleRow> = {
  name: "Role",
  find: (db, id, { entityId }) => findRole(db, { id, entityId }),
  entityIdOf: ({ entityId }) => entityId,
};

/** A role that the caller may see: a public or unlisted one that is not a draft, or one of the caller's own team. */
const seen: RowReader<RoleRow> = {
  name: "Role",
  find: (db, id, _params, caller) => findSeenRole(db, id, caller),
  // A role that the caller may not see answers 404.
  isVisible: () => true,
};

export const roleOfEntity = via(ofEntity, "roleId");
export const seenRole = via(seen, "roleId");
