import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createOutbox } from "#api/clients/outbox.ts";
import { addressDigest } from "#api/data/address-digest.ts";
import { letter } from "#api/mails/letter.ts";
import { written } from "#api/mails/render-mail.ts";
import { testApp } from "../../helpers/app.ts";
import { openForm } from "../../helpers/browser.ts";
import { makePerson, type Person } from "../../helpers/people.ts";

const app = await testApp({ mailFolder: "/srv/tenk/outbox" });
const { get, send, mails } = app;
const mailsTo = (address: string) => mails.filter(({ to }) => to === address);

/** Invites an address to a new organization. */
async function invite(who: Person, email: string): Promise<void> {
  const headers = who.headers;
  const made = await send({
    ...{ method: "POST", url: "/api/v1/organizations", headers },
    payload: { name: "A & B <i>" },
  });
  const url = `/api/v1/organizations/${made.json().data.id}/members`;
  const answer = await send({ method: "POST", url, headers, payload: { email } });
  expect(answer.statusCode).toBe(201);
}

const linkOf = (header = "") => new URL(header.slice(1, -1));

describe("a mail that is not about security", async () => {
  const ann = await makePerson(app);
  await invite(ann, "guest@example.com");
  const [mail] = mailsTo("guest@example.com");
  const link = linkOf(mail?.headers["List-Unsubscribe"]);
  const address = link.pathname + link.search;

  test("says in its headers, its text and its HTML how it ends (RFC 8058)", () => {
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(link.href).toMatch(/^http:\/\/localhost:3000\/mail\/unsubscribe\?reader=[0-9a-f]{64}&/);
    expect(mail?.text).toContain(`No more invitations of other users:\n${link.href}\n`);
    expect(mail?.html).toContain(`<a href="${link.href.replaceAll("&", "&amp;")}">`);
    expect(link.href).not.toContain("guest");
  });

  test("ends by what a mail program sends, without a sign-in; opening the link ends nothing", async () => {
    const { headers, payload } = await openForm(app, address, {}, "/mail/unsubscribe");
    await invite(ann, "guest@example.com");
    expect(mailsTo("guest@example.com")).toHaveLength(2);
    expect(payload).toEqual({});

    const answer = await send({
      method: "POST",
      url: address,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect(answer.statusCode, answer.body).toBe(200);
    await invite(ann, "Guest@Example.com");
    expect(mailsTo("guest@example.com")).toHaveLength(2);
    await invite(ann, "other@example.com");
    expect(mailsTo("other@example.com")).toHaveLength(1);
  });

  test.each(["reader", "kind", "signature"])("a link with another %s is 400", async (member) => {
    const changed = new URL(link);
    const other = { reader: addressDigest("other@example.com"), kind: "alerts", signature: "x" };
    changed.searchParams.set(member, other[member as keyof typeof other]);
    const url = changed.pathname + changed.search;
    const payload = { "List-Unsubscribe": "One-Click" };
    expect((await send({ method: "POST", url, payload })).statusCode).toBe(400);
    expect((await get(url)).statusCode).toBe(400);
  });
});

describe("the preferences of an account", () => {
  const url = "/api/v1/users/me/mail";

  test("are the same as the links of its mails set, and never stop mails about security", async () => {
    const bob = await makePerson(app, "bob@example.com");
    const patch = async (payload: object) =>
      (await send({ method: "PATCH", url, headers: bob.headers, payload })).json().data;
    expect((await get(url, bob.headers)).json().data).toEqual({
      ...{ invitations: true, alerts: true, applications: true, follows: true },
      ...{ engagements: true, report_views: true, company_filings: true, decisions: true },
      isAddressRefused: false,
    });
    expect(await patch({ invitations: false })).toMatchObject({ invitations: false, alerts: true });
    await invite(await makePerson(app), "bob@example.com");
    expect(mailsTo("bob@example.com")).toHaveLength(0);
    await send({
      ...{ method: "POST", url: "/auth/request-password-reset" },
      payload: { email: "bob@example.com" },
    });
    expect(mailsTo("bob@example.com").map(({ headers }) => headers)).toEqual([{}]);

    expect(await patch({ invitations: true })).toMatchObject({ invitations: true, alerts: true });
    await invite(await makePerson(app), "bob@example.com");
    expect(mailsTo("bob@example.com")).toHaveLength(2);
  });

  test("keep no address", async () => {
    const eve = await makePerson(app, "eve@example.com");
    await send({ method: "PATCH", url, headers: eve.headers, payload: { alerts: false } });
    const { rows } = await app.db.execute(
      sql`select t::text as row from mail_stop t where address_digest = ${addressDigest("EVE@example.com")}`,
    );
    expect(rows).toEqual([{ row: expect.not.stringContaining("eve@") }]);
  });
});

test("text and HTML of a mail say the same, and what users chose is escaped", () => {
  const mail = letter({
    ...{ to: "a@example.com", kind: "security", subject: "S" },
    says: ['A <b> & "c"', { label: "Open", url: "https://example.com/?a=1&b=2" }],
  });
  expect(mail.text).toBe('A <b> & "c"\n\nOpen:\nhttps://example.com/?a=1&b=2');
  expect(mail.html).toBe(
    '<p>A &lt;b&gt; &amp; &quot;c&quot;</p>\n<p><a href="https://example.com/?a=1&amp;b=2">Open</a></p>',
  );
  expect(written({ ...mail, id: "1" }, null).html).toContain(mail.html);
});

test.each([
  ["register", { email: "new@example.com", password: "correct horse battery" }],
  ["forgot-password", { email: "new@example.com" }],
])("without a mail server the page after %s says where its mail is", async (name, fields) => {
  const { headers, payload } = await openForm(app, `/auth/${name}`);
  const answer = await send({
    ...{ method: "POST", url: `/auth/forms/${name}`, headers },
    payload: { ...payload, ...fields },
  });
  expect(answer.body).toContain("mail with a link is on its way");
  expect(answer.body).toContain("<code>/srv/tenk/outbox</code>");
});

describe("the outbox folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenk-outbox-"));
  afterAll(() => rm(folder, { recursive: true }));
  const at = new Date("2026-03-04T12:00:00Z");
  const outbox = createOutbox(join(folder, "mail"), () => at);
  const mail = (to: string, n: number) => ({
    ...{ id: `${n}`.repeat(8), to, subject: "One", text: "first\nline\n", html: "<p>first</p>" },
    headers: { "List-Unsubscribe": "<x>" },
  });

  test("keeps each mail as text and as HTML that only its owner can read, and forgets those to an address", async () => {
    await outbox.forget(addressDigest("a@example.com"));
    await Promise.all([
      outbox.deliver(mail("a@example.com", 1)),
      outbox.deliver(mail("b@example.com", 2)),
    ]);
    const names = (await readdir(join(folder, "mail"))).sort();
    const paths = names.map((name) => join(folder, "mail", name));
    const contents = await Promise.all(paths.map((path) => readFile(path, "utf8")));

    expect(contents.filter((text) => text.startsWith("Date")).sort()).toEqual([
      `Date: ${at.toISOString()}\nTo: a@example.com\nSubject: One\nList-Unsubscribe: <x>\n\nfirst\nline\n`,
      `Date: ${at.toISOString()}\nTo: b@example.com\nSubject: One\nList-Unsubscribe: <x>\n\nfirst\nline\n`,
    ]);
    expect(contents.filter((text) => text === "<p>first</p>")).toHaveLength(2);
    for (const path of paths) expect((await stat(path)).mode & 0o777).toBe(0o600);

    await outbox.forget(addressDigest("A@example.com"));
    const left = await readdir(join(folder, "mail"));
    expect(left.map((name) => name.replace(/^.*-/, "")).sort()).toEqual([
      "22222222.html",
      "22222222.txt",
    ]);
  });
});
