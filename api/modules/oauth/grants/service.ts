import type { Caller } from "#api/auth/caller.ts";
import type { Deps } from "#api/deps.ts";
import { forbidden, notFound } from "#api/http/errors.ts";
import { isoTime } from "#api/iso-time.ts";
import { checkFactorProof } from "#api/proof.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { present } from "../present.ts";
import type { Application, Grant } from "../schemas.ts";
import {
  deleteOwnApplication,
  listGrantedApplications,
  listLiveGrants,
  replaceSecret,
  withdrawGrant,
} from "./queries.ts";

type Owner = Caller & { userId: string };

/** Throws 403: an application may not decide what applications may do. */
function refuseApplications({ credential }: Caller): void {
  if (credential.kind === "application") {
    throw forbidden("An application may not manage grants or applications");
  }
}

/** The applications that can act for the caller, or that the caller agreed to before, by name. */
export async function listGrants(
  deps: Deps,
  caller: Owner,
  page: { limit: number; offset: number },
): Promise<Page<Grant>> {
  refuseApplications(caller);
  const { userId } = caller;
  const at = deps.now().toISOString();
  const { rows, total } = await listGrantedApplications(deps.db, { userId, at, ...page });
  const applicationIds = rows.map(({ id }) => id);
  const live = await listLiveGrants(deps.db, { userId, at, applicationIds });
  const grants = rows.map(({ id, name, website, agreedScopes, agreedAt }): Grant => {
    const sessions = live.filter(({ applicationId }) => applicationId === id);
    return {
      application: { id, name, website },
      scopes: [...new Set(sessions.flatMap(({ scopes }) => scopes))].sort(),
      activeSessions: sessions.length,
      expiresAt: isoTime(latest(sessions.map(({ expiresAt }) => expiresAt))),
      agreedScopes: agreedScopes ?? [],
      agreedAt: isoTime(agreedAt),
    };
  });
  return { rows: grants, total, ...page };
}

const latest = (times: string[]) =>
  times.reduce<string | null>(
    (last, time) => (last === null || Date.parse(time) > Date.parse(last) ? time : last),
    null,
  );

/**
 * Withdraws what the caller let an application do: its sessions, its unused codes and the remembered agreement end at
 * once. Returns how many sessions ended. Throws 404 when the caller has let it do nothing.
 */
export async function revokeGrant(
  deps: Deps,
  caller: Owner,
  applicationId: string,
): Promise<{ applicationId: string; endedSessions: number }> {
  refuseApplications(caller);
  const at = deps.now().toISOString();
  const withdrawn = await deps.db.transaction((tx) =>
    withdrawGrant(tx, { userId: caller.userId, applicationId, at }),
  );
  if (withdrawn === null) throw notFound("Grant");
  await deps.credentials.forget(withdrawn);
  return { applicationId, endedSessions: withdrawn.length };
}

/**
 * Deletes an own application with all that people let it do. Throws 404 when there is no such application or it belongs
 * to another account.
 */
export async function deleteApplication(
  deps: Deps,
  caller: Owner,
  applicationId: string,
): Promise<{ applicationId: string; deleted: true }> {
  refuseApplications(caller);
  const ended = await deps.db.transaction((tx) =>
    deleteOwnApplication(tx, { userId: caller.userId, applicationId }),
  );
  if (ended === null) throw notFound("Application");
  await deps.credentials.forget(ended);
  return { applicationId, deleted: true };
}

/**
 * Gives an own application a new secret, which is in the answer and nowhere else. The one before is refused from then
 * on; what people let the application do stays. Throws 404 like `deleteApplication`, 403 where a second factor was not
 * proved just now.
 */
export async function rotateSecret(
  deps: Deps,
  caller: Owner,
  applicationId: string,
): Promise<{ application: Application; clientSecret: string }> {
  refuseApplications(caller);
  await checkFactorProof(deps, caller);
  const { secret, secretHash } = deps.credentials.makeSecret();
  const own = { userId: caller.userId, applicationId };
  const row = await replaceSecret(deps.db, own, secretHash);
  if (row === null) throw notFound("Application");
  return { application: present(row), clientSecret: secret };
}
