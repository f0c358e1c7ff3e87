import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { engagementRequest } from "#schemas/tables/platform/engagement.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeStartup, must } from "../../helpers/platform/startups.ts";
import { together } from "../../helpers/races.ts";

const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
let clock = new Date();
const app = await testApp({ now: () => clock });
const [founder, investor, stranger] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];

const ask = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  who: Person | null,
  payload?: object,
) =>
  app.send({
    method,
    url,
    headers: { ...browser, ...who?.headers },
    ...(payload && { payload }),
  });
const report = async (entityId: string | null, more: object = {}, who = founder) => {
  const payload = { title: "Annual", report_type: "annual_report", data: { revenue: "12.5" } };
  const of = entityId === null ? {} : { entity_id: entityId };
  const made = await ask("POST", "/v2/reports", who, { ...payload, ...of, ...more });
  return made.json().data.id as string;
};
const read = (id: string, who: Person | null) => ask("GET", `/v2/reports/${id}`, who);
const statusFor = async (id: string, who: Person | null) => (await read(id, who)).statusCode;

/** A startup, a report of its entity, and what the investor asks for. */
async function asked(more: object = {}) {
  const { id, entityId } = await makeStartup(app, founder);
  const reportId = await report(entityId);
  const at = `/startups/${id}/engagement-requests` as const;
  const body = {
    kind: "report",
    subject: "Figures",
    reason: "Robots",
    idempotencyKey: randomUUID(),
  };
  const made = await must(app, investor, `POST ${at}`, { ...body, reportId, ...more });
  const one = `/v2${at}/${made.id}`;
  const answer = (payload: object) => ask("POST", `${one}/response`, founder, payload);
  return { id, entityId, reportId, one, answer };
}
const accept = { decision: "accept" };

describe("a public report [REP-15] [O-65]", () => {
  test("is read without an account, with its document, but no view of it is counted", async () => {
    const document = { filename: "a.txt", content: "YWJj", mimetype: "text/plain" };
    const key = (await ask("POST", "/api/v1/documents/upload", founder, document)).json().data
      .documentKey;
    const id = await report(null, { is_public: true, documents: [key] });
    const hidden = await report(null, { documents: [key] });

    const { data } = (await read(id, null)).json();
    expect(data).toMatchObject({ id, title: "Annual", data: { revenue: "12.5" } });
    expect(data.view_delivery).toEqual({
      ...{ status: "not_applicable", reason: "no_account" },
      ...{ deliveryReceiptId: null, expiresAt: null },
    });
    expect((await ask("GET", `/v2/reports/${id}/document`, null)).statusCode).toBe(200);
    expect((await ask("GET", `/v2/reports/${id}/document/content`, null)).body).toBe("abc");
    for (const path of ["", "/document", "/document/content"]) {
      const answer = await ask("GET", `/v2/reports/${hidden}${path}`, null);
      const missing = await ask("GET", `/v2/reports/${randomUUID()}${path}`, null);
      expect([answer.statusCode, missing.statusCode]).toEqual([404, 404]);
      expect(answer.json().error.message).toBe(missing.json().error.message);
    }
    const bad = await app.get(`/v2/reports/${id}`, { authorization: "Bearer bad" });
    expect(bad.statusCode).toBe(401);
    const views = `/v2/reports/${id}/views`;
    expect((await ask("POST", views, null, { deliveryReceiptId: randomUUID() })).statusCode).toBe(
      401,
    );
    expect((await ask("GET", views, founder)).json().data.total).toBe(0);
  });

  test.each(["okhttp/4.12", "curl/8.5.0", "node", "Googlebot/2.1"])(
    "tells %s why it gets no receipt",
    async (agent) => {
      const id = await report(null, { is_public: true });
      const by = async (more: object) =>
        (await app.get(`/v2/reports/${id}`, { ...investor.headers, ...more })).json().data
          .view_delivery;
      expect(await by({ "user-agent": agent })).toMatchObject({
        ...{ status: "not_applicable", reason: "non_external" },
      });
      expect(await by(browser)).toMatchObject({ status: "ready", reason: null });
      expect((await read(id, founder)).json().data.view_delivery.reason).toBe("self_or_manager");
    },
  );
});

describe("an accepted request for a report [STP-66] [O-65]", () => {
  test("opens it to who asked, until it ends", async () => {
    const { reportId, one, answer, entityId } = await asked();
    const other = await report(entityId);
    expect(await statusFor(reportId, investor)).toBe(404);
    const before = Date.now();
    const { data } = (await answer({ ...accept, accessDays: 5 })).json();
    const days = (Date.parse(data.accessEndsAt) - before) / 86_400_000;
    expect(days).toBeGreaterThan(4.99);
    expect(days).toBeLessThan(5.01);

    expect(await statusFor(reportId, investor)).toBe(200);
    expect((await read(reportId, investor)).json().data.view_delivery.status).toBe("ready");
    expect(await statusFor(other, investor)).toBe(404);
    expect(await statusFor(reportId, stranger)).toBe(404);
    expect(await statusFor(reportId, null)).toBe(404);
    expect(
      (await ask("PATCH", `/v2/reports/${reportId}`, investor, { title: "X" })).statusCode,
    ).toBe(403);

    // The database's clock decides, whatever the answer was.
    await app.db.update(engagementRequest).set({ accessEndsAt: "2020-01-01T00:00:00Z" });
    expect(await statusFor(reportId, investor)).toBe(404);
    expect((await ask("GET", one, investor)).json().data.status).toBe("accepted");
  });

  test("is ended by the founder, and a repeat changes nothing", async () => {
    const { reportId, one, answer } = await asked();
    const neighbour = await asked();
    await Promise.all([answer(accept), neighbour.answer(accept)]);
    const close = (who = founder) => ask("DELETE", `${one}/report-access`, who);
    expect([await close(investor), await close(stranger)].map((a) => a.statusCode)).toEqual([
      403, 404,
    ]);
    expect(await statusFor(reportId, investor)).toBe(200);

    const first = await close();
    clock = new Date(clock.getTime() + 60_000);
    const again = [await close(), await close()];
    expect(again.map((a) => a.json().data)).toEqual([first.json().data, first.json().data]);
    expect(await statusFor(reportId, investor)).toBe(404);
    expect(await statusFor(neighbour.reportId, investor)).toBe(200);
    // The same answer again does not open it.
    expect((await answer(accept)).statusCode).toBe(200);
    expect(await statusFor(reportId, investor)).toBe(404);
  });

  test("is for a report of the startup's entity; the founder may name it", async () => {
    const foreign = await report(null);
    const wrong = await asked({ reportId: foreign });
    expect((await wrong.answer(accept)).statusCode).toBe(409);
    expect((await ask("GET", wrong.one, investor)).json().data.status).toBe("pending");
    expect(await statusFor(foreign, investor)).toBe(404);

    const open = await asked({ reportId: null });
    expect((await open.answer({ ...accept, reportId: randomUUID() })).statusCode).toBe(409);
    const named = await open.answer({ ...accept, reportId: open.reportId });
    expect(named.json().data).toMatchObject({ reportId: open.reportId, status: "accepted" });
    expect(await statusFor(open.reportId, investor)).toBe(200);
    // Without a report it is accepted, and opens none.
    const none = await asked({ reportId: null });
    expect((await none.answer(accept)).json().data).toMatchObject({ accessEndsAt: null });
    expect(await statusFor(none.reportId, investor)).toBe(404);
  });

  test.each([
    [{ decision: "decline", accessDays: 5 }, 400],
    [{ decision: "accept", accessDays: 0 }, 400],
    [{ decision: "accept", accessDays: 366 }, 400],
    [{ decision: "accept", accessDays: "5" }, 400],
    [{ decision: "accept", reportId: randomUUID() }, 400],
    [{ decision: "decline" }, 200],
  ])("answered with %j is %i and opens nothing", async (body, status) => {
    const { reportId, answer } = await asked();
    expect((await answer(body)).statusCode).toBe(status);
    expect(await statusFor(reportId, investor)).toBe(404);
  });

  test("opens nothing while a block is between the two, and when sixteen answer at once it is opened once", async () => {
    const { reportId, answer } = await asked();
    const answers = await together(() => answer(accept));
    expect(new Set(answers.map((one) => one.json().data.accessEndsAt)).size).toBe(1);
    expect(await statusFor(reportId, investor)).toBe(200);
    const block = `/api/v1/users/me/blocks/${investor.id}`;
    await ask("PUT", block, founder);
    expect(await statusFor(reportId, investor)).toBe(404);
    await ask("DELETE", block, founder);
    expect(await statusFor(reportId, investor)).toBe(200);
  });
});
