import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { roomInvitation, roomMember, roomRequest } from "#schemas/tables/platform/room.ts";
import { testApp } from "../../helpers/app.ts";
import { watchStatements } from "../../helpers/endpoints/statements.ts";
import { goodRequests, unknownParameters } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";

// Verified credentials are cached for a second. With a clock that stands no request has to verify one again.
const startedAt = new Date();
const app = await testApp({ now: () => startedAt });
const goodRequest = await goodRequests(app);
const statementsOf = watchStatements(app.database);
const [owner, member, stranger, invited, requester, removed] = (await Promise.all(
  Array.from({ length: 6 }, () => makePerson(app)),
)) as [Person, Person, Person, Person, Person, Person];
const outside = { stranger, invited, requester, removed };

/** A private room in which there is something, and those around it who may not know of it. */
const { roomId, handle } = await makeRoom(app, owner);
await addToRoom(app, { roomId, handle }, [[member, "member"]]);
await app.db.insert(roomInvitation).values({ roomId, userId: invited.id });
await app.db.insert(roomRequest).values({ roomId, userId: requester.id });
await app.db.insert(roomMember).values({ roomId, userId: removed.id, isRemoved: true });
const post = (path: string, who: Person, payload: object) => {
  const url = `/v2/messaging/rooms${path}`;
  return app.send({ method: "POST", url, headers: who.headers, payload });
};
const messageId = (await post(`/${roomId}/messages`, owner, { body: "Hello" })).json().data.id;
const link = { kind: "link", title: "Letters", url: "https://example.com/letters" };
const resourceId = (await post(`/${roomId}/resources`, owner, link)).json().data.id;
const own = { roomId, handle, messageId, resourceId, userId: member.id };

/** All that a client can tell answers apart by, and what the database did for each. */
async function seen(request: InjectOptions, who: Person) {
  let answer: object = {};
  const ask = async () => {
    const headers = { ...request.headers, ...who.headers };
    const { statusCode, headers: all, body } = await app.send({ ...request, headers });
    const { "x-request-id": id, date: _date, ...others } = all;
    answer = { statusCode, headers: others, body: body.replaceAll(String(id), "ID") };
  };
  const statements = await statementsOf(ask);
  return { ...answer, statements };
}

const ofRooms = allEndpoints.filter(({ path }) =>
  /^\/v2\/messaging\/(rooms\/:roomId|communities\/:handle)|^\/communities\/:handle/.test(path),
);

describe("a private room and one that nobody has are the same to those outside", () => {
  test("in every endpoint that names one", () => {
    expect(ofRooms.map(nameOf)).toEqual(
      expect.arrayContaining([
        "GET /v2/messaging/communities/:handle",
        "POST /v2/messaging/communities/:handle/join",
        "GET /v2/messaging/rooms/:roomId/community",
        "GET /communities/:handle",
      ]),
    );
  });

  test.each(ofRooms.map((one): [string, Endpoint] => [nameOf(one), one]))(
    "%s: answer, headers and statements [COM-10]",
    async (_name, endpoint) => {
      const good = await goodRequest.ready(endpoint);
      for (const [kind, who] of Object.entries(outside)) {
        await app.get("/v2/messaging/communities", who.headers);
        const hidden = await seen(good(own), who);
        const missing = await seen(good(unknownParameters), who);
        expect(hidden, kind).toEqual(missing);
        // A form of a page is sent with a cookie, which is read first.
        const statements = Array(endpoint.forms ? 2 : 1).fill(expect.any(String));
        expect(hidden).toMatchObject({ statusCode: 404, statements });
      }
    },
  );
});

describe("a taken handle", async () => {
  const open = await makeRoom(app, owner, { discovery: "discoverable" });
  const closed = await makeRoom(app, owner, { discovery: "private" });
  await post(`/${closed.roomId}/close`, owner, {});
  const mine = await makeRoom(app, stranger);
  const taken = [open.handle, handle, closed.handle, "admin"];

  test.each([
    ["a new room", "POST", "/v2/messaging/rooms", { name: "Mine" }],
    ["a change of settings", "PUT", `/v2/messaging/rooms/${mine.roomId}/community`, {}],
  ] as const)(
    "%s: 409 alike for discoverable, private, closed and reserved ones [COM-08] [COM-26]",
    async (_name, method, url, payload) => {
      const answers = [];
      for (const one of taken) {
        const request = { method, url, payload: { ...payload, handle: one } };
        answers.push(await seen(request, stranger));
      }
      expect(answers[0]).toMatchObject({ statusCode: 409 });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    },
  );
});
