import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import { roomMember } from "#schemas/tables/platform/room.ts";
import type { TestApp } from "../app.ts";
import type { Person, Team } from "../people.ts";

export interface MadeRoom {
  roomId: string;
  handle: string;
}

/** A room that the person makes over HTTP; private and by invitation unless `settings` say otherwise. */
export async function makeRoom(
  { send }: Pick<TestApp, "send">,
  { headers }: Person,
  settings: object = {},
): Promise<MadeRoom> {
  const payload = { name: "Room", handle: `room-${randomUUID().slice(0, 13)}`, ...settings };
  const made = await send({ method: "POST", url: "/v2/messaging/rooms", headers, payload });
  if (made.statusCode !== 201) throw new Error(`no room: ${made.body}`);
  const { roomId, handle } = made.json().data;
  return { roomId, handle };
}

/** Makes accounts members of a room. */
export async function addToRoom(
  { db }: Pick<TestApp, "db">,
  { roomId }: MadeRoom,
  members: readonly [Person, TeamRole][],
): Promise<void> {
  // The embedded database tells time in milliseconds, so two statements may have one moment.
  const rows = members.map(([{ id: userId }, role], n) => {
    return { roomId, userId, role, joinedAt: sql`now() + ${n + 1} * interval '1 millisecond'` };
  });
  await db.insert(roomMember).values(rows);
}

/** A private room of the team's owner, with the member as its member and the permitted one as its admin. */
export async function makeTeamRoom(app: TestApp, team: Team, settings: object = {}) {
  const room = await makeRoom(app, team.owner, settings);
  await addToRoom(app, room, [
    [team.member, "member"],
    [team.permitted, "admin"],
  ]);
  return room;
}
