import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { formerHandle } from "#schemas/tables/platform/room.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeRoom } from "../../helpers/platform/rooms.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 600_000;
const open = { discovery: "discoverable" };
const handleFor = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;

await raceEverywhere((via) => {
  const change = (n: number, roomId: string, payload: object, { headers }: Person) =>
    via(n).send({
      ...{ method: "PUT", url: `/v2/messaging/rooms/${roomId}/community` },
      ...{ headers, payload },
    });
  const read = async (n: number, handle: string, { headers }: Person) =>
    (await via(n).get(`/v2/messaging/communities/${handle}`, headers)).json().data;
  const statuses = (answers: { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode);
  const two = () => Promise.all([makePerson(via(0)), makePerson(via(0))]);

  test(
    "of rooms that want a handle at once, as another leaves it, none takes it [O-66]",
    async () => {
      const [ann, bob] = await two();
      for (let round = 0; round < rounds; round += 1) {
        const [wanted, next] = [handleFor("wanted"), handleFor("next")];
        const { roomId } = await makeRoom(via(0), ann, { handle: wanted, ...open });
        const rooms = await Promise.all(
          Array.from({ length: clients - 2 }, () => makeRoom(via(0), bob, open)),
        );
        const answers = await together((n) => {
          if (n === clients - 1) return change(n, roomId, { handle: next }, ann);
          const room = rooms[n];
          if (room !== undefined) return change(n, room.roomId, { handle: wanted }, bob);
          const payload = { name: "Taker", handle: wanted, ...open };
          const { headers } = bob;
          return via(n).send({ method: "POST", url: "/v2/messaging/rooms", headers, payload });
        });
        expect(statuses(answers)).toEqual([...Array(clients - 1).fill(409), 200]);
        for (const n of [0, 1]) {
          expect(await read(n, wanted, bob)).toMatchObject({
            ...{ roomId, handle: next, redirectedFromHandle: wanted },
          });
        }
      }
    },
    limitMs,
  );

  test(
    "a room that is renamed sixteen times at once keeps each handle that it had, and no other [O-66]",
    async () => {
      const [ann, bob] = await two();
      for (let round = 0; round < rounds; round += 1) {
        const first = handleFor("first");
        const { roomId } = await makeRoom(via(0), ann, { handle: first, ...open });
        const neighbour = await makeRoom(via(0), bob, open);
        const handles = Array.from({ length: 4 }, (_, n) => handleFor(`at-${n}`));
        const answers = await together((n) =>
          change(n, roomId, { handle: handles[n % handles.length] }, ann),
        );
        expect(statuses(answers)).toEqual(Array(clients).fill(200));
        const { handle: present } = await read(0, first, bob);
        expect(handles).toContain(present);
        for (const handle of [first, ...handles]) {
          const data = await read(1, handle, bob);
          expect([data.roomId, data.handle]).toEqual([roomId, present]);
          expect(data.redirectedFromHandle).toBe(handle === present ? undefined : handle);
        }
        const kept = await via(0)
          .db.select()
          .from(formerHandle)
          .where(eq(formerHandle.roomId, roomId));
        expect(kept.map(({ handle }) => handle).sort()).toEqual(
          [first, ...handles].filter((handle) => handle !== present).sort(),
        );
        expect(await read(0, neighbour.handle, bob)).toMatchObject({ roomId: neighbour.roomId });
      }
    },
    limitMs,
  );

  test(
    "of two rooms that change handles with each other at once neither gets the other's [O-66]",
    async () => {
      const [ann, bob] = await two();
      for (let round = 0; round < rounds; round += 1) {
        const [one, other] = [await makeRoom(via(0), ann, open), await makeRoom(via(0), bob, open)];
        const answers = await together((n) =>
          n % 2 === 0
            ? change(n, one.roomId, { handle: other.handle }, ann)
            : change(n, other.roomId, { handle: one.handle }, bob),
        );
        expect(statuses(answers)).toEqual(Array(clients).fill(409));
        expect(await read(1, one.handle, bob)).toMatchObject(one);
        expect(await read(0, other.handle, ann)).toMatchObject(other);
      }
    },
    limitMs,
  );
});
