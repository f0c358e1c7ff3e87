import { and, eq, type SQL, sql } from "drizzle-orm";
import { isKnown } from "#api/data/visible-to.ts";
import type { Db } from "#schemas/database/db.ts";
import { apiKey, session, userAccount } from "#schemas/tables/accounts/account.ts";
import { webhook, webhookDelivery } from "#schemas/tables/accounts/webhook.ts";
import { companyChange } from "#schemas/tables/companies/change.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { watchlistEntity } from "#schemas/tables/companies/watchlist.ts";

type WebhookRow = typeof webhook.$inferSelect;

/**
 * SQL condition on `webhook`: it is active, and what it belongs to has not ended: its account, its key, the grant of
 * its application.
 */
export const isLive = (at: string): SQL => sql`(${webhook.status} = 'active'
  and exists (select 1 from ${userAccount} a where a.id = ${webhook.userId} and a.status = 'active')
  and (${webhook.keyId} is null or exists (select 1 from ${apiKey} k where k.id = ${webhook.keyId}
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${at}::timestamptz)))
  and (${webhook.sessionId} is null or exists (select 1 from ${session} s where s.id = ${webhook.sessionId}
    and s.revoked_at is null and s.expires_at > ${at}::timestamptz)))`;

/** SQL condition on a change `c` of a known `entity`: the webhook is told of it. */
const isToldTo = ({ types, watchlistId }: WebhookRow): SQL => {
  const isKind = types === null ? sql`true` : sql`c.type = any(${sql.param(types)}::text[])`;
  const isListed =
    watchlistId === null
      ? sql`true`
      : sql`exists (select 1 from ${watchlistEntity} l where l.watchlist_id = ${watchlistId} and l.entity_id = c.entity_id)`;
  return sql`${isKnown()} and ${isKind} and ${isListed}`;
};

const changesAtOnce = 1000;

/** Webhooks that have not looked at every change. */
export async function listBehind(db: Db, at: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${webhook.id} as id from ${webhook}
    where ${webhook.position} < (select max(position) from ${companyChange}) and ${isLive(at)}
    order by ${webhook.position}, ${webhook.id}`);
  return rows.map(({ id }) => id);
}

/**
 * Makes the deliveries of the next changes, up to a thousand, and moves the webhook's position behind them. One
 * statement reads the changes: positions are in the order of commits, so that none is passed over. Null where another
 * process is at it, or the webhook is gone.
 */
export const spreadNext = (
  db: Db,
  id: string,
  at: string,
): Promise<{ read: number; made: number } | null> =>
  db.transaction(async (tx) => {
    const isThis = and(eq(webhook.id, id), isLive(at));
    const [row] = await tx.select().from(webhook).where(isThis).for("update", { skipLocked: true });
    if (row === undefined) return null;
    const { rows } = await tx.execute<{ last: string | null; read: number; made: number }>(sql`
      with next as (
        select c.position, c.type, c.entity_id from ${companyChange} c
        where c.position > ${row.position} order by c.position limit ${changesAtOnce}
      ), made as (
        insert into ${webhookDelivery} (webhook_id, position, type, due_at, created_at)
        select ${id}::uuid, c.position, c.type, ${at}::timestamptz, ${at}::timestamptz
        from next c join ${entity} on ${entity.id} = c.entity_id where ${isToldTo(row)}
        order by c.position on conflict (webhook_id, position) do nothing returning 1
      )
      select (select max(position) from next)::text as last, (select count(*)::int from next) as read,
        (select count(*)::int from made) as made`);
    const [told] = rows;
    if (told?.last == null) return { read: 0, made: 0 };
    await tx
      .update(webhook)
      .set({ position: Number(told.last), updatedAt: sql`${webhook.updatedAt}` })
      .where(eq(webhook.id, id));
    return { read: told.read, made: told.made };
  });

/**
 * Makes the changes recorded since a time, as far as the webhook has looked at them, due again with the ids that they
 * had; `max` of them at most. Returns how many.
 */
export async function replayChanges(
  tx: Db,
  row: WebhookRow,
  { since, at, max }: { since: string; at: string; max: number },
): Promise<number> {
  const { rows } = await tx.execute<{ made: number }>(sql`
    with made as (
      insert into ${webhookDelivery} (webhook_id, position, type, due_at, created_at)
      select ${row.id}::uuid, c.position, c.type, ${at}::timestamptz, ${at}::timestamptz
      from ${companyChange} c join ${entity} on ${entity.id} = c.entity_id
      where c.recorded_at >= ${since}::timestamptz and c.position <= ${row.position} and ${isToldTo(row)}
      order by c.position limit ${max}
      on conflict (webhook_id, position) do update
        set status = 'pending', attempts = 0, due_at = excluded.due_at, delivered_at = null
      returning 1
    )
    select count(*)::int as made from made`);
  return rows[0]?.made ?? 0;
}

const keepDays = 30;

/** Removes deliveries that ended more than 30 days ago; returns how many. */
export async function pruneDeliveries(db: Db): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from ${webhookDelivery} where status <> 'pending' and created_at < now() - make_interval(days => ${keepDays})`,
  );
  return rowCount ?? 0;
}
