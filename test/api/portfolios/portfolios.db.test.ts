import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person, verifyEmail } from "../../helpers/people.ts";
import { must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const [owner, friend, stranger] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];

const ask = (method: "GET" | "POST" | "DELETE", url: string, who: Person, payload?: object) =>
  app.send({
    method,
    url: `/v2${url}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
const made = async () => {
  const { id } = await must(app, owner, "POST /portfolios", { name: `Portfolio ${randomUUID()}` });
  return `/portfolios/${id}`;
};

describe("a portfolio", () => {
  test("is its owner's alone until it is shared, and again when sharing ends [STP-73] [STP-75] [STP-87]", async () => {
    const at = await made();
    const sees = async (who: Person) => (await ask("GET", at, who)).statusCode;
    expect([await sees(owner), await sees(friend)]).toEqual([200, 404]);
    const share = { userId: friend.id, role: "viewer" };
    const shared = await ask("POST", `${at}/collaborators`, owner, share);
    expect(shared.statusCode).toBe(201);
    expect((await ask("POST", `${at}/collaborators`, owner, share)).statusCode).toBe(409);
    expect([await sees(friend), await sees(stranger)]).toEqual([200, 404]);
    expect((await ask("GET", "/portfolios", friend)).json().data).toMatchObject([
      { id: at.split("/")[2], role: "viewer" },
    ]);
    const removed = await ask("DELETE", `${at}/collaborators/${shared.json().data.id}`, owner);
    expect(removed.statusCode).toBe(200);
    expect(await sees(friend)).toBe(404);
  });

  test("lets editors add artifacts, and viewers read them [STP-74] [STP-87]", async () => {
    const at = await made();
    const artifact = { kind: "link", title: "Memo", url: "https://example.com/memo" };
    const add = (who: Person, body: object = artifact) => ask("POST", `${at}/artifacts`, who, body);
    await ask("POST", `${at}/collaborators`, owner, { userId: friend.id, role: "viewer" });
    await ask("POST", `${at}/collaborators`, owner, { userId: stranger.id, role: "editor" });
    expect((await add(friend)).statusCode).toBe(403);
    expect((await add(stranger)).statusCode).toBe(201);
    for (const wrong of [{ url: "javascript:alert(1)" }, { kind: "spell" }, { size: 1 }]) {
      expect((await add(owner, { ...artifact, ...wrong })).statusCode).toBe(400);
    }
    expect((await ask("GET", `${at}/artifacts`, friend)).json().data).toMatchObject([artifact]);
  });

  test("shared with an address counts for the account that has proved it, and tells of no account [STP-75]", async () => {
    const at = await made();
    const email = `shared-${randomUUID()}@example.com`;
    const person = await makePerson(app, email);
    await app.db
      .update(userAccount)
      .set({ emailVerifiedAt: null })
      .where(eq(userAccount.id, person.id));
    const share = (address: string) =>
      ask("POST", `${at}/collaborators`, owner, { email: address, role: "viewer" });
    const known = (await share(email.toUpperCase())).json().data;
    const unknown = (await share(`nobody-${randomUUID()}@example.com`)).json().data;
    expect([known.email, known.userId, known.name]).toEqual([email, null, null]);
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect((await ask("GET", at, person)).statusCode).toBe(404);
    await verifyEmail(app, person.id);
    expect((await ask("GET", at, person)).statusCode).toBe(200);
  });

  test.each([
    [{ role: "viewer" }, 400],
    [{ role: "owner", email: "a@example.com" }, 400],
    [{ role: "viewer", email: "a@example.com", userId: randomUUID() }, 400],
    [{ role: "viewer", email: "no address" }, 400],
    [{ role: "viewer", userId: randomUUID() }, 404],
    [{ role: "viewer", email: "a@example.com", note: "x" }, 400],
  ])("shared with %j is %i [STP-75] [STP-77]", async (body, status) => {
    const at = await made();
    expect((await ask("POST", `${at}/collaborators`, owner, body)).statusCode).toBe(status);
  });
});

describe("a program", () => {
  test("is created with a slug of its own, and read by its owner [STP-76] [STP-87]", async () => {
    const name = `Batch ${randomUUID().replace(/[^a-z]/g, "")}`;
    const dates = { startDate: "2027-01-01", endDate: "2027-04-01" };
    const [first, second] = await Promise.all([
      must(app, owner, "POST /programs", { name, ...dates }),
      must(app, stranger, "POST /programs", { name }),
    ]);
    expect(first).toMatchObject({ name, ...dates, ownerId: owner.id });
    expect(first.slug).not.toBe(second.slug);
    expect((await ask("GET", `/programs/${first.id}`, owner)).json().data).toEqual(first);
    expect((await ask("GET", `/programs/${first.id}`, stranger)).statusCode).toBe(404);
    const backwards = { name, startDate: "2027-04-01", endDate: "2027-01-01" };
    expect((await ask("POST", "/programs", owner, backwards)).statusCode).toBe(400);
    expect((await ask("POST", "/programs", owner, { name, budget: 1 })).statusCode).toBe(400);
  });
});
