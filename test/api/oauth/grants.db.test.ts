import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { startBrowser } from "#api/auth/sessions.ts";
import { findByEmail } from "#api/modules/accounts/queries.ts";
import { lockConsent } from "#api/modules/oauth/queries.ts";
import {
  oauthApplication,
  oauthCode,
  oauthConsent,
  session,
} from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { openForm } from "../../helpers/browser.ts";
import { raceEverywhere, together } from "../../helpers/races.ts";

const callback = "https://app.example.com/callback";
type App = Awaited<ReturnType<typeof testApp>>;
type Headers = Record<string, string>;
interface Client {
  id: string;
  client_id: string;
  client_secret: string;
}

/** What people and applications send, through one API. */
function actsOf(app: App) {
  const post = (url: string, headers: Headers, payload: object = {}) =>
    app.send({ method: "POST", url, headers, payload });
  const register = async (headers: Headers, name = "Viewer"): Promise<Client> => {
    const body = { name, redirectUris: [callback], requirePkce: false };
    const answer = await post("/v1/oauth.registerApplication", headers, {
      ...body,
      allowedScopes: ["read", "write"],
    });
    const { application, clientSecret } = answer.json().result.data.data;
    return { id: application.id, client_id: application.clientId, client_secret: clientSecret };
  };
  const authorizeUrl = ({ client_id }: Client, scope = "read") =>
    `/v1/oauth/authorize?${new URLSearchParams({ client_id, redirect_uri: callback, response_type: "code", scope, state: "s" })}`;
  const codeFor = async (client: Client, headers: Headers, scope?: string) => {
    const answer = await app.get(authorizeUrl(client, scope), {
      ...headers,
      accept: "application/json",
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().code as string;
  };
  const exchange = ({ client_id, client_secret }: Client, code: string) =>
    post(
      "/v1/oauth/token",
      {},
      {
        grant_type: "authorization_code",
        code,
        redirect_uri: callback,
        client_id,
        client_secret,
      },
    );
  const grantTo = async (client: Client, headers: Headers, scope?: string) => {
    const answer = await exchange(client, await codeFor(client, headers, scope));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as { access_token: string; refresh_token: string };
  };
  const refresh = ({ client_id, client_secret }: Client, refresh_token: string) =>
    post(
      "/v1/oauth/token",
      {},
      {
        grant_type: "refresh_token",
        refresh_token,
        client_id,
        client_secret,
      },
    );
  const statusWith = async (token: string, via = app) =>
    (await via.get("/api/v1/api-keys", { authorization: `Bearer ${token}` })).statusCode;
  const ask = (operation: string, headers: Headers, payload: object = {}) =>
    post(`/v1/oauth.${operation}`, headers, payload);
  return { ask, register, authorizeUrl, codeFor, exchange, grantTo, refresh, statusWith };
}

const app = await testApp();
/** Another process's API over the same database. */
const other = await testApp({ database: app.database });
const { ask, register, authorizeUrl, codeFor, exchange, grantTo, refresh, statusWith } =
  actsOf(app);
const owner = await app.signIn("owner@example.com");
const ann = await app.signIn("ann@example.com");
const bob = await app.signIn("bob@example.com");
const grantsOf = async (headers: Headers) => {
  const answer = await ask("listMyGrants", headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().result.data;
};

/** A signed-in browser that has agreed on the consent page; `again` opens the page anew. */
async function agreeInBrowser(client: Client, userEmail: string) {
  const found = await findByEmail(app.db, userEmail);
  const userId = found?.id ?? "";
  const at = new Date();
  const secret = await startBrowser(app.db, { userId, at, lifetimeSeconds: 600 });
  const cookie = `tenk-session=${secret}`;
  const shown = await openForm(app, authorizeUrl(client), { cookie });
  const answer = await app.send({
    method: "POST",
    url: "/v1/oauth/authorize",
    headers: shown.headers,
    payload: { ...shown.payload, decision: "allow" },
  });
  const again = () => app.get(authorizeUrl(client), { cookie, accept: "text/html" });
  return { userId, answer, again };
}

describe("grants of an account", () => {
  test("are listed with scopes and sessions, of the caller only, in pages", async () => {
    const first = await register(owner, "Alpha");
    const second = await register(owner, "Beta");
    await grantTo(first, ann, "read");
    await grantTo(first, ann, "write");
    await grantTo(second, ann);
    await grantTo(second, bob);

    const { data, pagination } = await grantsOf(ann);

    expect(pagination).toEqual({ total: 2, limit: 20, offset: 0, hasMore: false });
    expect(data[0]).toEqual({
      application: { id: first.id, name: "Alpha", website: null },
      scopes: ["read", "write"],
      activeSessions: 2,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      agreedScopes: [],
      agreedAt: null,
    });
    expect(data[1]).toMatchObject({ application: { name: "Beta" }, activeSessions: 1 });
    const page = await ask("listMyGrants", ann, { limit: 1, offset: 1 });
    expect(
      page
        .json()
        .result.data.data.map((one: { application: { name: string } }) => one.application.name),
    ).toEqual(["Beta"]);
    expect((await grantsOf(owner)).data).toEqual([]);
  });

  test("withdrawing ends sessions and unused codes in every process, and no grant of another account", async () => {
    const client = await register(owner, "Withdrawn");
    const kept = await register(owner, "Kept");
    const given = await grantTo(client, ann);
    const ofBob = await grantTo(client, bob);
    const ofKept = await grantTo(kept, ann);
    const unused = await codeFor(client, ann);
    expect([
      await statusWith(given.access_token),
      await statusWith(given.access_token, other),
    ]).toEqual([200, 200]);

    const answer = await ask("revokeGrant", ann, { applicationId: client.id });

    expect(answer.json().result.data.data).toEqual({ applicationId: client.id, endedSessions: 1 });
    expect(await statusWith(given.access_token)).toBe(401);
    await expect.poll(() => statusWith(given.access_token, other)).toBe(401);
    const refused = [await refresh(client, given.refresh_token), await exchange(client, unused)];
    expect(refused.map((one) => [one.statusCode, one.json().error])).toEqual([
      [400, "invalid_grant"],
      [400, "invalid_grant"],
    ]);
    expect([await statusWith(ofBob.access_token), await statusWith(ofKept.access_token)]).toEqual([
      200, 200,
    ]);
    expect((await ask("revokeGrant", owner, { applicationId: client.id })).statusCode).toBe(404);
    expect(await statusWith((await grantTo(client, ann)).access_token)).toBe(200);
  });

  test("withdrawing forgets what was agreed on the consent page: it is shown again", async () => {
    const client = await register(owner, "Asked again");
    const { userId, answer, again } = await agreeInBrowser(client, "ann@example.com");
    expect(answer.statusCode).toBe(302);
    expect((await again()).headers.location).toContain("code=");
    const listed = (await grantsOf(ann)).data as { application: { id: string } }[];
    expect(listed.find(({ application }) => application.id === client.id)).toMatchObject({
      activeSessions: 0,
      expiresAt: null,
      agreedScopes: ["read"],
    });

    const withdrawn = await ask("revokeGrant", ann, { applicationId: client.id });

    expect(withdrawn.json().result.data.data.endedSessions).toBe(0);
    const page = await again();
    expect([page.statusCode, page.body.includes("asks to act for you")]).toEqual([200, true]);
    expect(await lockConsent(app.db, { userId, applicationId: client.id })).toBeNull();
    expect((await ask("revokeGrant", ann, { applicationId: client.id })).statusCode).toBe(404);
  });
});

describe("applications of an account", () => {
  test("deleting ends all grants, and the client is unknown", async () => {
    const client = await register(owner, "Deleted");
    const given = await grantTo(client, ann);
    const unused = await codeFor(client, ann);
    await agreeInBrowser(client, "ann@example.com");
    expect(await statusWith(given.access_token)).toBe(200);
    expect((await ask("deleteApplication", ann, { applicationId: client.id })).statusCode).toBe(
      404,
    );
    expect(await statusWith(given.access_token)).toBe(200);

    const answer = await ask("deleteApplication", owner, { applicationId: client.id });

    expect(answer.json().result.data.data).toEqual({ applicationId: client.id, deleted: true });
    expect(await statusWith(given.access_token)).toBe(401);
    const tried = [await exchange(client, unused), await refresh(client, given.refresh_token)];
    expect(tried.map((one) => one.json().error)).toEqual(["invalid_client", "invalid_client"]);
    expect((await app.get(authorizeUrl(client), ann)).statusCode).toBe(400);
    const stored = eq(oauthConsent.applicationId, client.id);
    expect(await app.db.select().from(oauthConsent).where(stored)).toEqual([]);
    expect((await ask("deleteApplication", owner, { applicationId: client.id })).statusCode).toBe(
      404,
    );
  });

  test("rotating replaces the secret at once and leaves grants", async () => {
    const client = await register(owner, "Rotated");
    const given = await grantTo(client, ann);
    expect((await ask("rotateSecret", ann, { applicationId: client.id })).statusCode).toBe(404);

    const answer = await ask("rotateSecret", owner, { applicationId: client.id });

    const { application, clientSecret } = answer.json().result.data.data;
    expect(application).toMatchObject({ id: client.id, name: "Rotated" });
    expect(clientSecret).not.toBe(client.client_secret);
    expect((await refresh(client, given.refresh_token)).json().error).toBe("invalid_client");
    const renewed = { ...client, client_secret: clientSecret };
    expect((await refresh(renewed, given.refresh_token)).statusCode).toBe(200);
    const [row] = await app.db
      .select()
      .from(oauthApplication)
      .where(eq(oauthApplication.id, client.id));
    expect(JSON.stringify(row)).not.toContain(clientSecret);
  });

  test("an application's own token may do none of it [OAU-07]", async () => {
    const client = await register(ann, "Own");
    const { access_token } = await grantTo(client, ann, "read write");
    const held = { authorization: `Bearer ${access_token}` };
    const body = { applicationId: client.id };

    for (const one of ["listMyGrants", "revokeGrant", "deleteApplication", "rotateSecret"]) {
      const answer = await ask(one, held, one === "listMyGrants" ? {} : body);
      expect([one, answer.statusCode]).toEqual([one, 403]);
    }
    expect((await refresh(client, "unknown")).json().error).toBe("invalid_grant");
    expect(await statusWith(access_token)).toBe(200);
  });

  test.each([
    [{}],
    [{ applicationId: "x" }],
    [{ applicationId: null }],
    [{ applicationId: "' or 1=1--" }],
  ])("%j is refused", async (body) => {
    for (const one of ["revokeGrant", "deleteApplication", "rotateSecret"]) {
      expect((await ask(one, owner, body)).statusCode).toBe(400);
    }
  });
});

await raceEverywhere((via) => {
  const acts = (n: number) => actsOf(via(n));
  const rounds = 5;

  test("nothing lives on when codes are exchanged while the grant is withdrawn", async () => {
    const maker = await via(0).signIn("maker@example.com");
    const person = await via(0).signIn("person@example.com");
    for (let round = 0; round < rounds; round += 1) {
      const client = await acts(0).register(maker, `Racer ${round}`);
      const codes = await Promise.all(
        Array.from({ length: 8 }, () => acts(0).codeFor(client, person)),
      );
      const answers = await together((n) =>
        n % 2 === 0
          ? acts(n).exchange(client, codes[n / 2] ?? "")
          : acts(n).ask("revokeGrant", person, { applicationId: client.id }),
      );
      const withdrawn = answers.filter((_, n) => n % 2 === 1).map((one) => one.statusCode);
      expect(withdrawn.filter((status) => status !== 404)).toEqual(expect.arrayContaining([200]));
      for (const one of answers.filter((_, n) => n % 2 === 0)) {
        expect([200, 400]).toContain(one.statusCode);
      }
      const { db } = via(0);
      const ofClient = eq(session.applicationId, client.id);
      expect(
        await db
          .select()
          .from(session)
          .where(and(ofClient, isNull(session.revokedAt))),
      ).toEqual([]);
      const unused = and(eq(oauthCode.applicationId, client.id), isNull(oauthCode.usedAt));
      expect(await db.select().from(oauthCode).where(unused)).toEqual([]);
    }
  }, 120_000);

  test("an application is deleted once, and no exchange at that moment fails with 5xx", async () => {
    const maker = await via(0).signIn("maker@example.com");
    const person = await via(0).signIn("person@example.com");
    for (let round = 0; round < rounds; round += 1) {
      const client = await acts(0).register(maker, `Deleted ${round}`);
      const codes = await Promise.all(
        Array.from({ length: 8 }, () => acts(0).codeFor(client, person)),
      );
      const answers = await together((n) =>
        n % 2 === 0
          ? acts(n).exchange(client, codes[n / 2] ?? "")
          : acts(n).ask("deleteApplication", maker, { applicationId: client.id }),
      );
      const deleted = answers.filter((_, n) => n % 2 === 1).map((one) => one.statusCode);
      expect(deleted.sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
      for (const one of answers.filter((_, n) => n % 2 === 0)) {
        expect([200, 400, 401]).toContain(one.statusCode);
      }
      expect(
        await via(0).db.select().from(session).where(eq(session.applicationId, client.id)),
      ).toEqual([]);
    }
  }, 120_000);
});
