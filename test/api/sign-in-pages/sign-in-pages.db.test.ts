import { sql } from "drizzle-orm";
import type { LightMyRequestResponse } from "fastify";
import { describe, expect, test } from "vitest";
import { session, userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { cookiesOf, openForm, tokenIn } from "../../helpers/browser.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const made = await testApp({ now: () => at });
const { db, get, send, signIn, mails } = made;
const password = "correct horse battery";
const callback = "https://app.example.com/callback";
type Headers = Record<string, string>;

/** Sends a form as browsers do. */
const submit = (url: string, payload: Record<string, string>, headers: Headers) =>
  send({
    method: "POST",
    url,
    payload: new URLSearchParams(payload).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const fill = async (page: string, fields: Record<string, string>, query = "") => {
  const { headers, payload } = await openForm(made, `/auth/${page}${query}`);
  return {
    answer: await submit(`/auth/forms/${page}`, { ...payload, ...fields }, headers),
    headers,
  };
};

let people = 0;
/** A browser of a new person, signed in. */
async function browser(): Promise<{ email: string; cookie: string }> {
  people += 1;
  const email = `page-${people}@example.com`;
  await fill("register", { email, password, name: "Ann" });
  const confirmed = await fill("verify-email", {}, `?token=${tokenIn(mails.at(-1)?.text)}`);
  expect(confirmed.answer.body).toContain('href="/auth/sign-in?return_to=/auth/account"');
  const { answer, headers } = await fill("sign-in", { email, password });
  expect(answer.statusCode, answer.body).toBe(200);
  return { email, cookie: cookiesOf(answer.headers["set-cookie"], headers.cookie) };
}

async function register(changes: object = {}): Promise<string> {
  const answer = await send({
    method: "POST",
    url: "/v1/oauth.registerApplication",
    headers: await signIn("owner@example.com"),
    payload: { name: "Viewer", redirectUris: [callback], requirePkce: false, ...changes },
  });
  return answer.json().result.data.data.application.clientId;
}
const authorizeUrl = (client_id: string, changes: Record<string, string> = {}) =>
  `/v1/oauth/authorize?${new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: "code",
    scope: "read",
    state: "s1",
    ...changes,
  })}`;
const html = { accept: "text/html,application/xhtml+xml" };
const backAt = (answer: LightMyRequestResponse) => {
  expect(answer.statusCode, answer.body).toBe(302);
  const url = new URL(String(answer.headers.location));
  return { at: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe("pages", () => {
  test.each([
    [
      "/scenarios/new?company=apple-inc&set=tax_rate%3A20",
      "Sign in to save these inputs as a scenario.",
    ],
    ["/screens/new?where=revenue+%3E+1b", "Sign in to save this screen."],
    ["/watchlist", "Sign in to see the companies that you watch."],
  ])("signing in on the way to %s says what it is for", async (returnTo, why) => {
    const to = `/auth/sign-in?${new URLSearchParams({ return_to: returnTo })}`;
    expect((await get(to)).body).toContain(`<p role="status">${why}`);
    const elsewhere = await get("/auth/sign-in?return_to=%2Fcompanies%2Fapple-inc");
    expect(elsewhere.body).not.toContain('<p role="status">');
  });

  test.each(["sign-in", "register", "verify-email?token=x", "reset-password?token=x"])(
    "%s is a page without scripts that nobody frames or caches",
    async (path) => {
      const { headers, body, statusCode } = await get(`/auth/${path}`);

      expect(statusCode).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(body).not.toContain("<script");
    },
  );

  test("registering, confirming and signing in with forms only", async () => {
    const { email, cookie } = await browser();
    const [account] = await db.select().from(userAccount).where(sql`email = ${email}`);

    expect(account).toMatchObject({ name: "Ann", isAdmin: false });
    const page = await get("/auth/sign-in", { cookie });
    expect(page.body).toContain(`Signed in as ${email}`);
  });

  test("the session's cookie is for this site and no script, and its secret is not stored", async () => {
    const { email } = await browser();
    const { answer } = await fill("sign-in", { email, password });
    const [set] = [answer.headers["set-cookie"] ?? []].flat();

    expect(set).toMatch(/^tenk-session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
    const secret = /=([\w-]{43})/.exec(set ?? "")?.[1] ?? "none";
    expect(JSON.stringify(await db.select().from(session))).not.toContain(secret);
  });

  test("over https the cookies are Secure and bound to the host", async () => {
    const secure = await testApp({ publicUrl: "https://tenk.example.com" });
    const { headers } = await secure.get("/auth/sign-in");

    expect(headers["set-cookie"]).toMatch(/^__Host-tenk-form=[\w-]{43}; Path=\/; .*; Secure$/);
  });

  test("a wrong password shows the form again with the address, not the password", async () => {
    const { email } = await browser();
    const { answer } = await fill("sign-in", { email, password: "Tr0ub4dor-and-3" });

    expect(answer.statusCode).toBe(401);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.body).toContain('role="alert"');
    expect(answer.body).toContain(email);
    expect(answer.body).not.toContain("Tr0ub4dor");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("what people type is escaped wherever it is shown", async () => {
    const evil = `"><script>alert(1)</script>`;
    const { answer } = await fill("register", { email: evil, name: evil, password: "x" });
    const verify = await get(`/auth/verify-email?token=${encodeURIComponent(evil)}`);
    const cookie = (await browser()).cookie;
    const id = await register({ name: "<b>bold</b>", redirectUris: [callback] });
    const consent = await get(authorizeUrl(id, { state: evil }), { ...html, cookie });

    expect(answer.statusCode).toBe(400);
    expect(consent.statusCode).toBe(200);
    for (const { body } of [answer, verify, consent]) {
      expect(body).not.toMatch(/<script|<b>/);
      expect(body).toContain("&lt;");
    }
  });

  test("a form that this browser was not shown is 403 [CSRF]", async () => {
    const { email, cookie } = await browser();
    const mine = await openForm(made, "/auth/sign-in");
    const other = await openForm(made, "/auth/sign-in");
    const register = await openForm(made, "/auth/register");
    const fields = { email, password };
    const tries: [Record<string, string>, Headers][] = [
      [{}, {}],
      [{}, mine.headers],
      [{ form_token: "guess" }, mine.headers],
      [mine.payload, {}],
      [mine.payload, other.headers],
      [register.payload, register.headers],
    ];
    for (const [payload, headers] of tries) {
      const answer = await submit("/auth/forms/sign-in", { ...payload, ...fields }, headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(
      (await submit("/auth/forms/sign-out", { form_token: "guess" }, { cookie })).statusCode,
    ).toBe(403);
  });

  test("signing in leads back to an application's request or a page for members, and nowhere else [AUT-19]", async () => {
    const { email } = await browser();
    const where = async (return_to: string) => {
      const query = `?${new URLSearchParams({ return_to })}`;
      return (await fill("sign-in", { email, password }, query)).answer;
    };
    const wanted = authorizeUrl("x");

    for (const own of [wanted, "/communities/open-room", "/roles/1f", "/startups/a.b%20c"]) {
      expect((await where(own)).headers.location).toBe(own);
    }
    for (const evil of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "/v1/oauth/authorize@evil.example",
      "/v1/oauth/authorizeX?",
      "javascript:alert(1)",
      " /v1/oauth/authorize?",
      "/auth/sign-in",
      "/startups/",
      "/startups/..//evil.example",
      "/roles/x?next=https://evil.example",
      `${wanted}\r\nset-cookie: a=b`,
      `${wanted}\u010d\u010a`,
    ]) {
      const answer = await where(evil);
      expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
    }
  });

  test("signing out ends the browser's session, not only its cookie", async () => {
    const { cookie } = await browser();
    const { payload } = await openForm(made, "/auth/sign-in", { cookie });

    const answer = await submit("/auth/forms/sign-out", payload, { cookie });

    expect(answer.statusCode).toBe(200);
    expect(answer.headers["set-cookie"]).toContain("Max-Age=0");
    expect((await get("/auth/sign-in", { cookie })).body).not.toContain("Signed in as");
  });

  test("a browser is signed out after half a day, and with a new password", async () => {
    const { cookie } = await browser();
    const { email, cookie: second } = await browser();
    await send({ method: "POST", url: "/auth/request-password-reset", payload: { email } });
    await fill("reset-password", { password }, `?token=${tokenIn(mails.at(-1)?.text)}`);
    const isIn = async (one: string) =>
      (await get("/auth/sign-in", { cookie: one })).body.includes("Signed in as");

    expect([await isIn(cookie), await isIn(second)]).toEqual([true, false]);
    later(43_200);
    expect(await isIn(cookie)).toBe(false);
  });

  test("a browser's session is no credential for the API", async () => {
    const { cookie } = await browser();
    const secret = /tenk-session=([\w-]+)/.exec(cookie)?.[1] ?? "";

    expect((await get("/api/v1/api-keys", { cookie })).statusCode).toBe(401);
    for (const headers of [{ authorization: `Bearer ${secret}` }, { "x-api-key": secret }]) {
      expect((await get("/api/v1/api-keys", headers as Headers)).statusCode).toBe(401);
    }
    const refreshToken = secret;
    const answer = await send({ method: "POST", url: "/auth/refresh", payload: { refreshToken } });
    expect(answer.statusCode).toBe(401);
  });
});

describe("consent", () => {
  test("nobody signed in is sent to sign in and comes back to the same request [OAU-07] [O-18]", async () => {
    const url = authorizeUrl(await register(), { state: "a b" });

    const answer = await get(url, html);

    expect(answer.statusCode).toBe(302);
    const to = new URL(String(answer.headers.location), "http://local");
    expect(to.pathname).toBe("/auth/sign-in");
    expect(to.searchParams.get("return_to")).toBe(url);
  });

  test("the page names application, scopes, lifetime, address and account; allowing gives the code [OAU-12] [OAU-15] [O-18]", async () => {
    const { email, cookie } = await browser();
    const url = authorizeUrl(await register({ website: "https://app.example.com" }));

    const shown = await get(url, { ...html, cookie });
    const { payload } = await openForm(made, url, { cookie });
    const answer = await submit(
      "/v1/oauth/authorize",
      { ...payload, decision: "allow" },
      { cookie },
    );

    for (const text of [
      "Viewer",
      "https://app.example.com",
      "<code>read</code>",
      "30 days",
      email,
      callback,
    ]) {
      expect(shown.body).toContain(text);
    }
    expect(shown.headers["content-security-policy"]).toContain(
      "form-action 'self' https://app.example.com;",
    );
    expect(shown.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(shown.headers["x-frame-options"]).toBe("DENY");
    expect(backAt(answer)).toEqual({
      at: callback,
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "s1",
      iss: "http://localhost:3000",
    });
  });

  test("denying tells the application, and nothing is remembered [A-30]", async () => {
    const { cookie } = await browser();
    const url = authorizeUrl(await register());
    const { payload } = await openForm(made, url, { cookie });

    const answer = await submit(
      "/v1/oauth/authorize",
      { ...payload, decision: "deny" },
      { cookie },
    );

    expect(backAt(answer)).toMatchObject({ at: callback, error: "access_denied", state: "s1" });
    expect((await get(url, { ...html, cookie })).statusCode).toBe(200);
  });

  test("what was agreed to is not asked again, more is [O-18]", async () => {
    const { cookie } = await browser();
    const id = await register({ allowedScopes: ["read", "write"] });
    const { payload } = await openForm(made, authorizeUrl(id), { cookie });
    await submit("/v1/oauth/authorize", { ...payload, decision: "allow" }, { cookie });
    const ask = (scope: string) => get(authorizeUrl(id, { scope }), { ...html, cookie });

    expect(backAt(await ask("read"))).toHaveProperty("code");
    expect(backAt(await ask("hiring:read"))).toHaveProperty("code");
    expect((await ask("write")).statusCode).toBe(200);
    const other = await browser();
    expect((await get(authorizeUrl(id), { ...html, cookie: other.cookie })).statusCode).toBe(200);
  });

  test("a decision counts only from the browser and for the request that it was shown for [CSRF]", async () => {
    const ann = await browser();
    const bob = await browser();
    const id = await register({
      allowedScopes: ["read", "write"],
      redirectUris: [callback, `${callback}2`],
    });
    const { payload } = await openForm(made, authorizeUrl(id), { cookie: ann.cookie });
    const decide = (changes: Record<string, string>, cookie = ann.cookie) =>
      submit("/v1/oauth/authorize", { ...payload, decision: "allow", ...changes }, { cookie });

    for (const answer of [
      await decide({ scope: "write" }),
      await decide({ redirect_uri: `${callback}2` }),
      await decide({ state: "other" }),
      await decide({ code_challenge: "x".repeat(43) }),
      await decide({ form_token: "guess" }),
      await decide({}, bob.cookie),
      await decide({}, ""),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.headers.location).toBeUndefined();
    }
    expect(backAt(await decide({}))).toHaveProperty("code");
  });

  test("an administrator's scope is not for everybody to grant", async () => {
    const { cookie } = await browser();
    const id = await register({ allowedScopes: ["admin"] });

    const answer = await get(authorizeUrl(id, { scope: "admin" }), { ...html, cookie });

    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe("invalid_scope");
  });

  test("the session of a suspended account grants nothing", async () => {
    const { email, cookie } = await browser();
    const url = authorizeUrl(await register());
    const { payload } = await openForm(made, url, { cookie });

    await db.execute(sql`update user_account set status = 'suspended' where email = ${email}`);

    const answer = await submit(
      "/v1/oauth/authorize",
      { ...payload, decision: "allow" },
      { cookie },
    );
    expect(answer.statusCode).toBe(403);
    expect((await get(url, { ...html, cookie })).headers.location).toContain("/auth/sign-in");
  });
});
