import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeamEntity, type Person } from "../../helpers/people.ts";
import { makeHirer, makeRole, sampleRole } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const hirer = await makeHirer(app);
const { owner, member, stranger, permitted, entityId } = hirer;
const at = `/api/v1/entities/${entityId}/hiring/roles`;

const ask = (method: "POST" | "PUT" | "DELETE", url: string, who: Person, payload: object = {}) =>
  app.send({ method, url, headers: who.headers, payload });
const create = (payload: object, who = owner) => ask("POST", at, who, payload);
const idsOf = async (query: string) =>
  (await app.get(`/api/v1/hiring/roles?limit=100&entityId=${entityId}&${query}`))
    .json()
    .data.map(({ id }: { id: string }) => id);
const role = (values: object = {}, status?: "draft" | "closed") =>
  makeRole(app, { by: owner, entityId, values, ...(status && { status }) });

describe("creating a role", () => {
  test("takes every field, makes a draft and answers the whole role [HIR-13] [HIR-26] [HIR-27] [HIR-92] [AUT-26]", async () => {
    const made = await create(sampleRole, permitted);
    const { rubric, problemSpecs, skills, ...plain } = sampleRole;
    expect(made.statusCode).toBe(201);
    expect(made.json().meta.warnings).toBeUndefined();
    expect(made.json().data).toMatchObject({ ...plain, entityId, status: "draft" });
    expect(made.json().data.rubric).toEqual({
      version: 1,
      dimensions: rubric.dimensions.map((one) => ({ ...one, description: null })),
    });
    expect(made.json().data.problemSpecs).toEqual([{ ...problemSpecs[0], successCriteria: null }]);
    expect(made.json().data.skills).toMatchObject([
      skills[0],
      { name: "PostgreSQL", importance: "preferred" },
      skills[2],
    ]);
  });

  test("is private unless given; the simplified form is public [HIR-90] [HIR-93] [O-37] [A-06]", async () => {
    const full = (await create({ title: "Clerk" })).json().data;
    expect(full).toMatchObject({ visibility: "private", description: null, location: null });
    expect(full).toMatchObject({ remotePolicy: null, salaryRange: null, rubric: null });
    const body = { title: "Clerk", entityId, remotePolicy: "remote" };
    const simple = await ask("POST", "/api/v1/hiring/roles", owner, body);
    expect(simple.json().data).toMatchObject({ ...body, visibility: "public", status: "draft" });
    const whole = { ...sampleRole, entityId };
    const taken = await ask("POST", "/api/v1/hiring/roles", owner, whole);
    expect(taken.json().data.rubric.version).toBe(1);
    for (const who of [member, stranger]) {
      const refused = await ask("POST", "/api/v1/hiring/roles", who, body);
      expect(refused.statusCode).toBe(who === member ? 403 : 404);
    }
  });

  test("takes an equal entityId under the entity's path and refuses another one [A-06]", async () => {
    expect((await create({ title: "Clerk", entityId })).statusCode).toBe(201);
    const other = await makeTeamEntity(app, hirer);
    const refused = await create({ title: "Clerk", entityId: other });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().code).toBe("BAD_REQUEST");
  });

  const dimension = { name: "Craft", weight: 1 };
  test.each<[string, object, number]>([
    ["no title [HIR-14]", { title: undefined }, 400],
    ["a blank title", { title: "  " }, 400],
    ["null fields [HIR-15]", { description: null, location: null, remotePolicy: null }, 201],
    ["another remote policy [HIR-16]", { remotePolicy: "sometimes" }, 400],
    ["another visibility [HIR-19]", { visibility: "secret" }, 400],
    ["min above max [HIR-18]", { salaryRange: { ...sampleRole.salaryRange, min: 90_001 } }, 400],
    [
      "a made-up currency [HIR-18]",
      { salaryRange: { ...sampleRole.salaryRange, currency: "XXQ" } },
      400,
    ],
    [
      "a currency in lower case",
      { salaryRange: { ...sampleRole.salaryRange, currency: "eur" } },
      400,
    ],
    [
      "another period [HIR-17]",
      { salaryRange: { ...sampleRole.salaryRange, period: "daily" } },
      400,
    ],
    ["a negative salary", { salaryRange: { ...sampleRole.salaryRange, min: -1 } }, 400],
    ["a salary beyond money", { salaryRange: { ...sampleRole.salaryRange, max: 1e308 } }, 400],
    [
      "a prompt of 1000 characters [HIR-22] [LIM-13]",
      { problemSpecs: [{ prompt: "x".repeat(1000) }] },
      201,
    ],
    [
      "a prompt of 1001 characters [HIR-22] [LIM-13]",
      { problemSpecs: [{ prompt: "x".repeat(1001) }] },
      400,
    ],
    [
      "two problems of one id [HIR-21]",
      {
        problemSpecs: [
          { id: "a", prompt: "1" },
          { id: "a", prompt: "2" },
        ],
      },
      400,
    ],
    [
      "a weight above 1 [HIR-24] [LIM-15]",
      { rubric: { dimensions: [{ ...dimension, weight: 1.01 }] } },
      400,
    ],
    [
      "a negative weight [HIR-24]",
      { rubric: { dimensions: [{ ...dimension, weight: -0.1 }] } },
      400,
    ],
    [
      "a scale without width [HIR-23]",
      { rubric: { dimensions: [{ ...dimension, scaleMin: 3, scaleMax: 3 }] } },
      400,
    ],
    [
      "two dimensions of one id [HIR-23]",
      {
        rubric: {
          dimensions: [
            { ...dimension, id: "d" },
            { ...dimension, id: "d" },
          ],
        },
      },
      400,
    ],
    ["a skill of signs alone", { skills: [{ name: "!!!" }] }, 400],
    ["an importance that is none", { skills: [{ name: "Go", importance: "vital" }] }, 400],
    ["a title with a direction mark", { title: "a\u202Eb" }, 400],
    ["a number for the title", { title: 7 }, 400],
  ])("with %s", async (_, values, status) => {
    const before = (await app.get(at, owner.headers)).json().meta.total;
    const made = await create({ ...sampleRole, ...values });
    expect(made.statusCode, made.body).toBe(status);
    const after = (await app.get(at, owner.headers)).json().meta.total;
    expect(after - before).toBe(status === 201 ? 1 : 0);
  });

  test("weights that do not sum to 1 are taken with a warning [HIR-25] [A-16] [LIM-15]", async () => {
    const warned = async (weights: number[]) => {
      const dimensions = weights.map((weight, n) => ({ name: `D${n}`, weight }));
      const made = await create({ ...sampleRole, rubric: { dimensions } });
      return [made.statusCode, made.json().meta.warnings?.length ?? 0];
    };
    expect(await warned([0.5, 0.4])).toEqual([201, 1]);
    expect(await warned([0.5, 0.499])).toEqual([201, 0]);
    expect(await warned([0.1, 0.2, 0.7])).toEqual([201, 0]);
    expect(await warned([0, 0])).toEqual([201, 1]);
  });
});

describe("changing a role", () => {
  test("changes what is given and keeps the rest; null empties [HIR-28]", async () => {
    const { roleId } = await role();
    const changed = await ask("PUT", `${at}/${roleId}`, permitted, {
      title: "Lead",
      location: null,
    });
    expect(changed.json().data).toMatchObject({
      title: "Lead",
      location: null,
      description: sampleRole.description,
      rubric: { version: 1 },
    });
  });

  test("does not change the status [HIR-29] [STA-01]", async () => {
    const { roleId } = await role({}, "draft");
    const url = `${at}/${roleId}`;
    expect((await ask("PUT", url, owner, { title: "X", status: "published" })).statusCode).toBe(
      400,
    );
    const read = (await app.get(`/api/v1/hiring/roles/${roleId}`, owner.headers)).json().data;
    expect(read).toMatchObject({ title: sampleRole.title, status: "draft" });
    expect((await ask("PUT", url, owner, read)).statusCode).toBe(200);
  });

  test("another rubric is a new version, the same one is not [HIR-23]", async () => {
    const { roleId } = await role();
    const url = `${at}/${roleId}`;
    const versionAfter = async (body: object) =>
      (await ask("PUT", url, owner, body)).json().data.rubric?.version ?? null;
    const { rubric } = (await app.get(`/api/v1/hiring/roles/${roleId}`, owner.headers)).json().data;
    expect(await versionAfter({ rubric })).toBe(1);
    const dimensions = [{ name: "All", weight: 1 }];
    expect(await versionAfter({ rubric: { dimensions } })).toBe(2);
    expect(await versionAfter({ rubric: null })).toBeNull();
    expect(await versionAfter({ rubric: { dimensions } })).toBe(3);
  });
});

describe("publish and close", () => {
  const move = (roleId: string, act: string, who = owner) =>
    ask("POST", `${at}/${roleId}/${act}`, who);

  test("move a role from draft to published to closed, and no other way [HIR-20] [HIR-30] [HIR-31] [HIR-33] [HIR-35] [STA-01] [A-15] [O-35]", async () => {
    const { roleId } = await role({}, "draft");
    const early = await move(roleId, "close");
    expect([early.statusCode, early.json().code]).toEqual([409, "CONFLICT"]);
    expect(early.json().message).toContain("draft");
    const published = await move(roleId, "publish", permitted);
    expect(published.json().data).toMatchObject({
      status: "published",
      publishedAt: expect.any(String),
    });
    expect((await move(roleId, "publish")).statusCode).toBe(409);
    const closed = await move(roleId, "close");
    expect(closed.json().data.status).toBe("closed");
    expect((await move(roleId, "close")).json().data).toEqual(closed.json().data);
    expect((await move(roleId, "publish")).statusCode).toBe(409);
  });

  test("are written in the audit log of the entity", async () => {
    const { roleId } = await role({}, "closed");
    const log = (await app.get(`/v2/entities/${entityId}/audit-log`, owner.headers)).json().data;
    const of = log.filter(({ detail }: { detail: { id?: string } }) => detail.id === roleId);
    expect(of.map(({ action }: { action: string }) => action)).toEqual([
      "hiring_role.closed",
      "hiring_role.published",
    ]);
  });

  test("members without the permission get 403, others 404 and no data [HIR-38] [HIR-39] [AUT-26]", async () => {
    const { roleId } = await role({ title: "Hidden title", visibility: "private" }, "draft");
    const asks: ["POST" | "PUT", string][] = [
      ["POST", at],
      ["PUT", `${at}/${roleId}`],
      ["POST", `${at}/${roleId}/publish`],
      ["POST", `${at}/${roleId}/close`],
    ];
    for (const [method, url] of asks) {
      expect((await ask(method, url, member, { title: "X" })).statusCode).toBe(403);
      const refused = await ask(method, url, stranger, { title: "X" });
      expect(refused.statusCode).toBe(404);
      expect(refused.body).not.toContain("Hidden title");
    }
    expect((await app.get(at, stranger.headers)).statusCode).toBe(404);
    expect((await app.get(at, member.headers)).body).toContain("Hidden title");
  });

  test("a role under another entity's path is 404 [HIR-37]", async () => {
    const { roleId } = await role({}, "draft");
    const other = await makeTeamEntity(app, hirer);
    const url = `/api/v1/entities/${other}/hiring/roles/${roleId}`;
    expect((await ask("PUT", url, owner, { title: "X" })).statusCode).toBe(404);
    expect((await ask("POST", `${url}/publish`, owner)).statusCode).toBe(404);
  });
});

describe("reading roles", () => {
  test("the public list has published public roles alone, without a credential [HIR-01] [HIR-08] [HIR-09] [A-05]", async () => {
    const { roleId } = await role({ title: "Listed one" });
    const hidden = [
      await role({}, "draft"),
      await role({}, "closed"),
      await role({ visibility: "unlisted" }),
      await role({ visibility: "private" }),
    ];
    const listed = await idsOf("status=published&visibility=public");
    expect(listed).toContain(roleId);
    for (const { roleId: id } of hidden) expect(listed).not.toContain(id);
    const [item] = (await app.get(`/api/v1/hiring/roles?entityId=${entityId}&limit=1`)).json().data;
    const keys = ["id", "title", "entityId", "location", "remotePolicy", "status", "createdAt"];
    expect(Object.keys(item)).toEqual(expect.arrayContaining([...keys, "updatedAt", "entityName"]));
    expect(item).not.toHaveProperty("rubric");
    expect(item).not.toHaveProperty("problemSpecs");
  });

  test("the filters find what they name [HIR-02] [HIR-03] [HIR-04] [HIR-05] [HIR-07]", async () => {
    const { roleId } = await role({
      title: "Glassblower",
      description: "Keeps the annealing lehr.",
      location: "Jena, Thuringia",
      remotePolicy: "onsite",
    });
    for (const search of ["glassblower", "GLASSBLOWER", "annealing", "Glassblo", "glasblower"]) {
      expect(await idsOf(`search=${search}`)).toEqual([roleId]);
    }
    expect(await idsOf("search=jena")).toEqual([]);
    expect(await idsOf("location=jena")).toEqual([roleId]);
    expect(await idsOf("location=%25")).toEqual([]);
    expect(await idsOf("remotePolicy=onsite")).toEqual([roleId]);
    expect(await idsOf("search=glassblower&remotePolicy=remote")).toEqual([]);
    const { id: unknown } = stranger;
    expect((await app.get(`/api/v1/hiring/roles?entityId=${unknown}`)).json().data).toEqual([]);
    const all = await idsOf("");
    expect(await idsOf("offset=1")).toEqual(all.slice(1));
  });

  test.each([
    ["limit=0", 400],
    ["limit=1", 200],
    ["limit=100", 200],
    ["limit=101", 400],
    ["limit=1.5", 400],
    ["remotePolicy=moon", 400],
    ["entityId=x", 400],
    ["offset=-1", 400],
    ["status=draft", 400],
  ])("%s is %i [HIR-04] [HIR-05] [HIR-06] [LIM-07]", async (query, status) => {
    expect((await app.get(`/api/v1/hiring/roles?${query}`)).statusCode).toBe(status);
  });

  test("20 are listed unless the client says otherwise [HIR-06] [LIM-07]", async () => {
    expect((await app.get("/api/v1/hiring/roles")).json().meta.limit).toBe(20);
  });

  test("the detail is for accounts; private roles and drafts are the team's [HIR-10] [HIR-11] [HIR-12] [AUT-12]", async () => {
    const read = async ({ roleId }: { roleId: string }, who: Person | null) =>
      (await app.get(`/api/v1/hiring/roles/${roleId}`, who?.headers ?? {})).statusCode;
    const open = [await role(), await role({ visibility: "unlisted" }), await role({}, "closed")];
    const closed = [await role({ visibility: "private" }), await role({}, "draft")];
    for (const one of open) {
      expect([await read(one, null), await read(one, stranger), await read(one, member)]).toEqual([
        401, 200, 200,
      ]);
    }
    for (const one of closed) {
      expect([await read(one, null), await read(one, stranger), await read(one, member)]).toEqual([
        401, 404, 200,
      ]);
    }
  });

  test("literal words are not taken for ids [HIR-72] [A-08]", async () => {
    const bookmarks = await app.get("/api/v1/hiring/roles/bookmarks", stranger.headers);
    expect(bookmarks.json().data).toEqual([]);
    const malformed = await app.get("/api/v1/hiring/roles/bookmark", stranger.headers);
    expect([malformed.statusCode, malformed.json().code]).toEqual([400, "FST_ERR_VALIDATION"]);
  });

  test("the team's list has all roles, newest first [HIR-36]", async () => {
    const { roleId } = await role({ visibility: "private" }, "draft");
    const { data } = (await app.get(at, member.headers)).json();
    expect(data[0].id).toBe(roleId);
  });
});

describe("bookmarks", () => {
  test("are added and removed once each and are the caller's alone [HIR-40] [HIR-41] [HIR-42]", async () => {
    const ann = await makePerson(app);
    const { roleId } = await role();
    const url = `/api/v1/hiring/roles/${roleId}/bookmark`;
    const listOf = async (who: Person) =>
      (await app.get("/api/v1/hiring/roles/bookmarks", who.headers)).json();
    for (const _ of [1, 2]) {
      expect((await ask("POST", url, ann)).json().data).toEqual({ roleId, bookmarked: true });
    }
    const { data, meta } = await listOf(ann);
    expect(data).toMatchObject([{ id: roleId, bookmarkedAt: expect.stringMatching(/Z$/) }]);
    expect(meta.total).toBe(1);
    expect((await listOf(owner)).data).toEqual([]);
    for (const _ of [1, 2]) {
      expect((await ask("DELETE", url, ann)).json().data).toEqual({ roleId, bookmarked: false });
    }
    expect((await listOf(ann)).data).toEqual([]);
  });

  test("of a role that became private are hidden, and can be removed", async () => {
    const ann = await makePerson(app);
    const { roleId } = await role({ title: "Soon hidden" });
    const url = `/api/v1/hiring/roles/${roleId}/bookmark`;
    await ask("POST", url, ann);
    await ask("PUT", `${at}/${roleId}`, owner, { visibility: "private" });
    const list = await app.get("/api/v1/hiring/roles/bookmarks", ann.headers);
    expect(list.body).not.toContain("Soon hidden");
    expect((await ask("POST", url, ann)).statusCode).toBe(404);
    expect((await ask("DELETE", url, ann)).statusCode).toBe(200);
    expect((await ask("DELETE", url, ann)).statusCode).toBe(404);
  });
});
