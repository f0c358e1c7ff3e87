import type { Deps } from "../../deps.ts";
import { nameSlug } from "../publication/service.ts";
import { updateUser } from "./queries.ts";
import type { OwnUser, ProfileChange } from "./schemas.ts";
import { getOwnUser } from "./service.ts";

/**
 * Changes what is given; nothing given changes nothing. The first name gives the account its slug. Throws 404 for an
 * account that has gone in the meantime.
 */
export async function changeOwnUser(
  deps: Deps,
  userId: string,
  change: ProfileChange,
): Promise<OwnUser> {
  const isChange = Object.values(change).some((value) => value !== undefined);
  if (isChange) {
    await deps.transaction(async ({ db }) => {
      await updateUser(db, userId, change);
      if (typeof change.name === "string") await nameSlug(db, userId);
    });
  }
  return getOwnUser(deps, userId);
}
