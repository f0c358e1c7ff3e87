import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { DeliveryStatus } from "#schemas/shapes/accounts/webhook.ts";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { webhook, webhookAttempt, webhookDelivery } from "#schemas/tables/accounts/webhook.ts";
import { watchlist } from "#schemas/tables/companies/watchlist.ts";
import type { Caller } from "../../auth/caller.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { inserted, pick, required, rowExists } from "../../data/rows.ts";
import { isOwnOf, shownColumns } from "./rows.ts";

export type WebhookRow = typeof webhook.$inferSelect;
export type DeliveryRow = typeof webhookDelivery.$inferSelect;

/** The webhooks that the credential may see, newest first. */
export const pageWebhooks = (db: Db, caller: Caller, query: PageQuery) =>
  page(
    db,
    db.select(shownColumns).from(webhook).where(isOwnOf(caller)),
    newestFirst(webhook),
    query,
  );

export const insertWebhook = async (db: Db, values: typeof webhook.$inferInsert) =>
  inserted(await db.insert(webhook).values(values).returning());

/** Changes a webhook. Throws 404 for one that is gone. */
export async function changeWebhook(
  db: Db,
  id: string,
  set: { [K in keyof typeof webhook.$inferInsert]?: (typeof webhook.$inferInsert)[K] | undefined },
): Promise<WebhookRow> {
  const changed = db.update(webhook).set({ ...set, updatedAt: sql`clock_timestamp()` });
  const rows = await changed.where(eq(webhook.id, id)).returning();
  return required(rows[0], "Webhook");
}

/** Stores a new secret; the one that was there signs until a time. Throws 404 for a webhook that is gone. */
export async function replaceSecret(
  db: Db,
  id: string,
  { secret, previousSecretEndsAt }: { secret: string; previousSecretEndsAt: string },
): Promise<void> {
  const set = { previousSecret: sql`${webhook.secret}`, previousSecretEndsAt, secret };
  const changed = db.update(webhook).set(set).where(eq(webhook.id, id));
  required((await changed.returning({ id: webhook.id }))[0], "Webhook");
}

/** Throws 404 for a webhook that is gone. */
export async function removeWebhook(db: Db, id: string): Promise<void> {
  const removed = await db.delete(webhook).where(eq(webhook.id, id)).returning({ id: webhook.id });
  required(removed[0], "Webhook");
}

export const ownsKey = (db: Db, userId: string, id: string): Promise<boolean> =>
  rowExists(db, apiKey, and(eq(apiKey.id, id), eq(apiKey.userId, userId)));

export const ownsWatchlist = (db: Db, userId: string, id: string): Promise<boolean> =>
  rowExists(db, watchlist, and(eq(watchlist.id, id), eq(watchlist.userId, userId)));

const inState = (status: DeliveryStatus | undefined) =>
  status === undefined ? undefined : eq(webhookDelivery.status, status);

/** Deliveries of a webhook, newest first. */
export function pageDeliveries(
  db: Db,
  webhookId: string,
  { status, ...query }: PageQuery & { status?: DeliveryStatus | undefined },
) {
  const where = and(eq(webhookDelivery.webhookId, webhookId), inState(status));
  const order = [desc(webhookDelivery.createdAt), desc(webhookDelivery.id)];
  return page(db, db.select().from(webhookDelivery).where(where), order, query);
}

export const insertDelivery = async (db: Db, values: typeof webhookDelivery.$inferInsert) =>
  inserted(await db.insert(webhookDelivery).values(values).returning());

/** Makes a delivery due at a time with all its attempts before it. Throws 404 for one that is gone. */
export async function renewDelivery(db: Db, id: string, dueAt: string): Promise<DeliveryRow> {
  const set = { status: "pending" as const, attempts: 0, dueAt, deliveredAt: null };
  const changed = db.update(webhookDelivery).set(set).where(eq(webhookDelivery.id, id));
  return required((await changed.returning())[0], "Delivery");
}

/** The same with all deliveries of a webhook that wait. */
export const renewPending = (db: Db, webhookId: string, dueAt: string) =>
  db
    .update(webhookDelivery)
    .set({ attempts: 0, dueAt })
    .where(and(eq(webhookDelivery.webhookId, webhookId), inState("pending")));

/** Attempts of a delivery, oldest first. */
export const listAttempts = (db: Db, deliveryId: string) =>
  db
    .select(pick(webhookAttempt, "number", "at", "outcome", "statusCode", "durationMs"))
    .from(webhookAttempt)
    .where(eq(webhookAttempt.deliveryId, deliveryId))
    .orderBy(asc(webhookAttempt.number));
