import { eq, type SQL } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import type { Scope } from "#schemas/shapes/scope.ts";
import { refreshToken, session, userAccount } from "#schemas/tables/account.ts";
import { markOnce } from "../data/mark-once.ts";
import { findBrowserSession, type LiveSession } from "./queries.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export interface NewSession {
  userId: string;
  kind: "token" | "application";
  applicationId: string | null;
  /** The API key that it ends with, where one granted it. */
  keyId?: string | null;
  scopes: Scope[];
  startedAt: Date;
  lifetimeSeconds: number;
}

/** A refresh token that was given out, with its session as it is now. */
export interface IssuedRefresh {
  sessionId: string;
  userId: string;
  kind: "token" | "browser" | "application";
  applicationId: string | null;
  scopes: Scope[];
  expiresAt: string;
  /** False when the session was ended or its account is suspended. */
  isLive: boolean;
}

const expiry = (from: Date, seconds: number) =>
  new Date(from.getTime() + seconds * 1000).toISOString();

/** Starts a session with its first refresh token, which is not kept. */
export async function start(
  db: Db,
  { startedAt, lifetimeSeconds, ...values }: NewSession,
): Promise<{ sessionId: string; refreshToken: string }> {
  const [row] = await db
    .insert(session)
    .values({
      ...values,
      createdAt: startedAt.toISOString(),
      expiresAt: expiry(startedAt, lifetimeSeconds),
    })
    .returning({ id: session.id });
  if (row === undefined) throw new Error("an insert returned no row");
  return { sessionId: row.id, refreshToken: await renewRefresh(db, row.id, startedAt) };
}

/** The next refresh token of a session. */
export async function renewRefresh(db: Db, sessionId: string, at: Date): Promise<string> {
  const secret = makeSecret();
  const values = { secretHash: hashSecret(secret), sessionId, createdAt: at.toISOString() };
  await db.insert(refreshToken).values(values);
  return secret;
}

/** Null when no such refresh token was ever given out. Used ones are found too. */
export async function findRefresh(db: Db, secret: string): Promise<IssuedRefresh | null> {
  const [row] = await db
    .select({
      sessionId: session.id,
      userId: session.userId,
      kind: session.kind,
      applicationId: session.applicationId,
      scopes: session.scopes,
      expiresAt: session.expiresAt,
      revokedAt: session.revokedAt,
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

/** True for the one caller that uses it first. */
export async function useRefresh(db: Db, secret: string, at: Date): Promise<boolean> {
  const where = eq(refreshToken.secretHash, hashSecret(secret));
  return (await markOnce(db, refreshToken, "usedAt", { where, at: at.toISOString() })).length > 0;
}

/** Ends a session: every token that came from it is worth nothing. Ending it again changes nothing. */
export const end = (db: Db, sessionId: string, at: Date) =>
  endWhere(db, eq(session.id, sessionId), at);

/** Ends all sessions of an account, those of applications included. */
export const endAll = (db: Db, userId: string, at: Date) =>
  endWhere(db, eq(session.userId, userId), at);

async function endWhere(db: Db, where: SQL, at: Date): Promise<void> {
  await markOnce(db, session, "revokedAt", { where, at: at.toISOString() });
}

/** Signs a browser in; the secret is for its cookie. */
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
    expiresAt: expiry(at, lifetimeSeconds),
  });
  return secret;
}

/** Whose browser it is. Null for a cookie that is unknown, ended or past its time. */
export async function readBrowser(
  db: Db,
  secret: string,
  at: Date,
): Promise<(LiveSession & { sessionId: string }) | null> {
  const found = await findBrowserSession(db, hashSecret(secret));
  return found !== null && Date.parse(found.expiresAt) > at.getTime() ? found : null;
}
