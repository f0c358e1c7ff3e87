import type { Db } from "#schemas/database/db.ts";
import type { Caller } from "../../auth/caller.ts";
import type { RowReader } from "../../auth/rules.ts";
import { findTeamStanding } from "../../auth/standing.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { hasAccessTo, isOpenedByEngagement } from "../access-packages/service.ts";
import { findReport, type ReportRow } from "./queries.ts";

/**
 * A report as the kernel finds it. Its owner, its team, those with access to a package and, once public, all know of
 * it.
 */
export const reportReader: RowReader<ReportRow> = {
  name: "Report",
  find: findReport,
  userIdOf: ({ userId }) => userId,
  entityIdOf: ({ entityId }) => entityId,
  isVisible: async (db, row, caller) => row.isPublic || (await isOpenTo(db, row, caller)),
};

/** Throws 404 for a report that is unknown, and for one that the caller may not know of. */
export async function findVisible(db: Db, id: string, caller: Caller): Promise<ReportRow> {
  const row = await findReport(db, id);
  if (row === null || !(await reportReader.isVisible?.(db, row, caller))) throw notFound("Report");
  return row;
}

/** True where it is not public and the caller may read it: its owner, team, or somebody with access to a package or by an engagement. */
export async function isOpenTo(db: Db, row: ReportRow, caller: Caller | null): Promise<boolean> {
  if (caller === null) return false;
  if (await belongsTo(db, row, caller)) return true;
  const { userId } = caller;
  if (userId === null) return false;
  if (await hasAccessTo(db, row.id, userId)) return true;
  return isOpenedByEngagement(db, { reportId: row.id, userId });
}

/** True for the owner, the team of the entity and administrators. */
export async function belongsTo(db: Db, row: ReportRow, caller: Caller): Promise<boolean> {
  if (caller.isAdmin || row.userId === caller.userId) return true;
  if (row.entityId === null) return false;
  return ((await findTeamStanding(db, row.entityId, caller))?.standing ?? null) !== null;
}

/** Throws 404 for an entity that the caller may not know of, and 403 for one that they do not manage. */
export async function checkManages(db: Db, entityId: string, caller: Caller): Promise<void> {
  const team = await findTeamStanding(db, entityId, caller);
  const standing = team?.standing ?? null;
  if (standing === null && team?.isPublished !== true) throw notFound("Entity");
  if (standing === null || standing.role === "member") {
    throw forbidden("Only owners and admins of the entity may do this");
  }
}
