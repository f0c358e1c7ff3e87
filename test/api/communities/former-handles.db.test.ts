import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeRoom } from "../../helpers/platform/rooms.ts";

const app = await testApp();
const [ann, bob] = (await Promise.all([makePerson(app), makePerson(app)])) as [Person, Person];

const read = (handle: string, who = bob) =>
  app.get(`/v2/messaging/communities/${handle}`, who.headers);
const change = (roomId: string, payload: object, who = ann) =>
  app.send({
    method: "PUT",
    url: `/v2/messaging/rooms/${roomId}/community`,
    headers: who.headers,
    payload,
  });
const open = { discovery: "discoverable" };
const handleFor = (name: string) => `${name}-${Math.random().toString(36).slice(2, 8)}`;

test("a former handle leads to its room, which says where it is now, and no other room takes it [COM-05] [O-66]", async () => {
  const [first, second, other] = [handleFor("first"), handleFor("second"), handleFor("other")];
  const { roomId } = await makeRoom(app, ann, { handle: first, ...open });
  const elsewhere = await makeRoom(app, bob, { handle: other, ...open });
  expect((await change(roomId, { handle: second })).statusCode).toBe(200);

  const [asFormer, asPresent] = [await read(first), await read(second)];
  expect(asFormer.json().data).toEqual({
    ...asPresent.json().data,
    redirectedFromHandle: first,
  });
  expect(asPresent.json().data).toMatchObject({ roomId, handle: second });
  expect(asPresent.json().data).not.toHaveProperty("redirectedFromHandle");
  expect((await change(elsewhere.roomId, { handle: first }, bob)).statusCode).toBe(409);
  const taken = { name: "Taker", handle: first, ...open };
  const made = await app.send({
    method: "POST",
    url: "/v2/messaging/rooms",
    headers: bob.headers,
    payload: taken,
  });
  expect(made.statusCode).toBe(409);
  expect((await read(other)).json().data).toMatchObject({
    roomId: elsewhere.roomId,
    handle: other,
  });

  // The room itself may go back, and forth again.
  for (const handle of [first, second, first]) {
    expect((await change(roomId, { handle })).json().data.handle).toBe(handle);
  }
  for (const handle of [first, second]) {
    expect((await read(handle)).json().data).toMatchObject({ roomId, handle: first });
  }
});

test("the page of a former handle leads to the present one, for who may know of the room [O-66]", async () => {
  for (const [discovery, statusOfOthers] of [
    ["discoverable", 302],
    ["private", 404],
  ] as const) {
    const [first, second] = [handleFor("page"), handleFor("moved")];
    const { roomId } = await makeRoom(app, ann, { handle: first, discovery });
    await change(roomId, { handle: second });
    const show = (handle: string, headers: object) =>
      app.send({ method: "GET", url: `/communities/${handle}`, headers: { ...headers } });

    const own = await show(first, ann.headers);
    expect([own.statusCode, own.headers.location]).toEqual([302, `/communities/${second}`]);
    expect((await show(second, ann.headers)).statusCode).toBe(200);
    expect((await show(first, bob.headers)).statusCode).toBe(statusOfOthers);
    // Without a sign-in nothing tells whether there is such a room, or where it went.
    const signIn = await show(first, {});
    expect(signIn.statusCode).toBe(302);
    expect(signIn.headers.location).not.toContain(second);
  }
});

test("a former handle of a private room is like one that nobody has [COM-10] [O-66]", async () => {
  const [first, second] = [handleFor("private"), handleFor("renamed")];
  const { roomId } = await makeRoom(app, ann, { handle: first, discovery: "private" });
  await change(roomId, { handle: second });

  const [former, missing] = [await read(first), await read(handleFor("nobody"))];
  expect([former.statusCode, missing.statusCode]).toEqual([404, 404]);
  expect(former.json().error.message).toBe(missing.json().error.message);
  expect((await read(first, ann)).json().data.handle).toBe(second);
});
