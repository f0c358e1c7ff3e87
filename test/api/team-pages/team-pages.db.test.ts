import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import { formsOf, sendForm } from "../member-pages/form-of.ts";

const app = await testApp();
const html = { accept: "text/html" };
const names = ["owner", "member", "permitted", "stranger"] as const;
const browsers: Record<string, { cookie: string }> = {};
for (const name of names) browsers[name] = await signInBrowser(app, `${name}@example.com`);
const [owner, member, permitted, stranger] = await Promise.all(
  names.map((name) => makePerson(app, `${name}@example.com`)),
);
if (!(owner && member && permitted && stranger)) throw new Error("people are missing");
const people = { owner, member, permitted, stranger };
type Name = (typeof names)[number];
const team = (name: string) => makeTeamEntity(app, people, { name });

const see = (url: string, who: Name) => app.get(url, { ...html, ...browsers[who] });
const rows = async (id: string) =>
  (
    await app.db.execute(
      sql`select e.name, e.description, e.published, l.status, l.draft, l.disclosure from entity e left join listing l on l.entity_id = e.id where e.id = ${id}`,
    )
  ).rows[0];

/** The hidden fields of the form of an act, as the page shows them. */
async function formOf(id: string, who: Name, act: string) {
  const page = `/teams/${id}`;
  const section = act === "describe" || act === "profile" ? "profile" : "publication";
  const forms = await formsOf(app, browsers[who] ?? {}, page, `${page}#${section}`);
  return forms.find((one) => one.act === act);
}
const send = (id: string, who: Name, fields: Record<string, string | string[]>) =>
  sendForm(app, `/teams/${id}`, browsers[who] ?? {}, fields);

test("the list has the own teams with kind, role and whether they are public, and says what to do without one", async () => {
  const id = await team("Acme <b>");
  const own = await see("/teams", "owner");
  expect([own.statusCode, own.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(own.body).toContain(`<a href="/teams/${id}"><b>Acme &lt;b&gt;</b></a>`);
  expect(own.body).toContain("Company · you are the owner · not public");
  expect((await see("/teams", "member")).body).toContain("you are a member · not public");
  const none = await see("/teams", "stranger");
  expect(none.body).toContain("You are in no team yet.");
  expect(none.body).not.toContain("Acme");
  expect((await see("/teams?page=x", "owner")).statusCode).toBe(400);
});

test("who is not signed in is sent to sign in and back; a stranger gets the 404 of a team that is not there", async () => {
  const id = await team("Hidden team");
  for (const path of ["/teams", `/teams/${id}`]) {
    const query = new URLSearchParams({ return_to: path });
    const { statusCode, headers } = await app.get(path, html);
    expect([statusCode, headers.location]).toEqual([302, `/auth/sign-in?${query}`]);
    const there = await see(`/auth/account?${query}`, "owner");
    expect(there.headers.location).toBe(path);
  }
  await app.db.execute(sql`update entity set published = true where id = ${id}`);
  for (const one of [id, randomUUID()]) {
    const { statusCode, body } = await see(`/teams/${one}`, "stranger");
    expect([statusCode, body.includes("Team not found")]).toEqual([404, true]);
    expect(body).not.toContain("Hidden team");
  }
  const sent = await send(id, "stranger", { act: "withdraw", form_token: "" });
  expect([sent.statusCode, (await rows(id))?.published]).toEqual([404, true]);
});

test("who may manage changes the profile, and only what differs; the neighbour stays", async () => {
  const [id, neighbour] = [await team("Before"), await team("Neighbour")];
  const before = await rows(neighbour);
  const form = { ...(await formOf(id, "permitted", "describe")) };
  const sent = { ...form, name: "After & co", description: "One\r\n\r\ntwo <i>" };
  for (let n = 0; n < 3; n += 1) {
    const { statusCode, headers } = await send(id, "permitted", sent);
    expect([statusCode, headers.location]).toEqual([302, `/teams/${id}`]);
  }
  expect(await rows(id)).toMatchObject({ name: "After & co", description: "One\n\ntwo <i>" });
  const profile = { ...(await formOf(id, "owner", "profile")) };
  const texts = { websiteUrl: "https://acme.example.com/", employeeCount: "12", location: "" };
  await send(id, "owner", { ...profile, ...texts, directEmail: "a@acme.example.com", shown: [] });
  expect((await rows(id))?.draft).toEqual({
    ...{ websiteUrl: "https://acme.example.com/", employeeCount: 12 },
    directEmail: "a@acme.example.com",
  });
  await send(id, "owner", { ...profile, websiteUrl: "", shown: ["directEmail"] });
  expect(await rows(id)).toMatchObject({
    draft: { websiteUrl: null, employeeCount: 12 },
    disclosure: { directEmail: true, directPhone: false },
  });
  const { body } = await see(`/teams/${id}`, "member");
  expect(body).toContain("<h1>After &amp; co</h1>");
  expect(body).toContain("two &lt;i&gt;");
  // The draft is for those who may manage the profile, as in the API.
  const drafted = ["a@acme.example.com", "<dt>Employees</dt>", "Nothing is missing"];
  const seenBy = async (who: Name) => {
    const { body: shown } = await see(`/teams/${id}`, who);
    return drafted.filter((text) => shown.includes(text));
  };
  expect(await seenBy("member")).toEqual([]);
  expect(await seenBy("permitted")).toEqual(drafted);
  expect(await seenBy("owner")).toEqual(drafted);
  const wrong = await send(id, "owner", { ...profile, employeeCount: "many", tagline: "Kept" });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain('<p role="alert">Employees: ');
  expect(wrong.body).toContain('name="tagline" maxlength="2000" value="Kept"');
  expect((await rows(id))?.draft).toMatchObject({ employeeCount: 12 });
  expect(await rows(neighbour)).toEqual(before);
});

test("a team publishes and withdraws its profile, again alike, and the neighbour stays", async () => {
  const [id, neighbour] = [await team("To publish"), await team("Private")];
  expect((await see(`/teams/${id}`, "owner")).body).toContain("Nothing is missing");
  const publish = { ...(await formOf(id, "owner", "publish")) };
  for (let n = 0; n < 2; n += 1) expect((await send(id, "owner", publish)).statusCode).toBe(302);
  expect(await rows(id)).toMatchObject({ published: true, status: "published" });
  expect((await see(`/teams/${id}`, "owner")).body).toContain("Publish as a new version");
  const withdraw = { ...(await formOf(id, "owner", "withdraw")) };
  for (let n = 0; n < 3; n += 1) expect((await send(id, "owner", withdraw)).statusCode).toBe(302);
  expect(await rows(id)).toMatchObject({ published: false, status: "unpublished" });
  expect(await rows(neighbour)).toMatchObject({ published: false, status: null });
});

test("a plain member sees no button, and what they send is refused with a sentence and changes nothing", async () => {
  const [id, other] = [await team("Refusing"), await team("Other")];
  const before = await rows(id);
  const { body } = await see(`/teams/${id}`, "member");
  expect(body).toContain("You are a member of this team.");
  expect(body).not.toContain("form_token");
  const shown = { ...(await formOf(id, "permitted", "publish")) };
  const otherForm = { ...(await formOf(other, "owner", "publish")) };
  for (const [who, fields] of [
    ["member", shown],
    ["member", { act: "publish" }],
    ["owner", otherForm],
    ["permitted", { ...shown, act: "describe", name: "Taken" }],
  ] as const) {
    const { statusCode, body: answer } = await send(id, who, fields);
    expect([statusCode, answer.includes("This form has expired")]).toEqual([403, true]);
  }
  // The permission ends while the page is open.
  await app.db.execute(
    sql`update entity_member set permissions = '{}' where entity_id = ${id} and user_id = ${people.permitted.id}`,
  );
  const late = await send(id, "permitted", shown);
  expect(late.statusCode).toBe(403);
  expect(late.body).toContain(
    '<p role="alert">This needs the permission listing.manage on the entity</p>',
  );
  expect(await rows(id)).toEqual(before);
});

test("the page lists members, reports and filings; only who may be found has a link", async () => {
  const id = await team("Lists");
  const as = people.owner.headers;
  const post = async (url: string, payload: object) => {
    const made = await app.send({ method: "POST", url, headers: as, payload });
    expect(made.statusCode, made.body).toBe(201);
  };
  await post("/v2/reports", { title: "Year <1>", report_type: "annual_report", entity_id: id });
  await post("/api/v1/filings", {
    ...{ entityId: id, schemaType: "income_statement", reportingPeriodId: "2024FY" },
    content: { currency: "USD", fields: { revenue: "12" } },
  });
  const { body } = await see(`/teams/${id}`, "member");
  expect(body).toContain("<b>Year &lt;1&gt;</b>");
  expect(body).toContain("Annual report · Draft ·");
  expect(body).toContain("<b>Income statement 2024FY</b>");
  expect(body).toContain(`<a href="/people/${people.member.id}">`);
  expect(body).not.toContain(`/people/${people.owner.id}`);
  expect(body).not.toContain("owner@example.com");
  expect((await see(`/teams/${id}`, "owner")).body).toContain("member@example.com");
});
