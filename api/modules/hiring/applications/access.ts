import { can, ownerOf, via } from "#api/auth/access.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { type ApplicationRow, findApplication } from "./queries.ts";

const name = "Application";

const own: RowReader<ApplicationRow> = {
  name,
  find: (db, id) => findApplication(db, { id }),
  userIdOf: ({ applicantId }) => applicantId,
};

const ofEntity: RowReader<ApplicationRow> = {
  name,
  find: (db, id, { entityId }) => findApplication(db, { id, entityId }),
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
