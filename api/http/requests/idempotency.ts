import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "#schemas/database/db.ts";
import { idempotencyKey } from "#schemas/tables/operation/idempotency.ts";
import { needsAccount } from "../../auth/access.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import type { Endpoint } from "../endpoint.ts";
import { ApiError, conflict } from "../errors.ts";
import { addressKey } from "../limits/rate-limit.ts";

/** A stored answer that can be replayed. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request with an Idempotency-Key. */
export interface Repeatable {
  /** The credential that sent the key. The same key from another credential is another request. */
  principal: string;
  key: string;
  /** What identifies the request: method, URL and body. */
  text: string;
  /** Names of members of the answer that are shown once; they are neither stored nor replayed. */
  secrets: readonly string[];
  /** Whether the work and the stored answer are committed in one transaction. */
  isAtomic: boolean;
}

export interface Once {
  /**
   * Runs a request once. Repeats within 24 hours get the first answer, from any process, with null for secrets that are
   * shown once. Errors are not stored: a refused request changed nothing, so a repeat runs again. Throws 409 while the
   * first request is running, 422 for a different request with the same key, and the error of `readmit` when the caller
   * has since lost the right.
   */
  answer(
    request: Repeatable,
    deps: Deps,
    work: Work,
  ): Promise<{ answer: KeptAnswer; isReplayed: boolean }>;
}

interface Work {
  do(deps: Deps): Promise<KeptAnswer>;
  /** Throws when the caller may no longer make the request. */
  readmit(deps: Deps): Promise<void>;
}

/**
 * Whether an endpoint honours Idempotency-Key: every POST and PATCH that changes something and answers JSON, except
 * those of OAuth.
 */
export const isRepeatable = ({ method, family, type, pure }: Endpoint) =>
  (method === "POST" || method === "PATCH") &&
  !pure &&
  family.isRepeatable !== false &&
  type === "application/json";

/** Null for a request without a key and for an endpoint that ignores keys. The key's format is validated before. */
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

/**
 * Identifies the caller's credential. Tokens of an external issuer name no session, so all tokens of one person count
 * as one.
 */
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

/** Commits the work and the stored answer in one transaction, so that a crash cannot separate them. */
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
      // What a handler wrote before it refused is committed, as without a key: for example a counted guess.
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** For work without an account or with an external service: the answer is stored after the work. */
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
  const storedAnswer = await findKept(deps.db, request, digest, deps.now());
  if (storedAnswer !== null) {
    if (!storedAnswer.endedAccess) await work.readmit(deps);
    return { answer: storedAnswer.answer, isReplayed: true };
  }
  const answer = await work.do(deps);
  const endedAccess = !(await isAdmitted(deps, work));
  await store(deps.db, request, digest, { ...answer, endedAccess }, deps.now());
  return { answer, isReplayed: false };
}

/** False when the request itself took away the caller's right to make it, for example by leaving a room. */
async function isAdmitted(deps: Deps, work: Work): Promise<boolean> {
  try {
    await work.readmit(deps);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

const stillAtWork = () => conflict("The first request with this Idempotency-Key is still running");

const otherRequest = () =>
  new ApiError(422, "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key belongs to another request");

/** Takes a lock until the transaction ends. False while another process holds it. */
async function tryLock(db: Db, digest: string): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${digest}, 0)) as locked`,
  );
  return rows[0]?.locked ?? false;
}

const oldest = (now: Date) => new Date(now.getTime() - keptMs).toISOString();

/** The stored answer; null when there is none or it has expired. Throws 422 when the key belongs to another request. */
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

/** Stores the answer. If two requests store one key at once, the first answer stays; an expired one is replaced. */
async function store(
  db: Db,
  request: Repeatable,
  digest: string,
  { status, headers, body, endedAccess }: KeptAnswer & { endedAccess: boolean },
  now: Date,
): Promise<void> {
  const answerToStore = {
    requestDigest: sha256(request.text),
    status,
    headers,
    body: seal(request, withoutSecrets(body, request.secrets)),
    endedAccess,
    createdAt: now.toISOString(),
  };
  await db
    .insert(idempotencyKey)
    .values({ digest, ...answerToStore })
    .onConflictDoUpdate({
      target: idempotencyKey.digest,
      set: answerToStore,
      setWhere: lte(idempotencyKey.createdAt, oldest(now)),
    });
}

/** Replaces the members of these names by null, at any depth. */
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

/** Derived from the key and the request, which only the sender has. A stored answer cannot be read without them. */
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
