import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "#schemas/db.ts";
import { idempotencyKey } from "#schemas/tables/idempotency.ts";
import { needsAccount } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { Deps } from "../deps.ts";
import type { Endpoint } from "./endpoint.ts";
import { ApiError, conflict } from "./errors.ts";
import { addressKey } from "./rate-limit.ts";

/** An answer that can be given again as it was. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request that its sender may repeat. */
export interface Repeatable {
  /** The credential whose key it is: of two credentials the same key means two things. */
  principal: string;
  key: string;
  /** All that makes it this request: method, address, body. */
  text: string;
  /** Members of its answer that are shown once: they are neither stored nor repeated. */
  secrets: readonly string[];
  /** Whether what it does and the memory of it are to be stored together or not at all. */
  isAtomic: boolean;
}

export interface Once {
  /**
   * Does the work of a request once: repeats within 24 hours get the first answer, also from other processes, with
   * null in the place of secrets, which are shown once.
   * Refusals are not kept: nothing has happened, so the repeat may do better. Throws 409 while the first is at
   * work and 422 for another request under the same key, and as `readmit` does for whoever has lost the right since.
   */
  answer(
    request: Repeatable,
    deps: Deps,
    work: Work,
  ): Promise<{ answer: KeptAnswer; isReplayed: boolean }>;
}

export interface Work {
  do(deps: Deps): Promise<KeptAnswer>;
  /** Throws where the caller may not make the request any more. */
  readmit(deps: Deps): Promise<void>;
}

/** Which endpoints honour an Idempotency-Key: every POST and PATCH that answers in JSON, but for OAuth's own. */
export const isRepeatable = ({ method, family, type }: Endpoint) =>
  (method === "POST" || method === "PATCH") &&
  family.name !== "oauth" &&
  type === "application/json";

/** Null for a request without a key, and where keys mean nothing. The key's shape has been validated. */
export function requestOf(request: FastifyRequest, endpoint: Endpoint): Repeatable | null {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || !isRepeatable(endpoint)) return null;
  const body = JSON.stringify(request.body ?? null);
  return {
    principal:
      request.caller === null ? `address ${addressKey(request.ip)}` : credentialOf(request.caller),
    key,
    secrets: endpoint.secrets,
    text: `${request.method} ${request.raw.url}\n${body}`,
    isAtomic: needsAccount(endpoint.access) && !endpoint.asksVendor,
  };
}

/** One credential of the caller. Tokens of an external issuer name no session: those of a person are one. */
function credentialOf({ subject, credential }: Caller): string {
  if (credential.kind === "apiKey") return `key ${credential.keyId}`;
  return `${credential.kind} ${credential.sessionId ?? subject}`;
}

const keptMs = 24 * 3_600_000;
const sweepMs = 60_000;

export function createOnce(): Once {
  const atWork = new Set<string>();
  let sweptAt = 0;

  const sweep = async (db: Db, now: Date) => {
    if (now.getTime() - sweptAt < sweepMs) return;
    sweptAt = now.getTime();
    await db.delete(idempotencyKey).where(lte(idempotencyKey.createdAt, oldest(now)));
  };

  return {
    async answer(request, deps, work) {
      const digest = sha256(`${request.principal}\0${request.key}`);
      if (atWork.has(digest)) throw stillAtWork();
      atWork.add(digest);
      try {
        await sweep(deps.db, deps.now());
        const outcome = request.isAtomic
          ? await atomically(request, digest, deps, work)
          : await afterwards(request, digest, deps, work);
        return outcome;
      } finally {
        atWork.delete(digest);
      }
    },
  };
}

type Outcome = { answer: KeptAnswer; isReplayed: boolean };

/** The work and the memory of it in one transaction: a crash between the two cannot happen. */
async function atomically(
  request: Repeatable,
  digest: string,
  deps: Deps,
  work: Work,
): Promise<Outcome> {
  const outcome = await deps.transaction(async (within): Promise<Outcome | ApiError> => {
    if (!(await tryLock(within.db, digest))) throw stillAtWork();
    try {
      return await answerOnce(request, digest, within, work);
    } catch (error) {
      // What a handler wrote before it refused stays, as it would without a key: a counted guess, for one.
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** For work that belongs to no account, or asks another service: the memory of it follows. */
async function afterwards(
  request: Repeatable,
  digest: string,
  deps: Deps,
  work: Work,
): Promise<Outcome> {
  return answerOnce(request, digest, deps, work);
}

async function answerOnce(
  request: Repeatable,
  digest: string,
  deps: Deps,
  work: Work,
): Promise<Outcome> {
  const kept = await findKept(deps.db, request, digest, deps.now());
  if (kept !== null) {
    if (!kept.endedAccess) await work.readmit(deps);
    return { answer: kept.answer, isReplayed: true };
  }
  const answer = await work.do(deps);
  const endedAccess = !(await isAdmitted(deps, work));
  await store(deps.db, request, digest, { ...answer, endedAccess }, deps.now());
  return { answer, isReplayed: false };
}

/** False after a request that took from its caller the right to make it: leaving a room, for one. */
async function isAdmitted(deps: Deps, work: Work): Promise<boolean> {
  try {
    await work.readmit(deps);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

const stillAtWork = () => conflict("The first request with this Idempotency-Key is still at work");

const otherRequest = () =>
  new ApiError(422, "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key belongs to another request");

/** Held until the transaction ends; false while another process holds it. */
async function tryLock(db: Db, digest: string): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${digest}, 0)) as locked`,
  );
  return rows[0]?.locked ?? false;
}

const oldest = (now: Date) => new Date(now.getTime() - keptMs).toISOString();

/** The answer that was given before; null when there is none any more. Throws 422 for another request. */
async function findKept(
  db: Db,
  request: Repeatable,
  digest: string,
  now: Date,
): Promise<{ answer: KeptAnswer; endedAccess: boolean } | null> {
  const [row] = await db
    .select({
      endedAccess: idempotencyKey.endedAccess,
      requestDigest: idempotencyKey.requestDigest,
      status: idempotencyKey.status,
      headers: idempotencyKey.headers,
      body: idempotencyKey.body,
    })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.digest, digest), gt(idempotencyKey.createdAt, oldest(now))));
  if (row === undefined) return null;
  if (row.requestDigest !== sha256(request.text)) throw otherRequest();
  const { status, headers, body, endedAccess } = row;
  return { answer: { status, headers, body: open(request, body) }, endedAccess };
}

/** Of two that come to store an answer of one key the later finds it done; a forgotten one is replaced. */
async function store(
  db: Db,
  request: Repeatable,
  digest: string,
  { status, headers, body, endedAccess }: KeptAnswer & { endedAccess: boolean },
  now: Date,
): Promise<void> {
  const kept = {
    requestDigest: sha256(request.text),
    status,
    headers,
    body: seal(request, withoutSecrets(body, request.secrets)),
    endedAccess,
    createdAt: now.toISOString(),
  };
  await db
    .insert(idempotencyKey)
    .values({ digest, ...kept })
    .onConflictDoUpdate({
      target: idempotencyKey.digest,
      set: kept,
      setWhere: lte(idempotencyKey.createdAt, oldest(now)),
    });
}

/** The JSON text with null for the members of these names, at any depth. */
function withoutSecrets(body: string, names: readonly string[]): string {
  if (names.length === 0) return body;
  return JSON.stringify(
    JSON.parse(body, (name, value: unknown) => (names.includes(name) ? null : value)),
  );
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Made of what only the sender has: the key itself and the request. */
const cipherKey = ({ principal, key, text }: Repeatable) =>
  createHash("sha256").update(`answer\0${principal}\0${key}\0${text}`).digest();

function seal(request: Repeatable, body: string): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, cipherKey(request), iv);
  const sealed = Buffer.concat([sealing.update(body, "utf8"), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

function open(request: Repeatable, sealed: Buffer): string {
  const opening = createDecipheriv(cipher, cipherKey(request), sealed.subarray(0, ivBytes));
  opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const body = opening.update(sealed.subarray(ivBytes + tagBytes));
  return Buffer.concat([body, opening.final()]).toString("utf8");
}
