import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { saveSkills } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const html = { accept: "text/html" };
const reader = await signInBrowser(app, "reader@example.com");
const readerAs = await makePerson(app, "reader@example.com");

const see = (id: string, headers: Record<string, string> = reader) =>
  app.get(`/people/${id}`, { ...html, ...headers });

/** A page without what differs in each answer. */
async function shown(id: string) {
  const { statusCode, headers, body } = await see(id);
  return [statusCode, body.replaceAll(String(headers["x-request-id"]), "ID").replaceAll(id, "IT")];
}

const must = async (
  by: Person,
  method: "PUT" | "PATCH" | "POST",
  url: string,
  payload?: object,
) => {
  const answer = await app.send({ method, url, headers: by.headers, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
};

test("the page of a person who may be found has name, text, headline and skills, escaped, and no address", async () => {
  const email = `${randomUUID()}@example.com`;
  const person = await makePerson(app, email);
  await must(person, "PATCH", "/api/v1/users/me", { name: "Ann <b>", bio: "Reads\n\nfilings" });
  const skills = [{ name: "Python", level: "expert" }, "Rust <i>"];
  await saveSkills(app, person, skills, {
    headline: "Engineer & reader",
    titles: ["Secret title"],
  });

  const { statusCode, headers, body } = await see(person.id);

  expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(body).toContain("<h1>Ann &lt;b&gt;</h1>");
  expect(body).toContain('<p class="lead">Engineer &amp; reader</p>');
  expect(body).toContain('<p class="said">filings</p>');
  expect(body).toContain('Python <span class="soft">expert</span>');
  expect(body).toContain("Rust &lt;i&gt;");
  expect(body).not.toMatch(/<script|Secret title|Portfolio items|This is your page/);
  expect(body).not.toContain(email);
  const list = await app.get("/people?search=python", { ...html, ...reader });
  expect(list.body).toContain(`href="/people/${person.id}"`);
});

test("who may not be found, has no skills, is blocked, blocks, is suspended or does not exist is the same 404", async () => {
  const unknown = await shown(randomUUID());
  expect(unknown[0]).toBe(404);
  const [hidden, bare, blocked, blocks, suspended] = await Promise.all(
    Array.from({ length: 5 }, () => makePerson(app)),
  );
  if (!(hidden && bare && blocked && blocks && suspended)) throw new Error("people are missing");
  await saveSkills(app, hidden, ["Go"], { discoverable: false });
  for (const one of [blocked, blocks, suspended]) {
    await saveSkills(app, one, ["Go"]);
    expect((await see(one.id)).statusCode).toBe(200);
  }
  await must(readerAs, "PUT", `/api/v1/users/me/blocks/${blocked.id}`);
  await must(blocks, "PUT", `/api/v1/users/me/blocks/${readerAs.id}`);
  await app.db.execute(
    sql`update user_account set status = 'suspended' where id = ${suspended.id}`,
  );
  for (const one of [hidden, bare, blocked, blocks, suspended]) {
    expect(await shown(one.id)).toEqual(unknown);
  }
  const other = await signInBrowser(app, "other@example.com");
  expect((await see(blocked.id, other)).statusCode).toBe(200);
});

test("a person in the directory is seen with the listing, but not with skills that may not be found", async () => {
  const person = await makePerson(app);
  await must(person, "PATCH", "/api/v1/users/me", { name: "Listed One", bio: "In the open" });
  await saveSkills(app, person, ["Cobol"], { headline: "Hidden headline", discoverable: false });
  await must(person, "POST", "/v2/directory/person-profile/publication");

  const { statusCode, body } = await see(person.id);

  expect(statusCode).toBe(200);
  expect(body).toContain("<h1>Listed One</h1>");
  expect(body).toContain("In the directory");
  expect(body).not.toMatch(/Cobol|Hidden headline/);
});

test("the own page says who sees it and has the own portfolio items, which no other page has", async () => {
  const email = `${randomUUID()}@example.com`;
  const own = await signInBrowser(app, email);
  const person = await makePerson(app, email);
  const hidden = await see(person.id, own);
  expect([hidden.statusCode, hidden.body.includes("Others do not see it")]).toEqual([200, true]);
  await saveSkills(app, person, ["Rust"]);
  const item = { kind: "link", title: "My work", url: "https://work.example.com/" };
  await must(person, "POST", "/api/v1/hiring/portfolio-items", item);

  const { body } = await see(person.id, own);
  expect(body).toContain("Others who are signed in see it");
  expect(body).toContain('<a rel="noopener nofollow" href="https://work.example.com/">My work</a>');
  const read = await see(person.id);
  expect([read.statusCode, read.body.includes("My work")]).toEqual([200, false]);
  expect((await app.get("/auth/account", own)).body).toContain(`href="/people/${person.id}"`);
});

test("who is not signed in is sent to sign in and back, whether the person is there or not", async () => {
  for (const id of [readerAs.id, randomUUID()]) {
    const { statusCode, headers } = await app.get(`/people/${id}`, html);
    const to = `/auth/sign-in?${new URLSearchParams({ return_to: `/people/${id}` })}`;
    expect([statusCode, headers.location]).toEqual([302, to]);
    const query = new URLSearchParams({ return_to: `/people/${id}` });
    const there = await app.get(`/auth/account?${query}`, { ...html, ...reader });
    expect(there.headers.location).toBe(`/people/${id}`);
  }
});
