import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { expireEngagements } from "#api/modules/engagements/service.ts";
import { capitalHandoff, engagementRequest } from "#schemas/tables/platform/engagement.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

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
const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort();
const aMeeting = (values: object = {}) => ({
  ...{ kind: "meeting", subject: "A first talk", reason: "We fund robotics" },
  idempotencyKey: randomUUID(),
  ...values,
});

/** A startup, and what the investor asks of it. */
async function asked(values: object = {}) {
  const { id, entityId } = await makeStartup(app, founder);
  const at = `/startups/${id}/engagement-requests` as const;
  const made = await must(app, investor, `POST ${at}`, aMeeting(values));
  return { id, entityId, one: `${at}/${made.id}`, requestId: made.id as string };
}
const respond = (one: string, decision: string, who = founder) =>
  ask("POST", `${one}/response`, who, { decision });

/** Makes the investor a follower; answers the follow's id. */
async function follow(id: string, tier = "follower") {
  const at = `/startups/${id}/follow-requests` as const;
  const made = await must(app, investor, `POST ${at}`, aFollow({ requestedTier: tier }));
  await must(app, founder, `POST ${at}/${made.id}/response`, { decision: "approve" });
  return made.id as string;
}

describe("an engagement request", () => {
  test.each([
    [{}, 201],
    [{ proposedTimes: ["2027-01-01T10:00:00Z"] }, 201],
    [{ kind: "report" }, 201],
    [{ kind: "report", reportId: randomUUID() }, 201],
    // For followers alone.
    [{ kind: "deeper_access", requestedTier: "diligence" }, 409],
    [{ kind: "deeper_access" }, 400],
    [{ kind: "deeper_access", requestedTier: "public" }, 400],
    [{ kind: "dinner" }, 400],
    [{ kind: undefined }, 400],
    [{ subject: "" }, 400],
    [{ reason: undefined }, 400],
    [{ idempotencyKey: "1" }, 400],
    [{ idempotencyKey: undefined }, 400],
    [{ reportId: randomUUID() }, 400],
    [{ amount: 1 }, 400],
  ])("with %j is %i [STP-61] [STP-62] [STP-63] [STP-77] [STP-86]", async (values, status) => {
    const { id } = await makeStartup(app, founder);
    const answer = await ask(
      "POST",
      `/startups/${id}/engagement-requests`,
      investor,
      aMeeting(values),
    );
    expect(answer.statusCode).toBe(status);
  });

  test("of one key is made once, and every repeat gets the first [STP-64]", async () => {
    const { id } = await makeStartup(app, founder);
    const at = `/startups/${id}/engagement-requests`;
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ask("POST", at, investor, aMeeting({ idempotencyKey, subject: `Subject ${n}` })),
      ),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one.json().data))).size).toBe(1);
    expect((await ask("GET", at, founder)).json().meta.total).toBe(1);
    // A key is its sender's own.
    expect((await ask("POST", at, stranger, aMeeting({ idempotencyKey }))).statusCode).toBe(201);
    expect((await ask("GET", at, founder)).json().meta.total).toBe(2);
    expect((await ask("POST", at, founder, aMeeting())).statusCode).toBe(409);
  });

  test("is answered by the founder, and not differently a second time [STP-65] [STP-66]", async () => {
    const { one } = await asked();
    expect((await respond(one, "accept", investor)).statusCode).toBe(403);
    expect((await respond(one, "accept", stranger)).statusCode).toBe(404);
    const answers = await Promise.all([
      ...["accept", "decline", "accept", "decline"].map((decision) => respond(one, decision)),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 409, 409]);
    const { status } = (await ask("GET", one, investor)).json().data;
    const same = status === "accepted" ? "accept" : "decline";
    expect((await respond(one, same)).statusCode).toBe(200);
    expect((await ask("GET", one, stranger)).statusCode).toBe(404);
    expect((await ask("GET", "/me/engagement-requests", investor)).body).toContain(status);
  });

  test("for deeper access raises the tier of a follow in force, once accepted", async () => {
    const { id } = await makeStartup(app, founder);
    const followId = await follow(id);
    const at = `/startups/${id}/engagement-requests` as const;
    const deeper = () =>
      must(
        app,
        investor,
        `POST ${at}`,
        aMeeting({ kind: "deeper_access", requestedTier: "diligence" }),
      );
    const [first, second] = [await deeper(), await deeper()];
    const one = `${at}/${first.id}`;
    const tier = async () =>
      (await ask("GET", `/startups/${id}`, investor)).json().data.viewer.audience;
    expect(await tier()).toBe("follower");
    await respond(one, "accept");
    expect(await tier()).toBe("diligence");
    // Without a follow there is no access to deepen.
    await ask("DELETE", `/startups/${id}/followers/${followId}`, founder);
    expect((await respond(`${at}/${second.id}`, "accept")).statusCode).toBe(409);
    expect((await ask("GET", `${at}/${second.id}`, investor)).json().data.status).toBe("pending");
    expect((await respond(`${at}/${second.id}`, "decline")).statusCode).toBe(200);
  });

  test("is handed off once, when it was accepted [STP-71] [STP-72]", async () => {
    const { id, one, requestId } = await asked();
    const handOff = () => ask("POST", `${one}/capital-outcomes-handoff`, founder);
    expect((await handOff()).statusCode).toBe(409);
    const body = { instrument: "equity", targetAmount: "100", currency: "USD" };
    const objective = await must(app, founder, `POST /startups/${id}/capital-objectives`, body);
    await respond(one, "accept");
    expect((await ask("POST", `${one}/capital-outcomes-handoff`, investor)).statusCode).toBe(403);
    const answers = await Promise.all(Array.from({ length: 6 }, handOff));
    expect(statuses(answers)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map((answer) => answer.json().data.handoffId)).size).toBe(1);
    expect(answers[0]?.json().data).toMatchObject({
      ...{ status: "handed_off", objectiveId: objective.id },
    });
    const rows = await app.db
      .select()
      .from(capitalHandoff)
      .where(eq(capitalHandoff.engagementRequestId, requestId));
    expect(rows).toHaveLength(1);
    const declined = await asked();
    await respond(declined.one, "decline");
    const refused = await ask("POST", `${declined.one}/capital-outcomes-handoff`, founder);
    expect(refused.statusCode).toBe(409);
  });

  test("without an answer for 60 days is expired, and cannot be answered [STP-86]", async () => {
    const { one, requestId } = await asked();
    const young = await asked();
    await app.db
      .update(engagementRequest)
      .set({ createdAt: sql`now() - interval '61 days'` as never })
      .where(eq(engagementRequest.id, requestId));
    await expireEngagements({ db: app.db, now: () => new Date() });
    expect((await ask("GET", one, investor)).json().data.status).toBe("expired");
    expect((await respond(one, "accept")).statusCode).toBe(409);
    expect((await ask("GET", young.one, investor)).json().data.status).toBe("pending");
  });

  test("is expired by one run of the job, however many there are [STP-86]", async () => {
    const { id } = await makeStartup(app, founder);
    const many = Array.from({ length: 501 }, () => ({
      ...{ startupListingId: id, requesterId: investor.id, idempotencyKey: randomUUID() },
      ...{ kind: "meeting" as const, subject: "A talk", reason: "We fund robotics" },
      createdAt: "2020-01-01T00:00:00Z",
    }));
    await app.db.insert(engagementRequest).values(many);
    expect(await expireEngagements({ db: app.db, now: () => new Date("2020-06-01") })).toBe(501);
  });

  test("of another startup is not found under this one", async () => {
    const { requestId } = await asked();
    const other = await makeStartup(app, founder);
    const one = `/startups/${other.id}/engagement-requests/${requestId}`;
    expect((await respond(one, "accept")).statusCode).toBe(404);
  });
});

describe("an invitation", () => {
  test("is for active followers only, at both paths alike [STP-67] [STP-68] [STP-69]", async () => {
    const { id, entityId } = await makeStartup(app, founder);
    const body = () => ({
      ...{ followerId: investor.id, kind: "meeting", idempotencyKey: randomUUID() },
    });
    const paths = [
      `/startups/${id}/engagement-invitations`,
      `/entities/${entityId}/engagement-invitations`,
    ];
    for (const at of paths) expect((await ask("POST", at, founder, body())).statusCode).toBe(409);
    const followId = await follow(id);
    const made = await Promise.all(paths.map((at) => ask("POST", at, founder, body())));
    expect(statuses(made)).toEqual([201, 201]);
    const same = body();
    const twice = await Promise.all(paths.map((at) => ask("POST", at, founder, same)));
    expect(new Set(twice.map((one) => one.json().data.id)).size).toBe(1);
    expect((await ask("GET", "/me/engagement-invitations", investor)).json().meta.total).toBe(3);
    expect((await ask("POST", paths[0] ?? "", investor, body())).statusCode).toBe(403);
    await ask("DELETE", `/startups/${id}/followers/${followId}`, founder);
    for (const at of paths) expect((await ask("POST", at, founder, body())).statusCode).toBe(409);
  });
});

describe("a capital objective", () => {
  const activate = (id: string, values: object = {}) =>
    ask("POST", `/startups/${id}/capital-objectives`, founder, {
      ...{ instrument: "equity", targetAmount: "2500000.50", currency: "USD" },
      ...values,
    });

  test("is equity with exact amounts, and one is active at a time [STP-70]", async () => {
    const { id } = await makeStartup(app, founder);
    for (const wrong of [
      { instrument: "debt" },
      { targetAmount: 5 },
      { targetAmount: "-5" },
      { targetAmount: "0" },
      { targetAmount: "1e6" },
      { currency: "usd" },
      { minimumAmount: "2500000.51" },
      { closesAt: "2020-01-01T00:00:00Z" },
      { goal: "x" },
    ]) {
      expect([wrong, (await activate(id, wrong)).statusCode]).toEqual([wrong, 400]);
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => activate(id)));
    expect(statuses(answers)).toEqual([201, ...Array(4).fill(409)]);
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json().data;
    expect(made).toMatchObject({ targetAmount: "2500000.50", status: "active" });
    const one = `/startups/${id}/capital-objectives/${made.id}`;
    expect((await ask("GET", one, investor)).statusCode).toBe(404);
    expect((await ask("POST", `${one}/close`, founder)).json().data.status).toBe("closed");
    expect((await activate(id)).statusCode).toBe(201);
  });
});
