import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { webhook, webhookDelivery } from "#schemas/tables/accounts/webhook.ts";
import { allowed, via } from "../../auth/access.ts";
import type { Caller } from "../../auth/caller.ts";
import type { RowReader } from "../../auth/rules.ts";
import { findOne, pick } from "../../data/rows.ts";

/** What a webhook shows of itself; never its secret. */
export const shownColumns = {
  ...pick(webhook, "id", "url", "description", "types", "status", "stopped"),
  apiKeyId: webhook.keyId,
  ...pick(webhook, "watchlistId", "failures", "failingSince", "createdAt", "updatedAt"),
};

/**
 * The webhooks that a credential may see and change: a person all of the account, a key and an application those that
 * belong to it. So what it changes ends with it.
 */
export function isOwnOf({ userId, credential }: Caller): SQL | undefined {
  const isOfAccount = userId === null ? isNull(webhook.id) : eq(webhook.userId, userId);
  if (credential.kind === "apiKey") return and(isOfAccount, eq(webhook.keyId, credential.keyId));
  if (credential.kind === "application") {
    return and(isOfAccount, eq(webhook.sessionId, credential.sessionId));
  }
  return isOfAccount;
}

type WebhookRow = typeof webhook.$inferSelect;

const reader: RowReader<WebhookRow> = {
  name: "Webhook",
  find: async (db, id, _params, caller) =>
    caller === null ? null : findOne(db, webhook, and(eq(webhook.id, id), isOwnOf(caller))),
};

/** The access word: who owns the webhook, which becomes the handler's `subject`. All others get 404. */
export const own = allowed<WebhookRow>("owner", () => "yes", via(reader, "webhookId"));

/** A delivery of a webhook; null when it has none of that id. */
export const findDelivery = (db: Db, webhookId: string, id: string) =>
  findOne(
    db,
    webhookDelivery,
    and(eq(webhookDelivery.id, id), eq(webhookDelivery.webhookId, webhookId)),
  );

/** Counts the account's webhooks and locks the account, so that two requests that count run one after the other. */
export async function countLocked(tx: Db, userId: string): Promise<number> {
  const account = tx.select({ id: userAccount.id }).from(userAccount);
  await account.where(eq(userAccount.id, userId)).for("no key update");
  return tx.$count(webhook, eq(webhook.userId, userId));
}
