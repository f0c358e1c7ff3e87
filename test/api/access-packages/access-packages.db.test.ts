import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { endOverdueAccess } from "#api/modules/access-packages/service.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { packageAccess } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeOwnEntity, publishEntity } from "../../helpers/platform/directory.ts";
import { together } from "../../helpers/races.ts";

const app = await testApp();
const { db, get, send } = app;
const [ann, bob, carl] = [await makePerson(app), await makePerson(app), await makePerson(app)];

const ask = (method: "POST" | "PATCH" | "DELETE", url: string, who: Person, payload?: object) =>
  send({ method, url, headers: who.headers, ...(payload === undefined ? {} : { payload }) });

interface Made {
  id: string;
  slug: string;
  packageId: string;
  reportId: string;
  collectionId: string;
  base: string;
}

/** A published company of Ann with a package that opens a private report and a collection with the company. */
async function makeOffered(): Promise<Made> {
  const collection = await ask("POST", "/api/v1/collections", ann, { name: "Data room" });
  const collectionId = collection.json().data.id;
  const { id, slug } = await makeOwnEntity(app, ann, "Packaged Example");
  await ask("PATCH", `/api/v1/entities/${id}`, ann, { collectionId });
  await publishEntity(app, ann, id);
  const report = await ask("POST", "/v2/reports", ann, {
    title: "Private projection",
    report_type: "projection",
    entity_id: id,
    data: { revenue: "12" },
  });
  const reportId = report.json().data.id;
  await ask("PATCH", `/v2/reports/${reportId}`, ann, { status: "submitted" });
  const base = `/v2/directory/entity-profile/${id}/packages`;
  const made = await ask("POST", base, ann, {
    title: "Investor room",
    description: "For those who invest",
    collectionId,
    reportIds: [reportId],
  });
  expect(made.statusCode).toBe(201);
  return { id, slug, packageId: made.json().data.id, reportId, collectionId, base };
}

const request = ({ slug, packageId }: Made, who: Person) =>
  ask("POST", `/v2/directory/entity/${slug}/packages/${packageId}/request`, who);
const decide = ({ base, packageId }: Made, who: Person, payload: object, by = ann) =>
  ask("POST", `${base}/${packageId}/access/${who.id}/response`, by, payload);
const revoke = ({ base, packageId }: Made, who: Person, by = ann) =>
  ask("DELETE", `${base}/${packageId}/access/${who.id}`, by);
const experience = async (slug: string, who?: Person) =>
  (await get(`/v2/directory/entity/${slug}/profile-experience`, who?.headers)).json().data;
const reads = async ({ reportId }: Made, who: Person) =>
  (await get(`/v2/reports/${reportId}`, who.headers)).statusCode;
/** State of the action, state of the access, status of reading the report. */
const standing = async (made: Made, who: Person) => {
  const { actions, viewer } = await experience(made.slug, who);
  return [
    actions.requestPackages[0]?.state,
    viewer.packageAccess[0]?.status,
    await reads(made, who),
  ];
};
const passed = (id: string) =>
  db
    .update(packageAccess)
    .set({ expiresAt: "2020-01-01T00:00:00Z" })
    .where(eq(packageAccess.id, id));

describe("a package", () => {
  test("is asked for, granted, and lost when it is revoked; each state is told and holds at once [DIR-54] [DIR-59] [STA-10] [DIR-80]", async () => {
    const made = await makeOffered();
    expect(await standing(made, bob)).toEqual(["available", "not_requested", 404]);
    const asked = await request(made, bob);
    expect([asked.statusCode, asked.json().data.status]).toEqual([201, "pending"]);
    expect(await standing(made, bob)).toEqual(["pending", "pending", 404]);
    const location = String(asked.headers.location);
    expect((await get(location, bob.headers)).json().data.content).toBeNull();

    const granted = await decide(made, bob, {
      decision: "grant",
      expiresAt: "2999-01-01T00:00:00Z",
    });
    expect(granted.json().data).toMatchObject({ userId: bob.id, status: "active" });
    expect(await standing(made, bob)).toEqual(["active", "active", 200]);
    const { viewer } = await experience(made.slug, bob);
    expect(viewer.packageAccess).toEqual([
      {
        packageId: made.packageId,
        status: "active",
        collectionId: made.collectionId,
        expiresAt: "2999-01-01T00:00:00.000Z",
      },
    ]);
    expect((await get(location, bob.headers)).json().data.content).toEqual({
      description: "For those who invest",
      collection: {
        id: made.collectionId,
        name: "Data room",
        description: null,
        entities: [{ id: made.id, name: "Packaged Example", slug: made.slug }],
      },
      reports: [{ id: made.reportId, title: "Private projection" }],
      filings: [],
    });

    for (let n = 0; n < 2; n += 1) {
      expect((await revoke(made, bob)).json().data.status).toBe("revoked");
    }
    expect(await standing(made, bob)).toEqual(["revoked", "revoked", 404]);
    expect((await get(location, bob.headers)).json().data.content).toBeNull();
    expect((await request(made, bob)).statusCode).toBe(409);
    await decide(made, bob, { decision: "grant" });
    expect(await standing(made, bob)).toEqual(["active", "active", 200]);

    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, made.id));
    const acts = log.filter(({ action }) => action.startsWith("package"));
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["package.defined", ann.id],
      ["package_access.requested", bob.id],
      ["package_access.granted", ann.id],
      ["package_access.revoked", ann.id],
      ["package_access.granted", ann.id],
    ]);
  });

  test("ends at its date before any job has come by; the job stores it, and it can be asked for again [DIR-54] [DIR-59]", async () => {
    const made = await makeOffered();
    const { id } = (await request(made, bob)).json().data;
    await decide(made, bob, { decision: "grant", expiresAt: "2999-01-01T00:00:00Z" });
    expect(await standing(made, bob)).toEqual(["active", "active", 200]);
    await passed(id);
    expect(await standing(made, bob)).toEqual(["expired", "expired", 404]);

    expect(await endOverdueAccess({ db })).toBe(1);
    expect(await endOverdueAccess({ db })).toBe(0);
    const [row] = await db.select().from(packageAccess).where(eq(packageAccess.id, id));
    expect(row?.status).toBe("expired");
    expect((await request(made, bob)).json().data).toMatchObject({ id, status: "pending" });
    await decide(made, bob, { decision: "grant", expiresAt: "2999-01-01T00:00:00Z" });
    await passed(id);
    // Also where no job has stored the end.
    expect((await request(made, bob)).json().data).toMatchObject({ id, status: "pending" });
  });

  test("that is declined looks as if it was not asked for, and can be asked for again [DIR-59]", async () => {
    const made = await makeOffered();
    const { id } = (await request(made, bob)).json().data;
    for (let n = 0; n < 2; n += 1) {
      expect((await decide(made, bob, { decision: "decline" })).json().data.status).toBe(
        "declined",
      );
    }
    expect(await standing(made, bob)).toEqual(["available", "not_requested", 404]);
    expect((await get(`/v2/directory/package-access/${id}`, bob.headers)).json().data.status).toBe(
      "not_requested",
    );
    expect((await request(made, bob)).statusCode).toBe(201);
    const url = `/v2/directory/package-access/${id}`;
    expect((await ask("DELETE", url, carl)).statusCode).toBe(404);
    expect((await ask("DELETE", url, bob)).json().data.status).toBe("not_requested");
    expect((await ask("DELETE", url, bob)).statusCode).toBe(404);
    expect(await standing(made, bob)).toEqual(["available", "not_requested", 404]);
  });

  test("that is withdrawn ends every access and is named nowhere; offered again it gives nobody access", async () => {
    const made = await makeOffered();
    await request(made, bob);
    await decide(made, bob, { decision: "grant" });
    await request(made, carl);
    const url = `${made.base}/${made.packageId}`;
    for (let n = 0; n < 2; n += 1) {
      expect((await ask("DELETE", url, ann)).json().data.status).toBe("withdrawn");
    }
    expect(await reads(made, bob)).toBe(404);
    const seen = await experience(made.slug, bob);
    expect([seen.actions.requestPackages, seen.viewer.packageAccess]).toEqual([[], []]);
    expect(JSON.stringify(seen)).not.toMatch(/Investor room|Private projection/);
    expect((await request(made, bob)).statusCode).toBe(404);
    expect((await decide(made, bob, { decision: "grant" })).statusCode).toBe(409);
    await ask("POST", `${url}/offer`, ann);
    expect(await reads(made, bob)).toBe(404);
    const list = (await get(`${url}/access`, ann.headers)).json().data;
    expect(list.map(({ status }: { status: string }) => status).sort()).toEqual([
      "declined",
      "revoked",
    ]);
  });

  test("is not for managers, and is decided by managers alone [DIR-55]", async () => {
    const made = await makeOffered();
    const own = await request(made, ann);
    expect([own.statusCode, own.json().error.message]).toEqual([
      409,
      "requestPackages is unavailable: VIEWER_IS_MANAGER",
    ]);
    await request(made, bob);
    expect((await decide(made, bob, { decision: "grant" }, bob)).statusCode).toBe(403);
    expect((await revoke(made, bob, carl)).statusCode).toBe(403);
    expect(await standing(made, bob)).toEqual(["pending", "pending", 404]);
    expect((await revoke(made, bob)).statusCode).toBe(409);
    expect((await decide(made, carl, { decision: "grant" })).statusCode).toBe(404);
  });

  test.each([
    ["an end in the past", { decision: "grant", expiresAt: "2020-01-01T00:00:00Z" }],
    ["an end of what is declined", { decision: "decline", expiresAt: "2999-01-01T00:00:00Z" }],
    ["an end that is no time", { decision: "grant", expiresAt: "tomorrow" }],
    ["another decision", { decision: "expire" }],
  ])("refuses %s", async (_, payload) => {
    const made = await makeOffered();
    await request(made, bob);
    expect((await decide(made, bob, payload)).statusCode).toBe(400);
    expect(await standing(made, bob)).toEqual(["pending", "pending", 404]);
  });

  test("opens nothing of somebody else: foreign collections and reports are 404", async () => {
    const made = await makeOffered();
    const foreign = await ask("POST", "/api/v1/collections", bob, { name: "Of Bob" });
    const report = await ask("POST", "/v2/reports", bob, {
      title: "Of Bob",
      report_type: "other",
      data: {},
    });
    for (const payload of [
      { title: "X", collectionId: foreign.json().data.id },
      { title: "X", reportIds: [report.json().data.id] },
      { title: "X", reportIds: [made.reportId, made.packageId] },
    ]) {
      expect((await ask("POST", made.base, ann, payload)).statusCode).toBe(404);
      expect((await ask("PATCH", `${made.base}/${made.packageId}`, ann, payload)).statusCode).toBe(
        404,
      );
    }
    const [kept, ...others] = (await get(made.base, ann.headers)).json().data;
    expect([kept.title, kept.reportIds, others]).toEqual(["Investor room", [made.reportId], []]);
  });

  test("of another entity is 404 for those who manage this one", async () => {
    const made = await makeOffered();
    const other = await makeOwnEntity(app, bob, "Other Example");
    const base = `/v2/directory/entity-profile/${other.id}/packages/${made.packageId}`;
    expect((await get(base, bob.headers)).statusCode).toBe(404);
    expect((await ask("PATCH", base, bob, { title: "Mine" })).statusCode).toBe(404);
    expect((await ask("DELETE", base, bob)).statusCode).toBe(404);
    expect((await get(`${base}/access`, bob.headers)).statusCode).toBe(404);
    await request(made, bob);
    const grant = `${base}/access/${bob.id}/response`;
    expect((await ask("POST", grant, bob, { decision: "grant" })).statusCode).toBe(404);
    expect(await reads(made, bob)).toBe(404);
  });
});

describe("at once", () => {
  test("sixteen requests of one person are one access [STA-12]", async () => {
    const made = await makeOffered();
    const answers = await together(() => request(made, bob));
    expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBe(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBe(15);
    expect(
      (await get(`${made.base}/${made.packageId}/access`, ann.headers)).json().data.length,
    ).toBe(1);
  });

  test("of grants and declines one wins, and the audit log says which [STA-12]", async () => {
    const made = await makeOffered();
    await request(made, bob);
    const answers = await together((n) =>
      decide(made, bob, { decision: n % 2 ? "grant" : "decline" }),
    );
    const won = new Set(
      answers.filter(({ statusCode }) => statusCode === 200).map((one) => one.json().data.status),
    );
    expect(won.size).toBe(1);
    const [, status] = await standing(made, bob);
    expect(won).toEqual(new Set([status === "active" ? "active" : "declined"]));
    const log = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, made.id));
    const decided = log.filter(({ action }) => /granted|declined/.test(action));
    expect(decided.length).toBe(1);
  });
});

describe("reports in the directory", () => {
  const index = async (slug: string) => (await experience(slug)).recordSummary;

  test("are named where they are public or in an offered package, and never else [DIR-28] [DIR-30] [DIR-31]", async () => {
    const { id, slug } = await makeOwnEntity(app, ann, "Reporting Example");
    await publishEntity(app, ann, id);
    const report = async (title: string, is_public: boolean, status = "submitted") => {
      const made = await ask("POST", "/v2/reports", ann, {
        title,
        report_type: "other",
        entity_id: id,
        is_public,
        data: {},
      });
      const { id: reportId } = made.json().data;
      if (status !== "draft") await ask("PATCH", `/v2/reports/${reportId}`, ann, { status });
      return reportId;
    };
    await report("Public report", true);
    await report("Public draft", true, "draft");
    await report("Public archived", true, "archived");
    const secret = await report("Private report", false);
    await ask("PATCH", `/v2/directory/entity-profile/${id}/profile`, ann, { asksFollowers: false });
    const names = (one: { reportIndex: { title: string; access: string }[] }) =>
      one.reportIndex.map(({ title, access }) => [title, access]);

    const before = await index(slug);
    expect(names(before)).toEqual([["Public report", "public"]]);
    expect(before.reporting).toMatchObject({ reportsPublished: 1, publicReports: 1 });
    expect(JSON.stringify(await experience(slug))).not.toContain(secret);

    await ask("POST", `/v2/directory/entity-profile/${id}/packages`, ann, {
      title: "Room",
      reportIds: [secret],
    });
    const after = await index(slug);
    expect(names(after)).toEqual([
      ["Private report", "permissioned"],
      ["Public report", "public"],
    ]);
    expect(after.reporting).toMatchObject({ reportsPublished: 2, publicReports: 1 });
    expect((await get(`/v2/reports/${secret}`, bob.headers)).statusCode).toBe(404);
  });
});
