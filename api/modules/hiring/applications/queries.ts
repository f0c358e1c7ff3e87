import { and, eq, type SQL, sql } from "drizzle-orm";
import { personName } from "#api/data/members.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { findOne, first, inserted, insertNew, pick } from "#api/data/rows.ts";
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
  id: application.id,
  roleId: application.roleId,
  entityId: application.entityId,
  applicantId: application.applicantId,
  status: application.status,
  coverLetter: application.coverLetter,
  portfolioItemIds: application.portfolioItemIds,
  answers: application.answers,
  submittedAt: application.submittedAt,
  statusChangedAt: application.statusChangedAt,
  withdrawnAt: application.withdrawnAt,
  outcome: application.outcome,
  createdAt: application.createdAt,
  updatedAt: application.updatedAt,
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

/** The application, under its entity where one is named; null when there is none. */
export async function findApplication(
  db: Db,
  { id, entityId }: { id: string; entityId?: string | undefined },
) {
  const isOf = entityId === undefined ? undefined : eq(application.entityId, entityId);
  return first(applications(db, and(eq(application.id, id), isOf)));
}

/** Applications of a person or to a role, newest first. */
export function listApplications(
  db: Db,
  of: { applicantId: string } | { roleId: string },
  { status, ...query }: PageQuery & { status?: ApplicationRow["status"] | undefined },
) {
  const isOf =
    "roleId" in of
      ? eq(application.roleId, of.roleId)
      : eq(application.applicantId, of.applicantId);
  const isWanted = status === undefined ? undefined : eq(application.status, status);
  return page(db, applications(db, and(isOf, isWanted)), newestFirst(application), query);
}

/** Null where the person has already applied to the role. */
export const insertApplication = (
  db: Db,
  values: typeof application.$inferInsert,
): Promise<string | null> =>
  insertNew(db, application, values, [application.roleId, application.applicantId]);

export async function insertFeedback(db: Db, values: typeof hiringFeedback.$inferInsert) {
  return inserted(await db.insert(hiringFeedback).values(values).returning());
}

export const findFeedback = (db: Db, applicationId: string, feedbackId: string) =>
  findOne(
    db,
    hiringFeedback,
    and(eq(hiringFeedback.id, feedbackId), eq(hiringFeedback.applicationId, applicationId)),
  );

/** Newest first. */
export const listFeedback = (db: Db, applicationId: string, query: PageQuery) =>
  page(
    db,
    db.select().from(hiringFeedback).where(eq(hiringFeedback.applicationId, applicationId)),
    newestFirst(hiringFeedback),
    query,
  );
