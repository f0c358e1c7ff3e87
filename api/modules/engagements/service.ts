import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { type ApiError, badRequest, conflict } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import { compare } from "#schemas/decimal.ts";
import { isReportOf } from "../access-packages/service.ts";
import { recordDone } from "../audit-log/service.ts";
import { type Act, tell } from "../notifications/service.ts";
import {
  findEntityId,
  findFollowerOf,
  findFollowInForce,
  raiseTier,
  type SeenStartup,
} from "../startups/service.ts";
import { engagementMoves, objectiveMoves } from "./moves.ts";
import {
  endAccess,
  ensureHandoff,
  findInvitationOf,
  findRequest,
  giveObjective,
  insertInvitation,
  insertRequest,
  listUnanswered,
  lockCapital,
  lockRequest,
  objectives,
  type RequestRow,
} from "./queries.ts";
import type {
  Engagement,
  InvitationBody,
  ObjectiveBody,
  RequestBody,
  ResponseBody,
} from "./schemas.ts";

/** The startup, and the account that acts on it. */
export interface Acting {
  startup: SeenStartup;
  userId: string;
}

/**
 * Asks a startup to engage. A repeat of the key answers with the first request. Throws 409 for the own team, and for
 * deeper access of who does not follow: a follow is what access belongs to.
 */
export function requestEngagement(
  deps: Deps,
  { startup, userId }: Acting,
  body: RequestBody,
): Promise<Engagement> {
  if (startup.isTeam) throw conflict("The team of a startup cannot ask it to engage");
  return deps.transaction(async (within) => {
    const { db } = within;
    const of = { startupListingId: startup.id, requesterId: userId };
    if (body.kind === "deeper_access" && startup.follow?.status !== "approved") {
      throw conflict(
        "Deeper access is for followers: ask to follow the startup, with the tier you need",
      );
    }
    const { id, isNew } = await insertRequest(db, { ...of, ...body });
    if (isNew) {
      const detail = { id, kind: body.kind };
      await recordDone(db, {
        ...doneTo(startup.id, userId),
        action: "engagement.requested",
        detail,
      });
      await tellOf(within, startup.entityId, id, {
        state: "requested",
        actorId: userId,
        team: "listing.manage",
      });
    }
    return required(await findRequest(db, id), "Engagement");
  });
}

/**
 * Answers a request. The same answer again changes nothing; another one is 409. More access that is accepted raises
 * the tier of the requester's follow; 409 where it has ended. A report that is accepted is open to the requester for
 * some days; 409 for one that is not about the startup's entity. 400 for a report or days where no report is accepted.
 */
export function respond(
  deps: Deps,
  row: RequestRow,
  actorId: string,
  body: ResponseBody,
): Promise<Engagement> {
  const { id, startupListingId, requester } = row;
  return deps.transaction(async (within) => {
    const { db } = within;
    const message = body.message ?? null;
    const set = {
      respondedAt: deps.now().toISOString(),
      message,
      ...openedBy(row, body, deps.now()),
    };
    const { isChanged } = await engagementMoves.make(db, body.decision, { id, actorId, set });
    if (isChanged) {
      const state = body.decision === "accept" ? ("accepted" as const) : ("declined" as const);
      const entityId = await findEntityId(db, startupListingId);
      await tellOf(within, entityId, id, { state, actorId, userId: requester.id });
    }
    if (isChanged && body.decision === "accept")
      await grant(db, row, actorId, set.reportId ?? null);
    return required(await findRequest(db, id), "Engagement");
  });
}

const accessDaysUsual = 30;

/** Which report an answer opens, and until when. Throws 400 where it opens none and says so. */
function openedBy({ kind, reportId: asked }: RequestRow, body: ResponseBody, now: Date) {
  const { decision, reportId: named = null, accessDays } = body;
  const opens = kind === "report" && decision === "accept";
  if (!opens && (named !== null || accessDays !== undefined)) {
    throw badRequest("reportId and accessDays belong to a report that is accepted");
  }
  if (asked !== null && named !== null && asked !== named) {
    throw badRequest("The request is for a different report");
  }
  const reportId = asked ?? named;
  if (!opens || reportId === null) return {};
  const endsAt = now.getTime() + (accessDays ?? accessDaysUsual) * 86_400_000;
  return { reportId, accessEndsAt: new Date(endsAt).toISOString() };
}

/** What an accepted request gives: the report's readers are found by the row; a tier belongs to the follow. */
async function grant(
  db: Db,
  { id, startupListingId, requester, requestedTier }: RequestRow,
  actorId: string,
  reportId: string | null,
): Promise<void> {
  if (reportId !== null && !(await isReportOf(db, { requestId: id, reportId }))) {
    throw conflict("The report is not one of this startup's");
  }
  if (requestedTier === null) return;
  const of = { startupListingId, followerId: requester.id };
  if ((await findFollowInForce(db, of)) === null) {
    throw conflict("The follow of the requester has ended: there is no access to deepen");
  }
  await raiseTier(db, of, requestedTier, actorId);
}

/** Ends the reading of an accepted report from the next request on. Repeating the request changes nothing. */
export function closeReport(
  deps: Deps,
  { id, startupListingId }: RequestRow,
  actorId: string,
): Promise<Engagement> {
  return deps.transaction(async ({ db }) => {
    await lockRequest(db, id);
    // Behind the lock: of two closings at once the later one reads the end of the first as past.
    if (await endAccess(db, id, deps.now().toISOString())) {
      const action = "engagement.report_closed";
      await recordDone(db, { ...doneTo(startupListingId, actorId), action, detail: { id } });
    }
    return required(await findRequest(db, id), "Engagement");
  });
}

/** Tells the other side what became of an engagement or an invitation to one. */
const doneTo = (subjectId: string, actorId: string) =>
  ({ subjectType: "startup", subjectId, actorId }) as const;

const tellOf = (
  within: Pick<Deps, "enqueue">,
  entityId: string | null,
  id: string,
  { state, ...act }: Pick<Act, "state" | "actorId" | "userId" | "team">,
): Promise<void> =>
  tell(within, {
    kind: "engagements",
    state,
    subjectId: id,
    entityId,
    subjectType: state === "invited" ? "engagement_invitation" : "engagement",
    sourceId: `engagement:${id}:${state}`,
    ...act,
  });

/**
 * Hands an accepted engagement to Capital Outcomes, once; a repeat answers with the first. Without an active objective
 * it waits for the next one. Throws 409 otherwise.
 */
export function handOff(deps: Deps, row: RequestRow, actorId: string) {
  return deps.transaction(async ({ db }) => {
    await lockCapital(db, row.startupListingId);
    await engagementMoves.make(db, "handOff", { id: row.id, actorId });
    const handoff = await ensureHandoff(db, row);
    return { ...handoff, engagementRequestId: row.id, status: "handed_off" as const };
  });
}

/**
 * Invites a follower to engage. A repeat of the key answers with the first. Throws 409 for who does not follow, 400 for
 * the id of a follow in place of the follower's.
 */
export function invite(
  deps: Deps,
  { startup, userId }: Acting,
  { followerId, ...body }: InvitationBody,
) {
  return deps.transaction(async (within) => {
    const { db } = within;
    const { idempotencyKey } = body;
    const first = await findInvitationOf(db, startup.id, idempotencyKey);
    if (first !== null) return first;
    const follow = await findFollowInForce(db, { startupListingId: startup.id, followerId });
    if (follow === null) throw await noFollower(db, startup.id, followerId);
    const isNew = await insertInvitation(db, {
      ...body,
      startupListingId: startup.id,
      followerId,
      followId: follow.id,
      invitedBy: userId,
    });
    if (isNew) {
      const detail = { followerId, kind: body.kind };
      await recordDone(db, { ...doneTo(startup.id, userId), action: "engagement.invited", detail });
    }
    const invitation = required(
      await findInvitationOf(db, startup.id, idempotencyKey),
      "Invitation",
    );
    if (isNew) {
      const told = { state: "invited", actorId: userId, userId: followerId } as const;
      await tellOf(within, startup.entityId, invitation.id, told);
    }
    return invitation;
  });
}

/** Says which of the two ids was sent, where it is that of a follow of the startup: managers know those. */
async function noFollower(db: Db, startupListingId: string, sentId: string): Promise<ApiError> {
  const follower = await findFollowerOf(db, { startupListingId, followId: sentId });
  if (follower === null) return conflict("Only active followers of the startup can be invited");
  return badRequest(
    `followerId is the id of a follow; send the id of its follower, the account ${follower}`,
  );
}

/** Activates an objective, also for the handoffs that wait for one. Throws 409 while one is active, 400 for a minimum above the target or a past end. */
export function activateObjective(deps: Deps, { startup, userId }: Acting, body: ObjectiveBody) {
  const { targetAmount, minimumAmount = null, closesAt = null } = body;
  if (compare(targetAmount, "0") <= 0) throw badRequest("targetAmount must be above 0");
  if (minimumAmount !== null && compare(minimumAmount, targetAmount) > 0) {
    throw badRequest("minimumAmount is above targetAmount");
  }
  if (closesAt !== null && Date.parse(closesAt) <= deps.now().getTime()) {
    throw badRequest("closesAt must be in the future");
  }
  return deps.transaction(async ({ db }) => {
    await lockCapital(db, startup.id);
    const values = { ...body, minimumAmount, closesAt, startupListingId: startup.id };
    const row = await objectives.insertNew(db, values);
    if (row === null) throw conflict("The startup already has an active objective");
    await giveObjective(db, row);
    const detail = { id: row.id };
    await recordDone(db, { ...doneTo(startup.id, userId), action: "objective.activated", detail });
    return row;
  });
}

/** Closes an objective. Repeating the request changes nothing. */
export async function closeObjective(deps: Deps, id: string, actorId: string) {
  await objectiveMoves.make(deps.db, "close", { id, actorId });
  return required(await objectives.byId(deps.db, id), "Objective");
}

const openDays = 60;
const batch = 500;

/** Ends all requests without an answer for 60 days. Returns how many. */
export async function expireEngagements({
  db,
  now,
}: Pick<Platform, "db" | "now">): Promise<number> {
  const before = new Date(now().getTime() - openDays * 86_400_000).toISOString();
  let expired = 0;
  for (;;) {
    const ids = await listUnanswered(db, before, batch);
    for (const id of ids) {
      const moved = await engagementMoves.attempt(db, "expire", { id, actorId: null });
      if (moved !== null) expired += 1;
    }
    if (ids.length < batch) return expired;
  }
}
