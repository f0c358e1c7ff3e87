import { and, asc, desc, eq, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { first } from "#api/data/rows.ts";
import { subquery } from "#api/data/subquery.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { investorAlert } from "#schemas/tables/platform/investor.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";
import { isOpenTo } from "../../startups/service.ts";

/** An account is due when its last digest ended before this time. */
export interface DueBefore {
  daily: string;
  weekly: string;
}

const isDue = ({ daily, weekly }: DueBefore): SQL | undefined =>
  or(
    and(eq(investorAlert.digest, "daily"), lte(investorAlert.toldUntil, daily)),
    and(eq(investorAlert.digest, "weekly"), lte(investorAlert.toldUntil, weekly)),
  );

/** Accounts that are due after `after`, in order of their ids. */
export async function listDue(
  db: Db,
  before: DueBefore,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const isNext = after === null ? undefined : sql`${investorAlert.userId} > ${after}`;
  const rows = await db
    .select({ userId: investorAlert.userId })
    .from(investorAlert)
    .where(and(isDue(before), isNext))
    .orderBy(asc(investorAlert.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Locks and returns the alert preferences of an account. Null when its digest is no longer due. */
export const lockDue = (tx: Db, userId: string, before: DueBefore) =>
  first(
    tx
      .select({
        triggers: investorAlert.triggers,
        from: investorAlert.toldUntil,
        email: userAccount.email,
        isReached: sql<boolean>`${userAccount.status} = 'active' and ${userAccount.emailVerifiedAt} is not null`,
      })
      .from(investorAlert)
      .innerJoin(userAccount, eq(userAccount.id, investorAlert.userId))
      .where(and(eq(investorAlert.userId, userId), isDue(before)))
      .for("update", { of: investorAlert }),
  );

export const markTold = (tx: Db, userId: string, until: string) =>
  tx.update(investorAlert).set({ toldUntil: until }).where(eq(investorAlert.userId, userId));

/** What happened after `from`, up to `until`. */
export interface Span {
  from: string;
  until: string;
}

/** A startup, and the new status or the title of the report. */
export interface StartupNews {
  name: string;
  slug: string;
  what: string | null;
}

const within = (time: SQL, { from, until }: Span) =>
  sql`${time} > ${from}::timestamptz and ${time} <= ${until}::timestamptz`;

/** Startups that are open to the account, and that it follows, has saved or has on a watchlist. */
const isKept = (userId: string): SQL | undefined =>
  and(
    isOpenTo(userId),
    subquery<boolean>`(exists (select 1 from investor_save s where s.startup_listing_id = ${startupListing.id} and s.user_id = ${userId})
      or exists (select 1 from investor_watchlist_item i join investor_watchlist w on w.id = i.watchlist_id
        where i.startup_listing_id = ${startupListing.id} and w.user_id = ${userId})
      or exists (select 1 from startup_follow f where f.startup_listing_id = ${startupListing.id} and f.user_id = ${userId}
        and f.status = 'approved' and f.expires_at > now()))`,
  );

/** Kept startups whose public capital status has changed. */
export const listCapitalChanges = (
  db: Db,
  userId: string,
  span: Span,
  limit: number,
): Promise<StartupNews[]> => {
  const facts = startupListing.publicFacts;
  const status = sql<string | null>`${facts} ->> 'capitalStatus'`;
  return db
    .select({ name: startupListing.name, slug: startupListing.slug, what: status })
    .from(startupListing)
    .where(
      and(
        isKept(userId),
        isNotNull(status),
        within(sql`(${facts} ->> 'capitalStatusAt')::timestamptz`, span),
      ),
    )
    .orderBy(asc(startupListing.name), asc(startupListing.id))
    .limit(limit);
};

/**
 * Public reports of kept startups. A report counts from when it was both submitted and public; one that was opened to
 * the public again counts from the first time.
 */
export const listNewReports = (
  db: Db,
  userId: string,
  span: Span,
  limit: number,
): Promise<StartupNews[]> =>
  db
    .select({ name: startupListing.name, slug: startupListing.slug, what: report.title })
    .from(report)
    .innerJoin(startupListing, eq(startupListing.entityId, report.entityId))
    .where(
      and(
        isKept(userId),
        eq(report.isPublic, true),
        inArray(report.status, ["submitted", "under_review", "verified"]),
        subquery<boolean>`exists (select 1 from ${auditEvent} a where a.subject_type = 'entity' and a.subject_id = ${report.entityId}
          and a.action in ('report.submitted', 'report.opened') and a.detail ->> 'id' = ${report.id}::text
          having ${within(sql`greatest(max(a.at) filter (where a.action = 'report.submitted'), min(a.at) filter (where a.action = 'report.opened'))`, span)})`,
      ),
    )
    .orderBy(desc(report.createdAt), desc(report.id))
    .limit(limit);
