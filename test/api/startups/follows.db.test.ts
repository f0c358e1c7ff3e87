import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { expireFollows } from "#api/modules/startups/service.ts";
import { startupFollow } from "#schemas/tables/platform/startup.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeam, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, makeTeamStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const [founder, investor, stranger] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];

const ask = (method: "GET" | "POST" | "DELETE", url: string, who: Person, payload?: object) =>
  app.send({
    method,
    url: `/v2${url}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });

const profile = {
  tagline: "For all",
  sector: "Robotics",
  teamSize: 4711,
  capitalStatus: { status: "planning", targetAmount: "987654.32", currency: "USD" },
  audiences: { sector: "follower", teamSize: "diligence" },
  customMembers: ["teamSize"],
};

/** A startup with a request of the investor. */
async function requested(values: object = {}) {
  const { id } = await makeStartup(app, founder, profile);
  const made = await must(app, investor, `POST /startups/${id}/follow-requests`, aFollow(values));
  return { id, at: `/startups/${id}`, requestId: made.id as string };
}
const decide = (at: string, requestId: string, payload: object, who = founder) =>
  ask("POST", `${at}/follow-requests/${requestId}/response`, who, payload);
const seen = async (at: string, who = investor) => (await ask("GET", at, who)).json().data;

describe("a request to follow", () => {
  test("names reason, tier, observation and days [STP-32] [STP-33]", async () => {
    const { at, requestId } = await requested();
    const { data } = (await ask("GET", `${at}/follow-requests/${requestId}`, investor)).json();
    expect(data).toMatchObject({ ...aFollow(), status: "pending", tier: null, expiresAt: null });
    expect(await seen(at)).toMatchObject({
      viewer: { audience: "public", following: false, followStatus: "pending" },
    });
  });

  test.each([
    [{ requestedTier: "public" }, 400],
    [{ requestedTier: "owner" }, 400],
    [{ requestedTier: "follower" }, 201],
    [{ requestedTier: "custom" }, 201],
    [{ requestedDurationDays: 0 }, 400],
    [{ requestedDurationDays: 366 }, 400],
    [{ requestedDurationDays: 1.5 }, 400],
    [{ requestedDurationDays: "30" }, 400],
    [{ requestedDurationDays: 1 }, 201],
    [{ requestedDurationDays: 365 }, 201],
    [{ reason: "" }, 400],
    [{ reason: undefined }, 400],
    [{ tier: "capital" }, 400],
  ])("with %j is %i [STP-34] [STP-35] [LIM-16] [STP-77]", async (values, status) => {
    const { id } = await makeStartup(app, founder);
    const payload = aFollow(values);
    expect(
      (await ask("POST", `/startups/${id}/follow-requests`, investor, payload)).statusCode,
    ).toBe(status);
  });

  test("is open once, and not for the startup's own team", async () => {
    const { id } = await makeStartup(app, founder);
    const at = `/startups/${id}/follow-requests`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ask("POST", at, investor, aFollow())),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      201,
      ...Array(5).fill(409),
    ]);
    expect((await ask("POST", at, founder, aFollow())).statusCode).toBe(409);
  });

  test("of an unpublished startup is 404", async () => {
    const { id } = await makeTeamStartup(app, await makeTeam(app));
    const answer = await ask("POST", `/startups/${id}/follow-requests`, investor, aFollow());
    expect(answer.statusCode).toBe(404);
  });

  test("is in the inbox of its founder only, until it is decided [STP-36]", async () => {
    const { at, requestId } = await requested();
    const inbox = async (who: Person) =>
      (await ask("GET", "/me/startup-follow-requests?limit=100", who)).body.includes(requestId);
    expect(await Promise.all([founder, investor, stranger].map(inbox))).toEqual([
      true,
      false,
      false,
    ]);
    expect((await decide(at, requestId, { decision: "decline" })).statusCode).toBe(200);
    expect(await inbox(founder)).toBe(false);
    expect((await ask("GET", "/me/startup-follows", investor)).body).toContain(requestId);
  });

  test("is decided once, by who manages the startup [STP-82]", async () => {
    const { at, requestId } = await requested();
    const approve = (who: Person) => decide(at, requestId, { decision: "approve" }, who);
    expect((await approve(investor)).statusCode).toBe(403);
    expect((await approve(stranger)).statusCode).toBe(404);
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(founder)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array(5).fill(409),
    ]);
    expect((await decide(at, requestId, { decision: "decline" })).statusCode).toBe(409);
  });

  test("of another startup is not found under this one", async () => {
    const { requestId } = await requested();
    const { id } = await makeStartup(app, founder);
    const answer = await decide(`/startups/${id}`, requestId, { decision: "approve" });
    expect(answer.statusCode).toBe(404);
  });
});

describe("a follow", () => {
  test("shows what its tier may read, and a tier that the founder lowered shows less [STP-08] [STP-82]", async () => {
    const { at, requestId } = await requested({ requestedTier: "diligence" });
    await decide(at, requestId, { decision: "approve", tier: "capital", durationDays: 10 });
    const view = await seen(at);
    expect(view).toMatchObject({ sector: "Robotics", teamSize: null });
    expect(view.capitalStatus.targetAmount).toBe("987654.32");
    expect(view.viewer).toEqual({ audience: "capital", following: true, followStatus: "approved" });
    expect((await seen(at, stranger)).sector).toBeNull();
    const [row] = (await ask("GET", `${at}/followers`, founder)).json().data;
    const days = (Date.parse(row.expiresAt) - Date.parse(row.decidedAt)) / 86_400_000;
    expect([row.tier, days]).toEqual(["capital", 10]);
  });

  test("at custom shows the public part and what is marked for it [STP-08]", async () => {
    const { at, requestId } = await requested({ requestedTier: "custom" });
    await decide(at, requestId, { decision: "approve" });
    expect(await seen(at)).toMatchObject({ tagline: "For all", sector: null, teamSize: 4711 });
  });

  test("that is revoked shows the public view with the next request, and stays in the log [STP-37] [STA-06]", async () => {
    const { at, requestId } = await requested();
    await decide(at, requestId, { decision: "approve" });
    expect((await seen(at)).sector).toBe("Robotics");
    const end = (who: Person) => ask("DELETE", `${at}/followers/${requestId}`, who);
    expect((await end(stranger)).statusCode).toBe(404);
    expect((await end(founder)).json().data.status).toBe("revoked");
    expect(await seen(at)).toMatchObject({
      sector: null,
      viewer: { audience: "public", following: false },
    });
    expect((await end(founder)).statusCode).toBe(409);
    const { data } = (await ask("GET", `${at}/audit-log`, founder)).json();
    expect(data.slice(0, 3).map((one: { action: string }) => one.action)).toEqual([
      "startup.follow_revoked",
      "startup.follow_approved",
      "startup.follow_requested",
    ]);
    expect((await ask("GET", `${at}/audit-log`, investor)).statusCode).toBe(403);
    expect((await ask("GET", `${at}/followers`, investor)).statusCode).toBe(403);
  });

  test("can be withdrawn by its follower", async () => {
    const { at, requestId } = await requested();
    await decide(at, requestId, { decision: "approve" });
    const ended = await ask("DELETE", `${at}/followers/${requestId}`, investor);
    expect(ended.json().data.status).toBe("withdrawn");
    expect((await seen(at)).viewer.following).toBe(false);
  });

  test("that is over counts no longer at once, and the job writes it down, once", async () => {
    const { at, requestId } = await requested();
    await decide(at, requestId, { decision: "approve" });
    await app.db
      .update(startupFollow)
      .set({ expiresAt: sql`now() - interval '1 minute'` as never })
      .where(eq(startupFollow.id, requestId));
    expect((await seen(at)).viewer).toMatchObject({ audience: "public", following: false });
    expect((await ask("GET", `${at}/followers`, founder)).json().data).toEqual([]);
    const platform = { db: app.db, now: () => new Date() };
    const counts = await Promise.all([expireFollows(platform), expireFollows(platform)]);
    expect(counts[0] + counts[1]).toBe(1);
    const { data } = (await ask("GET", `${at}/follow-requests/${requestId}`, investor)).json();
    expect(data.status).toBe("expired");
    const log = await ask("GET", `${at}/audit-log`, founder);
    expect(log.body.match(/follow_expired/g)).toHaveLength(1);
  });

  test("gives way to the one that renews it: never two in force", async () => {
    const { at, requestId } = await requested();
    await decide(at, requestId, { decision: "approve" });
    const renewal = aFollow({ requestedTier: "diligence" });
    const made = await must(app, investor, `POST ${at as `/${string}`}/follow-requests`, renewal);
    expect((await seen(at)).viewer).toMatchObject({ audience: "capital", following: true });
    expect((await decide(at, made.id, { decision: "approve" })).statusCode).toBe(200);
    expect((await seen(at)).viewer.audience).toBe("diligence");
    const followers = (await ask("GET", `${at}/followers`, founder)).json().data;
    expect(followers.map((one: { id: string }) => one.id)).toEqual([made.id]);
  });
});
