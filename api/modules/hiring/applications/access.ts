import { can, ownerOf, via } from "#api/auth/access.ts";
import type { Caller } from "#api/auth/caller.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { findTeamStanding } from "#api/auth/standing.ts";
import type { Db } from "#schemas/database/db.ts";
import { permits } from "#schemas/shapes/accounts/team.ts";
import { roleOfEntity } from "../roles/access.ts";
import { type ApplicationRow, countApplications, findApplication } from "./queries.ts";

const name = "Application";

const own: RowReader<ApplicationRow> = {
  name,
  find: (db, id) => findApplication(db, { id }),
  userIdOf: ({ applicantId }) => applicantId,
};

const ofEntity: RowReader<ApplicationRow> = {
  name,
  find: (db, id, { entityId, roleId }) => findApplication(db, { id, entityId, roleId }),
  entityIdOf: ({ entityId }) => entityId,
  refusalOf: ({ applicantId }, caller) =>
    applicantId !== null && applicantId === caller?.userId
      ? "You cannot review your own application"
      : null,
};

/** The applicant; for all others the application does not exist. */
export const applicant = ownerOf(via(own, "applicationId"));
/** A member of the hiring entity's team who may review applications, but not their own (HIR-67). */
export const recruiter = can("review_applications", via(ofEntity, "applicationId"));
/** A member of the hiring entity's team who may review the applications to the role. */
export const reviewer = can("review_applications", roleOfEntity);

/** How many applications the role has; null for a caller who may not review them. */
export async function countForReviewer(
  db: Db,
  { id, entityId }: { id: string; entityId: string },
  caller: Caller,
): Promise<number | null> {
  const standing = (await findTeamStanding(db, entityId, caller))?.standing ?? null;
  const mayReview = standing !== null && permits(standing, "review_applications");
  return mayReview ? countApplications(db, id) : null;
}
