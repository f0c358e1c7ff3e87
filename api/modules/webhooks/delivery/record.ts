import type { SendOutcome } from "#api/clients/webhooks.ts";
import type { Platform } from "#api/platform.ts";
import { stoppedMail } from "../mails.ts";
import { giveUpMs, holdAfter, isDown, waitAfter } from "./backoff.ts";
import type { Claimed, WebhookRow } from "./queries.ts";
import * as queries from "./queries.ts";

const gone = 410;

/** What came of an attempt, and when it ended. */
export interface Attempt extends SendOutcome {
  at: Date;
}

/**
 * Writes down what came of an attempt. A success makes everything that waits for this receiver due now; a failure puts
 * the delivery off, holds a receiver that is down, and stops it after three days, which its owner is told by mail.
 */
export const recordAttempt = (
  platform: Platform,
  claimed: Claimed,
  attempt: Attempt,
): Promise<void> =>
  platform.transaction(async (within) => {
    const row = await queries.lockWebhook(within.db, claimed.webhookId);
    if (row === null) return;
    await queries.insertAttempt(within.db, claimed.id, attempt);
    if (attempt.outcome === "delivered") await settle(within, row, claimed, attempt);
    else await putOff(within, row, claimed, attempt);
  });

async function settle({ db }: Platform, row: WebhookRow, { id }: Claimed, { at }: Attempt) {
  const now = at.toISOString();
  await queries.endClaim(db, id, { status: "delivered", deliveredAt: now, dueAt: null });
  if (row.failures === 0 && row.heldUntil === null) return;
  await queries.updateHealth(db, row.id, { failures: 0, failingSince: null, heldUntil: null });
  await queries.dueNow(db, row.id, now);
}

async function putOff(
  within: Platform,
  row: WebhookRow,
  { id, attempts }: Claimed,
  { at, statusCode }: Attempt,
) {
  const { db } = within;
  const failures = row.failures + 1;
  const wait = waitAfter(attempts, isDown(failures));
  const later =
    wait === null ? { status: "failed" as const, dueAt: null } : { dueAt: timeAfter(at, wait) };
  await queries.endClaim(db, id, later);
  const failingSince = row.failingSince ?? at.toISOString();
  const hold = holdAfter(failures);
  const heldUntil = hold === 0 ? null : timeAfter(at, hold);
  await queries.updateHealth(db, row.id, { failures, failingSince, heldUntil });
  const hasFailedLong = at.getTime() - Date.parse(failingSince) >= giveUpMs;
  if (statusCode === gone) await stop(within, row, "gone");
  else if (hasFailedLong) await stop(within, row, "failures");
}

const timeAfter = (at: Date, waitMs: number) => new Date(at.getTime() + waitMs).toISOString();

async function stop(
  { db, mailer, publicUrl }: Platform,
  row: WebhookRow,
  stopped: "failures" | "gone",
): Promise<void> {
  if (row.status !== "active") return;
  const to = await queries.disable(db, row, stopped);
  const { id: webhookId, url } = row;
  if (to !== null) await mailer(stoppedMail({ to, webhookId, url, stopped, publicUrl }));
}
