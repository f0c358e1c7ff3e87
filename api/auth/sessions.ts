import { and, desc, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import { refreshToken, session, userAccount } from "#schemas/tables/accounts/account.ts";
import { markOnce } from "../data/once.ts";
import { pick } from "../data/rows.ts";
import { findBrowserSession, type LiveSession } from "./queries.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export interface NewSession {
  userId: string;
  kind: "token" | "application";
  applicationId: string | null;
  /** The API key that granted the session, if one did. The session ends when that key is revoked. */
  keyId?: string | null;
  scopes: Scope[];
  startedAt: Date;
  lifetimeSeconds: number;
}

/** A refresh token that was issued, with the current state of its session. */
export interface IssuedRefresh {
  sessionId: string;
  userId: string;
  kind: "token" | "browser" | "application";
  applicationId: string | null;
  scopes: Scope[];
  expiresAt: string;
  /** False when the session was revoked or its account is suspended. */
  isLive: boolean;
}

const expiry = (from: Date, seconds: number) =>
  new Date(from.getTime() + seconds * 1000).toISOString();

/** Starts a session and returns its first refresh token. Only the token's digest is stored. */
export async function start(
  db: Db,
  { startedAt, lifetimeSeconds, ...values }: NewSession,
): Promise<{ sessionId: string; refreshToken: string }> {
  const [row] = await db
    .insert(session)
    .values({
      ...values,
      provedAt: values.kind === "token" ? startedAt.toISOString() : null,
      createdAt: startedAt.toISOString(),
      expiresAt: expiry(startedAt, lifetimeSeconds),
    })
    .returning({ id: session.id });
  if (row === undefined) throw new Error("an insert returned no row");
  return { sessionId: row.id, refreshToken: await renewRefresh(db, row.id, startedAt) };
}

/** Issues the next refresh token of a session. */
export async function renewRefresh(db: Db, sessionId: string, at: Date): Promise<string> {
  const secret = makeSecret();
  const values = { secretHash: hashSecret(secret), sessionId, createdAt: at.toISOString() };
  await db.insert(refreshToken).values(values);
  return secret;
}

/** Finds an issued refresh token, used or not. Null when it was never issued. */
export async function findRefresh(db: Db, secret: string): Promise<IssuedRefresh | null> {
  const [row] = await db
    .select({
      sessionId: session.id,
      ...pick(session, "userId", "kind", "applicationId", "scopes", "expiresAt", "revokedAt"),
      status: userAccount.status,
    })
    .from(refreshToken)
    .innerJoin(session, eq(session.id, refreshToken.sessionId))
    .innerJoin(userAccount, eq(userAccount.id, session.userId))
    .where(eq(refreshToken.secretHash, hashSecret(secret)));
  if (row === undefined) return null;
  const { revokedAt, status, ...found } = row;
  return { ...found, isLive: revokedAt === null && status === "active" };
}

/** Marks the refresh token as used. Returns true only for the first caller. */
export async function redeemRefreshToken(db: Db, secret: string, at: Date): Promise<boolean> {
  const where = eq(refreshToken.secretHash, hashSecret(secret));
  return (await markOnce(db, refreshToken, "usedAt", { where, at: at.toISOString() })).length > 0;
}

/** Revokes a session; all of its tokens become invalid. Repeating it changes nothing. */
export const end = (db: Db, sessionId: string, at: Date) =>
  endWhere(db, eq(session.id, sessionId), at);

/** Revokes all sessions of an account, including those of applications. */
export const endAll = (db: Db, userId: string, at: Date) =>
  endWhere(db, eq(session.userId, userId), at);

async function endWhere(db: Db, where: SQL, at: Date): Promise<void> {
  await markOnce(db, session, "revokedAt", { where, at: at.toISOString() });
}

/** The session has just proved its person. */
export async function prove(db: Db, sessionId: string, at: Date): Promise<void> {
  await db.update(session).set({ provedAt: at.toISOString() }).where(eq(session.id, sessionId));
}

/** What the sessions of an account have proved counts no more, where it was by the password alone. */
export async function forgetProofs(db: Db, userId: string): Promise<void> {
  await db.update(session).set({ provedAt: null }).where(eq(session.userId, userId));
}

/** Starts a browser session of a person who has just signed in. Returns the secret for its cookie. */
export async function startBrowser(
  db: Db,
  { userId, at, lifetimeSeconds }: { userId: string; at: Date; lifetimeSeconds: number },
): Promise<string> {
  const secret = makeSecret();
  await db.insert(session).values({
    userId,
    kind: "browser",
    scopes: [],
    secretHash: hashSecret(secret),
    createdAt: at.toISOString(),
    provedAt: at.toISOString(),
    expiresAt: expiry(at, lifetimeSeconds),
  });
  return secret;
}

/**
 * Where an account is signed in with a browser or by itself, newest first; sessions of applications are not among them.
 */
export const listOwn = (db: Db, userId: string, at: Date) =>
  db
    .select(pick(session, "id", "kind", "createdAt", "expiresAt"))
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        ne(session.kind, "application"),
        isNull(session.revokedAt),
        gt(session.expiresAt, at.toISOString()),
      ),
    )
    .orderBy(desc(session.createdAt), desc(session.id))
    .limit(100);

/** The session of a browser's cookie. Null when the cookie is unknown, revoked or expired. */
export async function readBrowser(
  db: Db,
  secret: string,
  at: Date,
): Promise<(LiveSession & { sessionId: string }) | null> {
  const session = await findBrowserSession(db, hashSecret(secret));
  return session !== null && Date.parse(session.expiresAt) > at.getTime() ? session : null;
}
