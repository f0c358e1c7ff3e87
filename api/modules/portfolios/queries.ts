import { and, asc, eq, or, sql } from "drizzle-orm";
import { blockedFor, metBy } from "#api/data/blocked.ts";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import type { CollaboratorRole } from "#schemas/shapes/platform/portfolio.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  portfolio,
  portfolioArtifact,
  portfolioCollaborator,
  program,
} from "#schemas/tables/platform/portfolio.ts";
import { personName } from "../../data/members.ts";
import { findOne, first, insertNew, pick } from "../../data/rows.ts";

/**
 * The role in which a portfolio is shared with an account, also by an address that it has proved. Null: not shared, or a
 * block is between the account and the owner.
 */
const sharedAs = (userId: string) =>
  subquery<CollaboratorRole | null>`select c.role from ${portfolioCollaborator} c left join ${userAccount} u on u.id = ${userId}::uuid
    where c.portfolio_id = ${portfolio.id} and ${metBy(portfolio.ownerId, sql`${userId}::uuid`)} and (c.user_id = ${userId}::uuid or (c.email = u.email and u.email_verified_at is not null))
    order by c.role limit 1`;

const columns = (userId: string) => ({
  ...pick(portfolio, "id", "name", "description", "ownerId"),
  role: sql<
    "owner" | CollaboratorRole
  >`case when ${portfolio.ownerId} = ${userId} then 'owner' else ${sharedAs(userId)} end`.as(
    "own_role",
  ),
  createdAt: portfolio.createdAt,
  updatedAt: portfolio.updatedAt,
});

const isSeenBy = (userId: string) =>
  or(eq(portfolio.ownerId, userId), sql`${sharedAs(userId)} is not null`);

export type PortfolioRow = NonNullable<Awaited<ReturnType<typeof findPortfolio>>>;

/** Null also for a portfolio that is not shared with the account. */
export async function findPortfolio(db: Db, id: string, userId: string) {
  const isThis = and(eq(portfolio.id, id), isSeenBy(userId));
  return findOne(db, portfolio, isThis, columns(userId));
}

/** The same as `isSeenBy`, by the indexes of the account. */
const isOneSeenBy = (userId: string) =>
  subquery<boolean>`${portfolio.ownerId} not in (${blockedFor(userId)}) and ${portfolio.id} in (select own.id from ${portfolio} own where own.owner_id = ${userId}
    union select c.portfolio_id from ${portfolioCollaborator} c where c.user_id = ${userId}
    union select c.portfolio_id from ${userAccount} u join ${portfolioCollaborator} c on c.email = u.email
      where u.id = ${userId} and u.email_verified_at is not null)`;

/** Own portfolios and those that are shared with the account, newest first. */
export const listPortfolios = (db: Db, userId: string, query: PageQuery) =>
  page(
    db,
    db.select(columns(userId)).from(portfolio).where(isOneSeenBy(userId)),
    newestFirst(portfolio),
    query,
  );

export const insertPortfolio = async (db: Db, values: typeof portfolio.$inferInsert) =>
  (await rowsOf(portfolio).insert(db, values)).id;

export const artifacts = rowsOf(
  portfolioArtifact,
  pick(portfolioArtifact, "id", "portfolioId", "kind", "title", "url", "createdAt"),
);

const selectCollaborators = (db: Db) =>
  db
    .select({
      ...pick(portfolioCollaborator, "id", "portfolioId", "userId", "email"),
      name: sql<string | null>`${personName}`.as("collaborator_name"),
      role: portfolioCollaborator.role,
      createdAt: portfolioCollaborator.createdAt,
    })
    .from(portfolioCollaborator)
    .leftJoin(userAccount, eq(userAccount.id, portfolioCollaborator.userId));

export const listCollaborators = (db: Db, portfolioId: string, query: PageQuery) =>
  page(
    db,
    selectCollaborators(db).where(eq(portfolioCollaborator.portfolioId, portfolioId)),
    [asc(portfolioCollaborator.createdAt), asc(portfolioCollaborator.id)],
    query,
  );

export const findCollaborator = (db: Db, portfolioId: string, id: string) =>
  first(
    selectCollaborators(db).where(
      and(eq(portfolioCollaborator.id, id), eq(portfolioCollaborator.portfolioId, portfolioId)),
    ),
  );

/** Null where the portfolio is shared with the person already. */
export const insertCollaborator = (
  db: Db,
  values: typeof portfolioCollaborator.$inferInsert,
): Promise<string | null> => insertNew(db, portfolioCollaborator, values);

export type ProgramRow = typeof program.$inferSelect;

/** `insertNew` answers null where the slug is taken. */
export const programs = rowsOf(program);
export const collaborators = rowsOf(portfolioCollaborator);
