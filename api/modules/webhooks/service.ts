import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { sendWebhooks } from "#schemas/tasks/send-webhooks.ts";
import type { Caller } from "../../auth/caller.ts";
import { makeWebhookSecret } from "../../clients/webhooks/sign.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, conflict, notFound } from "../../http/errors.ts";
import { newestPosition } from "../changes/service.ts";
import { messageIdOf, payloadOf } from "./delivery/payload.ts";
import type { DeliveryRow, WebhookRow } from "./queries.ts";
import * as queries from "./queries.ts";
import { countLocked, findDelivery } from "./rows.ts";
import type { DeliveriesQuery, Delivery, Webhook, WebhookBody, WebhookChange } from "./schemas.ts";
import { replayChanges } from "./spread/queries.ts";

export { listDue, sendDue } from "./delivery/send-due.ts";
export { pruneDeliveries } from "./spread/queries.ts";
export { spreadChanges } from "./spread/spread-changes.ts";

type Account = Caller & { userId: string };

const webhooksMax = 20;
const oldSecretMs = 86_400_000;
const replayMax = 10_000;

/** A webhook as the API shows it, without its secret. */
export function present({ keyId, ...row }: WebhookRow): Webhook {
  const { id, url, description, types, watchlistId, status, stopped, failures } = row;
  return {
    id,
    url,
    description,
    types,
    watchlistId,
    apiKeyId: keyId,
    status,
    stopped,
    failures,
    failingSince: row.failingSince,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The webhooks that the credential may see, newest first. */
export const listWebhooks = (db: Db, caller: Account, query: PageQuery): Promise<Page<Webhook>> =>
  queries.pageWebhooks(db, caller, query);

/**
 * Makes a webhook that is told every change from now on; the answer alone has its secret. Throws 400 for an address
 * that may not be reached, 404 for a watchlist or key of somebody else, 409 when the account has 20.
 */
export async function createWebhook(
  deps: Deps,
  caller: Account,
  { apiKeyId = null, ...body }: WebhookBody,
): Promise<Webhook & { secret: string }> {
  checkAddress(deps, body.url);
  const secret = makeWebhookSecret();
  const stored = await deps.webhooks.seal(secret);
  const { userId } = caller;
  const row = await deps.transaction(async ({ db }) => {
    if ((await countLocked(db, userId)) >= webhooksMax) {
      throw conflict(`An account has at most ${webhooksMax} webhooks`);
    }
    await checkWatchlist(db, userId, body.watchlistId);
    const belongs = await ownerOf(db, caller, apiKeyId);
    const values = { ...body, ...belongs, userId, secret: stored };
    const position = await newestPosition(db);
    return queries.insertWebhook(db, { ...values, position });
  });
  return { ...present(row), secret };
}

/** What a new webhook ends with. A person may name a key of theirs; a key or an application is it itself. */
async function ownerOf(db: Db, { userId, credential }: Account, apiKeyId: string | null) {
  const keyId = credential.kind === "apiKey" ? credential.keyId : apiKeyId;
  if (apiKeyId !== null && keyId !== apiKeyId) throw notFound("API key");
  const sessionId = credential.kind === "application" ? credential.sessionId : null;
  if (keyId === null) return { keyId, sessionId };
  if (!(await queries.ownsKey(db, userId, keyId))) throw notFound("API key");
  return { keyId, sessionId };
}

function checkAddress({ webhooks }: Pick<Deps, "webhooks">, url: string): void {
  const refusal = webhooks.refusalOf(url);
  if (refusal !== null) throw badRequest(refusal);
}

async function checkWatchlist(db: Db, userId: string, id: string | null | undefined) {
  if (id == null || (await queries.ownsWatchlist(db, userId, id))) return;
  throw notFound("Watchlist");
}

/** Changes a webhook. Made active again it goes on where it stopped. Throws as `createWebhook` does. */
export async function updateWebhook(
  deps: Deps,
  caller: Account,
  { id }: WebhookRow,
  { status, ...change }: WebhookChange,
): Promise<Webhook> {
  if (change.url !== undefined) checkAddress(deps, change.url);
  await checkWatchlist(deps.db, caller.userId, change.watchlistId);
  const going = { failures: 0, failingSince: null, heldUntil: null };
  const moved =
    status === undefined
      ? {}
      : {
          status,
          ...(status === "active" ? { stopped: null, ...going } : { stopped: "owner" as const }),
        };
  const row = await deps.transaction(async (within) => {
    const updated = await queries.changeWebhook(within.db, id, { ...change, ...moved });
    if (status === "active") await resume(within, id);
    return updated;
  });
  return present(row);
}

/** Makes what waits due at once, with all its attempts before it. */
async function resume(within: Deps, webhookId: string): Promise<void> {
  await queries.renewPending(within.db, webhookId, within.now().toISOString());
  await within.enqueue(sendWebhooks, { webhookId });
}

/** Removes a webhook and its deliveries. */
export async function deleteWebhook(db: Db, id: string) {
  await queries.removeWebhook(db, id);
  return { webhookId: id, deleted: true as const };
}

/** A new secret; the one before signs as well for a day. */
export async function rotateSecret(deps: Deps, id: string) {
  const secret = makeWebhookSecret();
  const previousSecretEndsAt = new Date(deps.now().getTime() + oldSecretMs).toISOString();
  const stored = await deps.webhooks.seal(secret);
  await queries.replaceSecret(deps.db, id, { secret: stored, previousSecretEndsAt });
  return { webhookId: id, secret, previousSecretEndsAt };
}

/** Throws 409 for a webhook that is stopped. */
function mustBeActive({ status }: WebhookRow): void {
  if (status !== "active")
    throw conflict("The webhook is disabled: set its status to active first");
}

/** Stores a test event, which is sent at once. */
export async function sendTest(deps: Deps, row: WebhookRow): Promise<Delivery> {
  mustBeActive(row);
  const { id: webhookId } = row;
  return deps.transaction(async (within) => {
    const dueAt = within.now().toISOString();
    const values = { webhookId, type: "webhook.test" as const, dueAt };
    const made = await queries.insertDelivery(within.db, values);
    await within.enqueue(sendWebhooks, { webhookId });
    return presentDelivery(made);
  });
}

const presentDelivery = (row: DeliveryRow): Delivery => {
  const { id, webhookId, type, status, attempts, dueAt, deliveredAt, createdAt } = row;
  const messageId = messageIdOf(id);
  return { id, webhookId, messageId, type, status, attempts, dueAt, deliveredAt, createdAt };
};

/** Deliveries of a webhook, newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  query: DeliveriesQuery,
): Promise<Page<Delivery>> {
  const found = await queries.pageDeliveries(db, webhookId, query);
  return { ...found, rows: found.rows.map(presentDelivery) };
}

/** A delivery with its attempts and what it says; the payload is null once the change is no longer kept. */
export async function getDelivery(db: Db, webhookId: string, id: string) {
  const row = required(await findDelivery(db, webhookId, id), "Delivery");
  const log = await queries.listAttempts(db, id);
  return { ...presentDelivery(row), log, payload: await payloadOf(db, row) };
}

/** Has a delivery sent again, at once and with its old id. Throws 409 for a webhook that is stopped. */
export async function replayDelivery(deps: Deps, row: WebhookRow, id: string): Promise<Delivery> {
  mustBeActive(row);
  required(await findDelivery(deps.db, row.id, id), "Delivery");
  return deps.transaction(async (within) => {
    const updated = await queries.renewDelivery(within.db, id, within.now().toISOString());
    await within.enqueue(sendWebhooks, { webhookId: row.id });
    return presentDelivery(updated);
  });
}

/** Has all changes since a time sent again. Throws 400 for more than 10,000, 409 for a webhook that is stopped. */
export async function replaySince(deps: Deps, row: WebhookRow, since: string) {
  mustBeActive(row);
  const deliveries = await deps.transaction(async (within) => {
    const at = within.now().toISOString();
    const count = await replayChanges(within.db, row, { since, at, max: replayMax + 1 });
    if (count > replayMax) {
      throw badRequest(`More than ${replayMax} changes would be sent: name a later time`);
    }
    await within.enqueue(sendWebhooks, { webhookId: row.id });
    return count;
  });
  return { webhookId: row.id, deliveries };
}
