import { describe, expect, test } from "vitest";
import { reviewAccess } from "#api/modules/communities/rooms/access-review.ts";
import { discovery, joining, securityMode } from "#schemas/shapes/platform/room.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, type MadeRoom, makeRoom } from "../../helpers/platform/rooms.ts";

const app = await testApp();
const [ann, adam, mia, ray, invited, stranger] = (await Promise.all(
  Array.from({ length: 6 }, () => makePerson(app)),
)) as [Person, Person, Person, Person, Person, Person];

const ask = (
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  who: Person,
  payload: object = {},
) => app.send({ method, url: `/v2/messaging${url}`, headers: who.headers, payload });
const read = (url: string, who: Person | null) => app.get(`/v2/messaging${url}`, who?.headers);
const join = (room: MadeRoom, who: Person) => ask("POST", `/communities/${room.handle}/join`, who);

/** Ann's room with an admin, a member and an invited person; Ray has asked to join where that is possible. */
async function makeScene(settings: object) {
  const room = await makeRoom(app, ann, settings);
  await addToRoom(app, room, [
    [adam, "admin"],
    [mia, "member"],
  ]);
  await ask("POST", `/rooms/${room.roomId}/invitations`, ann, { userId: invited.id });
  return room;
}
const discover = async (who: Person) =>
  (await read("/communities?limit=100", who)).json().data.map((one: MadeRoom) => one.handle);

describe("discovery", () => {
  test("scope=mine lists the caller's communities only [COM-02]", async () => {
    const room = await makeScene({ discovery: "private" });
    const mine = async (who: Person) =>
      (await read("/communities?scope=mine&limit=100", who))
        .json()
        .data.map((one: MadeRoom) => one.handle);
    expect(await mine(mia)).toContain(room.handle);
    expect(await mine(stranger)).toEqual([]);
  });

  test("search, category and tag narrow the list, and take any text [COM-01]", async () => {
    const room = await makeRoom(app, ann, {
      name: "Deep 100%_value",
      discovery: "discoverable",
      category: "investing",
      tags: ["small caps"],
    });
    const found = async (query: string) =>
      (await read(`/communities?${query}`, stranger))
        .json()
        .data.map((one: MadeRoom) => one.handle);
    expect(await found(`search=${encodeURIComponent("100%_v")}`)).toEqual([room.handle]);
    expect(await found(`search=${encodeURIComponent("1000_v")}`)).toEqual([]);
    expect(await found("category=investing&tag=small%20caps")).toEqual([room.handle]);
    expect(await found("category=investing&tag=other")).toEqual([]);
    expect(await found(`search=${encodeURIComponent("'; drop table room; --")}`)).toEqual([]);
    expect((await read("/communities?search=%00", stranger)).statusCode).toBe(400);
  });
});

describe("the profile", () => {
  test("shows name, summary, category, tags, member count and who runs it [COM-07] [COM-08] [COM-09]", async () => {
    const room = await makeScene({
      name: "Value",
      summary: "We read filings.",
      category: "investing",
      tags: ["a", "b"],
      discovery: "discoverable",
      joining: "open",
    });
    const { data } = (await read(`/communities/${room.handle.toUpperCase()}`, stranger)).json();
    expect(data).toEqual({
      id: room.roomId,
      roomId: room.roomId,
      name: "Value",
      handle: room.handle,
      path: `/communities/${room.handle}`,
      summary: "We read filings.",
      category: "investing",
      tags: ["a", "b"],
      discovery: "discoverable",
      joining: "open",
      memberListVisibility: "members",
      status: "open",
      memberCount: 3,
      runBy: [ann, adam].map(({ id }) => expect.objectContaining({ id })),
      membership: "none",
      role: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await read(`/communities/${room.handle}`, adam)).json().data).toMatchObject({
      membership: "member",
      role: "admin",
    });
  });
});

describe("handles", () => {
  test("a taken one is 409 alike for public, private, closed and reserved, folded or not [COM-08] [COM-26]", async () => {
    const open = await makeRoom(app, ann, { discovery: "discoverable" });
    const hidden = await makeRoom(app, ann, { discovery: "private" });
    await ask("POST", `/rooms/${hidden.roomId}/close`, ann);
    const wide = open.handle.replace(/[a-z]/g, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0),
    );
    const answers = [];
    for (const handle of [open.handle, hidden.handle, "admin", open.handle.toUpperCase(), wide]) {
      const answer = await ask("POST", "/rooms", stranger, { name: "Mine", handle });
      answers.push([answer.statusCode, answer.json().error?.code, answer.json().error?.message]);
    }
    expect(answers).toEqual(answers.map(() => [409, "CONFLICT", "This handle is taken"]));
    const change = await ask("PUT", `/rooms/${open.roomId}/community`, ann, {
      handle: hidden.handle,
    });
    expect(change.statusCode).toBe(409);
  });

  test.each(["ab", "a b c", "кириллица", "x".repeat(41), "a/b", ""])(
    "%j is no handle: 400 [O-52]",
    async (handle) => {
      const answer = await ask("POST", "/rooms", ann, { name: "Room", handle });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, "FST_ERR_VALIDATION"]);
    },
  );

  test("of sixteen who claim one at once one gets it [COM-26]", async () => {
    const handle = `race-${Date.now().toString(36)}`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => ask("POST", "/rooms", ann, { name: "Room", handle })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, ...Array(15).fill(409)]);
  });
});

describe("joining", () => {
  test("invitation only: a stranger is refused, the invited person joins [COM-04] [COM-15]", async () => {
    const room = await makeScene({ discovery: "discoverable", joining: "invite_only" });
    const refused = await join(room, stranger);
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, "FORBIDDEN"]);
    expect((await join(room, invited)).json().data).toEqual({
      roomId: room.roomId,
      status: "joined",
    });
    expect((await read(`/communities/${room.handle}`, invited)).json().data.memberCount).toBe(4);
  });

  test("request: it is made once, and an approval makes a member [COM-16] [COM-25]", async () => {
    const room = await makeScene({ discovery: "discoverable", joining: "request" });
    expect((await join(room, ray)).json().data.status).toBe("requested");
    expect((await join(room, ray)).json().data.status).toBe("requested");
    expect((await read(`/communities/${room.handle}`, ray)).json().data.membership).toBe(
      "requested",
    );
    const open = (await read(`/rooms/${room.roomId}/join-requests`, adam)).json();
    expect(open.meta.total).toBe(1);
    const [{ id, person }] = open.data;
    expect(person.id).toBe(ray.id);
    expect(
      (await ask("POST", `/join-requests/${id}/response`, mia, { decision: "approve" })).statusCode,
    ).toBe(404);
    const approved = await ask("POST", `/join-requests/${id}/response`, adam, {
      decision: "approve",
    });
    expect(approved.json().data.status).toBe("approved");
    expect((await read(`/communities/${room.handle}`, ray)).json().data.membership).toBe("member");
    const again = await ask("POST", `/join-requests/${id}/response`, adam, { decision: "decline" });
    expect(again.statusCode).toBe(409);
    expect((await read(`/communities/${room.handle}`, ray)).json().data.membership).toBe("member");
  });

  test("a request by room is made once, and refused where joining needs none or an invitation [COM-15] [COM-16]", async () => {
    const reviewed = await makeScene({ discovery: "discoverable", joining: "request" });
    const request = (room: MadeRoom, who: Person) =>
      ask("POST", `/rooms/${room.roomId}/join-requests`, who);
    const first = await request(reviewed, ray);
    expect(first.statusCode).toBe(201);
    expect((await request(reviewed, ray)).json().data.id).toBe(first.json().data.id);
    expect((await read(`/join-requests/${first.json().data.id}`, stranger)).statusCode).toBe(404);
    const open = await makeScene({ discovery: "discoverable", joining: "open" });
    expect((await request(open, ray)).statusCode).toBe(409);
    const invite = await makeScene({ discovery: "discoverable", joining: "invite_only" });
    expect((await request(invite, ray)).statusCode).toBe(403);
  });

  test("a declined request makes no member, and may be made again [COM-16]", async () => {
    const room = await makeScene({ discovery: "discoverable", joining: "request" });
    await join(room, ray);
    const [{ id }] = (await read(`/rooms/${room.roomId}/join-requests`, ann)).json().data;
    await ask("POST", `/join-requests/${id}/response`, ann, { decision: "decline" });
    expect((await read(`/communities/${room.handle}`, ray)).json().data.membership).toBe("none");
    expect((await join(room, ray)).json().data.status).toBe("requested");
  });

  test("open: a member at once, once for sixteen requests [COM-17] [COM-25]", async () => {
    const room = await makeScene({ discovery: "unlisted", joining: "open" });
    const answers = await Promise.all(Array.from({ length: 16 }, () => join(room, ray)));
    expect(answers.map((one) => one.json().data?.status)).toEqual(Array(16).fill("joined"));
    expect((await read(`/communities/${room.handle}`, ray)).json().data.memberCount).toBe(4);
  });

  test("open joining is refused outside the private security mode, whichever comes first [COM-18] [COM-19]", async () => {
    const regulated = {
      name: "R",
      handle: "regulated-open",
      joining: "open",
      securityMode: "regulated",
    };
    expect((await ask("POST", "/rooms", ann, regulated)).statusCode).toBe(400);
    const room = await makeScene({ discovery: "discoverable", joining: "open" });
    const change = await ask("PUT", `/rooms/${room.roomId}/community`, ann, {
      securityMode: "regulated",
    });
    expect([change.statusCode, change.json().error.code]).toEqual([400, "BAD_REQUEST"]);
    const both = { securityMode: "regulated", joining: "request" };
    expect((await ask("PUT", `/rooms/${room.roomId}/community`, ann, both)).statusCode).toBe(200);
    expect((await join(room, ray)).json().data.status).toBe("requested");
  });

  test("a removed member of an open room needs a review to come back [COM-17]", async () => {
    const room = await makeScene({ discovery: "discoverable", joining: "open" });
    await join(room, ray);
    expect((await ask("DELETE", `/rooms/${room.roomId}/members/${ray.id}`, adam)).statusCode).toBe(
      200,
    );
    expect((await read(`/rooms/${room.roomId}/members`, ray)).statusCode).toBe(403);
    expect((await join(room, ray)).json().data.status).toBe("requested");
  });

  test("the review admits nobody into a regulated or invite-only room without approval [COM-15] [COM-19]", () => {
    const person = { isMember: false, isApproved: false, isRemoved: false, isApart: false };
    for (const how of joining.options) {
      for (const mode of securityMode.options) {
        const room = { status: "open" as const, joining: how, securityMode: mode };
        const isOpen = how === "open" && mode === "private";
        expect(reviewAccess({ room, person }) === "admit").toBe(isOpen);
        expect(reviewAccess({ room, person: { ...person, isApproved: true } })).toBe("admit");
        const closed = { ...room, status: "closed" as const };
        expect(reviewAccess({ room: closed, person: { ...person, isApproved: true } })).toBe(
          "closed",
        );
      }
    }
    expect(discovery.options).toHaveLength(4);
  });
});

describe("the bodies of O-52", () => {
  const names = (answer: { json(): { data: object } }) => Object.keys(answer.json().data).sort();
  const community =
    "roomId name handle summary category tags discovery joining memberListVisibility memberCount runBy membership";

  test("have its members, and settings add the security mode [COM-27] [COM-05] [COM-07]", async () => {
    const made = await ask("POST", "/rooms", ann, { name: "Shape", handle: "shape-of-o-52" });
    expect(made.statusCode).toBe(201);
    const { roomId } = made.json().data;
    const profile = await read("/communities/shape-of-o-52", ann);
    expect(names(profile)).toEqual(expect.arrayContaining(community.split(" ")));
    const settings = await read(`/rooms/${roomId}/community`, ann);
    expect(names(settings)).toEqual(
      expect.arrayContaining([...community.split(" "), "securityMode"]),
    );
    expect(names(profile)).not.toContain("securityMode");
    expect(settings.json().data).toEqual(made.json().data);
  });

  test.each([
    ["discovery", ["private", "unlisted", "discoverable", "public_profile"]],
    ["joining", ["invite_only", "request", "open"]],
    ["memberListVisibility", ["members", "admins"]],
  ])("%s takes its values and no other [COM-27]", async (name, values) => {
    const room = await makeRoom(app, ann);
    const at = `/rooms/${room.roomId}/community`;
    for (const value of values) {
      const changed = await ask("PUT", at, ann, { [name]: value });
      expect([changed.statusCode, changed.json().data?.[name]]).toEqual([200, value]);
    }
    for (const value of ["secret", values[0]?.toUpperCase(), null, 1]) {
      expect((await ask("PUT", at, ann, { [name]: value })).statusCode).toBe(400);
    }
    expect((await read(at, ann)).json().data[name]).toBe(values.at(-1));
  });

  test("a review and an invitation answer with their state, person and room [COM-27] [COM-16]", async () => {
    const room = await makeRoom(app, ann, { discovery: "discoverable", joining: "request" });
    const asked = await join(room, stranger);
    expect(asked.json().data).toEqual({ roomId: room.roomId, status: "requested" });
    const [open] = (await read(`/rooms/${room.roomId}/join-requests`, ann)).json().data;
    const declined = await ask("POST", `/join-requests/${open.id}/response`, ann, {
      decision: "decline",
    });
    expect(declined.json().data).toEqual({
      ...open,
      status: "declined",
      decidedAt: expect.stringMatching(/Z$/),
    });
    const invitation = await ask("POST", `/rooms/${room.roomId}/invitations`, ann, {
      userId: stranger.id,
    });
    expect(invitation.json().data).toMatchObject({
      roomId: room.roomId,
      status: "pending",
      person: { id: stranger.id },
    });
    expect((await join(room, stranger)).json().data.status).toBe("joined");
  });
});

describe("settings", () => {
  test("owners and admins change them, a version against a lost update, and others do not [COM-05] [COM-06] [COM-23]", async () => {
    const room = await makeScene({ discovery: "discoverable" });
    const at = `/rooms/${room.roomId}/community`;
    const before = (await read(at, mia)).json().data;
    expect(before).toMatchObject({ securityMode: "private", version: 1 });
    expect((await ask("PUT", at, mia, { summary: "Mia's" })).statusCode).toBe(403);
    expect((await ask("PUT", at, stranger, { summary: "Mine" })).statusCode).toBe(403);
    const changed = await ask("PUT", at, adam, { summary: "New", tags: ["x"], version: 1 });
    expect(changed.json().data).toMatchObject({
      summary: "New",
      tags: ["x"],
      version: 2,
      discovery: "discoverable",
    });
    expect((await ask("PUT", at, ann, { summary: "Late", version: 1 })).statusCode).toBe(409);
    expect((await read(at, ann)).json().data.summary).toBe("New");
  });

  test("an admin changes each listed setting; name and security mode stay the owner's [COM-23]", async () => {
    const room = await makeScene({ discovery: "discoverable", name: "Ann's" });
    const at = `/rooms/${room.roomId}/community`;
    const listed = {
      handle: `${room.handle}-new`,
      summary: "S",
      category: "c",
      tags: ["t"],
      discovery: "unlisted",
      joining: "request",
      memberListVisibility: "admins",
    };
    const sent = { ...listed, name: "Ann's", securityMode: "private" };
    expect((await ask("PUT", at, adam, sent)).json().data).toMatchObject(listed);
    const before = (await read(at, ann)).json().data;
    for (const owned of [{ name: "Adam's" }, { securityMode: "regulated" }]) {
      const refused = await ask("PUT", at, adam, { ...owned, summary: "Adam's" });
      expect([refused.statusCode, refused.json().error.code]).toEqual([403, "FORBIDDEN"]);
    }
    expect((await read(at, ann)).json().data).toEqual(before);
    expect((await ask("PUT", at, ann, { name: "New" })).json().data.name).toBe("New");
  });

  test("a regulated room is opened by nobody, in one act or in two [COM-18] [COM-19] [COM-23]", async () => {
    const regulated = { discovery: "discoverable", joining: "request", securityMode: "regulated" };
    const [room, other] = [await makeScene(regulated), await makeScene(regulated)];
    const lower = { securityMode: "private" };
    const put = (who: Person, body: object) =>
      ask("PUT", `/rooms/${room.roomId}/community`, who, body);
    const before = (await read(`/rooms/${room.roomId}/community`, ann)).json().data;
    for (const body of [lower, { ...lower, joining: "open" }]) {
      expect((await put(adam, body)).statusCode).toBe(403);
      const refused = await put(ann, body);
      expect([refused.statusCode, refused.json().error]).toMatchObject([
        409,
        { code: "CONFLICT", message: "A regulated room cannot become unregulated" },
      ]);
      expect((await put(ann, { joining: "open" })).statusCode).toBe(400);
    }
    expect((await read(`/rooms/${room.roomId}/community`, ann)).json().data).toEqual(before);
    expect((await join(room, stranger)).json().data.status).toBe("requested");
    expect((await join(other, stranger)).json().data.status).toBe("requested");
  });

  test("closing takes a room out of discovery, reopening restores it; a repeat changes nothing [COM-24] [STA-05]", async () => {
    const room = await makeScene({ discovery: "discoverable", joining: "open" });
    const close = () => ask("POST", `/rooms/${room.roomId}/close`, adam);
    expect((await close()).json().data.status).toBe("closed");
    const { updatedAt } = (await read(`/rooms/${room.roomId}/community`, ann)).json().data;
    expect((await close()).statusCode).toBe(200);
    expect((await read(`/rooms/${room.roomId}/community`, ann)).json().data.updatedAt).toBe(
      updatedAt,
    );
    expect(await discover(stranger)).not.toContain(room.handle);
    expect((await join(room, ray)).statusCode).toBe(409);
    expect(
      (await ask("POST", `/rooms/${room.roomId}/messages`, ann, { body: "?" })).statusCode,
    ).toBe(409);
    await ask("POST", `/rooms/${room.roomId}/reopen`, ann);
    expect(await discover(stranger)).toContain(room.handle);
    expect((await join(room, ray)).json().data.status).toBe("joined");
  });
});
