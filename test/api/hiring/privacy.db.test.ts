import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { defaultRateLimits } from "#api/http/limits/rate-limit.ts";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { personalData } from "#api/modules/hiring/personal-data.ts";
import { importSkills } from "#api/modules/hiring/service.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { tablesWith } from "../../helpers/companies/tables-with.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole, saveSkills } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const hirer = await makeHirer(app);
const { owner, permitted, member, stranger, entityId } = hirer;
const send = (method: "POST" | "PUT", url: string, who: Person, payload: object = {}) =>
  app.send({ method, url: `/api/v1${url}`, headers: who.headers, payload });
const role = (values: object = {}) => makeRole(app, { by: owner, entityId, values });

describe("leaving", () => {
  test("keeps the company's records without the person, who is in no search document either [HIR-56]", async () => {
    const ann = await makePerson(app);
    const password = "correct horse battery staple";
    const passwordHash = await hashPassword(password);
    const emailVerifiedAt = "2026-01-01T00:00:00.000Z";
    await app.db
      .update(userAccount)
      .set({ passwordHash, emailVerifiedAt })
      .where(eq(userAccount.id, ann.id));
    await saveSkills(app, ann, ["weaving"], { headline: "Weaver" });
    const { roleId } = await role();
    await send("POST", `/hiring/roles/${roleId}/bookmark`, ann);
    const letter = {
      coverLetter: "SECRET-LETTER",
      answers: [{ problemSpecId: "p1", content: "SECRET-ANSWER" }],
    };
    const id = await makeApplication(app, { roleId, by: ann, values: letter });
    const at = `/entities/${entityId}/hiring/applications/${id}`;
    await send("POST", `${at}/feedback`, permitted, {
      overallScore: 3,
      recommendation: "consider",
    });
    const held = await personalData.read(app.db, ann.id);
    expect(held).toMatchObject({
      profile: { headline: "Weaver" },
      skills: [{ name: "weaving" }],
      bookmarks: [{ roleId }],
      applications: [{ id, coverLetter: "SECRET-LETTER" }],
    });
    expect(await tablesWith(app.db, "weaver")).toContain("candidate");
    const url = "/api/v1/users/me";
    const left = await app.send({
      ...{ method: "DELETE", url, headers: ann.headers, payload: { password } },
    });
    expect(left.statusCode, left.body).toBe(200);
    const empty = {
      profile: null,
      skills: [],
      bookmarks: [],
      applications: [],
      portfolioItems: [],
    };
    expect(await personalData.read(app.db, ann.id)).toEqual(empty);
    const kept = await app.get(`/api/v1${at}`, owner.headers);
    expect(kept.json().data).toMatchObject({
      status: "withdrawn",
      applicantId: null,
      applicant: null,
    });
    expect(kept.body).not.toMatch(/SECRET|Weaver/);
    expect((await app.get(`/api/v1${at}/feedback`, owner.headers)).json().meta.total).toBe(1);
    const found = await send("POST", "/search/candidates", stranger, { query: "weaving" });
    expect(found.json().data).toEqual([]);
    for (const text of ["SECRET-LETTER", "SECRET-ANSWER", "Weaver", "weaver"]) {
      expect(await tablesWith(app.db, text), text).toEqual([]);
    }
  });
});

describe("what is private", () => {
  test("appears to nobody else: bookmarks, letters, notes, feedback, skills of the hidden", async () => {
    const ann = await makePerson(app);
    await saveSkills(app, ann, ["SECRET-SKILL"], {
      headline: "SECRET-HEADLINE",
      discoverable: false,
    });
    const { roleId } = await role({ skills: [{ name: "SECRET-SKILL" }] });
    await send("POST", `/hiring/roles/${roleId}/bookmark`, ann);
    const values = { coverLetter: "SECRET-LETTER", answers: [] };
    const id = await makeApplication(app, { roleId, by: ann, values });
    const at = `/entities/${entityId}/hiring/applications/${id}`;
    await send("POST", `${at}/feedback`, permitted, {
      overallScore: 3,
      recommendation: "no",
      gaps: ["SECRET-GAP"],
    });
    await send("POST", `${at}/outcome`, permitted, {
      decision: "withdrawn",
      notes: "SECRET-NOTES",
    });
    const paths = [
      "/hiring/roles",
      "/hiring/roles/bookmarks",
      "/hiring/roles/recommended",
      `/hiring/roles/${roleId}`,
      `/hiring/roles/${roleId}/match`,
      "/hiring/applications",
      "/hiring/applications/mine",
      `/hiring/applications/${id}`,
      "/hiring/my-skills",
      `/entities/${entityId}/hiring/roles`,
      `/entities/${entityId}/hiring/roles/${roleId}/applications`,
      `/entities/${entityId}/hiring/roles/${roleId}/matches`,
      at,
      `${at}/feedback`,
      "/search/suggestions?field=skills&query=secret",
    ];
    const told = async (who: Person) => {
      const answers = await Promise.all(
        paths.map((path) => app.get(`/api/v1${path}`, who.headers)),
      );
      const log = await app.get(`/v2/entities/${entityId}/audit-log?limit=100`, who.headers);
      const search = await send("POST", "/search/candidates", who, {
        query: "secret-skill secret-headline",
      });
      return [...answers, log, search].map(({ body }) => body).join("\n");
    };
    const words = ["LETTER", "HEADLINE", "GAP", "NOTES"].map((word) => `SECRET-${word}`);
    const seenBy = async (who: Person) => {
      const text = await told(who);
      return words.filter((word) => text.includes(word));
    };
    expect(await seenBy(ann)).toEqual(["SECRET-LETTER", "SECRET-HEADLINE"]);
    expect(await seenBy(permitted)).toEqual(["SECRET-LETTER", "SECRET-GAP", "SECRET-NOTES"]);
    expect(await seenBy(member)).toEqual([]);
    expect(await seenBy(stranger)).toEqual([]);
    const recruiterElsewhere = (await makeHirer(app)).permitted;
    expect(await seenBy(recruiterElsewhere)).toEqual([]);
    expect(await told(recruiterElsewhere)).not.toContain(ann.id);
    expect(await told(stranger)).not.toContain(ann.id);
  });
});

test("public roles are on the company's profile, and leave it when they are closed [HIR-33]", async () => {
  const company = await makeHirer(app, { published: true, slug: "hires-people-x" });
  const made = { by: company.owner, entityId: company.entityId };
  const { roleId } = await makeRole(app, made);
  await makeRole(app, { ...made, values: { visibility: "unlisted" } });
  await makeRole(app, { ...made, status: "draft" });
  const shown = async () => (await app.get("/v2/entities/public/hires-people-x")).json().openRoles;
  expect(await shown()).toMatchObject([{ id: roleId, title: "Data Engineer", location: "Berlin" }]);
  await send("POST", `/entities/${company.entityId}/hiring/roles/${roleId}/close`, company.owner);
  expect(await shown()).toEqual([]);
});

test("reads, writes and matching are counted in buckets of their own [HIR-91] [LIM-01] [LIM-02] [LIM-03] [A-44]", async () => {
  const database = await openTestDatabase();
  const limited = await testApp({
    database,
    limits: defaultRateLimits,
    now: () => new Date("2026-11-22T10:00:00Z"),
  });
  const ann = await makePerson(limited);
  const ben = await makePerson(limited);
  const until429 = async (ask: (who: Person) => Promise<{ statusCode: number }>, who = ann) => {
    for (let n = 0; n < 130; n += 1) if ((await ask(who)).statusCode === 429) return n;
    return null;
  };
  const read = (who: Person) => limited.get("/api/v1/hiring/my-skills", who.headers);
  const recommend = (who: Person) => limited.get("/api/v1/hiring/roles/recommended", who.headers);
  const write = ({ headers }: Person) =>
    limited.send({
      method: "PUT",
      url: "/api/v1/hiring/my-skills",
      headers,
      payload: { skills: [] },
    });
  expect(await until429(recommend)).toBe(10);
  expect(await until429(write)).toBe(20);
  expect(await until429(read)).toBe(100);
  expect(await until429(recommend, ben)).toBe(10);
  expect((await read(ben)).statusCode).toBe(200);
});

test("an imported file adds skills, merges what is known and says what it refused", async () => {
  const ann = await makePerson(app);
  await saveSkills(app, ann, ["blacksmith work"]);
  const uri = "http://data.europa.eu/esco/skill/";
  const rows = [
    { conceptUri: `${uri}1`, preferredLabel: "forge metal", altLabels: "blacksmith work\nforging" },
    {
      conceptUri: `${uri}2`,
      preferredLabel: "Python (computer programming)",
      altLabels: "CPython\nforging",
    },
    { conceptUri: "none", preferredLabel: "x", altLabels: "" },
    { conceptUri: `${uri}3`, preferredLabel: "!!!", altLabels: "" },
  ];
  const report = await importSkills(app.db, rows);
  expect(report).toMatchObject({ added: 1, merged: 1, aliases: 4 });
  expect(report.refused).toEqual([
    'line 3: "forging" of "Python (computer programming)" already means "forge metal"',
    "line 4: conceptUri is not a web address",
    "line 5: preferredLabel has no letter or digit",
  ]);
  const mine = (await app.get("/api/v1/hiring/my-skills", ann.headers)).json().data;
  expect(mine).toMatchObject([{ name: "forge metal" }]);
  expect(await importSkills(app.db, rows)).toMatchObject({ added: 0, merged: 2, aliases: 0 });
});
