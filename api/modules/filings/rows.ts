import type { Db } from "#schemas/database/db.ts";
import { permits } from "#schemas/shapes/accounts/team.ts";
import type { Caller } from "../../auth/caller.ts";
import type { RowReader } from "../../auth/rules.ts";
import { findTeamStanding } from "../../auth/standing.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { type FilingRow, filingRows, mayRead, type Reader } from "./queries.ts";

/**
 * A filing as the kernel finds it: for the team of its entity, and while it is in force for all to whom it is public or
 * a package opens it.
 */
export const filingReader: RowReader<FilingRow> = {
  name: "Filing",
  find: filingRows.byId,
  entityIdOf: ({ entityId }) => entityId,
  isVisible: async (db, row, caller) => {
    const team = await findTeamStanding(db, row.entityId, caller);
    if (team === null) return false;
    if (team.standing !== null) return true;
    return mayRead(db, row.id, readerOf(caller, team));
  },
};

const readerOf = (caller: Caller | null, team: { isPublished: boolean }): Reader => ({
  userId: caller?.userId ?? null,
  knowsEntity: team.isPublished,
});

/** The caller as a reader of an entity's filings. */
export async function readerFor(
  db: Db,
  entityId: string,
  caller: Caller | null,
): Promise<Reader | "team"> {
  const team = await findTeamStanding(db, entityId, caller);
  if (team === null) return { userId: null, knowsEntity: false };
  return team.standing === null ? readerOf(caller, team) : "team";
}

/** An entity whose chains may be read: published, or of the caller's team. */
export const filerReader: RowReader<{ entityId: string }> = {
  name: "Entity",
  find: async (db, entityId) =>
    (await findTeamStanding(db, entityId, null)) === null ? null : { entityId },
  entityIdOf: ({ entityId }) => entityId,
  isVisible: async (db, { entityId }, caller) => {
    const team = await findTeamStanding(db, entityId, caller);
    return team !== null && (team.standing !== null || team.isPublished);
  },
};

/** Throws 404 for an entity that the caller may not know of, 403 where they are not of its team or may not file. */
export async function checkFiler(
  db: Db,
  entityId: string,
  caller: Caller,
  needs: "member" | "filer" = "filer",
): Promise<void> {
  const team = await findTeamStanding(db, entityId, caller);
  const standing = team?.standing ?? null;
  if (standing === null && team?.isPublished !== true) throw notFound("Entity");
  const isAllowed =
    standing !== null && (needs === "member" || permits(standing, "listing.manage"));
  if (!isAllowed) throw forbidden("This needs the permission listing.manage on the entity");
}
