import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addressDigest } from "#api/data/address-digest.ts";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { billingCustomer } from "#schemas/tables/accounts/billing.ts";
import { testApp } from "../../helpers/app.ts";
import { tablesWith } from "../../helpers/companies/tables-with.ts";
import { makeOrganization, makePerson, makeTeam, makeTeamEntity } from "../../helpers/people.ts";

const app = await testApp();
const { db, send, get } = app;
const password = "correct horse battery staple";
const url = "/api/v1/users/me";
const passwordHash = await hashPassword(password);

const post = (address: string, headers: object, payload: object) =>
  send({ method: "POST", url: address, headers: headers as never, payload });
const leave = (headers: object, payload: object = { password }) =>
  send({ method: "DELETE", url, headers: headers as never, payload });

async function makeLeaver(mark = randomUUID().slice(0, 8)) {
  const email = `zoe-${mark}@example.com`;
  const person = await makePerson(app, email);
  await db
    .update(userAccount)
    .set({
      name: `Zoe Quorx${mark}`,
      bio: `Biography quorx${mark}`,
      passwordHash,
      emailVerifiedAt: "2026-01-01T00:00:00.000Z",
    })
    .where(eq(userAccount.id, person.id));
  return { ...person, email, mark };
}

describe("leaving", () => {
  test("asks for the password or a fresh sign-in, and does nothing without", async () => {
    const zoe = await makeLeaver();
    const answers = [
      await leave(zoe.headers, {}),
      await leave(zoe.headers, { password: "wrong horse battery" }),
      await leave({}, { password }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 401, 401]);
    expect((await get(url, zoe.headers)).statusCode).toBe(200);

    const signedIn = await post("/auth/sign-in", {}, { email: zoe.email, password });
    const token = signedIn.json().data.accessToken ?? signedIn.json().data.access_token;
    expect((await leave({ authorization: `Bearer ${token}` }, {})).statusCode).toBe(200);
  });

  test("is refused with what nobody else owns, and possible once that is handed over", async () => {
    const zoe = await makeLeaver();
    const bob = await makePerson(app);
    const room = await post("/v2/messaging/rooms", zoe.headers, {
      name: "Quorx room",
      handle: `quorx-${zoe.mark}`,
    });
    const roomId = room.json().data.roomId;
    const alone = await makeLeaver();
    const entityId = await makeTeamEntity(app, {
      ...{ owner: alone, stranger: bob, member: bob, permitted: zoe },
    });
    await db.execute(
      sql`insert into room_member (room_id, user_id, role) values (${roomId}, ${bob.id}, 'member')`,
    );
    for (const [who, what] of [
      [zoe, "room Quorx room"],
      [alone, "entity Team Example"],
    ] as const) {
      const refused = await leave(who.headers);
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        409,
        expect.stringContaining(what),
      ]);
    }
    await db.execute(
      sql`update room_member set role = 'owner' where room_id = ${roomId} and user_id = ${bob.id}`,
    );
    await db.execute(sql`update entity set owner_id = ${bob.id} where id = ${entityId}`);
    expect((await leave(zoe.headers)).statusCode).toBe(200);
    expect((await leave(alone.headers)).statusCode).toBe(200);
  });

  test("takes a room along in which there is nobody but people whom it had removed", async () => {
    const zoe = await makeLeaver();
    const bob = await makePerson(app);
    const handle = `emptied-${zoe.mark}`;
    const made = await post("/v2/messaging/rooms", zoe.headers, { name: "Emptied", handle });
    const { roomId } = made.json().data;
    await db.execute(
      sql`insert into room_member (room_id, user_id, is_removed) values (${roomId}, ${bob.id}, true)`,
    );
    expect((await leave(zoe.headers)).statusCode).toBe(200);
    const again = await post("/v2/messaging/rooms", bob.headers, { name: "Anew", handle });
    expect(again.statusCode).toBe(201);
  });

  test("leaves name, address and text of the person in no table, ends every credential, and stays out of search", async () => {
    const zoe = await makeLeaver();
    const { mark, headers, email } = zoe;
    const team = await makeTeam(app);
    const text = `Text quorx${mark}`;
    const room = await post("/v2/messaging/rooms", team.owner.headers, {
      name: "Others' room",
      handle: `others-${mark}`,
    });
    const { roomId } = room.json().data;
    await db.execute(
      sql`insert into room_member (room_id, user_id, role) values (${roomId}, ${zoe.id}, 'member')`,
    );
    const made = [
      await post(`/v2/messaging/rooms/${roomId}/messages`, headers, { body: text }),
      await post(`/v2/messaging/rooms/${roomId}/resources`, headers, {
        kind: "link",
        title: text,
        url: `https://example.com/quorx${mark}`,
      }),
      await post("/v2/messaging/rooms", headers, { name: text, handle: `own-quorx${mark}` }),
      await post("/api/v1/api-keys", headers, { name: text }),
      await post("/v2/watchlists", headers, { name: text }),
      await post("/api/v1/entities", team.owner.headers, { name: "Somebody else's" }),
      await post("/v1/oauth.registerApplication", headers, {
        name: text,
        redirectUris: ["https://example.com/callback"],
      }),
      await post("/auth/request-password-reset", {}, { email }),
    ];
    expect(made.map(({ statusCode }) => statusCode).filter((status) => status >= 300)).toEqual([]);
    await makeOrganization(app, zoe);
    const key = made[3]?.json().key ?? made[3]?.json().data?.key;
    const customerId = `cus_${mark}`;
    await db.insert(billingCustomer).values({ userId: zoe.id, customerId });
    expect((await tablesWith(db, mark)).length).toBeGreaterThan(5);

    expect((await leave(headers)).json().data).toEqual({ id: zoe.id, deleted: true });
    expect(app.enqueued).toContainEqual({ name: "billing.forget", data: { customerId } });
    expect(app.enqueued).toContainEqual({
      name: "mail.forget",
      data: { addressDigest: addressDigest(email) },
    });
    expect(await tablesWith(db, `quorx${mark}`)).toEqual([]);
    expect(await tablesWith(db, email)).toEqual([]);
    expect(await tablesWith(db, zoe.id)).toEqual([]);
    for (const credential of [headers, { "x-api-key": key }]) {
      expect((await get(url, credential)).statusCode).toBe(401);
    }
    expect((await get(`/api/v1/users/profile/${zoe.id}`)).statusCode).toBe(404);
    const messages = await get(`/v2/messaging/rooms/${roomId}/messages`, team.owner.headers);
    expect(messages.json().data).toEqual([
      expect.objectContaining({ body: null, author: null, removedAt: expect.any(String) }),
    ]);
  });
});

describe("the export", () => {
  test("has what the account has made, and neither secrets nor what others hold about it", async () => {
    const zoe = await makeLeaver();
    const bob = await makePerson(app);
    await post("/v2/watchlists", zoe.headers, { name: "My quorx list" });
    await post("/api/v1/api-keys", zoe.headers, { name: "My quorx key" });
    await send({
      ...{ method: "PATCH", url: `${url}/mail`, headers: zoe.headers },
      payload: { alerts: false },
    });
    await send({
      method: "PUT",
      url: `/api/v1/users/me/blocks/${zoe.id}`,
      headers: bob.headers,
      payload: {},
    });
    const answer = await get(`${url}/export`, zoe.headers);
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json();
    expect(data.account).toMatchObject({ email: zoe.email, name: `Zoe Quorx${zoe.mark}` });
    expect(data.rows.watchlist).toEqual([expect.objectContaining({ name: "My quorx list" })]);
    expect(data.rows.api_key).toEqual([expect.objectContaining({ name: "My quorx key" })]);
    expect(data.modules.hiring).toBeDefined();
    const mails = { invitations: true, alerts: false, follows: true, isAddressRefused: false };
    expect(data.mails).toMatchObject(mails);
    expect(answer.body).not.toMatch(/argon|hash|secret/i);
    expect(answer.body).not.toContain(bob.id);
  });
});
