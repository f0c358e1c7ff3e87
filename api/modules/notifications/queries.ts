import { and, asc, eq, exists, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { formsOf } from "#ingest/facts/forms.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { notification } from "#schemas/tables/accounts/notification.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/companies/watchlist.ts";
import type { Notice } from "#schemas/tasks/notify.ts";
import { blockedFor, blockedForParty, entitiesApart } from "../../data/blocked.ts";
import { keysetPage } from "../../data/keyset-page.ts";
import { personName } from "../../data/members.ts";
import { first, pick } from "../../data/rows.ts";
import type { NotificationsQuery } from "./schemas.ts";

/** SQL condition: an own notification that is not about or by somebody with a block between them and the account. */
const isShown = (userId: string): SQL | undefined =>
  and(
    eq(notification.userId, userId),
    or(
      isNull(notification.actorId),
      sql`${notification.actorId} not in (${blockedFor(sql`${userId}::uuid`)})`,
    ),
    or(
      isNull(notification.entityId),
      sql`${notification.entityId} not in ${entitiesApart(sql`${userId}::uuid`)}`,
    ),
  );

const columns = {
  ...pick(notification, "id", "kind", "state", "subjectType", "subjectId", "label"),
  ...pick(notification, "readAt", "createdAt", "actorId", "entityId"),
  entityName: sql<string | null>`${entity.name}`.as("entity_name"),
  /** Null where the entity has no public page. */
  pageSlug: sql<string | null>`case when ${entity.published} then ${entity.slug} end`.as(
    "page_slug",
  ),
  actorName: sql<string | null>`${personName}`.as("actor_name"),
  actorSlug: sql<string | null>`${userAccount.slug}`.as("actor_slug"),
};
export type NotificationRow = Awaited<ReturnType<typeof listShown>>["rows"][number];

const selectShown = (db: Db) =>
  db
    .select(columns)
    .from(notification)
    .leftJoin(entity, eq(entity.id, notification.entityId))
    .leftJoin(userAccount, eq(userAccount.id, notification.actorId));

/** The notifications of an account, newest first. */
export function listShown(db: Db, userId: string, { unread, kind, ...query }: NotificationsQuery) {
  const isWanted = and(
    isShown(userId),
    unread === true ? isNull(notification.readAt) : undefined,
    kind === undefined ? undefined : eq(notification.kind, kind),
  );
  return keysetPage(notification, query, (key) =>
    db
      .select({ ...columns, cursorAt: key.at })
      .from(notification)
      .leftJoin(entity, eq(entity.id, notification.entityId))
      .leftJoin(userAccount, eq(userAccount.id, notification.actorId))
      .where(and(isWanted, key.after))
      .orderBy(...key.order)
      .limit(key.limit),
  );
}

/** One of the account's own; null for another's, as for none. */
export async function findShown(db: Db, userId: string, id: string) {
  const rows = await selectShown(db).where(and(isShown(userId), eq(notification.id, id)));
  return rows[0] ?? null;
}

export const countUnread = (db: Db, userId: string): Promise<number> =>
  db.$count(notification, and(isShown(userId), isNull(notification.readAt)));

/** Sets when an own notification was read, once, or takes it back. */
export const updateRead = (db: Db, userId: string, id: string, at: string | null) =>
  db
    .update(notification)
    .set({ readAt: at === null ? null : sql`coalesce(${notification.readAt}, ${at}::timestamptz)` })
    .where(and(eq(notification.userId, userId), eq(notification.id, id)));

/** Marks all own unread notifications as read, those up to one of them where it is given. Returns how many. */
export async function updateAllRead(
  db: Db,
  userId: string,
  { at, upTo }: { at: string; upTo: string | undefined },
): Promise<number> {
  const isUpTo =
    upTo === undefined
      ? undefined
      : sql`(${notification.createdAt}, ${notification.id}) <= (select u.created_at, u.id from ${notification} u
          where u.id = ${upTo} and u.user_id = ${userId})`;
  const { rowCount } = await db
    .update(notification)
    .set({ readAt: at })
    .where(and(isShown(userId), isNull(notification.readAt), isUpTo));
  return rowCount ?? 0;
}

/** SQL query: the ids of the accounts that a notice is for. */
function recipientsOf({ userId, team, entityId, watchedAt }: Notice): SQL {
  if (userId !== null) return sql`select ${userId}::uuid`;
  if (team !== null) {
    return sql`select e.owner_id from ${entity} e where e.id = ${entityId}
      union select m.user_id from ${entityMember} m where m.entity_id = ${entityId}
        and (m.role in ('owner', 'admin') or ${team} = any(m.permissions))`;
  }
  return sql`select w.user_id from ${watchlistEntity} i join ${watchlist} w on w.id = i.watchlist_id
    join ${entity} e on e.id = i.entity_id and e.published
    where i.entity_id = ${entityId} and i.added_at <= ${watchedAt}::timestamptz`;
}

const batch = 500;

/**
 * Stores a notice for up to 500 accounts that have not had it: not for who acted, for accounts that are closed, and
 * where a block is between the account and who acted or the entity. Returns those who are told now, with their
 * address; null for an address that is not confirmed.
 */
export async function insertNotices(db: Db, notice: Notice) {
  const { actorId, entityId, kind, state, sourceId, subjectType, subjectId, label } = notice;
  const actor = sql`${actorId}::uuid`;
  const about = sql`${entityId}::uuid`;
  const ofEntity =
    entityId === null ? sql`select null::uuid where false` : blockedForParty({ entityId });
  const { rows } = await db.execute<{ email: string | null }>(sql`
    with told as (
      insert into ${notification}
        (user_id, kind, state, source_id, actor_id, subject_type, subject_id, entity_id, label, created_at)
      select u.id, ${kind}, ${state}, ${sourceId}, ${actor}, ${subjectType}, ${subjectId}, ${about}, ${label}, clock_timestamp()
      from ${userAccount} u
      where u.id in (${recipientsOf(notice)}) and u.status = 'active' and u.id is distinct from ${actor}
        and (${actor} is null or exists (select 1 from ${userAccount} a where a.id = ${actor}))
        and (${about} is null or exists (select 1 from ${entity} e where e.id = ${about}))
        and u.id not in (${blockedFor(actor)}) and u.id not in (${ofEntity})
        and (${actor} is null or ${actor} not in (${ofEntity}))
        and not exists (select 1 from ${notification} n where n.user_id = u.id and n.source_id = ${sourceId})
      order by u.id limit ${batch}
      on conflict do nothing returning user_id)
    select case when u.email_verified_at is null then null else u.email end as email
    from told join ${userAccount} u on u.id = told.user_id`);
  return rows;
}

/** Removes notifications from before a time. Returns how many. */
export async function deleteBefore(db: Db, before: string): Promise<number> {
  const { rowCount } = await db.delete(notification).where(lt(notification.createdAt, before));
  return rowCount ?? 0;
}

/** What mails call an entity, and where its page is; null for an unknown one. */
export const findEntityNamed = (db: Db, id: string) =>
  first(
    db
      .select(pick(entity, "name", "slug", "published"))
      .from(entity)
      .where(eq(entity.id, id)),
  );

/** Annual, quarterly and current reports of a company, filed on a day or later, oldest first, to 50. */
export const listFiledSince = (db: Db, cik: string, day: string) =>
  db
    .select({
      ...pick(filing, "accession", "form", "filed", "acceptedAt"),
      entityId: company.entityId,
    })
    .from(filing)
    .innerJoin(company, eq(company.companyKey, filing.companyKey))
    .where(
      and(
        eq(filing.companyKey, cik),
        eq(filing.status, "listed"),
        gte(filing.filed, day),
        inArray(filing.form, formsOf("annual", "interim", "current")),
      ),
    )
    .orderBy(asc(filing.filed), asc(filing.accession))
    .limit(50);

/** True where the company with this key is on a watchlist. */
export async function isWatched(db: Db, cik: string): Promise<boolean> {
  const onList = db
    .select({ one: sql`1` })
    .from(watchlistEntity)
    .where(eq(watchlistEntity.entityId, company.entityId));
  const rows = await db
    .select({ cik: company.companyKey })
    .from(company)
    .where(and(eq(company.companyKey, cik), exists(onList)));
  return rows.length > 0;
}
