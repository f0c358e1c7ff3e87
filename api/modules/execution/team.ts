import type { Caller } from "#api/auth/caller.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { findTeamStanding } from "#api/auth/standing.ts";
import { findMember } from "#api/data/members.ts";
import { forbidden, invalid, notFound } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";

/** What a team plans belongs to its entity: only the team knows of it, also where the entity is published. */
export const planReader = <R extends { entityId: string }>(
  name: string,
  find: (db: Db, id: string) => Promise<R | null>,
): RowReader<R> => ({
  name,
  find: async (db, id, { entityId }) => {
    const row = await find(db, id);
    return entityId === undefined || row?.entityId === entityId.toLowerCase() ? row : null;
  },
  entityIdOf: ({ entityId }) => entityId,
});

/**
 * Checks access to an entity that a request body names. Throws 404 when the caller may not know the entity, and 403 when
 * the caller is not in its team.
 */
export async function checkMember(db: Db, entityId: string, caller: Caller): Promise<void> {
  const team = await findTeamStanding(db, entityId, caller);
  if (team === null || (team.standing === null && !team.isPublished)) throw notFound("Entity");
  if (team.standing === null) throw forbidden("Only the team of the entity may do this");
}

/** Throws 400 for an owner who is not on the team. */
export async function checkOwner(
  db: Db,
  entityId: string,
  ownerId: string | null | undefined,
): Promise<void> {
  if (ownerId == null) return;
  if ((await findMember(db, { entityId }, ownerId)) === null) {
    throw invalid("body/ownerId: is not on the team of the entity");
  }
}

interface Days {
  startDate: string;
  endDate: string;
}

/** Throws 400 where the changed days are in the wrong order. */
export function checkDays(
  before: Days,
  change: { [K in keyof Days]?: string | undefined } = {},
): void {
  const { startDate = before.startDate, endDate = before.endDate } = change;
  if (endDate < startDate) throw invalid("body/endDate: is before startDate");
}
