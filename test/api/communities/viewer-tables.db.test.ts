import type { LightMyRequestResponse } from "fastify";
import { describe, expect, test } from "vitest";
import { discovery, joining, securityMode } from "#schemas/shapes/platform/room.ts";
import { roomInvitation, roomMember, roomRequest } from "#schemas/tables/platform/room.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, type MadeRoom, makeRoom } from "../../helpers/platform/rooms.ts";
import {
  acts,
  discoverWhereClosed,
  discoveryTable,
  joiningTable,
  reads,
  type Viewer,
  viewers,
  whereHidden,
} from "./viewer-tables.ts";

const app = await testApp();
const people = {} as Record<Viewer, Person | null>;
for (const viewer of viewers)
  people[viewer] = viewer === "anonymous" ? null : await makePerson(app);
const idOf = (viewer: Exclude<Viewer, "anonymous">) => (people[viewer] as Person).id;

type Settings = Record<"discovery" | "joining" | "securityMode" | "status", string>;

/** A room of the owner with all viewers around it. Its name is its handle, so that a search finds it alone. */
async function makeScene({ status, ...settings }: Settings): Promise<MadeRoom> {
  const owner = people.owner as Person;
  const room = await makeRoom(app, owner, settings);
  const { roomId, handle: name } = room;
  await addToRoom(app, room, [
    [people.admin as Person, "admin"],
    [people.member as Person, "member"],
  ]);
  await app.db.insert(roomMember).values({ roomId, userId: idOf("removed"), isRemoved: true });
  await app.db.insert(roomInvitation).values({ roomId, userId: idOf("invited") });
  await app.db.insert(roomRequest).values({ roomId, userId: idOf("requester") });
  const send = (method: "PUT" | "POST", url: string, payload: object) =>
    app.send({ method, url: `/v2/messaging${url}`, headers: owner.headers, payload });
  await send("PUT", `/rooms/${roomId}/community`, { name });
  if (status === "closed") await send("POST", `/rooms/${roomId}/close`, {});
  return room;
}

const get = (url: string, who: Person | null, headers: object = {}) =>
  app.get(url, { ...who?.headers, ...headers });
const outcomeOf = ({ statusCode }: LightMyRequestResponse) =>
  statusCode === 200 ? "ok" : String(statusCode);

async function isListed(scope: string, { handle }: MadeRoom, who: Person | null): Promise<string> {
  const answer = await get(`/v2/messaging/communities?scope=${scope}&search=${handle}`, who);
  if (answer.statusCode !== 200) return outcomeOf(answer);
  return answer.json().data.some((one: MadeRoom) => one.handle === handle) ? "yes" : "no";
}

const inside =
  (path: string) =>
  async ({ roomId }: MadeRoom, who: Person | null) =>
    outcomeOf(await get(`/v2/messaging/rooms/${roomId}${path}`, who));

const doRead: Record<
  (typeof reads)[number],
  (room: MadeRoom, who: Person | null) => Promise<string>
> = {
  profile: async ({ handle }, who) =>
    outcomeOf(await get(`/v2/messaging/communities/${handle}`, who)),
  page: async ({ handle }, who) =>
    outcomeOf(await get(`/communities/${handle}`, who, { accept: "text/html" })),
  discover: (room, who) => isListed("discover", room, who),
  mine: (room, who) => isListed("mine", room, who),
  room: inside(""),
  settings: inside("/community"),
  messages: inside("/messages"),
  resources: inside("/resources"),
  members: inside("/members"),
  "join requests": inside("/join-requests"),
  invitations: inside("/invitations"),
};

const paths = {
  join: ({ handle }: MadeRoom) => `communities/${handle}/join`,
  request: ({ roomId }: MadeRoom) => `rooms/${roomId}/join-requests`,
  leave: ({ roomId }: MadeRoom) => `rooms/${roomId}/leave`,
};

async function doAct(act: (typeof acts)[number], room: MadeRoom, who: Person | null) {
  const url = `/v2/messaging/${paths[act](room)}`;
  const answer = await app.send({
    method: "POST",
    url,
    ...(who === null ? {} : { headers: who.headers }),
    payload: {},
  });
  if (answer.statusCode >= 300) return String(answer.statusCode);
  if (act === "join") return answer.json().data.status as string;
  return { request: "requested", leave: "left" }[act];
}

const byViewer = (outcomes: readonly (string | undefined)[]) =>
  Object.fromEntries(viewers.map((viewer, at) => [viewer, outcomes[at]]));
const expected = (row: string) => byViewer(row.split(" "));

/** One after the other: what one does must not depend on when another one does it. */
async function ofAll(ask: (who: Person | null) => Promise<string>) {
  const outcomes: string[] = [];
  for (const viewer of viewers) outcomes.push(await ask(people[viewer]));
  return byViewer(outcomes);
}

test("the tables have all rows that there are [COM-18]", () => {
  expect(Object.keys(discoveryTable)).toEqual(discovery.options);
  const modes = joining.options.flatMap((how) =>
    securityMode.options.map((mode) => `${how} ${mode}`),
  );
  const possible = modes.filter((one) => one !== "open regulated").sort();
  for (const status of ["open", "closed"]) {
    const rows = Object.keys(joiningTable).filter((row) => row.endsWith(` ${status}`));
    expect(rows.map((row) => row.replace(` ${status}`, "")).sort()).toEqual(possible);
  }
});

describe.each(Object.entries(discoveryTable))("discovery %s", (mode, table) => {
  describe.each(["open", "closed"])("in a room that is %s", async (status) => {
    const common = { discovery: mode, joining: "request", securityMode: "private", status };
    const room = await makeScene(common);

    test.each(reads)(
      "%s is for whom the table says [COM-01] [COM-02] [COM-03] [COM-10] [COM-11] [COM-12] [COM-13] [COM-14] [COM-21] [COM-24] [A-38]",
      async (what) => {
        const isOut = status === "closed" && what === "discover";
        const row = isOut ? discoverWhereClosed : table[what];
        expect(await ofAll((who) => doRead[what](room, who))).toEqual(expected(row));
      },
    );
  });

  test.each(
    Object.entries(joiningTable).flatMap(([how, rows]) =>
      acts.map((act) => [how, act, rows[act]] as const),
    ),
  )(
    "joining %s: %s has the outcome of the table [COM-04] [COM-15] [COM-16] [COM-17] [COM-19] [COM-24] [COM-25]",
    async (how, act, row) => {
      const [way = "", security = "", status = ""] = how.split(" ");
      const settings = { discovery: mode, joining: way, securityMode: security, status };
      const room = await makeScene(settings);
      const before = await membersOf(room);
      const wanted = expected(mode === "private" ? whereHidden(row) : row);

      expect(await ofAll((who) => doAct(act, room, who))).toEqual(wanted);

      // Repeating the request changes nothing.
      if (act !== "leave") expect(await ofAll((who) => doAct(act, room, who))).toEqual(wanted);
      const became = viewers.filter(
        (viewer) =>
          wanted[viewer] === "joined" || (before.includes(viewer) && wanted[viewer] !== "left"),
      );
      expect(await membersOf(room)).toEqual(became);
    },
  );
});

/** The viewers whose own list has the room: its members. */
async function membersOf(room: MadeRoom): Promise<Viewer[]> {
  const mine = await ofAll((who) => isListed("mine", room, who));
  return viewers.filter((viewer) => mine[viewer] === "yes");
}
