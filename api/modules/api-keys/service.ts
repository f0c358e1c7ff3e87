import { entitlementsAt } from "#schemas/config/plans.ts";
import type { Db } from "#schemas/database/db.ts";
import { coversAll, type Scope } from "#schemas/shapes/accounts/scope.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { badCredential, badRequest, forbidden } from "../../http/errors.ts";
import { checkFactorProof } from "../../proof.ts";
import { listKeyUsage, markRevoked } from "./queries.ts";
import { isLive, type KeyRow, ownKeys } from "./rows.ts";
import type { ApiKeyRecord, CreateBody } from "./schemas.ts";

export { createBody } from "./schemas.ts";

/** How many keys of an account work at a time. */
export const countLiveKeys = (db: Db, userId: string, at: Date): Promise<number> =>
  ownKeys.count(db, userId, isLive(at.toISOString()));

type Owner = Caller & { userId: string };

/** A new key: the full key, and its stored row. */
interface MadeKey {
  key: string;
  prefix: string;
  secretHash: string;
}

/** Requests a minute; a plan may allow a key more, and an administrator any (O-10). */
const usualRateLimit = 100;
const hourMs = 3_600_000;

/**
 * Makes a key that may do at most what its maker's credential may (O-04). A key that another key makes also has at most
 * that one's expiry, as a rule its rate limit, and ends with it. Throws 403 when it asks for more, and for a person whose
 * second factor was not proved just now; 400 for a contradiction or an expiry that has passed.
 */
export async function createKey(
  deps: Deps,
  caller: Owner,
  body: CreateBody,
  made: MadeKey,
): Promise<ApiKeyRecord & { key: string }> {
  // A key of a key may do no more and ends with it, so that machines go on making them.
  if (caller.credential.kind !== "apiKey") await checkFactorProof(deps, caller);
  const at = deps.now();
  const permissions = wantedPermissions(body);
  // A key outlives the consent that an application was given.
  if (caller.credential.kind === "application") {
    throw forbidden("An application may not create API keys");
  }
  if (!coversAll(caller.scopes, permissions)) {
    throw forbidden("A key cannot have more permissions than the credential that creates it");
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
    const live = await ownKeys.countLocked(tx, caller.userId, isLive(at.toISOString()));
    if (live >= allowed.apiKeys) {
      throw forbidden(`The plan allows ${allowed.apiKeys} API keys: revoke one first`);
    }
    return ownKeys.insert(tx, {
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
  const maker = await deps.credentials.descent.lockKey(tx, credential.keyId, deps.now());
  if (maker === null) throw badCredential();
  if ((body.rateLimit ?? 0) > maker.rateLimit && !isAdmin) {
    throw forbidden("A key cannot have a higher rate limit than the key that creates it");
  }
  const end = maker.expiresAt;
  if (end !== null && expiresAt !== null && Date.parse(expiresAt) > Date.parse(end)) {
    throw forbidden("A key cannot expire later than the key that creates it");
  }
  return {
    madeBy: credential.keyId,
    rateLimit: body.rateLimit ?? Math.min(rateLimit, maker.rateLimit),
    expiresAt: expiresAt ?? end,
  };
}

function wantedPermissions({ scope, permissions }: CreateBody): Scope[] {
  const permissionList = [...new Set(permissions ?? [scope ?? "read"])];
  if (scope !== undefined && (permissionList.length !== 1 || permissionList[0] !== scope)) {
    throw badRequest("scope and permissions contradict each other");
  }
  return permissionList;
}

/** Own keys, newest first; revoked and expired ones only when asked for. */
export async function listKeys(
  deps: Deps,
  { userId }: Owner,
  { includeInactive = false, ...query }: PageQuery & { includeInactive?: boolean | undefined },
): Promise<Page<ApiKeyRecord>> {
  const at = deps.now();
  await deps.credentials.flushUsage();
  const isWanted = includeInactive ? undefined : isLive(at.toISOString());
  const page = await ownKeys.list(deps.db, userId, query, isWanted);
  return { ...page, rows: page.rows.map((row) => present(row, at)) };
}

/** The key with its uses up to now. Throws 404 when it is gone. */
export async function getKey(deps: Deps, { userId }: Owner, id: string): Promise<ApiKeyRecord> {
  await deps.credentials.flushUsage();
  return present(required(await ownKeys.find(deps.db, id, userId), "API key"), deps.now());
}

/**
 * Ends a key at once, with the keys and grants that it made. Revoking again answers the same, with the time of the
 * first (O-14).
 */
export async function revokeKey(deps: Deps, caller: Owner, id: string): Promise<ApiKeyRecord> {
  const at = deps.now();
  const time = at.toISOString();
  const ended = await deps.db.transaction(async (tx) => {
    if (!(await markRevoked(tx, id, time))) return [];
    return [id, ...(await deps.credentials.descent.endWhatKeyMade(tx, id, time))];
  });
  await deps.credentials.forget(ended);
  return present(required(await ownKeys.find(deps.db, id, caller.userId), "API key"), at);
}

/** How much the caller's keys were used, revoked ones included (O-15). */
export async function getKeyStats(deps: Deps, { userId }: Owner) {
  const at = deps.now();
  await deps.credentials.flushUsage();
  const thisHour = at.getTime() - (at.getTime() % hourMs);
  const since = new Date(thisHour - 23 * hourMs).toISOString();
  const keys = await listKeyUsage(deps.db, userId, since);
  const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);
  const used = keys.map(({ lastUsedAt }) => lastUsedAt).filter((time) => time !== null);
  return {
    totalKeys: keys.length,
    activeKeys: keys.filter((key) => statusOf(key, at) === "active").length,
    revokedKeys: keys.filter((key) => key.revokedAt !== null).length,
    totalRequests: sum(keys.map((key) => key.requests)),
    requestsLast24h: sum(keys.map((key) => key.requestsLast24h)),
    lastUsedAt: used.sort().at(-1) ?? null,
    byKey: keys.map(({ expiresAt, revokedAt, ...used }) => used),
  };
}

function present(row: KeyRow, at: Date): ApiKeyRecord {
  const { prefix, permissions } = row;
  return { ...row, keyPrefix: prefix, scope: permissions.join(" "), status: statusOf(row, at) };
}

function statusOf({ revokedAt, expiresAt }: KeyState, at: Date): ApiKeyRecord["status"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= at.getTime() ? "expired" : "active";
}

type KeyState = Pick<KeyRow, "revokedAt" | "expiresAt">;
