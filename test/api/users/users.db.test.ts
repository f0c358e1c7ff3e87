import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";

const app = await testApp();
const { db, get, send } = app;
const ann = await makePerson(app, "ann@example.com");
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const patch = (payload: object, headers = ann.headers) =>
  send({ method: "PATCH", url: "/api/v1/users/me", headers, payload });

describe("GET /api/v1/users/me", () => {
  test("answers the own profile [USR-01] [USR-02] [CNV-05]", async () => {
    const answer = await get("/api/v1/users/me", ann.headers);
    const { slug } = answer.json().data;

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      data: {
        id: ann.id,
        email: "ann@example.com",
        name: slug,
        slug: expect.stringMatching(/^user-/),
        avatar: null,
        bio: null,
        coverUrl: null,
        createdAt: time,
        updatedAt: time,
      },
      meta: { timestamp: time },
    });
  });

  test("without a credential is 401 [USR-09]", async () => {
    expect((await get("/api/v1/users/me")).statusCode).toBe(401);
  });
});

describe("PATCH /api/v1/users/me", () => {
  test("changes name and bio and answers the whole user [USR-05] [USR-07] [O-24]", async () => {
    const before = (await get("/api/v1/users/me", ann.headers)).json().data;
    const answer = await patch({ name: " Ann Example ", bio: "Reads\nfilings" });

    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({
      id: ann.id,
      email: "ann@example.com",
      name: "Ann Example",
      bio: "Reads\nfilings",
    });
    expect(answer.json().data.updatedAt).not.toBe(before.updatedAt);
    expect((await patch({ bio: null })).json().data).toMatchObject({
      name: "Ann Example",
      bio: null,
    });
  });

  test("nobody makes themselves an administrator, or changes id, address, slug or times [USR-06]", async () => {
    const before = await db.select().from(userAccount).where(eq(userAccount.id, ann.id));
    const answer = await patch({
      id: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
      email: "other@example.com",
      slug: "admin",
      isAdmin: true,
      is_admin: true,
      role: "admin",
      roles: ["admin"],
      status: "suspended",
      createdAt: "2000-01-01T00:00:00Z",
      emailVerifiedAt: "2000-01-01T00:00:00Z",
      passwordHash: "x",
      avatar: "javascript:alert(1)",
    });

    expect(answer.statusCode).toBe(200);
    expect(await db.select().from(userAccount).where(eq(userAccount.id, ann.id))).toEqual(before);
  });

  test.each([
    { name: "" },
    { name: "  " },
    { name: 5 },
    { name: null },
    { name: "a".repeat(121) },
    { name: "a\u0007" },
    { name: "\u202Egnp.exe" },
    { bio: 5 },
    { bio: "a".repeat(2001) },
    { bio: "a\u0001" },
  ])("%j is 400 and changes nothing [A-45] [ERR-06]", async (payload) => {
    const before = (await get("/api/v1/users/me", ann.headers)).json().data;
    const answer = await patch(payload);

    expect([answer.statusCode, answer.json().code]).toEqual([400, "FST_ERR_VALIDATION"]);
    expect((await get("/api/v1/users/me", ann.headers)).json().data).toEqual(before);
  });

  test("markup is text: it comes back as it was sent, as JSON, never to be sniffed", async () => {
    const bio = '<script>alert("1")</script>';
    await patch({ bio });
    const answer = await get(`/api/v1/users/profile/${ann.id}`);

    expect(answer.json().data.bio).toBe(bio);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("GET /api/v1/users/profile/:id", () => {
  test("is public and tells no address [USR-03] [USR-04] [USR-10] [O-24]", async () => {
    await patch({ name: "Ann" });
    const answer = await get(`/api/v1/users/profile/${ann.id}`);

    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json().data).sort()).toEqual(
      ["id", "name", "slug", "avatar", "bio", "coverUrl", "createdAt"].sort(),
    );
    expect(answer.body).not.toContain("@");
    expect(answer.json().data.name).toBe("Ann");
  });

  test("who has not said a name is not known by their address [USR-04]", async () => {
    const nameless = await makePerson(app, "secret.name@example.com");
    const answer = await get(`/api/v1/users/profile/${nameless.id}`);

    expect(answer.body).not.toContain("secret");
    expect(answer.json().data.name).toBe(answer.json().data.slug);
  });

  test("unknown and suspended users are one 404, malformed ids 400 [USR-08]", async () => {
    const gone = await makePerson(app);
    await db.update(userAccount).set({ status: "suspended" }).where(eq(userAccount.id, gone.id));
    const unknown = await get("/api/v1/users/profile/0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11");
    const suspended = await get(`/api/v1/users/profile/${gone.id}`);

    expect([unknown.statusCode, suspended.statusCode]).toEqual([404, 404]);
    expect(unknown.json().message).toBe(suspended.json().message);
    expect((await get("/api/v1/users/profile/me")).statusCode).toBe(400);
  });
});
