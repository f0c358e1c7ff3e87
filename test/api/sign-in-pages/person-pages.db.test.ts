import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { cookiesOf, openForm, tokenIn } from "../../helpers/browser.ts";

const app = await testApp();
const { get, send, mails } = app;
const password = "correct horse battery";

/** A new person's browser, signed in. */
async function openBrowser(email: string): Promise<{ cookie: string }> {
  const post = (path: string, payload: object) =>
    send({ method: "POST", url: `/auth/${path}`, payload });
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(mails.at(-1)?.text) });
  return signIn(email);
}
async function signIn(email: string): Promise<{ cookie: string }> {
  const { headers, payload } = await openForm(app, "/auth/sign-in");
  const answer = await send({
    ...{ method: "POST", url: "/auth/forms/sign-in", headers },
    payload: { ...payload, email, password },
  });
  return { cookie: cookiesOf(answer.headers["set-cookie"], headers.cookie) };
}

/** Sends a form of a page as the browser, with these fields. */
async function submit(
  browser: { cookie: string },
  page: string,
  name: string,
  fields: Record<string, string> = {},
) {
  const url = `/auth/forms/${name}`;
  const { payload } = await openForm(app, page, browser, url);
  return send({ method: "POST", url, headers: browser, payload: { ...payload, ...fields } });
}

const keyStatus = async (key: string) =>
  (await get("/api/v1/users/me", { "x-api-key": key })).statusCode;

const ann = await openBrowser("ann@example.com");

test.each(["/auth/keys", "/auth/sessions", "/auth/mails", "/auth/data", "/auth/data/export"])(
  "%s sends who is not signed in to sign in, and back to a page of the account",
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, body]).toEqual([302, ""]);
    const target = new URL(String(headers.location), "http://x").searchParams.get("return_to");
    expect(url.startsWith(target ?? "none")).toBe(true);
    expect((await openForm(app, String(headers.location))).payload.return_to).toBe(target);
  },
);

test("a key is made, shown once, works, and is ended", async () => {
  const made = await submit(ann, "/auth/keys", "make-key", { name: "A <b> key", scope: "read" });
  const [, key = ""] = /<code>(tenk_[^<]+)<\/code>/.exec(made.body) ?? [];
  expect(made.body).toContain(`curl -H "X-API-Key: ${key}"`);
  expect(await keyStatus(key)).toBe(200);
  const listed = await get("/auth/keys", ann);
  expect(listed.body).toContain("A &lt;b&gt; key");
  expect(listed.body).not.toMatch(/<script/);
  expect(listed.body).not.toContain(key);

  const refused = await submit(ann, "/auth/keys", "make-key", { name: " ", scope: "read" });
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining("alert")]);
  expect((await submit(ann, "/auth/keys", "end-key")).headers.location).toBe("/auth/keys");
  expect(await keyStatus(key)).toBe(401);
  expect((await get("/auth/keys", ann)).body).toContain("You have no API keys.");
});

test("a form of another session, or about something else, is 403 and ends nothing", async () => {
  const bob = await openBrowser("bob@example.com");
  await submit(bob, "/auth/keys", "make-key", { name: "Bob", scope: "read" });
  const url = "/auth/forms/end-key";
  const { payload } = await openForm(app, "/auth/keys", bob, url);
  const asAnn = await send({ method: "POST", url, headers: ann, payload });
  const changed = { ...payload, id: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11" };
  const other = await send({ method: "POST", url, headers: bob, payload: changed });
  expect([asAnn.statusCode, other.statusCode]).toEqual([403, 403]);
  expect((await get("/auth/keys", bob)).body).toContain("End the key Bob");
});

test("another session is ended with its cookie, and this one stays", async () => {
  const elsewhere = await signIn("ann@example.com");
  const page = await get("/auth/sessions", ann);
  expect(page.body.match(/This browser/g)).toHaveLength(1);
  expect(page.body).toContain("A browser");
  const { body } = page;
  const form = body.split('<form method="post"').find((one) => one.includes("End the session of"));
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(form ?? "")?.[1] ?? "";
  await send({
    ...{ method: "POST", url: "/auth/forms/end-session", headers: ann },
    payload: { id: field("id"), form_token: field("form_token") },
  });
  expect((await get("/auth/keys", elsewhere)).statusCode).toBe(302);
  expect((await get("/auth/keys", ann)).statusCode).toBe(200);
});

test("mails are chosen by boxes that show what was chosen", async () => {
  const boxes = async () =>
    (await get("/auth/mails", ann)).body.match(/name="(invitations|alerts)" value="yes" checked/g);
  expect(await boxes()).toHaveLength(2);
  await submit(ann, "/auth/mails", "choosemails", { alerts: "yes" });
  expect(await boxes()).toEqual(['name="alerts" value="yes" checked']);
});

test("the export is a file, and the deletion needs the box and a right password and ends the session", async () => {
  const file = await get("/auth/data/export", ann);
  expect(file.headers["content-disposition"]).toContain("attachment");
  expect(file.json().account.email).toBe("ann@example.com");
  const leave = (fields: Record<string, string>) => submit(ann, "/auth/data", "leave", fields);
  expect((await leave({ password })).statusCode).toBe(400);
  expect((await leave({ password: "wrong horse battery", confirm: "yes" })).statusCode).toBe(401);
  expect((await get("/auth/data", ann)).statusCode).toBe(200);
  const left = await leave({ password, confirm: "yes" });
  expect([left.statusCode, left.body]).toEqual([200, expect.stringContaining("is deleted")]);
  expect((await get("/auth/data", ann)).statusCode).toBe(302);
});
