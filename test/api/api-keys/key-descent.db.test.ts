import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { rounds } from "../../helpers/races.ts";

let at = new Date("2026-03-04T12:00:00Z");
const app = await testApp({ now: () => at });
/** Another process's API over the same database. */
const other = await testApp({ now: () => at, database: app.database });
const ann = await app.signIn("ann@example.com");
type Headers = Record<string, string>;
const post = (url: string, headers: Headers, payload: object = {}) =>
  app.send({ method: "POST", url, headers, payload });
const withKey = (key: string): Headers => ({ "x-api-key": key });

async function make(headers: Headers, payload: object = {}) {
  const answer = await post("/api/v1/api-keys", headers, {
    name: "Key",
    scope: "write",
    ...payload,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json() as { id: string; key: string; expiresAt: string | null; rateLimit: number };
}
const statusWith = async (headers: Headers, via = app) =>
  (await via.get("/api/v1/api-keys", headers)).statusCode;

const callback = "https://app.example.com/callback";
const registered = await post("/v1/oauth.registerApplication", ann, {
  name: "Viewer",
  redirectUris: [callback],
  requirePkce: false,
});
const { application, clientSecret } = registered.json().result.data.data;
const client = { client_id: application.clientId, client_secret: clientSecret };
const authorize = async (headers: Headers) => {
  const asked = { redirect_uri: callback, response_type: "code", scope: "read", state: "s" };
  const query = new URLSearchParams({ client_id: client.client_id, ...asked });
  const answer = await app.get(`/v1/oauth/authorize?${query}`, {
    ...headers,
    accept: "application/json",
  });
  return answer.json().code as string;
};
const exchange = (code: string) =>
  post(
    "/v1/oauth/token",
    {},
    {
      grant_type: "authorization_code",
      code,
      redirect_uri: callback,
      ...client,
    },
  );
const refresh = (refresh_token: string) =>
  post("/v1/oauth/token", {}, { grant_type: "refresh_token", refresh_token, ...client });
const revoke = (id: string) => post(`/api/v1/api-keys/${id}/revoke`, ann);

describe("what a key makes ends with it [AUT-31] [O-04]", () => {
  test("a grant: access and refresh token at once, in every process", async () => {
    const { id, key } = await make(ann, { scope: "read" });
    const granted = (await exchange(await authorize(withKey(key)))).json();
    const bearer = { authorization: `Bearer ${granted.access_token}` };
    expect([await statusWith(bearer), await statusWith(bearer, other)]).toEqual([200, 200]);

    await revoke(id);
    at = new Date(at.getTime() + 1000);

    expect([await statusWith(bearer), await statusWith(bearer, other)]).toEqual([401, 401]);
    const refused = await refresh(granted.refresh_token);
    expect([refused.statusCode, refused.json().error]).toEqual([400, "invalid_grant"]);
  });

  test("a code that was not exchanged yet", async () => {
    const { id, key } = await make(ann, { scope: "read" });
    const code = await authorize(withKey(key));
    await revoke(id);

    const answer = await exchange(code);
    expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_grant"]);
  });

  test("keys, the keys of those and their grants; keys beside them and above them stay", async () => {
    const [root, beside] = [await make(ann), await make(ann)];
    const child = await make(withKey(root.key));
    const grandchild = await make(withKey(child.key));
    const { access_token } = (await exchange(await authorize(withKey(grandchild.key)))).json();
    const all = [root.key, beside.key, child.key, grandchild.key].map(withKey);
    const statuses = () =>
      Promise.all(
        [...all, { authorization: `Bearer ${access_token}` }].map((one) => statusWith(one)),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);

    await revoke(child.id);

    expect(await statuses()).toEqual([200, 200, 401, 401, 401]);
    const listed = await app.get(`/api/v1/api-keys/${grandchild.id}`, ann);
    expect(listed.json()).toMatchObject({ status: "revoked" });
  });

  test(`of 16 keys that a key makes while it is revoked none lives, over ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const root = await make(ann);
      const made = Array.from({ length: 16 }, () =>
        post("/api/v1/api-keys", withKey(root.key), { name: "Late", scope: "write" }),
      );
      const [, ...answers] = await Promise.all([revoke(root.id), ...made]);
      const keys = answers.filter((one) => one.statusCode === 201).map((one) => one.json().key);

      expect(answers.filter((one) => ![201, 401].includes(one.statusCode))).toEqual([]);
      for (const key of keys) expect(await statusWith(withKey(key))).toBe(401);
    }
  });
});

describe("what a key makes is bounded by it [O-04] [AUT-36]", () => {
  const expiresAt = "2026-03-05T12:00:00.000Z";
  const later = "2026-03-05T12:00:00.001Z";

  test("a key has at most its expiry and rate limit, by default just those", async () => {
    const { key } = await make(ann, { expiresAt, rateLimit: 7 });
    expect(await make(withKey(key))).toMatchObject({ expiresAt, rateLimit: 7 });
    const less = { expiresAt: "2026-03-05T11:00:00.000Z", rateLimit: 6 };
    expect(await make(withKey(key), less)).toMatchObject(less);

    for (const more of [{ expiresAt: later }, { rateLimit: 8 }, { scope: "admin" }]) {
      const answer = await post("/api/v1/api-keys", withKey(key), { name: "More", ...more });
      expect([answer.statusCode, answer.json().code]).toEqual([403, "FORBIDDEN"]);
    }
  });

  test("a key of a key without expiry has the one it asks for", async () => {
    const { key } = await make(ann);

    expect(await make(withKey(key))).toMatchObject({ expiresAt: null, rateLimit: 100 });
    expect(await make(withKey(key), { expiresAt })).toMatchObject({ expiresAt });
  });

  test("a grant ends when the key expires, however often it was refreshed", async () => {
    const start = at;
    const { key } = await make(ann, { expiresAt, scope: "read" });
    const granted = (await exchange(await authorize(withKey(key)))).json();
    at = new Date(Date.parse(expiresAt) - 10_000);
    const renewed = (await refresh(granted.refresh_token)).json();
    expect(renewed.expires_in).toBe(10);
    expect(await statusWith({ authorization: `Bearer ${renewed.access_token}` })).toBe(200);

    at = new Date(expiresAt);
    const refused = await refresh(renewed.refresh_token);
    at = start;

    expect([refused.statusCode, refused.json().error]).toEqual([400, "invalid_grant"]);
  });
});
