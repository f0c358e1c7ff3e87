import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { decideReport } from "#api/modules/reports/service.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeam, makeTeamEntity } from "../../helpers/people.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";
import { together } from "../../helpers/races.ts";

/** The user agent of a browser: that of the test client counts as a program. */
const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
let clock = new Date("2026-11-22T12:00:00Z");
const app = await testApp({ now: () => clock });
const { db } = app;
const team = await makeTeam(app);
const { owner: ann, stranger: bob, member, permitted } = team;
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

const ask = (
  method: "POST" | "PATCH" | "DELETE" | "PUT",
  url: string,
  payload: object,
  who = ann,
  more = {},
) => app.send({ method, url, payload, headers: { ...browser, ...who.headers, ...more } });
const body = { title: "Annual report", report_type: "annual_report", data: { revenue: "12.5" } };
const make = async (more: object = {}, who = ann) =>
  (await ask("POST", "/v2/reports", { ...body, ...more }, who)).json().data;
const read = (id: string, who = ann, more = {}) =>
  app.get(`/v2/reports/${id}`, { ...browser, ...who.headers, ...more });
const receiptOf = async (id: string, who = bob, more = {}) =>
  (await read(id, who, more)).json().data.view_delivery as {
    status: string;
    deliveryReceiptId: string | null;
  };
const acknowledge = (id: string, deliveryReceiptId: string | null, who = bob, more = {}) =>
  ask("POST", `/v2/reports/${id}/views`, { deliveryReceiptId }, who, more);
const views = async (id: string) =>
  (await app.get(`/v2/reports/${id}/views`, ann.headers)).json().data;
const upload = async (who = ann) =>
  (
    await ask(
      "POST",
      "/api/v1/documents/upload",
      { filename: "a.txt", content: "YWJj", mimetype: "text/plain" },
      who,
    )
  ).json().data;

describe("a report", () => {
  test("is one record in two shapes [REP-02] [REP-03] [REP-06] [REP-25] [RPC-02] [RPC-03] [RPC-04] [RPC-05] [RPC-11] [A-31] [O-21]", async () => {
    const made = await ask("POST", "/v2/reports", body);
    const { data } = made.json();
    const rpc = await ask("POST", "/v1/reports.get", { id: data.id });

    expect([made.statusCode, made.headers.location]).toEqual([201, `/v2/reports/${data.id}`]);
    expect(data).toEqual({
      id: expect.any(String),
      ...{
        ...body,
        status: "draft",
        is_public: false,
        owner_id: ann.id,
        entity_id: null,
        description: null,
      },
      ...{
        verification_score: 0,
        documents: [],
        created_at: data.updated_at,
        updated_at: expect.any(String),
      },
    });
    expect(rpc.json()).toEqual({
      result: {
        data: {
          success: true,
          data: {
            ...{
              id: data.id,
              title: body.title,
              description: null,
              status: "draft",
              verificationScore: 0,
            },
            ...{ createdAt: data.created_at, updatedAt: data.updated_at },
          },
        },
      },
    });
    expect((await read(data.id)).json().data).toEqual({
      ...data,
      view_delivery: {
        ...{ status: "not_applicable", reason: "self_or_manager" },
        ...{ deliveryReceiptId: null, expiresAt: null },
      },
    });
  });

  test.each([
    "annual_report",
    "quarterly_report",
    "projection",
    "financial_statement",
    "tax_return",
    "other",
  ])("takes the type %s [REP-04] [O-21]", async (report_type) =>
    expect((await make({ report_type })).report_type).toBe(report_type),
  );

  test.each([
    { title: " " },
    { report_type: "novel" },
    { data: [] },
    { data: "text" },
    { is_public: "yes" },
    { documents: [5] },
    { title: "a".repeat(201) },
  ])("%j is 400 [REP-25]", async (more) => {
    expect((await ask("POST", "/v2/reports", { ...body, ...more })).statusCode).toBe(400);
  });

  test("lists own reports of both shapes, newest first, filtered [REP-01] [RPC-01] [RPC-06] [RPC-09] [O-20]", async () => {
    const carl = await makePerson(app);
    const first = await make({ title: "First 100%" }, carl);
    const second = await make({ report_type: "projection" }, carl);
    await ask("PATCH", `/v2/reports/${second.id}`, { status: "submitted" }, carl);
    const v2 = async (query = "") => (await app.get(`/v2/reports${query}`, carl.headers)).json();
    const rpc = async (payload: object) =>
      (await ask("POST", "/v1/reports.list", payload, carl)).json().result.data;
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

    expect(ids((await v2()).data)).toEqual([second.id, first.id]);
    expect((await v2()).meta).toEqual({ total: 2, limit: 20, offset: 0, hasMore: false });
    expect(ids((await rpc({})).data)).toEqual([second.id, first.id]);
    expect((await rpc({ limit: 1, offset: 1 })).pagination).toEqual({
      total: 2,
      limit: 1,
      offset: 1,
      hasMore: false,
    });
    expect(ids((await rpc({ status: "submitted" })).data)).toEqual([second.id]);
    expect(ids((await rpc({ search: "100%" })).data)).toEqual([first.id]);
    expect(ids((await v2("?search=%25%25")).data)).toEqual([]);
    expect(ids((await v2("?report_type=projection")).data)).toEqual([second.id]);
  });

  test("what RPC refuses has its envelope [RPC-07] [RPC-08] [RPC-10]", async () => {
    const secret = await make();
    const [foreign, unknown] = [
      await ask("POST", "/v1/reports.get", { id: secret.id }, bob),
      await ask("POST", "/v1/reports.get", { id: unknownId }, bob),
    ];

    expect(foreign.json()).toEqual(unknown.json());
    expect(foreign.json()).toEqual({
      error: { message: "Report not found", code: "NOT_FOUND", httpStatus: 404 },
    });
    expect((await ask("POST", "/v1/reports.list", { limit: 0 })).statusCode).toBe(400);
    expect(
      (await app.send({ method: "POST", url: "/v1/reports.list", payload: {} })).statusCode,
    ).toBe(401);
    expect((await app.get("/v1/reports.list", ann.headers)).statusCode).toBe(405);
  });

  test("nobody sets what the server keeps [REP-24]", async () => {
    const forged = {
      id: unknownId,
      owner_id: bob.id,
      created_at: "2000-01-01T00:00:00Z",
      verification_score: 100,
      status: "verified",
    };
    const made = await make(forged);
    expect(made).toMatchObject({ owner_id: ann.id, verification_score: 0, status: "draft" });
    const { status: _, ...rest } = forged;
    const changed = (await ask("PATCH", `/v2/reports/${made.id}`, { ...rest, title: "New" })).json()
      .data;
    expect(changed).toEqual({ ...made, title: "New", updated_at: changed.updated_at });
  });

  test("is deleted for good [REP-13]", async () => {
    const { id } = await make();
    expect((await ask("DELETE", `/v2/reports/${id}`, {})).json().data).toEqual({
      id,
      deleted: true,
    });
    expect((await read(id)).statusCode).toBe(404);
    expect((await ask("DELETE", `/v2/reports/${id}`, {})).statusCode).toBe(404);
  });
});

describe("who may do what", () => {
  test("a private report is invisible, a public one is read by others and changed by nobody else [REP-21] [REP-22] [REP-23]", async () => {
    const { id } = await make();
    const open = await make({ is_public: true });
    const change = (report: string) =>
      ask("PATCH", `/v2/reports/${report}`, { title: "Mine" }, bob);

    expect((await read(id, bob)).json().error.message).toBe(
      (await read(unknownId, bob)).json().error.message,
    );
    expect([(await read(id, bob)).statusCode, (await change(id)).statusCode]).toEqual([404, 404]);
    expect([(await read(open.id, bob)).statusCode, (await change(open.id)).statusCode]).toEqual([
      200, 403,
    ]);
    expect((await ask("DELETE", `/v2/reports/${open.id}`, {}, bob)).statusCode).toBe(403);
  });

  test("the team of its entity reads it, its managers change it [REP-23]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const admin = await makePerson(app);
    await db.execute(
      sql`insert into entity_member (entity_id, user_id, role) values (${entityId}, ${admin.id}, 'admin')`,
    );
    const { id } = await make({ entity_id: entityId });
    const change = async (who: typeof ann) =>
      (await ask("PATCH", `/v2/reports/${id}`, { title: "Ours" }, who)).statusCode;

    expect([await change(admin), await change(member), await change(bob)]).toEqual([200, 403, 404]);
    expect((await read(id, permitted)).statusCode).toBe(200);
    expect(
      (await ask("POST", "/v2/reports", { ...body, entity_id: entityId }, bob)).statusCode,
    ).toBe(404);
    expect(
      (await ask("POST", "/v2/reports", { ...body, entity_id: entityId }, member)).statusCode,
    ).toBe(403);
  });
});

describe("states", () => {
  test("an owner submits, takes back and archives; a verifier decides [REP-05] [REP-12] [O-21]", async () => {
    const { id } = await make();
    const to = async (status: string) => {
      const answer = await ask("PATCH", `/v2/reports/${id}`, { status });
      return answer.statusCode === 200 ? answer.json().data.status : answer.statusCode;
    };

    expect([
      await to("submitted"),
      await to("submitted"),
      await to("draft"),
      await to("submitted"),
    ]).toEqual(["submitted", "submitted", "draft", "submitted"]);
    expect([await to("verified"), await to("rejected"), await to("under_review")]).toEqual([
      403, 403, 403,
    ]);
    const content = await ask("PATCH", `/v2/reports/${id}`, { data: {}, title: "Half" });
    expect([content.statusCode, content.json().error.message]).toEqual([
      409,
      "Report is submitted; its content changes only while it is a draft",
    ]);
    expect((await read(id)).json().data.title).toBe(body.title);
    await decideReport(db, id, { decision: "review" });
    expect(await to("draft")).toBe(409);
    await decideReport(db, id, { decision: "verify", score: 90 });
    expect((await read(id)).json().data).toMatchObject({
      status: "verified",
      verification_score: 90,
    });
    await expect(decideReport(db, id, { decision: "reject" })).rejects.toThrow(
      "Report is verified",
    );
    expect([await to("archived"), await to("archived"), await to("draft")]).toEqual([
      "archived",
      "archived",
      409,
    ]);
    expect((await ask("PATCH", `/v2/reports/${id}`, { title: "Late" })).statusCode).toBe(409);
  });

  const notDraft = (status: string) =>
    `Report is ${status}; its content changes only while it is a draft`;

  test.each(["submitted", "under_review", "verified", "rejected", "archived"] as const)(
    "what a verifier judges of a report does not change while it is %s [REP-12] [REP-25] [REP-27]",
    async (status) => {
      const { documentKey } = await upload();
      const { id } = await make({ description: "As judged", documents: [documentKey] });
      await ask("PATCH", `/v2/reports/${id}`, { status: "submitted" });
      if (status === "under_review") await decideReport(db, id, { decision: "review" });
      if (status === "verified") await decideReport(db, id, { decision: "verify", score: 90 });
      if (status === "rejected") await decideReport(db, id, { decision: "reject" });
      if (status === "archived") await ask("PATCH", `/v2/reports/${id}`, { status });
      const before = (await read(id)).json().data;
      expect(before.status).toBe(status);
      for (const change of [
        { title: "Better" },
        { description: null },
        { report_type: "projection" },
        { data: {} },
        { documents: [] },
        { is_public: true, title: "Better" },
      ]) {
        const refused = await ask("PATCH", `/v2/reports/${id}`, change);
        expect([refused.statusCode, refused.json().error.message]).toEqual([409, notDraft(status)]);
      }
      const removed = await ask("DELETE", `/api/v1/documents/${documentKey}`, {});
      expect([removed.statusCode, removed.json().error.code]).toEqual([409, "CONFLICT"]);
      expect((await read(id)).json().data).toEqual(before);
    },
  );

  test("a draft lets its document go, and so does a report that is deleted [REP-27]", async () => {
    const [inDraft, handedIn] = [await upload(), await upload()];
    const draft = await make({ documents: [inDraft.documentKey] });
    const report = await make({ documents: [handedIn.documentKey] });
    await ask("PATCH", `/v2/reports/${report.id}`, { status: "submitted" });
    const drop = async ({ documentKey }: { documentKey: string }) =>
      (await ask("DELETE", `/api/v1/documents/${documentKey}`, {})).statusCode;
    expect([await drop(inDraft), await drop(handedIn)]).toEqual([200, 409]);
    expect((await read(draft.id)).json().data.documents).toEqual([]);
    await ask("DELETE", `/v2/reports/${report.id}`, {});
    expect(await drop(handedIn)).toBe(200);
  });

  test("who may read a verified report changes until it is archived [REP-12] [REP-27]", async () => {
    const { id } = await make();
    await ask("PATCH", `/v2/reports/${id}`, { status: "submitted" });
    await decideReport(db, id, { decision: "verify", score: 90 });
    const open = await ask("PATCH", `/v2/reports/${id}`, { is_public: true });
    expect(open.json().data).toMatchObject({ is_public: true, status: "verified" });
    await ask("PATCH", `/v2/reports/${id}`, { status: "archived" });
    expect((await ask("PATCH", `/v2/reports/${id}`, { is_public: false })).statusCode).toBe(409);
  });

  test("of 16 at once that submit and take back, each move happens from its state only", async () => {
    const { id } = await make();
    await together((n) =>
      ask("PATCH", `/v2/reports/${id}`, { status: n % 2 ? "draft" : "submitted" }),
    );
    expect(["draft", "submitted"]).toContain((await read(id)).json().data.status);
  });
});

describe("documents of a report", () => {
  test("are served to all who may read it, with a receipt of their own [REP-14] [REP-26] [O-22]", async () => {
    const document = await upload();
    const { id } = await make({ is_public: true, documents: [document.documentKey] });
    const answer = await app.get(`/v2/reports/${id}/document`, { ...browser, ...bob.headers });
    const { data } = answer.json();

    expect(data).toEqual({
      url: expect.stringContaining(`/v2/reports/${id}/document/content`),
      mediaType: "text/plain",
      size: 3,
      hash: document.hash,
      view_delivery: {
        status: "ready",
        reason: null,
        deliveryReceiptId: expect.any(String),
        expiresAt: "2026-11-22T12:30:00.000Z",
      },
    });
    expect(data.view_delivery.deliveryReceiptId).not.toBe((await receiptOf(id)).deliveryReceiptId);
    const content = await app.get(data.url.replace("http://localhost:3000", ""), bob.headers);
    expect([content.payload, content.headers["content-disposition"]]).toEqual([
      "abc",
      "attachment; filename=a.txt",
    ]);
    expect((await acknowledge(id, data.view_delivery.deliveryReceiptId)).json().data).toEqual({
      outcome: "recorded",
    });
    await ask("PATCH", `/v2/reports/${id}`, { is_public: false });
    expect((await app.get(`/v2/reports/${id}/document/content`, bob.headers)).statusCode).toBe(404);
  });

  test("must be own documents; a report without one answers 404 [REP-26]", async () => {
    const foreign = await upload(bob);
    expect(
      (await ask("POST", "/v2/reports", { ...body, documents: [foreign.documentKey] })).statusCode,
    ).toBe(404);
    const { id } = await make();
    expect((await app.get(`/v2/reports/${id}/document`, ann.headers)).statusCode).toBe(404);
  });
});

describe("views", () => {
  test("count once for each receipt, also of 16 acknowledgements at once [REP-07] [REP-08] [REP-09]", async () => {
    const { id } = await make({ is_public: true });
    const receipt = await receiptOf(id);
    expect(receipt).toMatchObject({
      status: "ready",
      deliveryReceiptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await views(id)).total).toBe(0);
    const answers = await together(() => acknowledge(id, receipt.deliveryReceiptId));
    const outcomes = answers.map((one) => one.json().data.outcome).sort();

    expect(outcomes).toEqual(["recorded", ...Array(15).fill("replayed")].sort());
    expect(await views(id)).toEqual({
      total: 1,
      anonymous: 0,
      byDay: [{ date: "2026-11-22", views: 1 }],
      viewers: [{ userId: bob.id, name: null, views: 1, lastViewedAt: "2026-11-22T12:00:00.000Z" }],
    });
  });

  test("are not counted without an acknowledgement, nor for a wrong one [REP-10] [REP-11] [REP-15]", async () => {
    const { id } = await make({ is_public: true });
    const other = await make({ is_public: true });
    const { deliveryReceiptId } = await receiptOf(id);
    const refused = async (report: string, receipt: string | null, who = bob) =>
      (await acknowledge(report, receipt, who)).statusCode;

    expect(await refused(id, unknownId)).toBe(404);
    expect(await refused(other.id, deliveryReceiptId)).toBe(404);
    expect(await refused(id, deliveryReceiptId, permitted)).toBe(404);
    expect(await refused(id, `${deliveryReceiptId}`.slice(0, -1))).toBe(400);
    expect(await refused(id, null)).toBe(400);
    const began = clock;
    clock = new Date(began.getTime() + 30 * 60_000);
    expect(await refused(id, deliveryReceiptId)).toBe(404);
    clock = began;
    expect((await views(id)).total).toBe(0);
  });

  test("of the owner and of the team do not count [REP-16]", async () => {
    const entityId = await makeTeamEntity(app, team);
    const { id } = await make({ is_public: true, entity_id: entityId });
    for (const who of [ann, member, permitted])
      expect((await receiptOf(id, who)).status).toBe("not_applicable");
  });

  test("of blocked people, programs and prefetches do not count, nor after the delivery [REP-17]", async () => {
    const { id } = await make({ is_public: true });
    const early = await receiptOf(id);
    const bot = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
    expect((await receiptOf(id, bob, bot)).status).toBe("not_applicable");
    expect((await receiptOf(id, bob, { "sec-purpose": "prefetch;prerender" })).status).toBe(
      "not_applicable",
    );
    const late = await receiptOf(id);
    expect((await acknowledge(id, late.deliveryReceiptId, bob, bot)).json().data.outcome).toBe(
      "excluded",
    );

    await ask("PUT", `/api/v1/users/me/blocks/${bob.id}`, {});
    expect((await receiptOf(id)).status).toBe("not_applicable");
    expect((await acknowledge(id, early.deliveryReceiptId)).json().data.outcome).toBe("excluded");
    expect((await acknowledge(id, early.deliveryReceiptId)).json().data.outcome).toBe("replayed");
    await ask("DELETE", `/api/v1/users/me/blocks/${bob.id}`, {});
    expect((await receiptOf(id)).status).toBe("ready");
    expect((await views(id)).total).toBe(0);
  });

  test("of those whose access ended are refused [REP-17]", async () => {
    const { id } = await make({ is_public: true });
    const { deliveryReceiptId } = await receiptOf(id);
    await ask("PATCH", `/v2/reports/${id}`, { is_public: false });
    expect((await acknowledge(id, deliveryReceiptId)).statusCode).toBe(404);
    expect((await views(id)).total).toBe(0);
  });

  test("of private browsing count without the name, and nothing stored has it [REP-17] [REP-18]", async () => {
    const carl = await makePerson(app);
    await subscribe(app, carl.id, "pro");
    await ask("PATCH", "/api/v1/users/me/privacy", { privateBrowsing: true }, carl);
    expect((await app.get("/api/v1/users/me/privacy", carl.headers)).json().data).toEqual({
      privateBrowsing: true,
      isInEffect: true,
    });
    const { id } = await make({ is_public: true });
    const { deliveryReceiptId } = await receiptOf(id, carl);
    expect((await acknowledge(id, deliveryReceiptId, carl)).json().data.outcome).toBe("recorded");

    expect(await views(id)).toMatchObject({ total: 1, anonymous: 1, viewers: [] });
    const stored = await db.execute(
      sql`select v::text as row from report_view v where report_id = ${id}`,
    );
    expect(JSON.stringify(stored.rows)).not.toContain(carl.id);
  });

  test("that cannot be kept never hold back the content, and are never claimed [REP-19] [REP-20]", async () => {
    const { id } = await make({ is_public: true });
    const { deliveryReceiptId } = await receiptOf(id);
    await db.execute(sql`alter table report_view rename to report_view_away`);
    const answer = await read(id, bob);
    const claimed = await acknowledge(id, deliveryReceiptId);
    await db.execute(sql`alter table report_view_away rename to report_view`);

    expect(answer.json().data).toMatchObject({
      title: body.title,
      view_delivery: { status: "unavailable", reason: "unavailable", deliveryReceiptId: null },
    });
    expect(claimed.statusCode).toBe(500);
    expect(claimed.json()).not.toHaveProperty("data");
    expect((await views(id)).total).toBe(0);
  });
});

describe("blocks", () => {
  test("are seen by the one who blocks alone; nobody blocks themselves", async () => {
    const carl = await makePerson(app);
    const list = async (who: typeof ann) =>
      (await app.get("/api/v1/users/me/blocks", who.headers)).json().data;
    expect((await ask("PUT", `/api/v1/users/me/blocks/${carl.id}`, {})).json().data).toEqual({
      userId: carl.id,
      blocked: true,
    });
    expect((await ask("PUT", `/api/v1/users/me/blocks/${carl.id}`, {})).statusCode).toBe(200);

    expect((await list(ann)).map((one: { userId: string }) => one.userId)).toContain(carl.id);
    expect(await list(carl)).toEqual([]);
    expect((await ask("PUT", `/api/v1/users/me/blocks/${ann.id}`, {})).statusCode).toBe(400);
    expect((await ask("PUT", `/api/v1/users/me/blocks/${unknownId}`, {})).statusCode).toBe(404);
  });
});
