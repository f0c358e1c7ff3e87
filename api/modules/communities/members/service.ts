import type { Caller } from "#api/auth/caller.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { conflict, forbidden } from "#api/http/errors.ts";
import { checkFactorProof } from "#api/proof.ts";
import type { Db } from "#schemas/database/db.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import { isAccount } from "../../users/service.ts";
import { tellRoom } from "../content/queries.ts";
import { reviewAccess } from "../rooms/access-review.ts";
import { lockRoom } from "../rooms/queries.ts";
import { record } from "../rooms/service.ts";
import { invitationMoves, requestMoves } from "./moves.ts";
import type { InvitationRow, OfRoom } from "./queries.ts";
import * as queries from "./queries.ts";
import type { Invitation } from "./schemas.ts";

/** Decides a request. An approved person is a member at once. Throws 409 for a decided request and a closed room. */
export function decideRequest(
  deps: Deps,
  request: { id: string; roomId: string; person: { id: string } },
  { decision, actorId }: { decision: "approve" | "decline"; actorId: string },
) {
  return deps.transaction(async ({ db }) => {
    const { id, roomId, person } = request;
    await requestMoves.make(db, decision, {
      id,
      actorId,
      set: { decidedAt: deps.now().toISOString() },
    });
    if (decision === "approve") await admitReviewed(db, { roomId, userId: person.id });
    return required(await queries.findRequest(db, id), "Request");
  });
}

/** Admits an approved person by the same rules. Throws 409 for a closed room. */
async function admitReviewed(db: Db, of: OfRoom): Promise<void> {
  const room = required(await lockRoom(db, of.roomId, "share"), "Room");
  const person = await queries.findPerson(db, of.roomId, of.userId);
  const review = reviewAccess({ room, person: { ...person, isApproved: true } });
  if (review === "closed") throw conflict("Room is closed; nobody can join");
  await queries.admit(db, { ...of, role: "member" });
}

/** Invites an account. A repeat answers with the open invitation. Throws 404 for no account and 409 for a member. */
export function invite(
  deps: Deps,
  { roomId, userId }: OfRoom,
  invitedBy: string,
): Promise<Invitation> {
  return deps.transaction(async ({ db }) => {
    required((await isAccount(db, userId)) ? userId : null, "Account");
    const { isMember } = await queries.findPerson(db, roomId, userId);
    if (isMember) throw conflict("This person is a member of the room");
    await queries.insertInvitation(db, { roomId, userId, invitedBy });
    await record(db, { roomId, actorId: invitedBy, action: "room.invited", detail: { userId } });
    return presentInvitation(await queries.findOpenInvitation(db, { roomId, userId }));
  });
}

export function presentInvitation(row: InvitationRow): Invitation {
  const { userId: _userId, ...shown } = required(row, "Invitation");
  return shown;
}

/** The invited person accepts or declines. Throws 409 for an answered invitation and a closed room. */
export function answerInvitation(
  deps: Deps,
  { id, roomId, userId }: { id: string } & OfRoom,
  decision: "accept" | "decline",
): Promise<Invitation> {
  return deps.transaction(async ({ db }) => {
    const set = { decidedAt: deps.now().toISOString() };
    await invitationMoves.make(db, decision, { id, actorId: userId, set });
    if (decision === "accept") await admitReviewed(db, { roomId, userId });
    return presentInvitation(await queries.findInvitation(db, id, userId));
  });
}

interface MemberChange {
  of: OfRoom;
  caller: Caller & { userId: string };
}

/**
 * Throws 403 where an admin would change an owner or make one, and where owners change without a recent proof of a second
 * factor; 409 for the last owner.
 */
async function checkMayChange(
  within: Pick<Deps, "db" | "now" | "auth">,
  { of, caller }: MemberChange,
  role: TeamRole | null,
): Promise<void> {
  const { db } = within;
  const actorId = caller.userId;
  // Two owners who leave at once must not both find the other one still there.
  await lockRoom(db, of.roomId, "update");
  const isLeaving = of.userId === actorId && role === null;
  // Read again: another request may have removed the caller's role.
  const acting = required(await queries.findRoomMember(db, { ...of, userId: actorId }), "Room");
  if (acting.role === "member" && !isLeaving) {
    throw forbidden("Only owners and admins change members");
  }
  const member = required(await queries.findRoomMember(db, of), "Member");
  const concernsOwner = member.role === "owner" || role === "owner";
  if (concernsOwner && acting.role !== "owner") throw forbidden("Only owners change owners");
  if (concernsOwner && !isLeaving) await checkFactorProof(within, caller);
  if (member.role !== "owner" || role === "owner") return;
  if ((await queries.countOwners(db, of.roomId)) === 1) {
    throw conflict("The last owner must make another member an owner first");
  }
}

/** Gives a member another role. Throws as `checkMayChange`. */
export function changeRole(deps: Deps, change: MemberChange, role: TeamRole) {
  return deps.transaction(async (within) => {
    const { db } = within;
    await checkMayChange(within, change, role);
    const { of, caller } = change;
    const actorId = caller.userId;
    await queries.updateMember(db, of, { role });
    const detail = { userId: of.userId, role };
    await record(db, { roomId: of.roomId, actorId, action: "room.role_changed", detail });
    return required(await queries.findRoomMember(db, of), "Member");
  });
}

/** Removes a member, or leaves. Who is removed by others needs a review or an invitation to come back. */
export function removeMember(deps: Deps, change: MemberChange) {
  return deps.transaction(async (within) => {
    const { db } = within;
    await checkMayChange(within, change, null);
    const { of, caller } = change;
    const actorId = caller.userId;
    const isLeaving = of.userId === actorId;
    if (isLeaving) await queries.deleteMember(db, of);
    else await queries.updateMember(db, of, { isRemoved: true, role: "member" });
    await tellRoom(db, of.roomId);
    const action = isLeaving ? "room.left" : "room.member_removed";
    const detail = { userId: of.userId };
    await record(db, { roomId: of.roomId, actorId, action, detail });
    return { ...of, removed: true as const };
  });
}
