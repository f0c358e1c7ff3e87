import * as crypto from "node:crypto";
import { eq } from "drizzle-orm";
import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { makeApiKey } from "#api/auth/api-key.ts";
import { hashSecret, makeSecret } from "#api/auth/secret.ts";
import { apiKey, oauthApplication, userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { makeUser } from "../../helpers/make.ts";

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, argon2: vi.fn(real.argon2) };
});

const app = await testApp();
const { db, send } = app;
const password = "correct horse battery";
const statement = vi.spyOn(pg.Client.prototype, "query");
const derived = vi.mocked(crypto.argon2);

/** The least that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

beforeEach(() => {
  statement.mockClear();
  derived.mockClear();
});

/** The app starts to listen for changes when it likes, also while a request is answered. */
const isOfRequest = (text: string) => !text.startsWith("listen ");

/** What was asked of the database while answering: the statements without their values. */
async function statementsOf(ask: () => Promise<{ statusCode: number; body: string }>) {
  statement.mockClear();
  const { statusCode, body } = await ask();
  const texts = statement.mock.calls
    .map(([query]) =>
      typeof query === "string" ? query : (query as unknown as { text: string }).text,
    )
    .filter(isOfRequest);
  return { statusCode, body: body.replace(/[0-9a-f-]{36}/g, "an id"), texts };
}

const bodyOf = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body];

test("a right prefix with a wrong rest, a revoked key and an unknown one are looked up by digest, in the same way [AUT-08]", async () => {
  const { id: userId } = await makeUser(db);
  const made = makeApiKey();
  const revoked = makeApiKey();
  for (const { prefix, secretHash } of [made, revoked]) {
    const revokedAt = prefix === revoked.prefix ? new Date().toISOString() : null;
    const limits = { permissions: ["read" as const], rateLimit: 100, revokedAt };
    await db.insert(apiKey).values({ userId, name: "Key", prefix, secretHash, ...limits });
  }
  const ask = (key: string) =>
    statementsOf(() => app.get("/api/v1/users/me", { "x-api-key": key }));
  const wrongRest = `${made.prefix}_${makeSecret()}`;
  // One wrong character, first and last: a comparison that stops early would tell them apart.
  const last = made.key.slice(0, -1) + (made.key.endsWith("A") ? "B" : "A");

  const answers = [];
  for (const key of [makeApiKey().key, wrongRest, last, revoked.key]) answers.push(await ask(key));

  const [unknown] = answers;
  expect(unknown?.statusCode).toBe(401);
  expect(unknown?.texts).toHaveLength(1);
  for (const answer of answers) {
    expect(answer.texts).toEqual(unknown?.texts);
    expect(bodyOf(answer)).toEqual(bodyOf(unknown ?? answer));
  }
  const values = statement.mock.calls.flatMap((call) => call.flat(2).map(String));
  expect(values.join(" ")).not.toContain(revoked.prefix);
});

test("a wrong password, an unknown address and accounts that cannot sign in cost one derivation of the same kind [AUT-08]", async () => {
  const post = (path: string, payload: object) =>
    send({ method: "POST", url: `/auth/${path}`, payload });
  const email = (name: string) => `${name}@example.com`;
  for (const name of ["known", "suspended"]) {
    await post("register", { email: email(name), password });
  }
  await db
    .update(userAccount)
    .set({ status: "suspended" })
    .where(eq(userAccount.email, email("suspended")));
  await makeUser(db, { email: email("without") });

  const answers = [];
  const costs = [];
  for (const name of ["unknown", "known", "without", "suspended"]) {
    derived.mockClear();
    answers.push(
      await statementsOf(() => post("sign-in", { email: email(name), password: "wrong password" })),
    );
    costs.push(
      derived.mock.calls.map(([kind, { nonce, ...others }]) => [
        kind,
        (nonce as Buffer).byteLength,
        others,
      ]),
    );
  }

  const [unknown] = answers;
  expect(unknown?.statusCode).toBe(401);
  expect(unknown?.texts.length).toBeGreaterThan(0);
  expect(costs[0]).toEqual([["argon2id", 16, expect.objectContaining(cost)]]);
  for (const one of costs) expect(one).toEqual(costs[0]);
  for (const answer of answers) {
    expect(answer.texts).toEqual(unknown?.texts);
    expect(bodyOf(answer)).toEqual(bodyOf(unknown ?? answer));
  }
});

test("registering derives once, whether the address is known or not", async () => {
  const register = () =>
    send({
      method: "POST",
      url: "/auth/register",
      payload: { email: "twice@example.com", password },
    });

  const answers = [];
  for (const _ of ["new", "known"]) {
    derived.mockClear();
    answers.push([(await register()).statusCode, derived.mock.calls.length]);
  }

  expect(answers).toEqual([
    [201, 1],
    [201, 1],
  ]);
});

test("a wrong client secret and an unknown client take the same way [OAU-23]", async () => {
  const { id: userId } = await makeUser(db);
  await db.insert(oauthApplication).values({
    userId,
    clientId: "known-client",
    secretHash: hashSecret(makeSecret()),
    name: "Viewer",
    redirectUris: ["https://app.example.com/callback"],
    allowedScopes: ["read"],
    requirePkce: false,
  });
  const exchange = (client_id: string) =>
    statementsOf(() =>
      send({
        method: "POST",
        url: "/v1/oauth/token",
        payload: {
          grant_type: "authorization_code",
          code: makeSecret(),
          redirect_uri: "https://app.example.com/callback",
          client_id,
          client_secret: makeSecret(),
        },
      }),
    );

  const unknown = await exchange("unknown-client");
  const known = await exchange("known-client");

  expect([known.statusCode, JSON.parse(known.body).error]).toEqual([401, "invalid_client"]);
  expect(bodyOf(known)).toEqual(bodyOf(unknown));
  expect(known.texts).toEqual(unknown.texts);
});
