import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { isRedirectUri, policySource } from "#api/modules/oauth/redirect-uri.ts";
import { oauthApplication, oauthCode, refreshToken } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { makeUser } from "../../helpers/make.ts";

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const publicUrl = "https://tenk.example.com";
const { db, database, get, send, signIn, logged, mails } = await testApp({
  now: () => at,
  publicUrl,
});
type Headers = Record<string, string>;

const callback = "https://app.example.com/callback";
const json = { accept: "application/json" };
const post = (url: string, payload: object, headers: Headers = {}) =>
  send({ method: "POST", url, payload, headers });

interface App {
  clientId: string;
  clientSecret: string;
}
async function register(payload: object = {}, headers?: Headers): Promise<App> {
  const body = { name: "Viewer", redirectUris: [callback], requirePkce: false, ...payload };
  const owner = headers ?? (await signIn("owner@example.com"));
  const answer = await post("/v1/oauth.registerApplication", body, owner);
  expect(answer.statusCode, answer.body).toBe(200);
  const { application, clientSecret } = answer.json().result.data.data;
  return { clientId: application.clientId, clientSecret };
}

/** The query of a good authorize request, with changes; null leaves a parameter out. */
function authorizeUrl({ clientId }: App, changes: Record<string, string | null> = {}): string {
  const all = {
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: "read",
    state: "s1",
    ...changes,
  };
  const given = Object.entries(all).filter(([, value]) => value !== null) as [string, string][];
  return `/v1/oauth/authorize?${new URLSearchParams(given)}`;
}
const authorize = async (app: App, changes = {}, headers: Headers = {}) =>
  get(authorizeUrl(app, changes), { ...(await signIn("ann@example.com")), ...headers });
const codeFor = async (app: App, changes = {}) => {
  const answer = await authorize(app, changes, json);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().code as string;
};

const form = (payload: Record<string, string>, headers: Headers = {}) =>
  send({
    method: "POST",
    url: "/v1/oauth/token",
    payload: new URLSearchParams(payload).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
const credentials = ({ clientId, clientSecret }: App) => ({
  client_id: clientId,
  client_secret: clientSecret,
});
const exchange = (app: App, code: string, changes: Record<string, string> = {}) =>
  form({
    grant_type: "authorization_code",
    code,
    redirect_uri: callback,
    ...credentials(app),
    ...changes,
  });
const refresh = (app: App, token: string, changes: Record<string, string> = {}) =>
  form({ grant_type: "refresh_token", refresh_token: token, ...credentials(app), ...changes });
const tokensFor = async (app: App, changes = {}) => {
  const answer = await exchange(app, await codeFor(app, changes));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as { access_token: string; refresh_token: string; scope: string };
};
const reads = async (token: string) =>
  (await get("/api/v1/api-keys", { authorization: `Bearer ${token}` })).statusCode;
const refused = (answer: { statusCode: number; json(): unknown }) => {
  const body = answer.json() as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(["error", "error_description"]);
  return [answer.statusCode, body.error];
};
const s256 = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

describe("applications", () => {
  test("registering shows application and secret, listing the application only [OAU-01] [OAU-02] [OAU-03] [OAU-06] [O-17]", async () => {
    const owner = await signIn("lister@example.com");
    const body = {
      name: " Viewer ",
      redirectUris: [callback, "com.example.app:/callback"],
      description: "Shows things",
      website: "https://app.example.com",
      allowedScopes: ["read", "filings:write"],
    };
    const answer = await post("/v1/oauth.registerApplication", body, owner);
    const { application, clientSecret } = answer.json().result.data.data;

    expect(application).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientId: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: "Viewer",
      description: "Shows things",
      website: "https://app.example.com",
      redirectUris: [callback, "com.example.app:/callback"],
      allowedScopes: ["read", "filings:write"],
      requirePkce: true,
      createdAt: at.toISOString(),
    });
    expect(Buffer.from(clientSecret, "base64url")).toHaveLength(32);
    const listed = await post("/v1/oauth.listMyApplications", {}, owner);
    expect(listed.json().result.data).toEqual({
      success: true,
      data: [application],
      pagination: { total: 1, limit: 20, offset: 0, hasMore: false },
    });
    expect(listed.body).not.toContain(clientSecret);
    const other = await post("/v1/oauth.listMyApplications", {}, await signIn("o@example.com"));
    expect(other.json().result.data.data).toEqual([]);
    const minimal = await post(
      "/v1/oauth.registerApplication",
      { name: "a", redirectUris: [callback] },
      owner,
    );
    expect(minimal.json().result.data.data.application).toMatchObject({
      description: null,
      website: null,
      allowedScopes: ["read"],
      requirePkce: true,
    });
  });

  test.each([
    [{ name: "" }],
    [{ name: 5 }],
    [{ name: "Bank\u202egro.elpmaxe" }],
    [{ name: "Bank\nsays" }],
    [{ description: "a\u2066b" }],
    [{ website: "https://example.com/\u202egnp" }],
    [{ redirectUris: [] }],
    [{ redirectUris: callback }],
    [{ redirectUris: Array.from({ length: 11 }, (_, n) => `${callback}/${n}`) }],
    [{ redirectUris: [callback, callback] }],
    [{ redirectUris: ["not a uri"] }],
    [{ website: "not a uri" }],
    [{ website: "javascript:alert(1)" }],
    [{ website: "ftp://example.com" }],
    [{ allowedScopes: [] }],
    [{ allowedScopes: ["everything"] }],
    [{ requirePkce: "false" }],
  ])("%j is refused with 400 [OAU-04] [OAU-05] [O-17]", async (changes) => {
    const body = { name: "a", redirectUris: [callback], ...changes };
    const answer = await post(
      "/v1/oauth.registerApplication",
      body,
      await signIn("owner@example.com"),
    );

    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({ code: "BAD_REQUEST", httpStatus: 400 });
  });

  test("redirect addresses: https, loopback http and reversed-domain schemes only [OAU-04] [O-17]", () => {
    const good = [
      callback,
      "https://app.example.com",
      "https://app.example.com:8443/cb?a=1",
      "http://127.0.0.1:7777/cb",
      "http://localhost/cb",
      "http://[::1]:80/cb",
      "com.example.app:/cb",
      "com.example.app://cb",
    ];
    const bad = [
      "",
      "http://app.example.com/cb",
      "http://localhost.evil.example/cb",
      "http://127.0.0.1@evil.example/cb",
      "https://user:pass@app.example.com/cb",
      "https://app.example.com/cb#f",
      "https://*.example.com/cb",
      "https://app.example.com\\@evil.example/",
      "https:app.example.com/cb",
      "https:///app.example.com/cb",
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "myapp:/cb",
      "//app.example.com/cb",
      "https://app.example.com/c b",
      "https://äpp.example.com/cb",
      `https://app.example.com/${"x".repeat(2000)}`,
    ];
    expect(good.filter((uri) => !isRedirectUri(uri))).toEqual([]);
    expect(bad.filter(isRedirectUri)).toEqual([]);
    expect(policySource("https://app.example.com:8443/cb")).toBe("https://app.example.com:8443");
    expect(policySource("com.example.app:/cb")).toBe("com.example.app:");
  });

  test("secrets, codes and refresh tokens are stored as digests and never logged", async () => {
    const app = await register();
    const code = await codeFor(app);
    const { access_token, refresh_token } = (await exchange(app, code)).json();

    const stored = JSON.stringify([
      await db.select().from(oauthApplication),
      await db.select().from(oauthCode),
      await db.select().from(refreshToken),
    ]);

    for (const secret of [app.clientSecret, code, access_token, refresh_token]) {
      expect(stored).not.toContain(secret);
      expect(JSON.stringify(logged)).not.toContain(secret);
    }
  });
});

describe("authorize", () => {
  test("answers 302 with code, state and iss, or the same as JSON [OAU-07] [OAU-12] [OAU-15] [O-18] [A-28]", async () => {
    const app = await register();
    const answer = await authorize(app, { state: "a b&c=ü" });
    const url = new URL(String(answer.headers.location));
    const asJson = await authorize(app, {}, json);
    const key = await post(
      "/api/v1/api-keys",
      { name: "a", scope: "read" },
      await signIn("ann@example.com"),
    );
    const byKey = await get(authorizeUrl(app), { "x-api-key": key.json().key });

    expect(answer.statusCode).toBe(302);
    expect(url.origin + url.pathname).toBe(callback);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "a b&c=ü",
      iss: publicUrl,
    });
    expect(asJson.json()).toEqual({
      redirectUrl: expect.stringContaining(`${callback}?code=`),
      code: expect.any(String),
      state: "s1",
      expiresIn: 60,
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(byKey.statusCode).toBe(302);
  });

  test("a registered address keeps its own query", async () => {
    const uri = "https://app.example.com/cb?tenant=7";
    const app = await register({ redirectUris: [uri] });

    const answer = await authorize(app, { redirect_uri: uri });

    expect(answer.headers.location).toMatch(
      /^https:\/\/app\.example\.com\/cb\?tenant=7&code=[\w-]+&state=s1&iss=https/,
    );
  });

  test("an unknown client, and an address that is not registered to the letter, never redirect [OAU-08] [OAU-09]", async () => {
    const app = await register({ redirectUris: [callback, "http://127.0.0.1:7777/cb"] });
    const mutated = [
      `${callback}/`,
      `${callback}/..`,
      `${callback}?x=1`,
      `${callback}#f`,
      `${callback}x`,
      callback.slice(0, -1),
      callback.toUpperCase(),
      callback.replace("https", "HTTPS"),
      callback.replace("https", "http"),
      callback.replace("app.", "App."),
      callback.replace("app.", "evil.app."),
      callback.replace("example.com", "example.com."),
      callback.replace("example.com", "example.com.evil.example"),
      callback.replace("example.com", "example.com:443"),
      callback.replace("example.com", "example.com@evil.example"),
      callback.replace("https://", "https://evil.example@"),
      callback.replace("callback", "%63allback"),
      callback.replace("/callback", "//callback"),
      callback.replace("/callback", "/x/../callback"),
      callback.replace("/callback", "\\callback"),
      ` ${callback}`,
      `${callback} `,
      `${callback}\n`,
      "http://127.0.0.1:7778/cb",
      "http://localhost:7777/cb",
      "http://[::ffff:127.0.0.1]:7777/cb",
      "javascript:alert(1)",
      "//evil.example",
      "",
    ];
    // Each character once left out, doubled, and in the other case.
    const letters = [...callback].flatMap((char, n) => [
      callback.slice(0, n) + callback.slice(n + 1),
      callback.slice(0, n) + char + callback.slice(n),
      callback.slice(0, n) +
        (char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()) +
        callback.slice(n + 1),
      `${callback.slice(0, n)}%${callback.slice(n)}`,
      `${callback.slice(0, n)}\t${callback.slice(n)}`,
      `${callback.slice(0, n)}@${callback.slice(n)}`,
    ]);
    const attempts = [...mutated, ...letters.filter((one) => one !== callback)];
    expect(attempts.length).toBeGreaterThan(200);

    const headers = await signIn("ann@example.com");
    for (const redirect_uri of attempts) {
      const answer = await get(authorizeUrl(app, { redirect_uri }), headers);
      expect(answer.statusCode, redirect_uri).toBe(400);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.json().error).toBe("invalid_request");
    }
    for (const changes of [
      { client_id: "0".repeat(32) },
      { client_id: "' or 1=1 --" },
      { client_id: null },
      { redirect_uri: null },
    ]) {
      const answer = await authorize(app, changes);
      expect(refused(answer)).toEqual([400, "invalid_request"]);
      expect(answer.headers.location).toBeUndefined();
    }
  });

  test.each([
    ["no state", { state: null }, "invalid_request"],
    ["an empty state", { state: "" }, "invalid_request"],
    ["no response type", { response_type: null }, "invalid_request"],
    ["an empty response type", { response_type: "" }, "invalid_request"],
    ["an unknown response type", { response_type: " code" }, "unsupported_response_type"],
    ["implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["hybrid grant", { response_type: "code token" }, "unsupported_response_type"],
    ["no scope", { scope: null }, "invalid_request"],
    ["an empty scope", { scope: "" }, "invalid_request"],
    ["a blank scope", { scope: " " }, "invalid_scope"],
    ["an unknown scope", { scope: "read everything" }, "invalid_scope"],
    ["a scope not registered", { scope: "read write" }, "invalid_scope"],
    ["comma between scopes", { scope: "read,write" }, "invalid_scope"],
    [
      "unknown method",
      { code_challenge: "x".repeat(43), code_challenge_method: "S512" },
      "invalid_request",
    ],
    [
      "method in lower case",
      { code_challenge: "x".repeat(43), code_challenge_method: "s256" },
      "invalid_request",
    ],
    ["a method without challenge", { code_challenge_method: "S256" }, "invalid_request"],
    ["a short challenge", { code_challenge: "x".repeat(42) }, "invalid_request"],
    ["a strange challenge", { code_challenge: "ü".repeat(43) }, "invalid_request"],
  ])(
    "%s is told to the application [OAU-10] [OAU-11] [OAU-12] [OAU-13] [OAU-23] [A-30]",
    async (_, changes: Record<string, string | null>, error) => {
      const app = await register();
      const answer = await authorize(app, changes);
      const url = new URL(String(answer.headers.location));

      expect(answer.statusCode).toBe(302);
      expect(url.origin + url.pathname).toBe(callback);
      expect(url.searchParams.get("error")).toBe(error);
      expect(url.searchParams.get("code")).toBeNull();
      expect(url.searchParams.get("iss")).toBe(publicUrl);
      const state = changes.state === undefined ? "s1" : changes.state;
      expect(url.searchParams.get("state")).toBe(state);
      expect(refused(await authorize(app, changes, json))).toEqual([400, error]);
    },
  );

  test("an application that requires PKCE gets no code without a challenge [OAU-14]", async () => {
    const app = await register({ requirePkce: true });

    expect(refused(await authorize(app, {}, json))).toEqual([400, "invalid_request"]);
    const challenged = { code_challenge: s256("v".repeat(43)), code_challenge_method: "S256" };
    expect((await authorize(app, challenged, json)).statusCode).toBe(200);
  });

  test("plain can be switched off [OAU-22] [A-29]", async () => {
    const strict = await testApp({
      now: () => at,
      tokens: {
        accessSeconds: 60,
        refreshSeconds: 60,
        codeSeconds: 60,
        isPlainPkceAllowed: false,
      },
    });
    const owner = await strict.signIn("a@example.com");
    const made = await strict.send({
      method: "POST",
      url: "/v1/oauth.registerApplication",
      headers: owner,
      payload: { name: "a", redirectUris: [callback] },
    });
    const { clientId } = made.json().result.data.data.application;
    const ask = async (method: string | null) =>
      (
        await strict.get(
          authorizeUrl(
            { clientId, clientSecret: "" },
            { code_challenge: "x".repeat(43), code_challenge_method: method },
          ),
          { ...owner, ...json },
        )
      ).statusCode;

    expect([await ask("S256"), await ask("plain"), await ask(null)]).toEqual([200, 400, 400]);
  });

  test("parameters that come twice, and a state of 10 kB, are 400 without redirect", async () => {
    const app = await register();
    const headers = await signIn("ann@example.com");
    for (const more of ["&client_id=x", `&redirect_uri=${callback}`, "&state=s2", "&scope=write"]) {
      const answer = await get(authorizeUrl(app) + more, headers);
      expect(refused(answer)).toEqual([400, "invalid_request"]);
    }
    const long = await authorize(app, { state: "x".repeat(10_000) });
    expect(refused(long)).toEqual([400, "invalid_request"]);
  });

  test("without a credential it is 401, with a bad one too [AUT-07] [AUT-15]", async () => {
    const app = await register();

    for (const headers of [{}, json, { "x-api-key": "bad" }, { authorization: "Bearer bad" }]) {
      const answer = await get(authorizeUrl(app), headers as Headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
      expect(answer.json()).toEqual({
        error: {
          code: "UNAUTHORIZED",
          message: expect.stringMatching(/Authorization|API key/),
          httpStatus: 401,
        },
      });
    }
    // What the token endpoint refuses stays in the form of OAuth.
    const wrong = await send({ method: "POST", url: "/v1/oauth/token", payload: {} });
    expect(wrong.json()).toEqual({
      error: expect.any(String),
      error_description: expect.any(String),
    });
  });

  test("nobody grants more than their credential may do, and no application lets others in [O-04] [AUT-36]", async () => {
    const app = await register({ allowedScopes: ["admin", "write"] });
    const ann = await signIn("ann@example.com");
    const { key } = (await post("/api/v1/api-keys", { name: "a", scope: "read" }, ann)).json();
    const asKey = await get(authorizeUrl(app, { scope: "write" }), { "x-api-key": key, ...json });
    const asPerson = await authorize(app, { scope: "admin" }, json);
    const { access_token } = await tokensFor(app, { scope: "write" });
    const bearer = { authorization: `Bearer ${access_token}` };

    expect(refused(asKey)).toEqual([400, "invalid_scope"]);
    expect(refused(asPerson)).toEqual([400, "invalid_scope"]);
    for (const answer of [
      await get(authorizeUrl(app, { scope: "read" }), bearer),
      await post("/api/v1/api-keys", { name: "a" }, bearer),
      await post("/v1/oauth.registerApplication", { name: "a", redirectUris: [callback] }, bearer),
    ]) {
      expect(answer.statusCode).toBe(403);
    }
  });
});

describe("exchanging a code", () => {
  test("a form and a JSON body give the same tokens, bare and never cached [OAU-16] [OAU-17] [OAU-18] [OAU-19] [OAU-21] [A-28] [A-34]", async () => {
    const app = await register();
    const byForm = await exchange(app, await codeFor(app));
    const body = {
      grant_type: "authorization_code",
      code: await codeFor(app),
      redirect_uri: callback,
      ...credentials(app),
    };
    const byJson = await post("/v1/oauth/token", body);

    for (const answer of [byForm, byJson]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.json()).toEqual({
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: "Bearer",
        expires_in: 3600,
        scope: "read",
      });
    }
  });

  test("the client proves itself by Basic, form-encoded or not, or by the body, not by both [OAU-21] [A-28]", async () => {
    const app = await register();
    const { clientId, clientSecret } = app;
    const grant = async (more: Record<string, string>, id: string, secret: string) =>
      form(
        {
          grant_type: "authorization_code",
          code: await codeFor(app),
          redirect_uri: callback,
          ...more,
        },
        { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` },
      );
    const encoded = [...clientSecret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");

    expect((await grant({}, clientId, clientSecret)).statusCode).toBe(200);
    expect((await grant({ client_id: clientId }, clientId, clientSecret)).statusCode).toBe(200);
    expect((await grant({}, clientId, encoded)).statusCode).toBe(200);
    expect(refused(await grant({ client_id: "other" }, clientId, clientSecret))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(refused(await grant({ client_secret: clientSecret }, clientId, clientSecret))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test("a client that is unknown, has a wrong secret or none is invalid_client, whatever else it sends [OAU-23] [A-30]", async () => {
    const app = await register();
    const code = await codeFor(app, {
      code_challenge: s256("v".repeat(43)),
      code_challenge_method: "S256",
    });
    const base = { grant_type: "authorization_code", code, redirect_uri: callback };
    const wrong = [
      { ...base, client_id: app.clientId, client_secret: "wrong" },
      { ...base, client_id: app.clientId },
      // A verifier is no replacement for the secret.
      { ...base, client_id: app.clientId, code_verifier: "v".repeat(43) },
      { ...base, client_id: "0".repeat(32), client_secret: app.clientSecret },
      { ...base, client_secret: app.clientSecret },
      base,
    ];
    for (const payload of wrong) {
      const answer = await form(payload as Record<string, string>);
      expect(refused(answer)).toEqual([401, "invalid_client"]);
      expect(answer.headers["www-authenticate"]).toMatch(/^Basic /);
    }
    for (const header of ["Basic !", "Basic", "Bearer x", "Basic bm9jb2xvbg==", "Basic JSUlOiUl"]) {
      expect(refused(await form(base, { authorization: header }))).toEqual([401, "invalid_client"]);
    }
    const good = await exchange(app, code, { code_verifier: "v".repeat(43) });
    expect(good.statusCode).toBe(200);
  });

  test("guessing a secret ends after ten a minute, per client and address [O-11]", async () => {
    const app = await register();
    const other = await register();
    const guess = (client_id: string, secret: string, remoteAddress = "10.9.9.9") =>
      send({
        method: "POST",
        url: "/v1/oauth/token",
        payload: {
          grant_type: "refresh_token",
          refresh_token: "x",
          client_id,
          client_secret: secret,
        },
        remoteAddress,
      });
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await guess(app.clientId, `guess ${n}`)).statusCode);
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const locked = await guess(app.clientId, app.clientSecret);
    expect(locked.statusCode).toBe(429);
    expect(locked.headers["retry-after"]).toBeDefined();
    expect((await guess(app.clientId, app.clientSecret, "10.9.9.8")).statusCode).toBe(400);
    expect((await guess(other.clientId, other.clientSecret)).statusCode).toBe(400);
    later(60);
    expect((await guess(app.clientId, app.clientSecret)).statusCode).toBe(400);
  });

  test("malformed requests are invalid_request, other grants unsupported [OAU-20] [OAU-23] [ERR-15] [A-30]", async () => {
    const app = await register();
    const code = await codeFor(app);
    const all: Record<string, string> = {
      grant_type: "authorization_code",
      code,
      redirect_uri: callback,
      ...credentials(app),
    };
    for (const missing of ["grant_type", "code", "redirect_uri"]) {
      const payload = { ...all };
      delete payload[missing];
      expect(refused(await form(payload))).toEqual([400, "invalid_request"]);
    }
    for (const grant of ["password", "client_credentials", "implicit", "toString", "__proto__"]) {
      const payload = { ...all, grant_type: grant, username: "a", password: "b" };
      expect(refused(await form(payload))).toEqual([400, "unsupported_grant_type"]);
    }
    const twice = await send({
      method: "POST",
      url: "/v1/oauth/token",
      payload: `${new URLSearchParams(all)}&client_id=${app.clientId}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(refused(twice)).toEqual([400, "invalid_request"]);
    expect(refused(await post("/v1/oauth/token", { ...all, code: 5 }))).toEqual([
      400,
      "invalid_request",
    ]);
    const plain = await send({
      method: "POST",
      url: "/v1/oauth/token",
      payload: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(refused(plain)).toEqual([415, "invalid_request"]);
    // None of that has used the code up.
    expect((await form(all)).statusCode).toBe(200);
  });

  test("an X-API-Key is not needed, and must be valid when sent [OAU-16] [AUT-04] [A-28]", async () => {
    const app = await register();
    const ann = await signIn("ann@example.com");
    const { key } = (await post("/api/v1/api-keys", { name: "a" }, ann)).json();
    const ask = async (headers: Headers) =>
      form(
        {
          grant_type: "authorization_code",
          code: await codeFor(app),
          redirect_uri: callback,
          ...credentials(app),
        },
        headers,
      );

    expect((await ask({ "x-api-key": key })).statusCode).toBe(200);
    expect((await ask({ "x-api-key": "tenk_bad" })).statusCode).toBe(401);
  });

  test("a code lives a minute [AUT-35] [O-03]", async () => {
    const app = await register();
    const [early, late] = [await codeFor(app), await codeFor(app)];

    later(59);
    expect((await exchange(app, early)).statusCode).toBe(200);
    later(1);
    expect(refused(await exchange(app, late))).toEqual([400, "invalid_grant"]);
  });

  test("a second use fails and ends what the first one gave [OAU-25]", async () => {
    const app = await register();
    const other = await register();
    for (const thief of [app, other]) {
      const code = await codeFor(app);
      const { access_token, refresh_token } = (await exchange(app, code)).json();
      expect(await reads(access_token)).toBe(200);

      expect(refused(await exchange(thief, code))).toEqual([400, "invalid_grant"]);

      expect(await reads(access_token)).toBe(401);
      expect(refused(await refresh(app, refresh_token))).toEqual([400, "invalid_grant"]);
    }
  });

  test("a code is bound to its client, address and challenge [OAU-26] [OAU-27]", async () => {
    const app = await register({ redirectUris: [callback, `${callback}2`] });
    const other = await register();
    const verifier = randomBytes(32).toString("base64url");
    const pkce = { code_challenge: s256(verifier), code_challenge_method: "S256" };
    const plain = { code_challenge: verifier };
    const tries: [object, App, Record<string, string>][] = [
      [{}, other, {}],
      [{}, app, { redirect_uri: `${callback}2` }],
      [{}, app, { redirect_uri: `${callback}/` }],
      [{}, app, { code_verifier: verifier }],
      [pkce, app, {}],
      [pkce, app, { code_verifier: "" }],
      [pkce, app, { code_verifier: "wrong" }],
      [pkce, app, { code_verifier: `${verifier}x` }],
      [pkce, app, { code_verifier: pkce.code_challenge }],
      [plain, app, { code_verifier: s256(verifier) }],
      [plain, app, {}],
    ];
    for (const [changes, who, more] of tries) {
      const answer = await exchange(who, await codeFor(app, changes), more);
      expect(refused(answer), JSON.stringify(more)).toEqual([400, "invalid_grant"]);
    }
    for (const unknown of ["x", "", " ", "ü", "x".repeat(2000), "' or 1=1 --"]) {
      const expected = unknown === "" ? "invalid_request" : "invalid_grant";
      expect(refused(await exchange(app, unknown))).toEqual([400, expected]);
    }
    for (const [changes, more] of [
      [pkce, { code_verifier: verifier }],
      [plain, { code_verifier: verifier }],
      [{ ...plain, code_challenge_method: "plain" }, { code_verifier: verifier }],
    ] as const) {
      expect((await exchange(app, await codeFor(app, changes), more)).statusCode).toBe(200);
    }
  });

  test("a wrong verifier costs the code, a wrong client does not", async () => {
    const app = await register();
    const other = await register();
    const verifier = "v".repeat(43);
    const pkce = { code_challenge: s256(verifier), code_challenge_method: "S256" };
    const [one, two] = [await codeFor(app, pkce), await codeFor(app, pkce)];
    const right = { code_verifier: verifier };

    await exchange(app, one, { code_verifier: "w".repeat(43) });
    await exchange(other, two, right);

    expect(refused(await exchange(app, one, right))).toEqual([400, "invalid_grant"]);
    expect((await exchange(app, two, right)).statusCode).toBe(200);
  });

  test("a code of a suspended account is worth nothing", async () => {
    const app = await register();
    const user = await makeUser(db);
    const answer = await get(authorizeUrl(app), { ...(await signIn(user.email)), ...json });

    await db.execute(sql`update user_account set status = 'suspended' where id = ${user.id}`);

    expect(refused(await exchange(app, answer.json().code))).toEqual([400, "invalid_grant"]);
  });
});

describe("tokens", () => {
  test("an access token does what its scope says and no more [OAU-29] [AUT-34]", async () => {
    const app = await register({ allowedScopes: ["read", "write"] });
    const reader = await tokensFor(app, { scope: "read" });
    const writer = await tokensFor(app, { scope: "write" });
    const narrow = await tokensFor(app, { scope: "hiring:read" });
    const revokes = async (token: string) =>
      (await post("/api/v1/api-keys/x/revoke", {}, { authorization: `Bearer ${token}` }))
        .statusCode;

    expect([await reads(reader.access_token), await revokes(reader.access_token)]).toEqual([
      200, 403,
    ]);
    expect([await reads(writer.access_token), await revokes(writer.access_token)]).toEqual([
      200, 404,
    ]);
    expect(await reads(narrow.access_token)).toBe(403);
    expect(narrow.scope).toBe("hiring:read");
  });

  test("the scope in the token cannot be raised by its session, nor by an administrator's account", async () => {
    const root = await makeUser(db, { email: "root@example.com", isAdmin: true });
    const app = await register();
    const asRoot = await signIn(root.email);
    const code = (await get(authorizeUrl(app), { ...asRoot, ...json })).json().code;
    const { access_token } = (await exchange(app, code)).json();

    const answer = await post(
      "/api/v1/api-keys",
      { name: "a" },
      {
        authorization: `Bearer ${access_token}`,
      },
    );

    expect(answer.statusCode).toBe(403);
    expect(decodeJwt(access_token)).toMatchObject({ scope: "read", sub: root.id });
  });

  test("refreshing rotates: each token once, the newest works, thirty days at most [OAU-24] [AUT-35] [O-03] [O-19]", async () => {
    const app = await register();
    const first = await tokensFor(app);
    later(3600);
    expect(await reads(first.access_token)).toBe(401);

    const second = (await refresh(app, first.refresh_token)).json();

    expect(second).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "read",
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await reads(second.access_token)).toBe(200);
    later(30 * 86_400 - 3600 - 100);
    const third = (await refresh(app, second.refresh_token)).json();
    expect(third.expires_in).toBe(100);
    later(100);
    expect(refused(await refresh(app, third.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  test("a refresh token that comes twice ends the whole family at once [OAU-28]", async () => {
    const app = await register();
    const first = await tokensFor(app);
    const second = (await refresh(app, first.refresh_token)).json();
    expect(await reads(second.access_token)).toBe(200);

    expect(refused(await refresh(app, first.refresh_token))).toEqual([400, "invalid_grant"]);

    expect(await reads(second.access_token)).toBe(401);
    expect(await reads(first.access_token)).toBe(401);
    expect(refused(await refresh(app, second.refresh_token))).toEqual([400, "invalid_grant"]);
  });

  test("a refresh token is its client's, and of no other kind [OAU-24]", async () => {
    const app = await register();
    const other = await register();
    const { refresh_token, access_token } = await tokensFor(app);

    expect(refused(await refresh(other, refresh_token))).toEqual([400, "invalid_grant"]);
    expect(refused(await refresh(app, access_token.slice(0, 2048)))).toEqual([
      400,
      "invalid_grant",
    ]);
    expect(await reads(refresh_token)).toBe(401);
    const elsewhere = await post("/auth/refresh", { refreshToken: refresh_token });
    expect(elsewhere.statusCode).toBe(401);
    expect((await refresh(app, refresh_token)).statusCode).toBe(200);
  });

  test("refreshing may ask for less, never for more, and asking for more costs nothing [OAU-24] [O-19]", async () => {
    const app = await register({ allowedScopes: ["write", "read"] });
    const granted = await tokensFor(app, { scope: "read write" });
    for (const scope of ["admin", "read admin", "nonsense", "read\twrite"]) {
      const answer = await refresh(app, granted.refresh_token, { scope });
      expect(refused(answer)).toEqual([400, "invalid_scope"]);
    }

    const less = (await refresh(app, granted.refresh_token, { scope: "read" })).json();
    const again = (await refresh(app, less.refresh_token)).json();

    expect([less.scope, again.scope]).toEqual(["read", "read write"]);
    const writes = async (token: string) =>
      (await post("/api/v1/api-keys/x/revoke", {}, { authorization: `Bearer ${token}` }))
        .statusCode;
    expect([await writes(less.access_token), await writes(again.access_token)]).toEqual([403, 404]);
  });

  test("revoking either token ends the grant; another client's does nothing; unknown ones are fine [O-19]", async () => {
    const app = await register();
    const other = await register();
    const revoke = (who: App, token: string) =>
      send({
        method: "POST",
        url: "/v1/oauth/revoke",
        payload: new URLSearchParams({ token, ...credentials(who) }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    for (const which of ["access_token", "refresh_token"] as const) {
      const granted = await tokensFor(app);
      expect(await reads(granted.access_token)).toBe(200);

      expect((await revoke(other, granted[which])).statusCode).toBe(200);
      expect(await reads(granted.access_token)).toBe(200);
      expect((await revoke(app, granted[which])).statusCode).toBe(200);

      expect(await reads(granted.access_token)).toBe(401);
      expect(refused(await refresh(app, granted.refresh_token))).toEqual([400, "invalid_grant"]);
    }
    expect((await revoke(app, "unknown")).statusCode).toBe(200);
    expect(refused(await revoke(app, ""))).toEqual([400, "invalid_request"]);
    expect(refused(await revoke({ ...app, clientSecret: "x" }, "t"))).toEqual([
      401,
      "invalid_client",
    ]);
  });

  test("a new password of the account ends its applications too", async () => {
    const app = await register();
    const { access_token, refresh_token } = await tokensFor(app);
    expect(await reads(access_token)).toBe(200);

    await post("/auth/request-password-reset", { email: "ann@example.com" });
    const token = tokenIn(mails.at(-1)?.text);
    await post("/auth/reset-password", { token, password: "correct horse battery" });

    expect(await reads(access_token)).toBe(401);
    expect(refused(await refresh(app, refresh_token))).toEqual([400, "invalid_grant"]);
  });

  test("with a configured issuer applications still work, and people's own tokens of here do not [O-05]", async () => {
    const auth = {
      issuer: "https://id.example.com/",
      audience: "a",
      jwksUrl: "http://127.0.0.1:1/jwks",
      algorithms: ["RS256"],
    };
    const external = await testApp({ auth, now: () => at, database });
    const { access_token } = await tokensFor(await register());
    const ask = async (headers: Headers) =>
      (await external.get("/api/v1/api-keys", headers)).statusCode;

    expect(await ask({ authorization: `Bearer ${access_token}` })).toBe(200);
    expect(await ask(await signIn("ann@example.com"))).toBe(401);
    const asPage = await external.get(authorizeUrl(await register()), { accept: "text/html" });
    expect(asPage.statusCode).toBe(401);
  });
});

test("clients can find the server's endpoints by themselves", async () => {
  const answer = await get("/.well-known/oauth-authorization-server");

  expect(answer.json()).toEqual({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/v1/oauth/authorize`,
    token_endpoint: `${publicUrl}/v1/oauth/token`,
    revocation_endpoint: `${publicUrl}/v1/oauth/revoke`,
    scopes_supported: expect.arrayContaining(["read", "write", "admin"]),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256", "plain"],
    authorization_response_iss_parameter_supported: true,
  });
});
