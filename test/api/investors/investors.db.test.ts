import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { unverifyInvestor, verifyInvestor } from "#api/modules/investors/service.ts";
import { organization, organizationMember } from "#schemas/tables/accounts/organization.ts";
import { testApp } from "../../helpers/app.ts";
import { makeOrganization, makePerson, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const email = `investor-${randomUUID()}@example.com`;
const [founder, stranger, colleague] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];
const investor = await makePerson(app, email);
const firmId = await makeOrganization(app, investor);
await app.db
  .insert(organizationMember)
  .values({ organizationId: firmId, userId: colleague.id, role: "member" });
const [firm] = await app.db.select().from(organization).where(eq(organization.id, firmId));

const ask = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  who: Person,
  payload?: object,
) =>
  app.send({
    method,
    url: `/v2${url}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
const lists = "/investor/startup-watchlists";

describe("a watchlist of startups", () => {
  test("is made, renamed, filled and emptied by its owner alone [STP-38] [STP-39] [STP-40] [STP-41] [STP-47]", async () => {
    const { id, slug } = await makeStartup(app, founder, { name: "Robo Listed" });
    const { id: listId } = await must(app, investor, `POST ${lists}`, { name: "Robots" });
    const at = `${lists}/${listId}`;
    expect((await ask("PATCH", at, investor, { name: "More" })).json().data.name).toBe("More");
    expect(
      (await ask("POST", `${at}/items`, investor, { startupListingId: slug })).statusCode,
    ).toBe(200);
    await ask("POST", `${at}/items`, investor, { startupListingId: id });
    const read = (await ask("GET", at, investor)).json().data;
    expect([
      read.itemCount,
      read.items.map((one: { startup: object }) => one.startup),
    ]).toMatchObject([1, [{ id, name: "Robo Listed" }]]);
    for (const who of [founder, stranger, colleague]) {
      expect((await ask("GET", at, who)).statusCode).toBe(404);
      expect((await ask("GET", lists, who)).json().data).toEqual([]);
    }
    expect((await ask("DELETE", `${at}/items/${slug}`, investor)).statusCode).toBe(200);
    expect((await ask("DELETE", `${at}/items/${slug}`, investor)).statusCode).toBe(404);
    expect((await ask("GET", at, investor)).json().data.itemCount).toBe(0);
  });

  test("shows no startup that is not published, and lets it be taken off", async () => {
    const { id } = await makeStartup(app, founder, { tagline: "gone-tomorrow" });
    const { id: listId } = await must(app, investor, `POST ${lists}`, { name: "Robots" });
    const at = `${lists}/${listId}`;
    await ask("POST", `${at}/items`, investor, { startupListingId: id });
    await must(app, founder, `POST /startups/${id}/unpublish`);
    const answer = await ask("GET", at, investor);
    expect([answer.json().data.itemCount, answer.json().data.items]).toEqual([0, []]);
    expect((await ask("DELETE", `${at}/items/${id}`, investor)).statusCode).toBe(200);
    const again = { startupListingId: id };
    expect((await ask("POST", `${at}/items`, investor, again)).statusCode).toBe(404);
  });

  test("is never meant by alert-preferences, which are off until they are set [STP-42] [STP-43]", async () => {
    const at = `${lists}/alert-preferences`;
    expect((await ask("GET", at, stranger)).json().data).toEqual({
      ...{ triggers: [], digest: "off", updatedAt: null },
    });
    const body = { triggers: ["report_published", "report_published"], digest: "weekly" };
    expect((await ask("PUT", at, stranger, body)).json().data).toMatchObject({
      ...{ triggers: ["report_published"], digest: "weekly" },
    });
    for (const wrong of [
      { triggers: ["everything"], digest: "daily" },
      { triggers: [], digest: "hourly" },
      { triggers: [], digest: "off", sound: true },
    ]) {
      expect((await ask("PUT", at, stranger, wrong)).statusCode).toBe(400);
    }
    expect((await ask("PATCH", at, stranger, { name: "x" })).statusCode).toBe(405);
    expect((await ask("GET", at, investor)).json().data.triggers).toEqual([]);
  });
});

test("a save is made once and is its account's alone [STP-44] [STP-47]", async () => {
  const { id } = await makeStartup(app, founder);
  const at = "/investor/startup-profile-saves";
  const body = { startupListingId: id };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ask("POST", at, investor, body)),
  );
  const ids = new Set(answers.map((one) => one.json().data.id));
  expect([answers.map((one) => one.statusCode), ids.size]).toEqual([Array(5).fill(201), 1]);
  const [saveId] = ids;
  for (const who of [founder, stranger]) {
    expect((await ask("GET", at, who)).json().meta.total).toBe(0);
    expect((await ask("GET", `${at}/${saveId}`, who)).statusCode).toBe(404);
    expect((await ask("DELETE", `${at}/${saveId}`, who)).statusCode).toBe(404);
  }
  const unknown = { startupListingId: randomUUID() };
  expect((await ask("POST", at, investor, unknown)).statusCode).toBe(404);
});

describe("a note", () => {
  test("of a firm is its members' and nobody else's, also once its author has left [STP-45] [STP-46]", async () => {
    const { id } = await makeStartup(app, founder);
    const at = `/investor/startups/${id}/notes`;
    const secret = `note-${randomUUID()}`;
    const made = await must(app, colleague, `POST ${at as `/${string}`}`, { body: secret, firmId });
    const readers = async () =>
      Promise.all(
        [investor, colleague, founder, stranger].map(
          async (who) => (await ask("GET", at, who)).json().meta.total,
        ),
      );
    expect(await readers()).toEqual([1, 1, 0, 0]);
    expect((await ask("GET", `${at}/${made.id}`, founder)).statusCode).toBe(404);
    expect((await ask("DELETE", `${at}/${made.id}`, investor)).statusCode).toBe(403);
    const isColleague = eq(organizationMember.userId, colleague.id);
    await app.db.delete(organizationMember).where(isColleague);
    expect(await readers()).toEqual([1, 0, 0, 0]);
    await app.db
      .insert(organizationMember)
      .values({ organizationId: firmId, userId: colleague.id, role: "member" });
  });

  test("without a firm is its author's alone; a firm of others cannot be named [STP-46]", async () => {
    const { id } = await makeStartup(app, founder);
    const at = `/investor/startups/${id}/notes`;
    await must(app, investor, `POST ${at as `/${string}`}`, { body: "Mine", firmId: null });
    expect((await ask("GET", at, colleague)).json().meta.total).toBe(0);
    expect((await ask("GET", at, investor)).json().meta.total).toBe(1);
    const foreign = { body: "Ours", firmId };
    expect((await ask("POST", at, stranger, foreign)).statusCode).toBe(404);
  });

  test("has 1 to 10 000 characters [STP-83]", async () => {
    const { id } = await makeStartup(app, founder);
    const write = async (body: string) =>
      (await ask("POST", `/investor/startups/${id}/notes`, investor, { body })).statusCode;
    expect(await write("x".repeat(10_000))).toBe(201);
    expect(await write("x".repeat(10_001))).toBe(400);
    expect(await write(" ")).toBe(400);
  });
});

describe("the search of investors", () => {
  const search = (who: Person, query = "") => ask("GET", `/investor/startups/search${query}`, who);

  test("is for verified investors only, as long as they are [STP-49] [STP-50]", async () => {
    const name = `Findable ${randomUUID()}`;
    await makeStartup(app, founder, { name });
    expect((await search(investor)).statusCode).toBe(403);
    await verifyInvestor(app.db, { email: email.toUpperCase(), firm: firm?.slug ?? "" });
    const found = await search(investor, `?search=${encodeURIComponent(name)}`);
    expect(found.json().data).toMatchObject([{ name }]);
    expect((await search(founder)).statusCode).toBe(403);
    await unverifyInvestor(app.db, email);
    expect((await search(investor)).statusCode).toBe(403);
    await verifyInvestor(app.db, { email, firm: firm?.slug ?? "" });
    await expect(verifyInvestor(app.db, { email: "nobody@x", firm: null })).rejects.toThrow();
    await expect(verifyInvestor(app.db, { email, firm: "no-such-firm" })).rejects.toThrow();
  });

  test("matches and shows public facts only, and refuses what it does not know [STP-51]", async () => {
    const word = `hidden${randomUUID().slice(0, 8)}`;
    const audiences = { description: "follower", sector: "diligence" };
    const profile = { description: word, sector: word, audiences };
    const { id } = await makeStartup(app, founder, profile);
    for (const query of [`?search=${word}`, `?sector=${word}`]) {
      expect((await search(investor, query)).json().meta.total).toBe(0);
    }
    // Not even for one who follows it in a tier that reads them.
    const asked = await must(
      app,
      investor,
      `POST /startups/${id}/follow-requests`,
      aFollow({ requestedTier: "diligence" }),
    );
    await must(app, founder, `POST /startups/${id}/follow-requests/${asked.id}/response`, {
      decision: "approve",
    });
    expect((await search(investor, `?search=${word}`)).json().meta.total).toBe(0);
    expect((await search(investor, "?limit=100")).body).not.toContain(word);
    for (const query of ["?teamSize=5", "?audience=capital", "?baseline=x", "?q=a"]) {
      expect((await search(investor, query)).statusCode, query).toBe(400);
    }
  });
});

describe("a mandate", () => {
  test("needs a principal, person or firm [STP-52] [STP-53] [STP-84]", async () => {
    const make = async (body: object, who = investor) =>
      (await ask("POST", "/investment-mandates", who, { name: "Seed", ...body })).statusCode;
    expect(await make({})).toBe(400);
    expect(await make({ principalType: "fund" })).toBe(400);
    expect(await make({ principalType: "firm" })).toBe(400);
    expect(await make({ principalType: "person", firmId })).toBe(400);
    expect(await make({ principalType: "firm", firmId }, stranger)).toBe(404);
    expect(await make({ principalType: "firm", firmId })).toBe(201);
    expect(await make({ principalType: "person" })).toBe(201);
    const wrongChecks = [{ min: "5" }, { min: "5", max: "4", currency: "USD" }, { min: "-1" }];
    for (const checkSize of wrongChecks) {
      expect(await make({ principalType: "person", checkSize })).toBe(400);
    }
    const list = (query: string, who = investor) => ask("GET", `/investment-mandates${query}`, who);
    expect((await list("")).statusCode).toBe(400);
    expect((await list("?principalType=x")).statusCode).toBe(400);
    expect((await list("?principalType=firm", colleague)).json().meta.total).toBe(1);
    expect((await list("?principalType=person", colleague)).json().meta.total).toBe(0);
    expect((await list("?principalType=firm", stranger)).json().meta.total).toBe(0);
  });

  test("is compared with what its principal did, by public facts [STP-54] [STP-84]", async () => {
    const who = await makePerson(app);
    await must(app, who, "POST /investment-mandates", {
      ...{ principalType: "person", name: "Robots", sectors: ["robotics"], stages: ["Seed"] },
      geographies: ["Germany"],
    });
    const facts = { sector: "Robotics", stage: "Series A", location: "Berlin, Germany" };
    const { id } = await makeStartup(app, founder, facts);
    const hidden = await makeStartup(app, founder, {
      sector: "Robotics",
      audiences: { sector: "follower" },
    });
    for (const startupListingId of [id, hidden.id]) {
      await must(app, who, "POST /investor/startup-profile-saves", { startupListingId });
    }
    const { data } = (await ask("GET", "/investment-mandates/observed-history", who)).json();
    const of = (startup: string) =>
      data.observations.find(
        (one: { startupListingId: string }) => one.startupListingId === startup,
      );
    expect(of(id)).toMatchObject({
      act: "saved",
      criteria: [
        { criterion: "sector", observed: "Robotics", within: true },
        { criterion: "stage", observed: "Series A", within: false },
        { criterion: "geography", observed: "Berlin, Germany", within: true },
      ],
    });
    expect(of(hidden.id).criteria[0]).toEqual({
      ...{ criterion: "sector", observed: null, within: null },
    });
    expect(Date.parse(data.windowEnd)).toBeGreaterThan(Date.parse(data.windowStart));
    const backwards = "?from=2026-10-02&to=2026-10-01";
    const answer = await ask("GET", `/investment-mandates/observed-history${backwards}`, who);
    expect(answer.statusCode).toBe(400);
  });
});
