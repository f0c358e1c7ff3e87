import { and, eq, gt, sql } from "drizzle-orm";
import { findValue, first } from "#api/data/rows.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { webhook, webhookAttempt, webhookDelivery } from "#schemas/tables/accounts/webhook.ts";
import { isLive } from "../spread/queries.ts";

/** A delivery that this process alone may send now, and how. */
export interface Claimed extends Record<string, unknown> {
  id: string;
  webhookId: string;
  position: number | null;
  type: (typeof webhookDelivery.$inferSelect)["type"];
  /** This one included. */
  attempts: number;
  createdAt: string;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: string | null;
}

/** Longer than a request takes. A process that died in between loses its claim then. */
const claimMs = 60_000;

const isDue = (at: string) => sql`d.status = 'pending' and d.due_at <= ${at}::timestamptz
  and (d.claimed_until is null or d.claimed_until <= ${at}::timestamptz)`;
const isFree = (at: string) => sql`${isLive(at)}
  and (${webhook.heldUntil} is null or ${webhook.heldUntil} <= ${at}::timestamptz)`;

/** Ids of webhooks that have something to be sent now. */
export async function listDueWebhooks(db: Db, at: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${webhook.id} as id from ${webhook} where ${isFree(at)}
      and exists (select 1 from ${webhookDelivery} d where d.webhook_id = ${webhook.id} and ${isDue(at)})`);
  return rows.map(({ id }) => id);
}

/** Claims the oldest delivery that is due for a webhook; null when none is. Of two processes one gets it. */
export async function claimNext(db: Db, webhookId: string, now: Date): Promise<Claimed | null> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + claimMs).toISOString();
  const { rows } = await db.execute<Claimed>(sql`
    with due as (
      select d.id from ${webhookDelivery} d join ${webhook} on ${webhook.id} = d.webhook_id
      where d.webhook_id = ${webhookId}::uuid and ${isDue(at)} and ${isFree(at)}
      order by d.due_at, d.position limit 1 for update of d skip locked
    )
    update ${webhookDelivery} d set claimed_until = ${until}::timestamptz, attempts = d.attempts + 1
    from due, ${webhook} where d.id = due.id and ${webhook.id} = d.webhook_id
    returning d.id, d.webhook_id as "webhookId", d.position::float8 as position, d.type, d.attempts,
      d.created_at as "createdAt", ${webhook.url} as url, ${webhook.secret} as secret,
      ${webhook.previousSecret} as "previousSecret", ${webhook.previousSecretEndsAt} as "previousSecretEndsAt"`);
  return rows[0] ?? null;
}

export type WebhookRow = typeof webhook.$inferSelect;

/** The webhook, locked until the transaction ends; null when it is gone. */
export const lockWebhook = (tx: Db, id: string): Promise<WebhookRow | null> =>
  first(tx.select().from(webhook).where(eq(webhook.id, id)).for("update"));

/** One attempt of a delivery, for its log. */
export interface LoggedAttempt {
  at: Date;
  outcome: string;
  statusCode: number | null;
  durationMs: number;
}

/** Adds an attempt to the log of a delivery, with the next number. */
export const insertAttempt = (
  tx: Db,
  deliveryId: string,
  { at, outcome, statusCode, durationMs }: LoggedAttempt,
) =>
  tx.execute(sql`
    insert into ${webhookAttempt} (delivery_id, number, at, outcome, status_code, duration_ms)
    select ${deliveryId}::uuid, coalesce(max(number), 0) + 1, ${at.toISOString()}::timestamptz, ${outcome},
      ${statusCode}::int, ${durationMs}::int
    from ${webhookAttempt} where delivery_id = ${deliveryId}::uuid`);

/** Changes a delivery, and ends the claim on it. */
export const endClaim = (
  db: Db,
  id: string,
  set: Partial<Pick<typeof webhookDelivery.$inferInsert, "status" | "dueAt" | "deliveredAt">>,
) =>
  db
    .update(webhookDelivery)
    .set({ ...set, claimedUntil: null })
    .where(eq(webhookDelivery.id, id));

/** How a webhook does; that is no change of the webhook itself. */
export const updateHealth = (
  tx: Db,
  id: string,
  set: Pick<WebhookRow, "failures" | "failingSince" | "heldUntil">,
) =>
  tx
    .update(webhook)
    .set({ ...set, updatedAt: sql`${webhook.updatedAt}` })
    .where(eq(webhook.id, id));

/** Makes everything that waits for a webhook due now. */
export const dueNow = (tx: Db, webhookId: string, now: string) =>
  tx
    .update(webhookDelivery)
    .set({ dueAt: now })
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        eq(webhookDelivery.status, "pending"),
        gt(webhookDelivery.dueAt, sql`${now}::timestamptz`),
      ),
    );

/** Disables a webhook, and says whom to tell; null for an account that is gone. */
export async function disable(
  tx: Db,
  { id, userId }: WebhookRow,
  stopped: "failures" | "gone",
): Promise<string | null> {
  await tx.update(webhook).set({ status: "disabled", stopped }).where(eq(webhook.id, id));
  return findValue(tx, userAccount, "email", eq(userAccount.id, userId));
}
