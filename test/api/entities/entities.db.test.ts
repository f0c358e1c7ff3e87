import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { teamPermissions } from "#schemas/shapes/accounts/team.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson, makeTeamEntity, type Person } from "../../helpers/people.ts";
import { rounds } from "../../helpers/races.ts";

const app = await testApp();
const { db } = app;
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const [ann, bob, carl, dora] = await Promise.all([1, 2, 3, 4].map(() => makePerson(app)));
const team = { owner: ann, stranger: bob, member: carl, permitted: dora } as Parameters<
  typeof makeTeamEntity
>[1];
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const get = (url: string, who: Person = team.owner) => app.get(url, who.headers);
const send = (
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  who: Person = team.owner,
) => app.send({ method, url, headers: who.headers, ...(payload === undefined ? {} : { payload }) });
const create = (payload: object, who: Person = team.owner) =>
  send("POST", "/api/v1/entities", payload, who);
const make = async (payload: object = { name: "Example" }, who: Person = team.owner) =>
  (await create(payload, who)).json().id as string;
const stored = async (id: string) => (await db.select().from(entity).where(eq(entity.id, id)))[0];

describe("POST /api/v1/entities", () => {
  test("answers the fields at the top and under data, for either reading [ENT-02] [ENT-05] [ENT-16] [ENT-27] [A-03] [A-37] [O-25]", async () => {
    const answer = await create({ name: " Blue Fund ", entityType: "fund" });
    const { data, meta, ...top } = answer.json();

    expect(answer.statusCode).toBe(201);
    expect(data).toEqual({
      id: uuid,
      name: "Blue Fund",
      slug: "blue-fund",
      entityType: "fund",
      ownerId: team.owner.id,
      description: null,
      logoUrl: null,
      parentId: null,
      collectionId: null,
      status: "active",
      claimStatus: "claimed",
      createdAt: time,
      updatedAt: time,
    });
    expect(top).toEqual(data);
    expect(meta).toEqual({ timestamp: time });
    expect(answer.headers.location).toBe(`/api/v1/entities/${data.id}`);
    expect((await create({ name: "Bare" })).json().entityType).toBe("company");
    const read = await app.get(`/api/v1/entities/${data.id}`, team.owner.headers);
    expect(read.json().data).toEqual(data);
  });

  test.each(["company", "fund", "organization", "nonprofit", "other"])(
    "takes the kind %s [ENT-06] [O-25]",
    async (entityType) => {
      const answer = await create({ name: "Kind", entityType });

      expect([answer.statusCode, answer.json().entityType]).toEqual([201, entityType]);
    },
  );

  test("each issue says where it is, what kind it is of, and what is wanted; other refusals have none [ERR-16] [O-08]", async () => {
    const refused = await create({ name: "a".repeat(201), entityType: "planet" });
    const unknown = await create({ name: "In", collectionId: team.owner.id });

    expect(refused.json().issues).toEqual([
      { path: ["name"], code: expect.any(String), message: expect.stringContaining("200") },
      { path: ["entityType"], code: expect.any(String), message: expect.stringContaining("fund") },
    ]);
    expect([unknown.statusCode, unknown.json().issues]).toEqual([404, []]);
  });

  test("the creator owns it with every permission, and nobody else knows of it [ENT-24] [ENT-25]", async () => {
    const id = await make({ name: "Quiet", ownerId: bob?.id });

    expect((await stored(id))?.published).toBe(false);
    expect((await stored(id))?.ownerId).toBe(team.owner.id);
    expect(await db.select().from(entityMember).where(eq(entityMember.entityId, id))).toEqual([
      expect.objectContaining({
        userId: team.owner.id,
        role: "owner",
        permissions: [...teamPermissions],
      }),
    ]);
    expect((await get(`/api/v1/entities/${id}`, bob)).statusCode).toBe(404);
    expect((await app.get("/v2/entities?search=quiet")).json().data).toEqual([]);
  });

  test("slugs are unique, never reserved, never like those of reference companies [ENT-26] [A-10]", async () => {
    const slugOf = async (name: string) => (await create({ name })).json().slug as string;

    expect(await slugOf("Same Name")).toBe("same-name");
    expect(await slugOf("Same Name")).toMatch(/^same-name-[a-z]{10}$/);
    expect(await slugOf("By Ticker")).toMatch(/^company-by-ticker-[a-z]{10}$/);
    expect(await slugOf("Apple Inc 0000320193")).not.toMatch(/-\d+$/);
    expect(await slugOf("!!!")).toMatch(/^company-[a-z]{10}$/);
  });

  test(`16 at once of one name have sixteen slugs, over ${rounds} rounds [ENT-26]`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      // Letters alone: a number at its end would make it look like a reference company's.
      const word = [round / 26, round % 26].map((n) => String.fromCharCode(97 + n)).join("");
      const name = `Slug Race ${word}`;
      const answers = await Promise.all(Array.from({ length: 16 }, () => create({ name })));
      const slugs = answers.map((one) => one.json().slug);

      expect(new Set(slugs).size).toBe(16);
      expect(slugs.filter((slug) => slug === `slug-race-${word}`).length).toBe(1);
    }
  });

  test("a collection must be one's own, a parent one's to manage [ENT-17] [ENT-10]", async () => {
    const collectionOf = async (who: Person | undefined) =>
      (await send("POST", "/api/v1/collections", { name: "C" }, who)).json().data.id;
    const [own, foreign] = [await collectionOf(team.owner), await collectionOf(bob)];
    const parent = await make({ name: "Parent" });
    const foreignParent = await makeTeamEntity(app, team);

    expect((await create({ name: "In", collectionId: own })).json().collectionId).toBe(own);
    expect((await create({ name: "In", collectionId: foreign })).statusCode).toBe(404);
    expect((await create({ name: "In", collectionId: unknownId })).statusCode).toBe(404);
    expect((await create({ name: "In", collectionId: "x" })).statusCode).toBe(400);
    expect((await create({ name: "Child", parentId: parent })).json().parentId).toBe(parent);
    expect((await create({ name: "Child", parentId: parent }, bob)).statusCode).toBe(404);
    expect((await create({ name: "Child", parentId: foreignParent }, dora)).statusCode).toBe(403);
  });

  test.each([
    {},
    { name: "" },
    { name: 5 },
    { name: "A", entityType: "planet" },
    { name: "A", entityType: null },
    { name: "a".repeat(201) },
  ])(
    "%j is 400 BAD_REQUEST in the entity service's words [ENT-15] [ERR-02] [A-17]",
    async (payload) => {
      const answer = await create(payload);

      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: "BAD_REQUEST", message: "Invalid input data" });
      expect(answer.json().issues.length).toBeGreaterThan(0);
    },
  );
});

describe("GET /api/v1/entities", () => {
  test("answers both documented lists with the same rows and page [ENT-01] [ENT-07] [A-02]", async () => {
    const { data, meta, entities, pagination } = (await get("/api/v1/entities?limit=2")).json();

    expect(entities).toEqual(data);
    expect(pagination).toEqual(meta);
    expect(meta).toMatchObject({ limit: 2, offset: 0 });
    expect((await get("/api/v1/entities")).json().meta.limit).toBe(20);
  });

  test("filters by kind, owner, parent and name, each exactly [ENT-09] [ENT-10] [ENT-11] [ENT-12]", async () => {
    const eve = await makePerson(app);
    const top = await make({ name: "100%_Top", entityType: "nonprofit" }, eve);
    const child = await make({ name: "Child of top", parentId: top, entityType: "fund" }, eve);
    const idsOf = async (query: string) =>
      (await get(`/api/v1/entities?ownerId=${eve.id}&${query}`, eve))
        .json()
        .entities.map((one: { id: string }) => one.id)
        .sort();

    expect(await idsOf("")).toEqual([top, child].sort());
    expect(await idsOf("entityType=fund")).toEqual([child]);
    expect(await idsOf(`parentId=${top}`)).toEqual([child]);
    for (const none of ["parentId=null", "parentId="]) expect(await idsOf(none)).toEqual([top]);
    expect(await idsOf("search=CHILD")).toEqual([child]);
    expect(await idsOf("search=%25")).toEqual([top]);
    expect(await idsOf("search=_")).toEqual([top]);
    expect(await idsOf("search=%5C")).toEqual([]);
    expect(await idsOf("search=')%20or%20true--")).toEqual([]);
  });

  test("sorts by three fields, newest first by default; pages together hold all [ENT-08] [ENT-13] [ENT-14] [CNV-28]", async () => {
    const eve = await makePerson(app);
    for (const name of ["b", "C", "a", "D", "e"]) await make({ name }, eve);
    const namesOf = async (query: string) =>
      (await get(`/api/v1/entities?ownerId=${eve.id}&${query}`, eve))
        .json()
        .entities.map((one: { name: string }) => one.name);

    expect(await namesOf("sortBy=name&sortOrder=asc")).toEqual(["a", "b", "C", "D", "e"]);
    expect(await namesOf("sortBy=name")).toEqual(["e", "D", "C", "b", "a"]);
    const pages = [
      ...(await namesOf("limit=2&offset=0")),
      ...(await namesOf("limit=2&offset=2")),
      ...(await namesOf("limit=2&offset=4")),
    ];
    expect(pages).toEqual(await namesOf("sortBy=createdAt&sortOrder=desc"));
    expect(pages.length).toBe(5);
  });

  test.each([
    "sortBy=ownerId",
    "sortBy=name;drop",
    "sortOrder=up",
    "limit=0",
    "limit=1.5",
    "offset=-1",
    "parentId=x",
    "ownerId=x",
    "entityType=planet",
  ])(
    "%s is 400 in the entity service's words [ENT-13] [ENT-14] [ENT-15] [CNV-26]",
    async (query) => {
      const answer = await get(`/api/v1/entities?${query}`);

      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe("Invalid input data");
    },
  );

  test("reference companies are listed and read by everybody who is signed in, and changed by nobody [PIP-01]", async () => {
    const company = await makeCompany(db, { name: "Reference Inc." });
    const { entities } = (await get("/api/v1/entities?search=reference inc", bob)).json();

    expect(entities).toEqual([
      expect.objectContaining({ id: company.id, ownerId: null, claimStatus: "unclaimed" }),
    ]);
    const url = `/api/v1/entities/${company.id}`;
    expect((await send("PATCH", url, { name: "Mine" }, bob)).statusCode).toBe(403);
    expect((await send("PUT", url, { data: { name: "Mine" } }, bob)).statusCode).toBe(403);
    expect((await send("DELETE", url, undefined, bob)).statusCode).toBe(403);
    expect((await stored(company.id))?.name).toBe("Reference Inc.");
  });
});

describe("GET /api/v1/entities/:id", () => {
  test("ids are UUIDs of versions 1 to 8, nil or max; anything else is 400 [ENT-03] [ENT-18] [ENT-19]", async () => {
    const [nil, max] = ["0", "f"].map((digit) =>
      "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".replaceAll("x", digit),
    );
    const ofVersion = (version: number) => `0b7c1a58-1c39-${version}c0e-9a3f-6f0f0d2f4a11`;
    for (const id of [nil, max, ...[1, 2, 3, 4, 5, 6, 7, 8].map(ofVersion)]) {
      expect((await get(`/api/v1/entities/${id}`)).statusCode).toBe(404);
    }
    for (const id of [ofVersion(9), ofVersion(0), "x", "1", "null"]) {
      expect((await get(`/api/v1/entities/${id}`)).statusCode).toBe(400);
    }
    const id = await make();
    expect((await get(`/api/v1/entities/${id.toUpperCase()}`)).json().id).toBe(id);
  });
});

describe("PUT and PATCH /api/v1/entities/:id", () => {
  test("each takes the fields bare or under data, and changes only what is given [ENT-04] [ENT-20] [ENT-21] [A-04]", async () => {
    const id = await make({ name: "Start", description: "Kept" });
    const url = `/api/v1/entities/${id}`;

    expect((await send("PUT", url, { data: { name: "Put" } })).json()).toMatchObject({
      name: "Put",
      data: { name: "Put", description: "Kept" },
    });
    expect((await send("PUT", url, { name: "Put bare" })).json().name).toBe("Put bare");
    expect((await send("PATCH", url, { name: "Patched" })).json().name).toBe("Patched");
    expect((await send("PATCH", url, { data: { description: null } })).json()).toMatchObject({
      name: "Patched",
      description: null,
      slug: "start",
    });
    for (const payload of [{ data: "x" }, { data: [] }, { data: null }, { name: 5 }]) {
      expect((await send("PUT", url, payload)).statusCode).toBe(400);
    }
  });

  test("an empty change changes nothing, not even updatedAt [STA-11]", async () => {
    const id = await make();
    const before = await stored(id);

    expect((await send("PATCH", `/api/v1/entities/${id}`, {})).statusCode).toBe(200);
    expect((await send("PUT", `/api/v1/entities/${id}`, { data: {} })).statusCode).toBe(200);
    expect(await stored(id)).toEqual(before);
  });

  test.each(["PUT", "PATCH"] as const)(
    "%s: nobody sets what is not theirs to set [ENT-24]",
    async (method) => {
      const id = await make({ name: "Fixed" });
      const before = await stored(id);
      const taken = {
        id: unknownId,
        ownerId: bob?.id,
        slug: "apple-inc",
        status: "archived",
        verified: true,
        published: true,
        claimStatus: "unclaimed",
        parentId: null,
        createdAt: "2000-01-01T00:00:00Z",
        updatedAt: "2000-01-01T00:00:00Z",
        permissions: ["*"],
      };
      for (const payload of [taken, { data: taken }]) {
        const answer = await send(method, `/api/v1/entities/${id}`, payload);
        expect(answer.statusCode).toBe(200);
        expect(await stored(id)).toEqual(before);
      }
      const polluted = await app.send({
        method,
        url: `/api/v1/entities/${id}`,
        headers: { ...team.owner.headers, "content-type": "application/json" },
        payload: '{"name":"x","__proto__":{"polluted":1}}',
      });
      expect(polluted.statusCode).toBe(400);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    },
  );

  const links = ["javascript:alert(1)", "data:text/html,x", "ftp://a.example", "//a", "x"];
  test.each([...links, "https://a.example/\u202egnp", "https://a.example/\u0007"])(
    "a logo at %s is 400",
    async (logoUrl) => {
      const id = await make();
      const url = `/api/v1/entities/${id}`;

      expect((await send("PATCH", url, { logoUrl })).statusCode).toBe(400);
      expect(
        (await send("PATCH", url, { logoUrl: "https://a.example/logo.png" })).json().logoUrl,
      ).toBe("https://a.example/logo.png");
    },
  );

  test("takes the permission listing.manage: a plain member may not, its holder may [ENT-23]", async () => {
    const id = await makeTeamEntity(app, team);
    const patch = (who: Person) => send("PATCH", `/api/v1/entities/${id}`, { name: "New" }, who);

    expect((await patch(team.member)).statusCode).toBe(403);
    expect((await patch(team.permitted)).statusCode).toBe(200);
    await db
      .update(entityMember)
      .set({ permissions: ["manage_hiring_roles", "review_applications"] })
      .where(eq(entityMember.userId, team.permitted.id));
    expect((await patch(team.permitted)).statusCode).toBe(403);
  });
});

describe("DELETE /api/v1/entities/:id", () => {
  test("is for good: the second is 404, and the slug is free again [ENT-22] [ENT-23]", async () => {
    const id = await make({ name: "Short lived" });
    const deleted = await send("DELETE", `/api/v1/entities/${id}`);

    expect(deleted.statusCode).toBe(200);
    expect(deleted.json()).toEqual({
      success: true,
      data: { success: true },
      meta: { timestamp: time },
    });
    expect((await send("DELETE", `/api/v1/entities/${id}`)).statusCode).toBe(404);
    expect((await get(`/api/v1/entities/${id}`)).statusCode).toBe(404);
    expect((await create({ name: "Short lived" })).json().slug).toBe("short-lived");
    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, id));
    expect(log.map(({ action }) => action)).toEqual(["entity.created", "entity.deleted"]);
  });

  test("holders of permissions and administrators do not own by that", async () => {
    const id = await makeTeamEntity(app, team);
    const url = `/api/v1/entities/${id}`;

    expect((await send("DELETE", url, undefined, team.permitted)).statusCode).toBe(403);
    expect((await send("DELETE", url, undefined, team.member)).statusCode).toBe(403);
    expect((await stored(id))?.id).toBe(id);
  });

  test("a claimed company of the public record stays", async () => {
    const company = await makeCompany(db, { ownerId: team.owner.id, claimStatus: "claimed" });
    const answer = await send("DELETE", `/api/v1/entities/${company.id}`);

    expect([answer.statusCode, answer.json().code]).toEqual([409, "CONFLICT"]);
    expect((await stored(company.id))?.id).toBe(company.id);
  });

  test("children lose their parent, not themselves", async () => {
    const parent = await make({ name: "Above" });
    const child = await make({ name: "Below", parentId: parent });
    await send("DELETE", `/api/v1/entities/${parent}`);

    expect((await stored(child))?.parentId).toBeNull();
  });

  test(`16 at once: one success, over ${rounds} rounds [STA-12]`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await make({ name: "Race" });
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => send("DELETE", `/api/v1/entities/${id}`)),
      );
      expect(answers.filter((one) => one.statusCode === 200).length).toBe(1);
      expect(answers.filter((one) => one.statusCode === 404).length).toBe(15);
    }
  });
});

describe.each(["/v2/entities/:id/team", "/api/v1/entities/:id/members"])("%s", (path) => {
  const urlOf = (id: string) => path.replace(":id", id);

  test("shows roles and permissions to the team, addresses to owners and admins [AUT-28] [AUT-38] [O-06]", async () => {
    const id = await makeTeamEntity(app, team);
    const seen = (await get(urlOf(id), team.member)).json().data;
    const managed = (await get(urlOf(id))).json().data;

    expect(seen.length).toBe(3);
    expect(seen.every((one: { email: null }) => one.email === null)).toBe(true);
    expect(managed.find((one: { userId: string }) => one.userId === team.permitted.id)).toEqual({
      id: team.permitted.id,
      userId: team.permitted.id,
      name: expect.any(String),
      email: expect.stringContaining("@"),
      avatar: null,
      role: "member",
      permissions: [...teamPermissions],
      status: "active",
      joinedAt: time,
    });
  });

  test("invites with permissions, which hold once the invitation is accepted [AUT-38]", async () => {
    const id = await makeTeamEntity(app, team);
    const eve = await makePerson(app);
    const payload = { userId: eve.id, permissions: ["listing.manage", "listing.manage"] };
    const invited = await send("POST", urlOf(id), payload);
    expect(invited.statusCode).toBe(201);
    expect(invited.json().data).toMatchObject({
      status: "invited",
      permissions: ["listing.manage"],
    });
    const patch = () => send("PATCH", `/api/v1/entities/${id}`, { name: "Eve's" }, eve);
    expect((await patch()).statusCode).toBe(404);

    await send("POST", `/api/v1/invitations/${invited.json().data.id}/accept`, undefined, eve);

    expect((await patch()).statusCode).toBe(200);
    expect((await get(`/v2/entities/${id}/contacts`, eve)).statusCode).toBe(200);
  });

  test("changes and removes members, but never the owner", async () => {
    const id = await makeTeamEntity(app, team);
    const member = `${urlOf(id)}/${team.member.id}`;
    const change = (payload: object, who = team.owner) => send("PATCH", member, payload, who);

    expect((await change({ permissions: ["listing.manage"] })).json().data).toMatchObject({
      role: "member",
      permissions: ["listing.manage"],
    });
    expect((await change({ role: "admin" })).json().data.role).toBe("admin");
    expect((await change({ role: "owner" })).statusCode).toBe(400);
    expect((await change({ permissions: ["*"] })).statusCode).toBe(400);
    const owner = `${urlOf(id)}/${team.owner.id}`;
    expect((await send("PATCH", owner, { role: "member" }, team.member)).statusCode).toBe(409);
    expect((await send("DELETE", owner, undefined, team.member)).statusCode).toBe(409);
    expect((await send("DELETE", member, undefined, team.permitted)).statusCode).toBe(403);
    expect((await send("DELETE", member, undefined, team.member)).json().data).toEqual({
      userId: team.member.id,
      removed: true,
    });
    expect((await get(`/api/v1/entities/${id}`, team.member)).statusCode).toBe(404);
    expect((await send("DELETE", member)).statusCode).toBe(404);
  });

  test("a member of one team is nobody under another of the same owner, and stays what they are", async () => {
    const [own, other] = [await makeTeamEntity(app, team), await makeTeamEntity(app, team)];
    expect((await send("DELETE", `${urlOf(other)}/${team.member.id}`)).statusCode).toBe(200);
    const foreign = `${urlOf(other)}/${team.member.id}`;

    expect((await send("PATCH", foreign, { role: "admin" })).statusCode).toBe(404);
    expect((await send("DELETE", foreign)).statusCode).toBe(404);
    const members = (await get(urlOf(own))).json().data;
    expect(members).toContainEqual(
      expect.objectContaining({ userId: team.member.id, role: "member" }),
    );
  });

  test("what was done is in the log that the owner reads, newest first", async () => {
    const id = await make({ name: "Logged" });
    await send("PATCH", `/api/v1/entities/${id}`, { name: "Logged again" });
    await send("POST", urlOf(id), { email: "secret@example.com" });
    const answer = await get(`/v2/entities/${id}/audit-log`);

    expect(answer.json().meta).toEqual({ total: 3, limit: 20, offset: 0, hasMore: false });
    expect(answer.json().data.map((one: { action: string }) => one.action)).toEqual([
      "member.invited",
      "entity.updated",
      "entity.created",
    ]);
    expect(answer.json().data[1]).toMatchObject({
      actorId: team.owner.id,
      detail: { fields: ["name"] },
      at: time,
    });
    expect(answer.body).not.toContain("secret@");
  });
});
