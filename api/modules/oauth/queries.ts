import { and, eq, sql } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import {
  oauthApplication,
  oauthCode,
  oauthConsent,
  session,
  userAccount,
} from "#schemas/tables/accounts/account.ts";
import { markOnce } from "../../data/once.ts";
import { findOne, first, hasRow, pick } from "../../data/rows.ts";

/** The columns of an application, without its secret. */
export const columns = {
  ...pick(oauthApplication, "id", "clientId", "name", "description", "website", "redirectUris"),
  ...pick(oauthApplication, "allowedScopes", "requirePkce", "createdAt"),
};

export const applications = rowsOf(oauthApplication, columns);
export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof applications.byId>>>;

export type ClientRow = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** The application with what is stored of its secret. Null when nobody has this client id. */
export const findClient = (db: Db, clientId: string) =>
  findOne(db, oauthApplication, eq(oauthApplication.clientId, clientId), {
    ...columns,
    secretHash: oauthApplication.secretHash,
  });

export const insertCode = (db: Db, values: typeof oauthCode.$inferInsert) =>
  rowsOf(oauthCode).insert(db, values);

export type CodeRow = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

/**
 * A code for as long as the transaction lasts: whoever else asks for it waits, and then sees what was done
 * with it. Null when it is unknown or its account is gone or suspended.
 */
export const lockCode = (db: Db, secretHash: string) =>
  first(
    db
      .select({
        ...pick(oauthCode, "secretHash", "applicationId", "userId", "keyId", "redirectUri"),
        ...pick(oauthCode, "scopes", "codeChallenge", "codeChallengeMethod", "expiresAt", "usedAt"),
        ...pick(oauthCode, "sessionId"),
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
export const linkCode = (db: Db, secretHash: string, sessionId: string) =>
  rowsOf(oauthCode).change(db, { secretHash }, { sessionId });

interface ConsentKey {
  userId: string;
  applicationId: string;
}

const consents = rowsOf(oauthConsent);

/** The scopes that a person has granted to an application before; null without any. */
export const findConsent = async (db: Db, { userId, applicationId }: ConsentKey) =>
  (await consents.find(db, { userId, applicationId }))?.scopes ?? null;

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
export const findGrant = async (
  db: Db,
  { sessionId: id, applicationId }: { sessionId: string; applicationId: string },
): Promise<string | null> => (await rowsOf(session).find(db, { id, applicationId }))?.id ?? null;

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
export const lockConsent = async (db: Db, { userId, applicationId }: ConsentKey) =>
  (await consents.lock(db, { userId, applicationId }, "share"))?.scopes ?? null;
