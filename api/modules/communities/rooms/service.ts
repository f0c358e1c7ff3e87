import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict, forbidden } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { recordDone } from "../../audit-log/service.ts";
import {
  admit,
  findOpenRequest,
  findPerson,
  findRoomMember,
  insertRequest,
  type JoinRequest,
  type Person,
} from "../members/queries.ts";
import { reviewAccess } from "./access-review.ts";
import { isReserved } from "./handles.ts";
import { roomMoves } from "./moves.ts";
import {
  findSeenRoom,
  insertRoom,
  isTaken,
  keepHandle,
  listRooms,
  lockHandle,
  lockRoom,
  type RoomRow,
  type SeenRoom,
  updateRoom,
} from "./queries.ts";
import type {
  CommunitiesQuery,
  Community,
  JoinAnswer,
  RoomBody,
  Settings,
  SettingsBody,
} from "./schemas.ts";

/** The profile: name, summary, category, tags, member count and who runs it (COM-09). */
export function presentCommunity(seen: SeenRoom): Community {
  const { isRequested, securityMode: _mode, version: _version, ...shown } = seen;
  const outside = isRequested ? "requested" : "none";
  return {
    ...shown,
    id: seen.roomId,
    path: `/communities/${seen.handle}`,
    membership: seen.role === null ? outside : "member",
  };
}

/** The profile with what only members see. */
export const presentSettings = (seen: SeenRoom): Settings => ({
  ...presentCommunity(seen),
  securityMode: seen.securityMode,
  version: seen.version,
});

export async function listCommunities(
  db: Db,
  userId: string,
  query: CommunitiesQuery,
): Promise<Page<Community>> {
  const { rows, ...rest } = await listRooms(db, userId, query);
  return { ...rest, rows: rows.map(presentCommunity) };
}

const openJoiningNeedsPrivate = "Joining can be open only in rooms of the security mode private";

const handleTaken = () => conflict("This handle is taken");

/** Throws 400 for open joining outside the private security mode. */
function checkRules({ joining, securityMode }: Pick<RoomRow, "joining" | "securityMode">): void {
  if (joining === "open" && securityMode !== "private") throw badRequest(openJoiningNeedsPrivate);
}

const ownersSettings = ["name", "securityMode"] as const;

/**
 * Admins change what COM-23 lists; the rest is the owners': 403. A regulated room cannot become unregulated, because its members
 * were promised a review (COM-19): 409. A member that is sent as it stands changes nothing.
 */
function checkMayChange(before: RoomRow, role: TeamRole, body: SettingsBody): void {
  const owned = ownersSettings.find(
    (name) => body[name] !== undefined && body[name] !== before[name],
  );
  if (owned === undefined) return;
  if (role !== "owner") throw forbidden(`Only owners change ${owned} of a room`);
  if (body.securityMode === "private" && before.securityMode === "regulated") {
    throw conflict("A regulated room cannot become unregulated");
  }
}

/**
 * Throws 409, alike and after the same work for a reserved word and for a handle that another room has or had. Nobody
 * else takes the handle until the transaction ends.
 */
async function checkHandle(tx: Db, handle: string, roomId: string | null): Promise<void> {
  await lockHandle(tx, handle);
  const isOfRoom = await isTaken(tx, handle, roomId);
  if (isReserved(handle) || isOfRoom) throw handleTaken();
}

/** A new room, open, with the account as its owner. Throws 409 for a taken handle. */
export function createRoom(deps: Deps, userId: string, body: RoomBody): Promise<Settings> {
  checkRules(body);
  return deps.transaction(async ({ db }) => {
    await checkHandle(db, body.handle, null);
    const id = await insertRoom(db, body);
    if (id === null) throw handleTaken();
    await admit(db, { roomId: id, userId, role: "owner" });
    await record(db, { roomId: id, actorId: userId, action: "room.created" });
    return presentSettings(required(await findSeenRoom(db, { id }, userId), "Room"));
  });
}

/**
 * Changes what is given. Throws 403 and 409 as `checkMayChange`, 409 for a taken handle or another `version`, 412 for
 * another version in If-Match, and 400 for open joining outside the private security mode.
 */
export function changeSettings(
  deps: Deps,
  seen: { roomId: string; userId: string },
  body: SettingsBody,
  ifMatch: number[] | null,
): Promise<Settings> {
  return deps.transaction(async ({ db }) => {
    const { roomId: id, userId } = seen;
    const before = required(await lockRoom(db, id, "update"), "Room");
    // Read again behind the lock: another request may have changed the caller's role.
    const caller = required(await findRoomMember(db, { roomId: id, userId }), "Room");
    checkMayChange(before, caller.role, body);
    checkRules({
      joining: body.joining ?? before.joining,
      securityMode: body.securityMode ?? before.securityMode,
    });
    if (body.handle !== undefined && body.handle !== before.handle) {
      await checkHandle(db, body.handle, id);
    }
    await updateRoom(db, id, body, ifMatch);
    if (body.handle !== undefined && body.handle !== before.handle) {
      await keepHandle(db, { roomId: id, from: before.handle, to: body.handle });
    }
    const { version: _version, ...changed } = body;
    const detail = { changed: Object.keys(changed) };
    await record(db, { roomId: id, actorId: userId, action: "room.changed", detail });
    return presentSettings(required(await findSeenRoom(db, { id }, userId), "Room"));
  });
}

export async function moveRoom(db: Db, act: "close" | "reopen", id: string, actorId: string) {
  const { row } = await roomMoves.make(db, act, { id, actorId });
  return { roomId: row.id, status: row.status };
}

/**
 * Joins, or asks to join, as the access review decides. A repeat changes nothing (COM-25). Throws 403 where an
 * invitation is needed and 409 for a closed room.
 */
export function join(
  deps: Deps,
  { roomId, userId }: { roomId: string; userId: string },
  message: string | null,
): Promise<JoinAnswer> {
  return deps.transaction(async ({ db }) => {
    const row = required(await lockRoom(db, roomId, "share"), "Community");
    const person = await findPerson(db, roomId, userId);
    return joined(db, row, { person, userId, message });
  });
}

async function joined(
  db: Db,
  row: RoomRow,
  { person, userId, message }: { person: Person; userId: string; message: string | null },
): Promise<JoinAnswer> {
  const { id: roomId } = row;
  const review = reviewAccess({ room: row, person });
  if (review === "closed") throw conflict("Room is closed; nobody can join");
  if (review === "invitation_needed") throw forbidden("Owners and admins invite to this community");
  if (review === "admit") {
    await admit(db, { roomId, userId, role: "member" });
    await record(db, { roomId, actorId: userId, action: "room.joined" });
  }
  if (review === "review") await insertRequest(db, { roomId, userId, message });
  return { roomId, status: review === "review" ? "requested" : "joined" };
}

/**
 * Asks to join a room that reviews its requests, once. Throws 403 where an invitation is needed, and 409 for a member,
 * a closed room, and a room that the person can join at once.
 */
export function requestToJoin(
  deps: Deps,
  { roomId, userId, message }: { roomId: string; userId: string; message: string | null },
): Promise<JoinRequest> {
  return deps.transaction(async ({ db }) => {
    const row = required(await lockRoom(db, roomId, "share"), "Room");
    const review = reviewAccess({ room: row, person: await findPerson(db, roomId, userId) });
    if (review === "invitation_needed")
      throw forbidden("Owners and admins invite to this community");
    if (review !== "review") throw conflict(withoutRequest[review]);
    await insertRequest(db, { roomId, userId, message });
    return required(await findOpenRequest(db, { roomId, userId }), "Request");
  });
}

const withoutRequest = {
  member: "You are a member of this room",
  closed: "Room is closed; nobody can join",
  admit: "You can join this community without a request",
};

interface RoomDone {
  roomId: string;
  actorId: string;
  action: string;
  detail?: Record<string, unknown>;
}

/** Adds a line to the audit log of the room. */
export const record = (db: Db, { roomId, ...done }: RoomDone): Promise<void> =>
  recordDone(db, { subjectType: "room", subjectId: roomId, ...done });
