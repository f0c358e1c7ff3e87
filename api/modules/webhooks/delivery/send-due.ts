import { signatureHeaders } from "#api/clients/webhooks/sign.ts";
import type { SendOutcome } from "#api/clients/webhooks.ts";
import type { Platform } from "#api/platform.ts";
import { messageIdOf, payloadOf } from "./payload.ts";
import { type Claimed, claimNext, endClaim, listDueWebhooks } from "./queries.ts";
import { recordAttempt } from "./record.ts";

/** Time after which a job ends, so that a slow receiver does not keep others waiting. */
const turnMs = 60_000;
const deliveriesMax = 500;

/** Ids of webhooks that have something to be sent now. */
export const listDue = ({ db, now }: Pick<Platform, "db" | "now">): Promise<string[]> =>
  listDueWebhooks(db, now().toISOString());

/**
 * Sends what is due for a webhook, oldest first, until nothing is, a minute is over or `signal` ends it. Each delivery
 * is claimed first: several processes share the work.
 */
export async function sendDue(
  platform: Platform,
  webhookId: string,
  signal: AbortSignal,
): Promise<{ sent: number; failed: number }> {
  const result = { sent: 0, failed: 0 };
  const started = performance.now();
  for (let turn = 0; turn < deliveriesMax; turn += 1) {
    if (signal.aborted || performance.now() - started > turnMs) break;
    const claimed = await claimNext(platform.db, webhookId, platform.now());
    if (claimed === null) break;
    const isSent = await sendOne(platform, claimed);
    result[isSent ? "sent" : "failed"] += 1;
  }
  return result;
}

async function sendOne(platform: Platform, claimed: Claimed): Promise<boolean> {
  const { db } = platform;
  const payload = await payloadOf(db, claimed);
  if (payload === null) {
    // The change is no longer kept.
    await endClaim(db, claimed.id, { status: "failed", dueAt: null });
    return false;
  }
  const at = platform.now();
  const outcome = await post(platform, claimed, { body: JSON.stringify(payload), at });
  await recordAttempt(platform, claimed, { ...outcome, at: platform.now() });
  return outcome.outcome === "delivered";
}

async function post(
  platform: Platform,
  claimed: Claimed,
  { body, at }: { body: string; at: Date },
): Promise<SendOutcome> {
  const secrets = await secretsOf(platform, claimed, at);
  if (secrets === null) return { outcome: "secret_unreadable", statusCode: null, durationMs: 0 };
  const timestamp = Math.floor(at.getTime() / 1000);
  const signed = signatureHeaders({ id: messageIdOf(claimed.id), timestamp, body }, secrets);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Tenk-Webhooks/1",
    ...signed,
  };
  return platform.webhooks.send({ url: claimed.url, headers, body });
}

/** The secret, and the one before until its end. Null where the secret was encrypted with another SECRET_KEY. */
async function secretsOf(
  { webhooks }: Platform,
  { secret, previousSecret, previousSecretEndsAt }: Claimed,
  at: Date,
): Promise<string[] | null> {
  const opened = await webhooks.open(secret);
  if (opened === null) return null;
  const isOld = previousSecretEndsAt === null || Date.parse(previousSecretEndsAt) <= at.getTime();
  const before = previousSecret === null || isOld ? null : await webhooks.open(previousSecret);
  return before === null ? [opened] : [opened, before];
}
