import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { report } from "#schemas/tables/companies/report.ts";
import { testApp } from "../../helpers/app.ts";
import { codeAt } from "../../helpers/factors/totp.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeAdministrator, makeSubmittedReport } from "../../helpers/platform/administrators.ts";
import { makeOwnEntity } from "../../helpers/platform/directory.ts";
import { factorKit } from "../second-factors/kit.ts";

const app = await testApp();
const { db, get, send } = app;
const ann = await makePerson(app);
const root = await makeAdministrator(app);
const decide = (id: string, payload: object, headers: Record<string, string> = root.headers) =>
  send({ method: "POST", url: `/v2/admin/reports/${id}/decision`, headers, payload });
const stored = async (id: string) => (await db.select().from(report).where(eq(report.id, id)))[0];
const acts = async () => (await get("/v2/admin/acts?limit=100", root.headers)).json().data;
const actsOn = async (id: string) =>
  (await acts()).filter((one: { detail: { id: string } }) => one.detail.id === id);

describe("a report that waits", () => {
  test("is listed, verified once with a score, and the act is logged with who and what [O-71]", async () => {
    const { id: entityId } = await makeOwnEntity(app, ann);
    const id = await makeSubmittedReport(app, ann, { entity_id: entityId });
    const other = await stored(await makeSubmittedReport(app, ann));
    const listed = async () =>
      (await get("/v2/admin/reports?limit=100", root.headers))
        .json()
        .data.map((one: { id: string }) => one.id);
    expect(await listed()).toContain(id);

    const done = await decide(id, { decision: "verify", score: 90 });

    expect([done.statusCode, done.json().data]).toEqual([200, { id, status: "verified" }]);
    expect(await stored(id)).toMatchObject({ status: "verified", verificationScore: 90 });
    expect(await listed()).not.toContain(id);
    const again = await decide(id, { decision: "verify", score: 10 });
    expect([again.statusCode, again.json().error.message]).toEqual([
      409,
      "Report is verified; verify is possible only from submitted, under_review",
    ]);
    expect(await stored(id)).toMatchObject({ verificationScore: 90 });
    expect(await stored(other?.id ?? "")).toEqual(other);
    expect(await actsOn(id)).toMatchObject([
      {
        ...{ action: "report.verified", actorId: root.id, subjectType: "entity" },
        ...{ subjectId: entityId, detail: { id, from: "submitted", to: "verified" } },
      },
    ]);
    // The team reads what was done, and not which administrator did it.
    const log = (await get(`/v2/entities/${entityId}/audit-log`, ann.headers)).json().data;
    const verified = log.find((one: { action: string }) => one.action === "report.verified");
    expect(verified).toMatchObject({ actorId: null, actorName: null });
  });

  test("is rejected with a reason only, also where it is about no entity", async () => {
    const id = await makeSubmittedReport(app, ann);
    expect((await decide(id, { decision: "reject" })).statusCode).toBe(400);
    expect((await decide(id, { decision: "reject", reason: " " })).statusCode).toBe(400);
    expect((await decide(id, { decision: "reject", reason: "x", score: 1 })).statusCode).toBe(400);
    expect(await stored(id)).toMatchObject({ status: "submitted" });

    expect((await decide(id, { decision: "reject", reason: "No figures" })).statusCode).toBe(200);

    expect(await actsOn(id)).toMatchObject([
      {
        ...{ action: "report.rejected", subjectType: "person", subjectId: ann.id },
        detail: { reason: "No figures" },
      },
    ]);
  });

  test("is decided by one of two administrators at once", async () => {
    const other = await makeAdministrator(app);
    const id = await makeSubmittedReport(app, ann);
    const answers = await Promise.all([
      decide(id, { decision: "verify" }),
      decide(id, { decision: "reject", reason: "No figures" }, other.headers),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [verified] = answers;
    expect((await stored(id))?.status).toBe(verified?.statusCode === 200 ? "verified" : "rejected");
    expect(await actsOn(id)).toHaveLength(1);
  });

  test("is as it was after what is no decision", async () => {
    const id = await makeSubmittedReport(app, ann);
    const wrong = [
      { decision: "archive" },
      { decision: "verify", score: 101 },
      { decision: "verify", score: "90" },
      { decision: "verify", userId: ann.id },
      { decision: "reject", reason: "a\u202Eb" },
      { decision: "reject", reason: "x".repeat(501) },
      {},
    ];
    for (const body of wrong) {
      expect([body, (await decide(id, body)).statusCode]).toEqual([body, 400]);
    }
    expect((await decide("0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", wrong[0] ?? {})).statusCode).toBe(
      400,
    );
    const unknown = await decide("0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", { decision: "verify" });
    expect(unknown.statusCode).toBe(404);
    expect(await stored(id)).toMatchObject({ status: "submitted" });
  });
});

describe("an act is refused to", () => {
  const makeKey = async (headers: Record<string, string>, scope: string) =>
    (
      await send({
        ...{ method: "POST", url: "/api/v1/api-keys", headers },
        payload: { name: "Machine", scope },
      })
    ).json().key as string;

  test("everybody but an administrator, whose key needs the scope admin [O-71]", async () => {
    const id = await makeSubmittedReport(app, ann);
    const asked = { decision: "verify" };
    const key = async (scope: string) => ({ "x-api-key": await makeKey(root.headers, scope) });
    const refused = [{}, ann.headers, await key("write"), await key("reports:write")];
    const statuses = await Promise.all(
      refused.map(async (headers) => (await decide(id, asked, headers)).statusCode),
    );
    expect(statuses).toEqual([401, 403, 403, 403]);
    expect((await get("/v2/admin/reports", await key("read"))).statusCode).toBe(403);
    expect(await stored(id)).toMatchObject({ status: "submitted" });

    expect((await decide(id, asked, await key("admin"))).statusCode).toBe(200);
  });

  test("an administrator with a second factor that was not proved just now, and to their key [O-70] [O-71]", async () => {
    let at = new Date("2026-03-04T12:00:00Z");
    const timed = await testApp({ now: () => at });
    const kit = factorKit(timed, () => at);
    const admin = await kit.withTotp();
    await timed.database.pool.query("update user_account set is_admin = true where email = $1", [
      admin.email,
    ]);
    const owner = await makePerson(timed);
    const id = await makeSubmittedReport(timed, owner);
    const act = (headers: Record<string, string>) =>
      timed.send({
        ...{ method: "POST", url: `/v2/admin/reports/${id}/decision`, headers },
        payload: { decision: "verify" },
      });
    at = new Date(at.getTime() + 601_000);
    const refused = await act(admin.headers);
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect((await timed.get("/v2/admin/reports", admin.headers)).statusCode).toBe(200);
    await kit.post("step-up", { code: codeAt(admin.secret, at) }, admin.headers);

    expect((await act(admin.headers)).statusCode).toBe(200);
  });
});
