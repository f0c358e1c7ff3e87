import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import {
  oauthApplication,
  oauthCode,
  oauthConsent,
  session,
  userAccount,
} from "#schemas/tables/accounts/account.ts";
import { markOnce } from "../../data/mark-once.ts";
import { findOne, findValue, first, firstValue, hasRow } from "../../data/rows.ts";

/** The columns of an application, without its secret. */
export const columns = {
  id: oauthApplication.id,
  clientId: oauthApplication.clientId,
  name: oauthApplication.name,
  description: oauthApplication.description,
  website: oauthApplication.website,
  redirectUris: oauthApplication.redirectUris,
  allowedScopes: oauthApplication.allowedScopes,
  requirePkce: oauthApplication.requirePkce,
  createdAt: oauthApplication.createdAt,
};

export type ApplicationRow = Awaited<ReturnType<typeof insertApplication>>;

export async function insertApplication(db: Db, values: typeof oauthApplication.$inferInsert) {
  const [row] = await db.insert(oauthApplication).values(values).returning(columns);
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

/** Newest first. */
export async function listOwnApplications(
  db: Db,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<{ rows: ApplicationRow[]; total: number }> {
  const isOwn = eq(oauthApplication.userId, userId);
  const rows = await db
    .select(columns)
    .from(oauthApplication)
    .where(isOwn)
    .orderBy(desc(oauthApplication.createdAt), desc(oauthApplication.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(oauthApplication).where(isOwn);
  return { rows, total: counted?.total ?? 0 };
}

export type ClientRow = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** The application with what is stored of its secret. Null when nobody has this client id. */
export const findClient = (db: Db, clientId: string) =>
  findOne(db, oauthApplication, eq(oauthApplication.clientId, clientId), {
    ...columns,
    secretHash: oauthApplication.secretHash,
  });

export async function insertCode(db: Db, values: typeof oauthCode.$inferInsert): Promise<void> {
  await db.insert(oauthCode).values(values);
}

export type CodeRow = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

/**
 * A code for as long as the transaction lasts: whoever else asks for it waits, and then sees what was done
 * with it. Null when it is unknown or its account is gone or suspended.
 */
export const lockCode = (db: Db, secretHash: string) =>
  first(
    db
      .select({
        secretHash: oauthCode.secretHash,
        applicationId: oauthCode.applicationId,
        userId: oauthCode.userId,
        keyId: oauthCode.keyId,
        redirectUri: oauthCode.redirectUri,
        scopes: oauthCode.scopes,
        codeChallenge: oauthCode.codeChallenge,
        codeChallengeMethod: oauthCode.codeChallengeMethod,
        expiresAt: oauthCode.expiresAt,
        usedAt: oauthCode.usedAt,
        sessionId: oauthCode.sessionId,
      })
      .from(oauthCode)
      .innerJoin(userAccount, eq(userAccount.id, oauthCode.userId))
      .where(and(eq(oauthCode.secretHash, secretHash), eq(userAccount.status, "active")))
      .for("update", { of: oauthCode }),
  );

/** True for the one caller that uses the code first. */
export async function useCode(db: Db, secretHash: string, at: string): Promise<boolean> {
  const where = eq(oauthCode.secretHash, secretHash);
  return (await markOnce(db, oauthCode, "usedAt", { where, at })).length > 0;
}

/** Stores the session that a code was exchanged for. */
export async function linkCode(db: Db, secretHash: string, sessionId: string): Promise<void> {
  await db.update(oauthCode).set({ sessionId }).where(eq(oauthCode.secretHash, secretHash));
}

interface ConsentKey {
  userId: string;
  applicationId: string;
}

const selectConsent = (db: Db, { userId, applicationId }: ConsentKey) =>
  db
    .select({ scopes: oauthConsent.scopes })
    .from(oauthConsent)
    .where(and(eq(oauthConsent.userId, userId), eq(oauthConsent.applicationId, applicationId)));

/** The scopes that a person has granted to an application before; null without any. */
export const findConsent = (db: Db, of: ConsentKey): Promise<Scope[] | null> =>
  firstValue(selectConsent(db, of), "scopes");

/** Replaces the stored consent. */
export async function storeConsent(
  db: Db,
  values: { userId: string; applicationId: string; scopes: Scope[]; grantedAt: string },
): Promise<void> {
  await db
    .insert(oauthConsent)
    .values(values)
    .onConflictDoUpdate({
      target: [oauthConsent.userId, oauthConsent.applicationId],
      set: { scopes: sql`excluded.scopes`, grantedAt: sql`excluded.granted_at` },
    });
}

/** Null when there is no such session or it was granted to another application. */
export const findGrant = (
  db: Db,
  { sessionId, applicationId }: { sessionId: string; applicationId: string },
): Promise<string | null> =>
  findValue(
    db,
    session,
    "id",
    and(eq(session.id, sessionId), eq(session.applicationId, applicationId)),
  );

/** False when the application was deleted; else it stays until the transaction ends. */
export const lockApplication = (db: Db, applicationId: string): Promise<boolean> =>
  hasRow(
    db
      .select({ id: oauthApplication.id })
      .from(oauthApplication)
      .where(eq(oauthApplication.id, applicationId))
      .for("key share"),
  );

/** The scopes that a person has granted, locked until the transaction ends; null without any. */
export const lockConsent = (db: Db, of: ConsentKey): Promise<Scope[] | null> =>
  firstValue(selectConsent(db, of).for("share"), "scopes");
