import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { entity } from "#schemas/tables/companies/company.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeam, makeTeamEntity } from "../../helpers/people.ts";
import { makeAdministrator } from "../../helpers/platform/administrators.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";
import { makeClaim, makeCorrection, makeFiling, newTicker } from "./make-waiting.ts";

const app = await testApp();
const { db, get, send } = app;
const team = await makeTeam(app);
const root = await makeAdministrator(app);
const other = await makeAdministrator(app);

type Method = "POST" | "PUT" | "DELETE";
const ask = async (method: Method, path: string, payload?: object, by = root) => {
  const request = { method, url: `/v2/admin/${path}`, headers: by.headers };
  const answer = await send({ ...request, ...(payload && { payload }) });
  const body = answer.json();
  return { status: answer.statusCode, data: body.data, message: body.error?.message };
};
const listed = async (path: string) =>
  (await get(`/v2/admin/${path}?limit=100`, root.headers)).json().data as Record<string, unknown>[];
const actsOn = async (subjectId: string) =>
  (await listed("acts")).filter((one) => one.subjectId === subjectId);
const names = (acts: Record<string, unknown>[]) => acts.map(({ action }) => action);
const stored = async (id: string) => (await db.select().from(entity).where(eq(entity.id, id)))[0];
const jobsFor = (name: string, data: object) =>
  app.enqueued.filter(
    (one) => one.name === name && JSON.stringify(one.data) === JSON.stringify(data),
  );
const reason = "Nothing of it is true";

describe("a filing", () => {
  test("is verified with its tier once, and its statements are built again [O-28] [O-71]", async () => {
    const id = await makeFiling(app, team);
    const [row] = (await listed("filings")).filter((one) => one.id === id);
    const entityId = String(row?.entityId);
    const before = jobsFor("filings.build", { entityId }).length;

    const verify = { decision: "verify", tier: "L2" };
    expect(await ask("POST", `filings/${id}/decision`, verify)).toMatchObject({
      ...{ status: 200, data: { id, status: "verified" } },
    });

    expect(jobsFor("filings.build", { entityId })).toHaveLength(before + 1);
    expect((await listed("filings")).some((one) => one.id === id)).toBe(false);
    expect((await ask("POST", `filings/${id}/decision`, verify)).status).toBe(409);
    expect((await ask("POST", `filings/${id}/decision`, { decision: "reject" })).status).toBe(400);
    expect(await actsOn(entityId)).toMatchObject([
      { action: "filing.verified", actorId: root.id, detail: { id, to: "verified" } },
    ]);
    expect(
      (await ask("POST", `filings/${id}/decision`, { decision: "reject", reason })).data,
    ).toEqual({ id, status: "rejected" });
  });
});

describe("a claim", () => {
  test("is granted or declined by one of two at once, and the company is built again [DIR-31] [O-71]", async () => {
    const { id, company } = await makeClaim(app, team.stranger);
    expect((await listed("claims")).find((one) => one.id === id)).toMatchObject({
      ...{ entityId: company.id, userId: team.stranger.id, email: "bob@example.com" },
    });

    const answers = await Promise.all([
      ask("POST", `claims/${id}/decision`, { decision: "grant" }),
      ask("POST", `claims/${id}/decision`, { decision: "decline", reason }, other),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isGranted = answers[0]?.status === 200;
    expect(await stored(company.id)).toMatchObject({
      claimStatus: isGranted ? "claimed" : "unclaimed",
      ownerId: isGranted ? team.stranger.id : null,
    });
    expect(await actsOn(company.id)).toHaveLength(1);
    expect(jobsFor("rebuild-company", { cik: company.cik })).toHaveLength(1);
  });

  test("that was declined leaves the company free, and cannot be granted afterwards", async () => {
    const { id, company } = await makeClaim(app, team.stranger);
    expect((await ask("POST", `claims/${id}/decision`, { decision: "decline" })).status).toBe(400);
    await ask("POST", `claims/${id}/decision`, { decision: "decline", reason });

    const late = await ask("POST", `claims/${id}/decision`, { decision: "grant" });

    expect([late.status, late.message]).toEqual([
      409,
      "Claim is declined; grant is possible only from pending",
    ]);
    expect(await stored(company.id)).toMatchObject({ claimStatus: "unclaimed", ownerId: null });
    expect(await actsOn(company.id)).toMatchObject([
      { action: "claim.declined", detail: { userId: team.stranger.id, reason } },
    ]);
  });

  test("of a suspended account is not granted", async () => {
    const claimant = await makePerson(app);
    const { id, company } = await makeClaim(app, claimant);
    await app.database.pool.query("update user_account set status = 'suspended' where id = $1", [
      claimant.id,
    ]);
    const refused = await ask("POST", `claims/${id}/decision`, { decision: "grant" });
    expect([refused.status, refused.message]).toEqual([409, "The account is suspended"]);
    expect(await stored(company.id)).toMatchObject({ claimStatus: "claim_pending", ownerId: null });
  });
});

test("a correction is reviewed and accepted, each once, and changes the listing of its company alone [O-39] [O-71]", async () => {
  const { id, company } = await makeCorrection(app);
  const neighbour = await makeListedCompany(db);
  const category = async (slug: string) =>
    (await get(`/v2/directory/entity/${slug}`)).json().data.snapshot?.overview?.category;
  const before = await category(neighbour.slug);
  const path = `corrections/${id}/decision`;
  expect((await listed("corrections")).find((one) => one.id === id)).toMatchObject({
    ...{ slug: company.slug, field: "category", value: "Computers", status: "open" },
  });
  expect((await ask("POST", path, { decision: "accept" })).status).toBe(409);
  expect((await ask("POST", path, { decision: "review" })).data.status).toBe("under_review");
  expect((await ask("POST", path, { decision: "review" })).status).toBe(409);
  expect((await ask("POST", path, { decision: "accept" })).data.status).toBe("accepted");

  expect((await listed("corrections")).some((one) => one.id === id)).toBe(false);
  expect(await category(neighbour.slug)).toBe(before);
  expect(names(await actsOn(company.id))).toEqual(["correction.accept", "correction.review"]);
});

test("an entity is verified and unverified; a repeat changes and logs nothing [O-71]", async () => {
  const id = await makeTeamEntity(app, team);
  const bystander = await stored(await makeTeamEntity(app, team));
  const path = `entities/${id}/decision`;
  expect((await listed("entities")).some((one) => one.id === id)).toBe(true);
  for (const _ of [1, 2]) {
    expect((await ask("POST", path, { decision: "verify" })).data).toEqual({
      ...{ id, status: "verified" },
    });
  }
  const { verifiedAt } = (await stored(id)) ?? {};
  expect(verifiedAt).not.toBeNull();
  expect((await ask("POST", path, { decision: "unverify" })).status).toBe(400);
  expect((await ask("POST", path, { decision: "unverify", reason })).status).toBe(200);
  expect(await stored(id)).toMatchObject({ verified: false, verifiedAt: null });
  expect(names(await actsOn(id))).toEqual(["entity.unverified", "entity.verified"]);
  expect(await stored(bystander?.id ?? "")).toEqual(bystander);
  expect(
    (await ask("POST", `entities/${randomUUID()}/decision`, { decision: "verify" })).status,
  ).toBe(404);
});

test("an investor is verified for a firm, and withdrawn; a repeat logs nothing [STP-50] [O-71]", async () => {
  const email = `investor-${randomUUID()}@example.com`;
  const person = await app.person(email);
  const verify = { decision: "verify", email: email.toUpperCase() };
  for (const _ of [1, 2]) {
    expect((await ask("POST", "investors/decision", verify)).data).toEqual({
      ...{ id: person.id, status: "verified" },
    });
  }
  expect((await listed("investors")).find((one) => one.userId === person.id)).toMatchObject({
    ...{ email, firmId: null },
  });
  const wrong = { ...verify, firm: "no-such-firm" };
  expect((await ask("POST", "investors/decision", wrong)).status).toBe(404);
  const withdraw = { decision: "unverify", email, reason };
  expect((await ask("POST", "investors/decision", withdraw)).status).toBe(200);
  expect((await ask("POST", "investors/decision", withdraw)).status).toBe(404);
  expect(names(await actsOn(person.id))).toEqual(["investor.unverified", "investor.verified"]);
});

test("a listing is blocked with a reason, hidden at once, and restored [DIR-60] [O-71]", async () => {
  const { id, slug } = await makeListedCompany(db);
  const path = `listings/entity/${slug}/decision`;
  expect((await ask("POST", path, { decision: "block" })).status).toBe(400);
  for (const _ of [1, 2]) {
    expect((await ask("POST", path, { decision: "block", reason })).data).toEqual({
      ...{ id, status: "blocked" },
    });
  }
  expect((await get(`/v2/directory/entity/${slug}`)).statusCode).toBe(404);
  expect((await listed("listings")).find((one) => one.subjectId === id)).toMatchObject({
    ...{ slug, status: "blocked" },
  });
  expect(
    (await ask("POST", `listings/entity/${id}/decision`, { decision: "restore" })).status,
  ).toBe(200);
  expect((await ask("POST", path, { decision: "restore" })).status).toBe(409);
  expect((await get(`/v2/directory/entity/${slug}`)).statusCode).toBe(200);
  expect(names(await actsOn(id))).toEqual(["listing.restored", "listing.blocked"]);
  expect(
    (await ask("POST", "listings/entity/no-such-thing/decision", { decision: "block", reason }))
      .status,
  ).toBe(404);
  expect(
    (await ask("POST", `listings/room/${slug}/decision`, { decision: "restore" })).status,
  ).toBe(404);
});

describe("a flag", () => {
  test("is on for each audience until it is switched off there; repeats log nothing [O-71]", async () => {
    const name = `flag-${randomUUID().slice(0, 8)}`;
    const set = (payload: object) => ask("PUT", "flags", { flag: name, ...payload });
    const account = { scope: "account", email: "bob@example.com" };
    await set({ scope: "percentage", percentage: 10 });
    await set({ scope: "percentage", percentage: 20 });
    await set(account);
    const { data } = await set(account);
    expect(data.audiences).toMatchObject([
      { flag: name, scope: "account", accountId: team.stranger.id },
      { scope: "percentage", percentage: 20 },
    ]);

    const [ofBob, share] = data.audiences;
    const left = await ask("DELETE", `flags/${share.id}`);
    expect(left.data.audiences).toEqual([ofBob]);
    expect((await ask("DELETE", `flags/${share.id}`)).status).toBe(404);
    expect((await ask("DELETE", `flags/${ofBob.id}`)).data).toEqual({ audiences: [] });

    const acts = (await listed("acts")).filter(
      ({ detail }) => (detail as { flag?: string }).flag === name,
    );
    expect(names(acts)).toEqual([
      "flag.cleared",
      "flag.cleared",
      "flag.set",
      "flag.set",
      "flag.set",
    ]);
  });

  test.each([
    [{ flag: "Upper", scope: "everyone" }, 400],
    [{ flag: "ok", scope: "everyone", percentage: 5 }, 400],
    [{ flag: "ok", scope: "percentage", percentage: 101 }, 400],
    [{ flag: "ok", scope: "account", email: "nobody@example.com" }, 404],
    [{ flag: "a".repeat(65), scope: "everyone" }, 400],
  ])("of %j is refused and changes nothing", async (payload, status) => {
    const before = (await get("/v2/admin/flags", root.headers)).json().data;
    expect((await ask("PUT", "flags", payload)).status).toBe(status);
    expect((await get("/v2/admin/flags", root.headers)).json().data).toEqual(before);
  });
});

describe("a service ticker", () => {
  test("is given, replaced and taken away, and the company is built again each time [O-58] [O-71]", async () => {
    const { id, cik } = await makeListedCompany(db);
    const [one, two] = [newTicker(), newTicker()];
    const set = (ticker: string) => ask("PUT", `service-tickers/${id}`, { ticker });
    expect((await set(one.toLowerCase())).data).toEqual({ entityId: id, ticker: one });
    await set(one);
    expect((await set(two)).status).toBe(200);
    expect((await listed("service-tickers")).filter((row) => row.entityId === id)).toMatchObject([
      { ticker: two },
    ]);
    const remove = () => ask("DELETE", `service-tickers/${id}`);
    expect((await remove()).data).toEqual({ entityId: id, ticker: null });
    expect((await remove()).status).toBe(200);
    expect(names(await actsOn(id))).toEqual([
      ...["service_ticker.removed", "service_ticker.set", "service_ticker.set"],
    ]);
    expect(jobsFor("rebuild-company", { cik })).toHaveLength(3);
  });

  test("goes to one of two companies at once, and the other keeps its own [O-58]", async () => {
    const companies = [await makeListedCompany(db), await makeListedCompany(db)];
    const ticker = newTicker();
    const own = newTicker();
    for (const { id } of companies.slice(0, 1))
      await ask("PUT", `service-tickers/${id}`, { ticker: own });
    const answers = await Promise.all(
      companies.map(({ id }, n) =>
        ask("PUT", `service-tickers/${id}`, { ticker }, n === 0 ? root : other),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await listed("service-tickers");
    expect(rows.filter((row) => row.ticker === ticker)).toHaveLength(1);
    const isFirst = answers[0]?.status === 200;
    expect(rows.some((row) => row.ticker === own)).toBe(!isFirst);
  });

  test("needs a company, and a text that is one", async () => {
    const { id } = await makeListedCompany(db);
    for (const ticker of ["", "a b", "-A", "A".repeat(21), "A'B"]) {
      expect([ticker, (await ask("PUT", `service-tickers/${id}`, { ticker })).status]).toEqual([
        ...[ticker, 400],
      ]);
    }
    const bare = await makeTeamEntity(app, team);
    expect((await ask("PUT", `service-tickers/${bare}`, { ticker: newTicker() })).status).toBe(404);
    expect(await actsOn(id)).toEqual([]);
  });
});
