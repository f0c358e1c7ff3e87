import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findBreak } from "#api/data/hash-chain.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { startupListing, startupVersion } from "#schemas/tables/platform/startup.ts";
import { testApp } from "../../helpers/app.ts";
import { makeTeam, makeTeamEntity, type Person } from "../../helpers/people.ts";
import { makeStartup, makeTeamStartup, makeTwo, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const team = await makeTeam(app);
const [founder, reader] = (await makeTwo(app)) as [Person, Person];

const read = (url: string, who: Person = reader) => app.get(`/v2${url}`, who.headers);
const patch = (id: string, payload: object, headers: object = {}) =>
  app.send({
    method: "PATCH",
    url: `/v2/startups/${id}`,
    headers: { ...founder.headers, ...headers },
    payload,
  });

describe("opting in", () => {
  test("makes an unpublished listing that only the team knows [STP-15] [STP-16] [STP-18] [STA-07]", async () => {
    const name = `Hidden ${randomUUID()}`;
    const { id, slug, entityId } = await makeTeamStartup(app, team, { name });
    const seen = await read(`/entities/${entityId}/startup-listing`, team.owner);
    expect(seen.json().data).toMatchObject({ id, name, status: "unpublished" });
    for (const at of [id, slug, entityId]) {
      expect((await read(`/startups/${at}`)).statusCode).toBe(404);
      expect((await read(`/startups/${at}`, team.member)).statusCode).toBe(200);
    }
    expect((await read(`/entities/${entityId}/startup-listing`)).statusCode).toBe(404);
    for (const who of [reader, team.owner]) {
      expect((await read("/startups?limit=100", who)).body).not.toContain(name);
    }
  });

  test("is for the owner of the entity only, and once [STP-16] [STP-17]", async () => {
    const entityId = await makeTeamEntity(app, team, { published: true });
    const ask = (who: Person) =>
      app.send({
        method: "POST",
        url: `/v2/entities/${entityId}/startup-listing`,
        headers: who.headers,
        payload: {},
      });
    for (const who of [team.member, team.permitted, team.stranger]) {
      expect((await ask(who)).statusCode).toBe(403);
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(team.owner)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      201,
      ...Array(7).fill(409),
    ]);
    const rows = await app.db
      .select({ id: startupListing.id })
      .from(startupListing)
      .where(eq(startupListing.entityId, entityId));
    expect(rows).toHaveLength(1);
  });
});

describe("a published startup", () => {
  test("is read by listing id, slug and entity id alike [STP-02] [STP-04]", async () => {
    const { id, slug, entityId } = await makeStartup(app, founder, { name: "Robots & Sons" });
    const answers = await Promise.all([id, slug, entityId].map((at) => read(`/startups/${at}`)));
    const [first] = answers.map((one) => one.json().data);
    expect(first).toMatchObject({ id, slug, entityId, name: "Robots & Sons" });
    for (const one of answers) expect(one.json().data).toEqual(first);
  });

  test("is listed, and taken out again with all its addresses [STP-01] [STP-18]", async () => {
    const name = `Listed ${randomUUID()}`;
    const { id, slug } = await makeStartup(app, founder, { name });
    expect((await read("/startups")).body).toContain(name);
    await must(app, founder, `POST /startups/${id}/unpublish`);
    expect((await read("/startups")).body).not.toContain(name);
    expect((await read(`/startups/${slug}`)).statusCode).toBe(404);
  });

  test("of another owner is not changed: 403 when visible, 404 when not [STP-79]", async () => {
    const { id } = await makeStartup(app, founder);
    const hidden = await makeTeamStartup(app, team);
    const ask = (at: string) =>
      app.send({
        method: "PATCH",
        url: `/v2/startups/${at}`,
        headers: reader.headers,
        payload: { tagline: "Mine" },
      });
    expect((await ask(id)).statusCode).toBe(403);
    expect((await ask(hidden.id)).statusCode).toBe(404);
    expect((await ask(randomUUID())).statusCode).toBe(404);
  });

  test("changes its profile and capital status, and each change is a version in a whole chain [STP-03] [STP-05] [STP-11]", async () => {
    const { id } = await makeStartup(app, founder, { tagline: "First" });
    for (const status of ["not_raising", "planning", "open_to_relationships", "actively_raising"]) {
      const answer = await patch(id, { capitalStatus: { status } });
      expect(answer.json().data.capitalStatus.status).toBe(status);
    }
    expect((await patch(id, { capitalStatus: { status: "rich" } })).statusCode).toBe(400);
    const before = (await read(`/startups/${id}`)).json().data;
    // The same again is no version.
    await patch(id, { tagline: "First" });
    expect((await read(`/startups/${id}`)).json().data).toEqual(before);

    const { data } = (await read(`/startups/${id}/profile/versions`, founder)).json();
    expect(data.map((one: { version: number }) => one.version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(data[0].content.members.capitalStatus).toBe("actively_raising");
    expect(before.version).toBe(6);
    expect((await read(`/startups/${id}/profile/versions`)).statusCode).toBe(403);

    const chain = () =>
      app.db
        .select()
        .from(startupVersion)
        .where(eq(startupVersion.startupListingId, id))
        .orderBy(startupVersion.version);
    expect(findBreak(await chain())).toBeNull();
    const [, second] = await chain();
    const content = { ...second?.content, name: "Changed" } as never;
    await app.db
      .update(startupVersion)
      .set({ content })
      .where(eq(startupVersion.id, second?.id ?? ""));
    expect(findBreak(await chain())).toBe(2);
  });

  test("refuses a change of another version than the client saw, and an amount without a currency of ISO 4217", async () => {
    const { id } = await makeStartup(app, founder);
    const tag = (await read(`/startups/${id}`)).headers.etag ?? "";
    expect((await patch(id, { tagline: "One" }, { "if-match": tag })).statusCode).toBe(200);
    expect((await patch(id, { tagline: "Two" }, { "if-match": tag })).statusCode).toBe(412);
    expect((await patch(id, { tagline: "Two", version: 1 })).statusCode).toBe(409);
    for (const currency of [undefined, "ZZZ", "usd"]) {
      const amount = { capitalStatus: { targetAmount: "100", currency } };
      expect((await patch(id, amount)).statusCode).toBe(400);
    }
    expect((await read(`/startups/${id}`)).json().data.tagline).toBe("One");
  });
});

describe("filters and search", () => {
  test("match what everybody may read, never what is hidden [STP-01] [STP-51]", async () => {
    const word = `zebrafinch${randomUUID().slice(0, 8)}`;
    const profile = { description: `We sell ${word}`, sector: word, stage: word, location: word };
    const { id } = await makeStartup(app, founder, profile);
    const queries = [`search=${word}`, `sector=${word}`, `stage=${word}`, `location=${word}`];
    const found = async (who: Person) =>
      Promise.all(queries.map(async (q) => (await read(`/startups?${q}`, who)).json().meta.total));
    expect(await found(reader)).toEqual([1, 1, 1, 1]);
    const audiences = Object.fromEntries(
      ["description", "sector", "stage", "location"].map((member) => [member, "follower"]),
    );
    await patch(id, { audiences });
    expect(await found(reader)).toEqual([0, 0, 0, 0]);
    // Its own founder does not find it either: the answer would tell others that it matched.
    expect(await found(founder)).toEqual([0, 0, 0, 0]);
  });

  test.each(["'", "\\", "%", "a & | !", "\u0000", "((", "ts:*", "x".repeat(200)])(
    "take %j without an error",
    async (typed) => {
      const answer = await read(
        `/startups?search=${encodeURIComponent(typed)}&location=${encodeURIComponent(typed)}`,
      );
      expect([200, 400]).toContain(answer.statusCode);
    },
  );
});

describe("previews", () => {
  test("show exactly what an audience gets, and need one that exists [STP-06] [STP-07] [STP-09] [STP-10]", async () => {
    const { id } = await makeStartup(app, founder, {
      tagline: "For all",
      sector: "Robotics",
      capitalStatus: { status: "planning", targetAmount: "2500000.50", currency: "USD" },
      audiences: { sector: "follower" },
    });
    const preview = async (audience: string) =>
      (await read(`/startups/${id}/profile/preview?audience=${audience}`, founder)).json().data;
    const asPublic = await preview("public");
    expect(asPublic).toMatchObject({ tagline: "For all", sector: null });
    expect(asPublic.capitalStatus).toMatchObject({ status: "planning", targetAmount: null });
    expect(await preview("follower")).toMatchObject({ sector: "Robotics" });
    expect((await preview("capital")).capitalStatus.targetAmount).toBe("2500000.50");
    const seen = (await read(`/startups/${id}`)).json().data;
    const { audience: _audience, startupListingId: _id, ...view } = asPublic;
    expect(seen).toMatchObject(view);
    for (const query of ["", "?audience=owner", "?audience=", "?audience=Public"]) {
      const answer = await read(`/startups/${id}/profile/preview${query}`, founder);
      expect(answer.statusCode, query).toBe(400);
    }
    const listed = await read(`/startups/${id}/profile/preview-audiences`, founder);
    expect(listed.json().data.map((one: { audience: string }) => one.audience)).toEqual([
      "public",
      "follower",
      "capital",
      "diligence",
      "custom",
    ]);
  });
});

describe("public content", () => {
  test("takes candidates only, and shows nothing that is private again [STP-12] [STP-13] [STP-14]", async () => {
    const { id, entityId } = await makeStartup(app, founder);
    const values = { userId: founder.id, entityId, reportType: "other", data: {} } as const;
    const made = await app.db
      .insert(report)
      .values([
        { ...values, title: "Public report", isPublic: true, status: "submitted" },
        { ...values, title: "Private report", isPublic: false, status: "submitted" },
        { ...values, title: "Draft report", isPublic: true, status: "draft" },
      ])
      .returning({ id: report.id, title: report.title });
    const idOf = (title: string) => made.find((one) => one.title === title)?.id ?? "";
    const candidates = await read(`/startups/${id}/public-content/candidates`, founder);
    expect(candidates.json().data.map((one: { title: string }) => one.title)).toEqual([
      "Public report",
    ]);
    const select = (...ids: string[]) =>
      app.send({
        method: "PUT",
        url: `/v2/startups/${id}/public-content`,
        headers: founder.headers,
        payload: { items: ids.map((one) => ({ kind: "report", id: one })) },
      });
    expect((await select(idOf("Private report"))).statusCode).toBe(400);
    expect((await select(idOf("Draft report"))).statusCode).toBe(400);
    expect((await select(randomUUID())).statusCode).toBe(400);
    const chosen = idOf("Public report");
    expect((await select(chosen, chosen)).statusCode).toBe(400);
    expect((await select(chosen)).statusCode).toBe(200);
    const shown = async () => (await read(`/startups/${id}`)).json().data.publicContent;
    expect(await shown()).toMatchObject([{ kind: "report", id: chosen, title: "Public report" }]);
    await app.db.update(report).set({ isPublic: false }).where(eq(report.id, chosen));
    expect(await shown()).toEqual([]);
  });
});

test("a startup has the fields of its resource, each with what the founder said [STP-80]", async () => {
  const facts = {
    ...{ tagline: "For all", description: "We build robots.", sector: "Robotics", stage: "Seed" },
    ...{ location: "Berlin, Germany", websiteUrl: "https://acme.example.com/" },
    ...{ foundedYear: 2021, teamSize: 12 },
  };
  const capital = { instrument: "equity", targetAmount: "2500000.50", currency: "USD" };
  const { id, slug, entityId } = await makeStartup(app, founder, {
    ...{ name: "Acme Fields", ...facts },
    capitalStatus: { status: "planning", ...capital },
  });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  const { data } = (await read(`/startups/${id}`, founder)).json();
  expect(data).toEqual({
    ...{ id, slug, entityId, name: "Acme Fields", status: "published", ...facts },
    capitalStatus: { status: "planning", ...capital, updatedAt: time },
    ...{ publicContent: [], baseline: null },
    viewer: { audience: "owner", following: false, followStatus: null },
    sharing: { audiences: expect.objectContaining({ capitalTerms: "capital" }), customMembers: [] },
    ...{ version: 2, createdAt: time, updatedAt: time },
  });
});
