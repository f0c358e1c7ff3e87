import { and, eq, type SQL, sql } from "drizzle-orm";
import { personName } from "#api/data/members.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, insertNew, pick } from "#api/data/rows.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { RubricDimension } from "#schemas/shapes/platform/hiring.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import {
  hiringApplication,
  hiringFeedback,
  hiringRole,
  hiringRubric,
} from "#schemas/tables/platform/hiring.ts";

const application = hiringApplication;

const columns = {
  ...pick(application, "id", "roleId", "entityId", "applicantId", "status", "coverLetter"),
  ...pick(application, "portfolioItemIds", "answers", "submittedAt", "statusChangedAt"),
  ...pick(application, "withdrawnAt", "outcome", "createdAt", "updatedAt"),
  role: pick(hiringRole, "id", "title", "location", "remotePolicy", "status"),
  entityName: sql<string>`${entity.name}`.as("entity_name"),
  applicantName: sql<string | null>`${personName}`.as("applicant_name"),
  applicantAvatar: sql<string | null>`${userAccount.avatar}`.as("applicant_avatar"),
  applicantSlug: sql<string | null>`${userAccount.slug}`.as("applicant_slug"),
  rubricVersion: application.rubricVersion,
  dimensions: sql<RubricDimension[] | null>`${hiringRubric.dimensions}`.as("dimensions"),
};

const applications = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(application)
    .innerJoin(hiringRole, eq(hiringRole.id, application.roleId))
    .innerJoin(entity, eq(entity.id, application.entityId))
    .leftJoin(userAccount, eq(userAccount.id, application.applicantId))
    .leftJoin(
      hiringRubric,
      and(
        eq(hiringRubric.roleId, application.roleId),
        eq(hiringRubric.version, application.rubricVersion),
      ),
    )
    .where(where);

export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

interface Wanted {
  id: string;
  entityId?: string | undefined;
  roleId?: string | undefined;
}

/** The application, under its entity and role where they are named; null when there is none. */
export async function findApplication(db: Db, { id, entityId, roleId }: Wanted) {
  const isUnder = {
    ...(entityId === undefined ? {} : { entityId }),
    ...(roleId === undefined ? {} : { roleId }),
  };
  return first(applications(db, has(application, { id, ...isUnder })));
}

/** The application of a person to a role; null when there is none. */
export const findApplicationTo = (db: Db, of: { applicantId: string; roleId: string }) =>
  first(applications(db, has(application, of)));

/** Applications of a person or to a role, newest first. */
export const listApplications = (
  db: Db,
  of: { applicantId: string } | { roleId: string },
  { status, ...query }: PageQuery & { status?: ApplicationRow["status"] | undefined },
) =>
  page(
    db,
    applications(db, has(application, status === undefined ? of : { ...of, status })),
    newestFirst(application),
    query,
  );

/** Null where the person has already applied to the role. */
export const insertApplication = (
  db: Db,
  values: typeof application.$inferInsert,
): Promise<string | null> =>
  insertNew(db, application, values, [application.roleId, application.applicantId]);

export const countApplications = (db: Db, roleId: string): Promise<number> =>
  rowsOf(application).count(db, { roleId });

export const feedback = rowsOf(hiringFeedback);
