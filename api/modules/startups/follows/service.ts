import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import { type FollowTier, steps } from "#schemas/shapes/platform/startup.ts";
import { recordDone } from "../../audit-log/service.ts";
import { type Act, tell } from "../../notifications/service.ts";
import type { SeenStartup } from "../listings/access.ts";
import { followMoves } from "./moves.ts";
import {
  type FollowRow,
  findApproved,
  findEntityId,
  findFollow,
  findFollowInForce,
  insertRequest,
  isOverAt,
  listOver,
  updateTier,
} from "./queries.ts";
import type { Follow, FollowAnswer, FollowBody } from "./schemas.ts";

/** Asks to follow. Throws 409 for the startup's own team and while a request is open. */
export function requestFollow(
  deps: Deps,
  { startup, userId }: { startup: SeenStartup; userId: string },
  body: FollowBody,
): Promise<Follow> {
  if (startup.isTeam) throw conflict("The team of a startup cannot follow it");
  return deps.transaction(async (within) => {
    const { db } = within;
    const of = { startupListingId: startup.id, followerId: userId };
    const id = await insertRequest(db, { ...of, ...body });
    if (id === null) throw conflict("A request to follow this startup is pending");
    await recordDone(db, {
      subjectType: "startup",
      subjectId: startup.id,
      actorId: userId,
      action: "startup.follow_requested",
      detail: { id, tier: body.requestedTier },
    });
    // However often a person asks in a day, the team is told once.
    const day = deps.now().toISOString().slice(0, 10);
    await tellOf(within, startup.entityId, id, {
      state: "requested",
      sourceId: `startup_follow:${startup.id}:${userId}:${day}`,
      actorId: userId,
      team: "listing.manage",
    });
    return required(await findFollow(db, id), "Follow");
  });
}

const dayMs = 86_400_000;

/**
 * Decides a request. The tier and the days are those asked for, unless the founder says otherwise; an approved
 * request takes the place of the follow before it. Throws 409 for a decided one, 400 for a tier or days to a decline.
 */
export function decideFollow(
  deps: Deps,
  { id, actorId }: { id: string; actorId: string },
  { decision, tier, durationDays }: FollowAnswer,
): Promise<Follow> {
  if (decision === "decline" && (tier !== undefined || durationDays !== undefined)) {
    throw badRequest("tier and durationDays are taken with an approval only");
  }
  return deps.transaction(async (within) => {
    const { db } = within;
    const row = required(await findFollow(db, id), "Follow");
    const told = { sourceId: `startup_follow:${id}:decided`, actorId, userId: row.follower.id };
    const entityId = await findEntityId(db, row.startupListingId);
    const now = deps.now();
    const decided = { decidedAt: now.toISOString(), decidedBy: actorId };
    if (decision === "decline") {
      await followMoves.make(db, "decline", { id, actorId, set: decided });
      await tellOf(within, entityId, id, { ...told, state: "declined" });
      return required(await findFollow(db, id), "Follow");
    }
    const days = durationDays ?? row.requestedDurationDays;
    const expiresAt = new Date(now.getTime() + days * dayMs).toISOString();
    const granted = { tier: tier ?? row.requestedTier, expiresAt };
    if (row.status === "pending") await supersede(deps, db, row, actorId);
    const set = { ...decided, ...granted };
    await followMoves.make(db, "approve", { id, actorId, set, detail: granted });
    await tellOf(within, entityId, id, { ...told, state: "approved" });
    return required(await findFollow(db, id), "Follow");
  });
}

/** Tells the other side of a follow what became of it. */
const tellOf = (
  within: Pick<Deps, "enqueue">,
  entityId: string | null,
  id: string,
  act: Pick<Act, "state" | "sourceId" | "actorId" | "userId" | "team">,
): Promise<void> =>
  tell(within, { kind: "follows", subjectType: "startup_follow", subjectId: id, entityId, ...act });

/** Ends the follow that an approved request takes the place of. One that ends by itself meanwhile needs no other end. */
async function supersede(
  { now }: Pick<Deps, "now">,
  db: Db,
  { startupListingId, follower }: FollowRow,
  actorId: string,
): Promise<void> {
  const before = await findApproved(db, { startupListingId, followerId: follower.id });
  if (before === null) return;
  const set = { endedAt: now().toISOString() };
  await followMoves.attempt(db, "supersede", { id: before.id, actorId, set });
}

/** Ends a follow: the founder revokes it, its follower withdraws it. It ends with the answer (STP-37). */
export function endFollow(
  deps: Deps,
  act: "revoke" | "withdraw",
  { id, actorId }: { id: string; actorId: string },
): Promise<Follow> {
  return deps.transaction(async ({ db }) => {
    const set = { endedAt: deps.now().toISOString() };
    await followMoves.make(db, act, { id, actorId, set });
    return required(await findFollow(db, id), "Follow");
  });
}

/** Raises the tier of a follow in force; nothing happens without one, and for a tier that contains no more. */
export async function raiseTier(
  db: Db,
  of: { startupListingId: string; followerId: string },
  tier: FollowTier,
  actorId: string,
): Promise<void> {
  const follow = await findFollowInForce(db, of);
  const place = (one: string | null) => (steps as readonly (string | null)[]).indexOf(one);
  if (follow === null || place(tier) <= place(follow.tier)) return;
  await updateTier(db, follow.id, tier);
  await recordDone(db, {
    subjectType: "startup",
    subjectId: of.startupListingId,
    actorId,
    action: "startup.follow_raised",
    detail: { id: follow.id, from: follow.tier, to: tier },
  });
}

const batch = 500;

/** Marks follows whose time is over as expired; they grant nothing from that time on. Returns how many. */
export async function expireFollows({ db, now }: Pick<Platform, "db" | "now">): Promise<number> {
  const at = now().toISOString();
  const done = { actorId: null, set: { endedAt: at }, where: isOverAt(at) };
  let expired = 0;
  for (;;) {
    const ids = await listOver(db, at, batch);
    for (const id of ids) {
      if ((await followMoves.attempt(db, "expire", { id, ...done })) !== null) expired += 1;
    }
    if (ids.length < batch) return expired;
  }
}
