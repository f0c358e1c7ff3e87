import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson, makeTeamEntity, type Person } from "../../helpers/people.ts";
import { makeApplication, makeRole, saveSkills } from "../../helpers/platform/hiring.ts";
import { formsOf, sendForm } from "./form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const names = ["owner", "permitted", "member", "stranger", "ann", "bob"] as const;
type Name = (typeof names)[number];
const browsers = {} as Record<Name, { cookie: string }>;
const people = {} as Record<Name, Person>;
for (const name of names) {
  browsers[name] = await signInBrowser(app, `${name}@example.com`);
  people[name] = await makePerson(app, `${name}@example.com`);
}
const entityId = await makeTeamEntity(app, people);
const newRole = async (title: string) =>
  (await makeRole(app, { entityId, by: people.owner, values: { title } })).roleId;
const at = (roleId: string) => `/roles/${roleId}/applications`;
const get = (url: string, who: Name) => app.get(url, { ...html, ...browsers[who] });
const stored = async () =>
  (await app.db.execute(sql`select * from hiring_application order by id`)).rows;
const statusOf = async (id: string) => (await stored()).find((row) => row.id === id)?.status;
const forms = async (who: Name, roleId: string, id: string) =>
  (await formsOf(app, browsers[who], at(roleId), at(roleId))).filter((form) => form.id === id);
const formFor = async (
  who: Name,
  roleId: string,
  id: string,
  act: string,
): Promise<Record<string, string>> =>
  (await forms(who, roleId, id)).find((form) => form.act === act) ?? {};

const quiet = await newRole("Quiet");
const roleId = await newRole("Reader <i>of</i> filings");
const other = await newRole("Other");
const coverLetter = "Dear <b>team</b>,\n\nI read filings.";
const answers = [{ problemSpecId: "p1", content: "By its number." }];
const ofAnn = await makeApplication(app, {
  ...{ roleId, by: people.ann, values: { coverLetter, answers } },
});
const ofBob = await makeApplication(app, { roleId, by: people.bob });
const ofBobToOther = await makeApplication(app, { roleId: other, by: people.bob });
await saveSkills(app, people.ann, ["Python"]);

describe("the page of applications to a role", () => {
  test("is linked, with its number, for those who may review alone", async () => {
    const link = `<a href="${at(roleId)}">Applications (2)</a>`;
    for (const who of ["owner", "permitted"] as const) {
      expect((await get(`/roles/${roleId}`, who)).body).toContain(link);
    }
    for (const who of ["member", "stranger", "ann"] as const) {
      const { statusCode, body } = await get(`/roles/${roleId}`, who);
      expect([statusCode, body.includes("Applications (")]).toEqual([200, false]);
    }
  });

  test("is 403 for a member without the permission, 404 for others, and a sign-in first", async () => {
    const found = [];
    for (const who of names) found.push((await get(at(roleId), who)).statusCode);
    expect(found).toEqual([200, 200, 403, 404, 404, 404]);
    const { headers } = await app.get(`${at(roleId)}?status=hired`, html);
    const back = `${at(roleId)}?status=hired`;
    expect(headers.location).toBe(`/auth/sign-in?${new URLSearchParams({ return_to: back })}`);
    const account = `/auth/account?${new URLSearchParams({ return_to: back })}`;
    expect((await get(account, "owner")).headers.location).toBe(back);
  });

  test("shows what applicants sent, three times alike, and links those who may be seen", async () => {
    const { headers, body } = await get(at(roleId), "permitted");
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toContain("Reader &lt;i&gt;of&lt;/i&gt; filings");
    expect(body).toContain(`<p class="said">Dear &lt;b&gt;team&lt;/b&gt;,</p>`);
    expect(body).toContain("By its number.");
    expect(body).toContain(`<a href="/people/${people.ann.id}">`);
    expect(body).not.toContain(`/people/${people.bob.id}`);
    expect(body).not.toContain(ofBobToOther);
    expect(body).not.toMatch(/(?:ann|bob)@example.com/);
    await get(at(roleId), "permitted");
    const shown = (text: string) => text.replaceAll(/name="form_token" value="[^"]*"/g, "");
    expect(shown((await get(at(roleId), "permitted")).body)).toBe(shown(body));
  });

  test("says that there is none, or none in the state, and what is no state", async () => {
    expect((await get(at(quiet), "owner")).body).toContain("Nobody has applied to this role yet.");
    const hired = await get(`${at(roleId)}?status=hired`, "owner");
    expect(hired.body).toContain("No applications have this status.");
    const lost = await get(`${at(roleId)}?status=%3Cb%3E`, "owner");
    expect([lost.statusCode, lost.body.includes('<p role="alert">State: ')]).toEqual([400, true]);
  });
});

describe("deciding on the page", () => {
  test("takes nothing from who may not review, without its protection, or under another role", async () => {
    const before = await stored();
    const form: Record<string, string> = {
      ...(await formFor("owner", roleId, ofAnn, "move")),
      to: "reviewing",
    };
    const codes = [];
    for (const who of ["member", "stranger", "ann"] as const) {
      codes.push((await sendForm(app, at(roleId), browsers[who], form)).statusCode);
    }
    const { form_token: _token, ...bare } = form;
    const tries = [bare, { ...form, id: ofBob }, { ...form, act: "record", to: "withdrawn" }];
    for (const one of tries) {
      codes.push((await sendForm(app, at(roleId), browsers.owner, one)).statusCode);
    }
    codes.push((await sendForm(app, at(other), browsers.owner, form)).statusCode);
    expect(codes).toEqual([403, 404, 404, 403, 403, 403, 404]);
    const out = await sendForm(app, at(roleId), {}, form);
    expect(out.headers.location).toBe(
      `/auth/sign-in?${new URLSearchParams({ return_to: at(roleId) })}`,
    );
    expect(await stored()).toEqual(before);
  });

  test("moves once, says so, and refuses the repeat; the neighbours stay", async () => {
    const before = await stored();
    const form = { ...(await formFor("permitted", roleId, ofAnn, "move")), to: "reviewing" };
    const moved = await sendForm(app, at(roleId), browsers.permitted, form);
    expect([moved.statusCode, moved.headers.location]).toEqual([
      302,
      `${at(roleId)}?changed=${ofAnn}`,
    ]);
    expect((await get(`${at(roleId)}?changed=${ofAnn}`, "permitted")).body).toMatch(
      /<p role="status">The application of [^<]+ is now “Being read”\.<\/p>/,
    );
    const foreign = await get(`${at(roleId)}?changed=${ofBobToOther}`, "permitted");
    expect(foreign.body).not.toContain("is now");
    const after = await stored();
    for (const _ of [2, 3]) {
      const { statusCode, body } = await sendForm(app, at(roleId), browsers.permitted, form);
      expect(statusCode).toBe(409);
      expect(body).toContain(
        '<p role="alert">Application is reviewing; reviewing is possible only from submitted</p>',
      );
    }
    expect(await stored()).toEqual(after);
    expect(await statusOf(ofAnn)).toBe("reviewing");
    for (const row of before.filter(({ id }) => id !== ofAnn)) expect(after).toContainEqual(row);
  });

  test("offers what the state allows, and records the outcome with notes for the team alone", async () => {
    const acts = async () => (await forms("owner", roleId, ofAnn)).map(({ act }) => act);
    expect(await acts()).toEqual(["move", "record"]);
    const skip = { ...(await formFor("owner", roleId, ofAnn, "record")), to: "hired" };
    expect((await sendForm(app, at(roleId), browsers.owner, skip)).statusCode).toBe(409);
    expect(await statusOf(ofAnn)).toBe("reviewing");
    const next = { ...(await formFor("owner", roleId, ofAnn, "move")), to: "evaluated" };
    await sendForm(app, at(roleId), browsers.owner, next);
    expect(await acts()).toEqual(["record"]);

    const form = { ...(await formFor("owner", roleId, ofAnn, "record")), to: "hired" };
    const notes = "Calm </textarea>\r\nand exact";
    const wrong = { ...form, notes, startDate: "soon" };
    const refused = await sendForm(app, at(roleId), browsers.owner, wrong);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('<p role="alert">Start date: ');
    expect(refused.body).toContain("Calm &lt;/textarea&gt;");
    expect(await statusOf(ofAnn)).toBe("evaluated");

    const right = { ...form, notes, startDate: "2027-01-04" };
    expect((await sendForm(app, at(roleId), browsers.owner, right)).statusCode).toBe(302);
    const row = (await stored()).find(({ id }) => id === ofAnn);
    expect([row?.status, row?.outcome]).toMatchObject([
      "hired",
      { decision: "hired", startDate: "2027-01-04", notes: "Calm </textarea>\nand exact" },
    ]);
    const own = await get("/applications", "ann");
    expect(own.body).toContain("start on 2027-01-04");
    expect(own.body).not.toMatch(/Calm|and exact/);
    expect(await statusOf(ofBob)).toBe("submitted");
    expect(await statusOf(ofBobToOther)).toBe("submitted");
  });

  test("nobody decides on the own application [HIR-67]", async () => {
    const own = await makeApplication(app, { roleId, by: people.permitted });
    expect(await forms("permitted", roleId, own)).toEqual([]);
    const form = await formFor("owner", roleId, own, "move");
    const sent = { ...form, to: "reviewing" };
    const refused = await sendForm(app, at(roleId), browsers.permitted, sent);
    expect([refused.statusCode, await statusOf(own)]).toEqual([403, "submitted"]);
  });
});
