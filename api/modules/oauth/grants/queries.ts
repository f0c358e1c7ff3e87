import { and, asc, count, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { markOnce } from "#api/data/once.ts";
import { pick } from "#api/data/rows.ts";
import { has, rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import {
  oauthApplication,
  oauthCode,
  oauthConsent,
  session,
} from "#schemas/tables/accounts/account.ts";
import { applications } from "../queries.ts";

/** Sessions of applications that can act for the account at `at`. */
const liveFor = (userId: string, at: string) =>
  and(
    eq(session.userId, userId),
    eq(session.kind, "application"),
    isNull(session.revokedAt),
    gt(session.expiresAt, at),
  );

/** Applications with a live session of the account, or to which it agreed before; by name. */
export async function listGrantedApplications(
  db: Db,
  { userId, at, limit, offset }: { userId: string; at: string; limit: number; offset: number },
) {
  const live = db
    .select({ applicationId: session.applicationId })
    .from(session)
    .where(and(liveFor(userId, at), isNotNull(session.applicationId)));
  const consentOf = and(
    eq(oauthConsent.applicationId, oauthApplication.id),
    eq(oauthConsent.userId, userId),
  );
  const isGranted = or(isNotNull(oauthConsent.userId), inArray(oauthApplication.id, live));
  const rows = await db
    .select({
      ...pick(oauthApplication, "id", "name", "website"),
      agreedScopes: oauthConsent.scopes,
      agreedAt: oauthConsent.grantedAt,
    })
    .from(oauthApplication)
    .leftJoin(oauthConsent, consentOf)
    .where(isGranted)
    .orderBy(asc(oauthApplication.name), asc(oauthApplication.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(oauthApplication)
    .leftJoin(oauthConsent, consentOf)
    .where(isGranted);
  return { rows, total: counted?.total ?? 0 };
}

/** The live sessions that an account has with some applications. */
export async function listLiveGrants(
  db: Db,
  { userId, at, applicationIds }: { userId: string; at: string; applicationIds: string[] },
) {
  return db
    .select(pick(session, "applicationId", "scopes", "expiresAt"))
    .from(session)
    .where(and(liveFor(userId, at), inArray(session.applicationId, applicationIds)));
}

/**
 * Ends all that an account let an application do. Returns the ids of the sessions that ended; null when there was
 * nothing to withdraw. Codes come before sessions: an exchange that holds a code has committed its session by then.
 */
export async function withdrawGrant(
  db: Db,
  { userId, applicationId, at }: { userId: string; applicationId: string; at: string },
): Promise<string[] | null> {
  const isConsented = await rowsOf(oauthConsent).remove(db, { userId, applicationId });
  const codes = await markOnce(db, oauthCode, "usedAt", {
    where: has(oauthCode, { userId, applicationId }),
    at,
  });
  const sessions = await markOnce(db, session, "revokedAt", {
    where: has(session, { userId, applicationId }),
    at,
  });
  if (!isConsented && codes.length + sessions.length === 0) return null;
  return sessions.map(({ id }) => id);
}

interface OwnApplication {
  userId: string;
  applicationId: string;
}

const isOwnApplication = ({ userId, applicationId: id }: OwnApplication) =>
  has(oauthApplication, { id, userId });

/** Deletes with all that was granted; the ids of the sessions that ended by it. Null when it is not the account's. */
export async function deleteOwnApplication(db: Db, own: OwnApplication): Promise<string[] | null> {
  const application = await applications.lock(db, isOwnApplication(own));
  if (application === null) return null;
  const ended = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.applicationId, application.id), isNull(session.revokedAt)));
  await db.delete(oauthApplication).where(isOwnApplication(own));
  return ended.map(({ id }) => id);
}

/** Null when the application is not the account's. */
export const replaceSecret = (db: Db, own: OwnApplication, secretHash: string) =>
  applications.change(db, isOwnApplication(own), { secretHash });
