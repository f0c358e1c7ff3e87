import type { Db } from "#schemas/db.ts";
import { entitlementsAt } from "#schemas/plans.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { coversAll, type Scope } from "#schemas/shapes/scope.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { badCredential, badRequest, forbidden, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import {
  countLiveKeys,
  findOwnKey,
  insertKey,
  type KeyRow,
  listKeyUsage,
  listOwnKeys,
  type OwnKey,
  revokeOwnKey,
} from "./queries.ts";
import type { ApiKeyRecord, CreateBody } from "./schemas.ts";

type Owner = Caller & { userId: string };

/** A key just made: the whole of it, and what is stored of it. */
interface MadeKey {
  key: string;
  prefix: string;
  secretHash: string;
}

/** Requests a minute; a plan may allow a key more, and an administrator any (O-10). */
const usualRateLimit = 100;
const hourMs = 3_600_000;

/**
 * Makes a key that may do at most what its maker's credential may (O-04). A key that another key makes also has at
 * most that one's expiry, as a rule its rate limit, and ends with it. Throws 403 when it asks for more, 400 for a contradiction
 * or an expiry that has passed.
 */
export async function createKey(
  deps: Deps,
  caller: Owner,
  body: CreateBody,
  made: MadeKey,
): Promise<ApiKeyRecord & { key: string }> {
  const at = deps.now();
  const permissions = wantedPermissions(body);
  // A key outlives the consent that an application was given.
  if (caller.credential.kind === "application") {
    throw forbidden("An application may not create API keys");
  }
  if (!coversAll(caller.scopes, permissions)) {
    throw forbidden("A key may not be allowed more than the credential that creates it");
  }
  const allowed = entitlementsAt(caller.plan, at);
  const rateLimitMax = Math.max(usualRateLimit, allowed.requestsPerMinute.read);
  if ((body.rateLimit ?? 0) > rateLimitMax && !caller.isAdmin) {
    throw forbidden(
      `Only an administrator may allow more than ${rateLimitMax} requests a minute on this plan`,
    );
  }
  if (body.expiresAt !== undefined && Date.parse(body.expiresAt) <= at.getTime()) {
    throw badRequest("expiresAt must be in the future");
  }
  const row = await deps.db.transaction(async (tx) => {
    if ((await countLiveKeys(tx, caller.userId, at.toISOString())) >= allowed.apiKeys) {
      throw forbidden(`The plan allows ${allowed.apiKeys} API keys: revoke one first`);
    }
    return insertKey(tx, {
      userId: caller.userId,
      name: body.name,
      prefix: made.prefix,
      secretHash: made.secretHash,
      permissions,
      ...(await boundsOf(deps, tx, caller, body)),
      createdAt: at.toISOString(),
    });
  });
  return { ...present(row, at), key: made.key };
}

/** Rate limit and expiry of a new key, and the key that makes it, which stays live until the transaction ends. */
async function boundsOf(deps: Deps, tx: Db, { credential, isAdmin }: Owner, body: CreateBody) {
  const { rateLimit = usualRateLimit, expiresAt = null } = body;
  if (credential.kind !== "apiKey") return { madeBy: null, rateLimit, expiresAt };
  const maker = await deps.credentials.descent.holdKey(tx, credential.keyId, deps.now());
  if (maker === null) throw badCredential();
  if ((body.rateLimit ?? 0) > maker.rateLimit && !isAdmin) {
    throw forbidden("A key may not be allowed more requests than the key that creates it");
  }
  const end = maker.expiresAt;
  if (end !== null && expiresAt !== null && Date.parse(expiresAt) > Date.parse(end)) {
    throw forbidden("A key may not outlive the key that creates it");
  }
  return {
    madeBy: credential.keyId,
    rateLimit: body.rateLimit ?? Math.min(rateLimit, maker.rateLimit),
    expiresAt: expiresAt ?? end,
  };
}

function wantedPermissions({ scope, permissions }: CreateBody): Scope[] {
  const wanted = [...new Set(permissions ?? [scope ?? "read"])];
  if (scope !== undefined && (wanted.length !== 1 || wanted[0] !== scope)) {
    throw badRequest("scope and permissions contradict each other");
  }
  return wanted;
}

/** Own keys, newest first; revoked and expired ones only when asked for. */
export async function listKeys(
  deps: Deps,
  caller: Owner,
  page: { limit: number; offset: number; includeInactive?: boolean | undefined },
): Promise<Page<ApiKeyRecord>> {
  const at = deps.now();
  const { limit, offset, includeInactive = false } = page;
  await deps.credentials.flushUsage();
  const { userId } = caller;
  const asked = { userId, limit, offset, includeInactive, at: at.toISOString() };
  const { rows, total } = await listOwnKeys(deps.db, asked);
  return { rows: rows.map((row) => present(row, at)), total, limit, offset };
}

/** Throws 404 when there is no such key or it is somebody else's. */
export async function getKey(deps: Deps, caller: Owner, keyId: string): Promise<ApiKeyRecord> {
  await deps.credentials.flushUsage();
  return present(await ownKey(deps, caller, keyId), deps.now());
}

/**
 * Ends a key at once, with the keys and grants that it made. Revoking again answers the same, with the time of the first (O-14). Throws 404 when
 * there is no such key or it is somebody else's.
 */
export async function revokeKey(deps: Deps, caller: Owner, keyId: string): Promise<ApiKeyRecord> {
  const at = deps.now();
  const { userId } = caller;
  if (isUuid(keyId)) await deps.credentials.forget(await endKey(deps, { keyId, userId }, at));
  return present(await ownKey(deps, caller, keyId), at);
}

/** The ids of what ended: none when the key was revoked before, is unknown or somebody else's. */
async function endKey({ db, credentials }: Deps, own: OwnKey, at: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const time = at.toISOString();
    if (!(await revokeOwnKey(tx, own, time))) return [];
    return [own.keyId, ...(await credentials.descent.endWhatKeyMade(tx, own.keyId, time))];
  });
}

/** How much the caller's keys were used, revoked ones included (O-15). */
export async function getKeyStats(deps: Deps, { userId }: Owner) {
  const at = deps.now();
  await deps.credentials.flushUsage();
  const thisHour = at.getTime() - (at.getTime() % hourMs);
  const since = new Date(thisHour - 23 * hourMs).toISOString();
  const keys = await listKeyUsage(deps.db, userId, since);
  const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);
  const used = keys.map((key) => isoTime(key.lastUsedAt)).filter((time) => time !== null);
  return {
    totalKeys: keys.length,
    activeKeys: keys.filter((key) => statusOf(key, at) === "active").length,
    revokedKeys: keys.filter((key) => key.revokedAt !== null).length,
    totalRequests: sum(keys.map((key) => key.requests)),
    requestsLast24h: sum(keys.map((key) => key.requestsLast24h)),
    lastUsedAt: used.sort().at(-1) ?? null,
    byKey: keys.map(({ id, name, requests, requestsLast24h, lastUsedAt }) => ({
      id,
      name,
      requests,
      requestsLast24h,
      lastUsedAt: isoTime(lastUsedAt),
    })),
  };
}

async function ownKey(deps: Deps, { userId }: Owner, keyId: string): Promise<KeyRow> {
  const row = isUuid(keyId) ? await findOwnKey(deps.db, { keyId, userId }) : null;
  if (row === null) throw notFound("API key");
  return row;
}

function present(row: KeyRow, at: Date): ApiKeyRecord {
  const { id, name, prefix, permissions, rateLimit } = row;
  return {
    id,
    name,
    prefix,
    keyPrefix: prefix,
    scope: permissions.join(" "),
    permissions,
    status: statusOf(row, at),
    rateLimit,
    lastUsedAt: isoTime(row.lastUsedAt),
    expiresAt: isoTime(row.expiresAt),
    createdAt: isoTime(row.createdAt),
    revokedAt: isoTime(row.revokedAt),
  };
}

function statusOf(
  { revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null },
  at: Date,
): ApiKeyRecord["status"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= at.getTime() ? "expired" : "active";
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
