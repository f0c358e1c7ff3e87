import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone, optional, user } from "#api/auth/access.ts";
import { issueToken, loadIssuerKey, localIssuer } from "#api/auth/local-issuer.ts";
import { end, start } from "#api/auth/sessions.ts";
import { one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { setSuspended } from "#jobs/accounts.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeUser } from "../../helpers/make.ts";

const { endpoint } = moduleOf({ tag: "Tests" });

const whoami = z.object({ userId: z.string().nullable(), isAdmin: z.boolean() }).nullable();
const endpoints = [
  endpoint({
    family: v2,
    at: "GET /who/user",
    name: "test1",
    description: "Of a test.",
    summary: "Who",
    access: user,
    answers: one(whoami),
    handle: ({ caller: { userId, isAdmin } }) => ({ userId, isAdmin }),
  }),
  endpoint({
    family: v2,
    at: "GET /who/optional",
    name: "test2",
    description: "Of a test.",
    summary: "Who",
    access: optional,
    answers: one(whoami),
    handle: ({ caller }) => caller && { userId: caller.userId, isAdmin: caller.isAdmin },
  }),
  endpoint({
    family: v2,
    at: "GET /who/anyone",
    name: "test3",
    description: "Of a test.",
    summary: "Who",
    access: anyone,
    answers: one(whoami),
    handle: ({ caller }) => caller,
  }),
];

let at = new Date("2026-03-04T12:00:00Z");
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000);
};
const { db, database, get } = await testApp({ now: () => at }, endpoints);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (token: string, path = "/v2/who/user") =>
  (await get(path, bearer(token))).statusCode;

/** A token signed by the local issuer's own key, with whatever else the test wants. */
async function forge(header: Partial<JWTHeaderParameters>, claims: JWTPayload): Promise<string> {
  const { privateKey, kid } = await loadIssuerKey({ db, secretKey: null });
  const { id } = await makeUser(db);
  const seconds = Math.floor(at.getTime() / 1000);
  return new SignJWT({
    iss: localIssuer.issuer,
    aud: localIssuer.audience,
    sub: id,
    iat: seconds,
    exp: seconds + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid, ...header })
    .sign(privateKey);
}

describe("tokens of the local issuer", () => {
  test("a token names its account, which is created once per address [AUT-01] [AUT-37] [O-05]", async () => {
    const first = await issueToken(
      { db, secretKey: null },
      { email: " Ann@Example.com ", now: at },
    );
    const second = await issueToken({ db, secretKey: null }, { email: "ann@example.com", now: at });

    expect(second.userId).toBe(first.userId);
    expect((await get("/v2/who/user", bearer(first.token))).json().data).toEqual({
      userId: first.userId,
      isAdmin: false,
    });
    expect(first.expiresAt).toEqual(new Date("2026-03-04T13:00:00Z"));
  });

  test("something that is no address gets no token", async () => {
    await expect(issueToken({ db, secretKey: null }, { email: "ann", now: at })).rejects.toThrow(
      /email/,
    );
  });

  test("the scheme is case-insensitive, and nothing else than Bearer is accepted [AUT-08]", async () => {
    const { token } = await issueToken(
      { db, secretKey: null },
      { email: "b@example.com", now: at },
    );

    expect((await get("/v2/who/user", { authorization: `bearer ${token}` })).statusCode).toBe(200);
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token} x`, `Bearer${token}`]) {
      expect((await get("/v2/who/user", { authorization })).statusCode).toBe(401);
    }
  });

  test("an expired token is refused, to the second and despite the cache [AUT-08] [O-03]", async () => {
    const { token } = await issueToken(
      { db, secretKey: null },
      { email: "c@example.com", now: at },
    );

    later(3599);
    expect(await statusOf(token)).toBe(200);
    later(1);
    expect(await statusOf(token)).toBe(401);
  });

  test("a deleted account is refused within a second [AUT-08]", async () => {
    const { token, userId } = await issueToken(
      { db, secretKey: null },
      { email: "d@example.com", now: at },
    );
    expect(await statusOf(token)).toBe(200);

    await db.delete(userAccount).where(eq(userAccount.id, userId));
    later(1);

    expect(await statusOf(token)).toBe(401);
  });

  test("wrong audience, issuer, type or lifetime, or missing claims, are refused [AUT-08]", async () => {
    const seconds = Math.floor(at.getTime() / 1000);
    const without = (claim: string) => ({ [claim]: undefined }) as JWTPayload;

    expect(await statusOf(await forge({}, {}))).toBe(200);
    for (const [header, claims] of [
      [{}, { aud: "other" }],
      [{}, { iss: "other" }],
      [{}, { exp: seconds - 1 }],
      [{}, { nbf: seconds + 60 }],
      [{}, without("exp")],
      [{}, without("sub")],
      [{}, { sub: "not-a-uuid" }],
      [{}, { sub: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11" }],
      [{ typ: "JWT" }, {}],
      [{ typ: "refresh+jwt" }, {}],
    ] as [Partial<JWTHeaderParameters>, JWTPayload][]) {
      expect(await statusOf(await forge(header, claims))).toBe(401);
    }
  });

  test("header games are refused: kid of any kind, jku, x5u, embedded jwk, unknown crit [AUT-08]", async () => {
    const { publicKey } = await generateKeyPair("EdDSA", { extractable: true });
    for (const header of [
      { kid: "../../../etc/passwd" },
      { kid: "' or 1=1 --" },
      { kid: "http://127.0.0.1:1/jwks" },
      { kid: "" },
    ]) {
      expect(await statusOf(await forge(header, {}))).toBe(401);
    }
    const other = await generateKeyPair("EdDSA", { extractable: true });
    const seconds = Math.floor(at.getTime() / 1000);
    const own = await new SignJWT({ exp: seconds + 60, iat: seconds })
      .setIssuer(localIssuer.issuer)
      .setAudience(localIssuer.audience)
      .setSubject((await makeUser(db)).id)
      .setProtectedHeader({
        alg: "EdDSA",
        typ: "at+jwt",
        kid: (await loadIssuerKey({ db, secretKey: null })).kid,
        jku: "http://127.0.0.1:1/jwks",
        x5u: "http://127.0.0.1:1/cert",
        jwk: await exportJWK(publicKey),
      })
      .sign(other.privateKey);
    expect(await statusOf(own)).toBe(401);
  });

  test("alg none in any spelling, empty signatures and HS256 over the public key are refused [AUT-08]", async () => {
    const [header = "", claims = ""] = (await forge({}, {})).split(".");
    for (const alg of ["none", "None", "NONE", "nOnE"]) {
      const unsigned = base64url.encode(JSON.stringify({ alg, typ: "at+jwt" }));
      expect(await statusOf(`${unsigned}.${claims}.`)).toBe(401);
    }
    expect(await statusOf(`${header}.${claims}.`)).toBe(401);

    const { publicKey, kid } = await loadIssuerKey({ db, secretKey: null });
    const secret = new TextEncoder().encode(await exportSPKI(publicKey));
    const payload = JSON.parse(new TextDecoder().decode(base64url.decode(claims)));
    const confused = await new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
      .sign(secret);
    expect(await statusOf(confused)).toBe(401);
  });

  test("long and odd credentials are 401, never an error [AUT-08]", async () => {
    for (const token of ["x", "a.b.c", "..", "é", "x".repeat(10_000), "eyJhbGciOiJFZERTQSJ9..x"]) {
      expect(await statusOf(token)).toBe(401);
    }
  });

  test("optional endpoints know the caller or nobody; public ones never ask [AUT-15] [AUT-16] [AUT-17] [A-25]", async () => {
    const { token, userId } = await issueToken(
      { db, secretKey: null },
      { email: "f@example.com", now: at },
    );

    expect((await get("/v2/who/optional")).json().data).toBeNull();
    expect((await get("/v2/who/optional", bearer(token))).json().data.userId).toBe(userId);
    expect(await statusOf("bad", "/v2/who/optional")).toBe(401);
    expect(await statusOf("bad", "/v2/who/anyone")).toBe(200);
  });

  test("a session in a token must be live, its account's own, and of the kind that it says [AUT-08]", async () => {
    const [ann, bob] = [await makeUser(db), await makeUser(db)];
    const begin = async (userId: string, kind: "token" | "application", lifetimeSeconds = 600) =>
      (
        await start(db, {
          userId,
          kind,
          applicationId: null,
          scopes: kind === "token" ? [] : ["read"],
          startedAt: at,
          lifetimeSeconds,
        })
      ).sessionId;
    const own = await begin(ann.id, "token");
    const granted = await begin(ann.id, "application");
    const statusWith = async (claims: JWTPayload) => statusOf(await forge({}, claims));

    expect(await statusWith({ sub: ann.id, sid: own })).toBe(200);
    expect(await statusWith({ sub: ann.id, sid: granted, scope: "read" })).toBe(200);
    for (const claims of [
      { sub: bob.id, sid: own },
      { sub: ann.id, sid: "not-a-uuid" },
      { sub: ann.id, sid: 7 },
      { sub: ann.id, sid: null },
      { sub: ann.id, sid: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11" },
      { sub: ann.id, sid: await begin(ann.id, "token", 0) },
    ]) {
      expect(await statusWith(claims as JWTPayload), JSON.stringify(claims)).toBe(401);
    }
    // A grant never does more than it was given, whatever its token says.
    for (const scope of ["", "write", "admin", "nonsense", undefined]) {
      expect(await statusWith({ sub: ann.id, sid: granted, scope })).toBe(403);
    }
    await end(db, own, at);
    later(1);
    expect(await statusWith({ sub: ann.id, sid: own })).toBe(401);
  });

  test("a suspended account is refused as soon as the operator says so, and let in again", async () => {
    const { token } = await issueToken(
      { db, secretKey: null },
      { email: "s@example.com", now: at },
    );
    expect(await statusOf(token)).toBe(200);

    expect(await setSuspended(database.pool, " S@example.com", true)).toBe(true);
    // The clock stands still: it was told.
    await expect.poll(() => statusOf(token)).toBe(401);
    await setSuspended(database.pool, "s@example.com", false);

    expect(await statusOf(token)).toBe(200);
    expect(await setSuspended(database.pool, "nobody@example.com", true)).toBe(false);
  });

  test("the key outlives a restart, and two processes starting at once share one", async () => {
    const database = await openTestDatabase();
    const [one, two] = await Promise.all([
      loadIssuerKey({ db: database.db, secretKey: null }),
      loadIssuerKey({ db: database.db, secretKey: null }),
    ]);
    const again = await loadIssuerKey({ db: database.db, secretKey: null });
    await database.close();

    expect(two.kid).toBe(one.kid);
    expect(again.kid).toBe(one.kid);
  });
});

describe("tokens of a configured issuer", async () => {
  const issuer = "https://id.example.com/";
  const audience = "https://api.example.com";
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  let isUp = true;
  const keyServer = createServer(async (_request, response) => {
    if (!isUp) response.writeHead(500).end();
    else response.end(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "k1" }] }));
  });
  await new Promise<void>((resolve) => keyServer.listen(0, "127.0.0.1", resolve));
  afterAll(() => keyServer.close());
  const { port } = keyServer.address() as { port: number };
  const jwksUrl = `http://127.0.0.1:${port}/jwks`;
  const auth = { issuer, audience, jwksUrl, algorithms: ["RS256"] };
  const external = await testApp({ auth, now: () => at }, endpoints);

  const sign = (
    claims: JWTPayload,
    header: Partial<JWTHeaderParameters> = {},
    key = privateKey,
  ) => {
    const seconds = Math.floor(at.getTime() / 1000);
    return new SignJWT({ iss: issuer, aud: audience, sub: "auth0|7", exp: seconds + 60, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "k1", ...header })
      .sign(key);
  };
  const ask = async (token: string, path = "/v2/who/optional") => external.get(path, bearer(token));

  test("a verified address maps to the account here [AUT-29] [O-05]", async () => {
    const admin = await makeUser(external.db, { email: "admin@example.com", isAdmin: true });

    const verified = await ask(await sign({ email: "Admin@example.com", email_verified: true }));
    const unverified = await ask(await sign({ email: "admin@example.com", email_verified: false }));

    expect(verified.json().data).toEqual({ userId: admin.id, isAdmin: true });
    expect(unverified.json().data).toEqual({ userId: null, isAdmin: false });
  });

  test("a suspended account is refused, whatever its issuer says [AUT-08]", async () => {
    const { email } = await makeUser(external.db, { status: "suspended" });

    const answer = await ask(await sign({ email, email_verified: true }));

    expect(answer.statusCode).toBe(401);
  });

  test("a caller without an account is 403 where one is needed [AUT-11]", async () => {
    const answer = await ask(await sign({}), "/v2/who/user");

    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.code).toBe("FORBIDDEN");
  });

  test("wrong claims, other keys, other algorithms, ID and refresh tokens are refused [AUT-08]", async () => {
    const seconds = Math.floor(at.getTime() / 1000);
    const foreign = (await generateKeyPair("RS256")).privateKey;
    for (const token of [
      await sign({ aud: "other" }),
      await sign({ iss: "https://evil.example.com/" }),
      await sign({ exp: seconds - 60 }),
      await sign({ nbf: seconds + 60 }),
      await sign({ exp: undefined } as unknown as JWTPayload),
      await sign({ sub: undefined } as unknown as JWTPayload),
      await sign({}, { kid: "unknown" }),
      await sign({}, {}, foreign),
      await sign({}, { alg: "PS256" }, (await generateKeyPair("PS256")).privateKey),
      await sign({ nonce: "n" }),
      await sign({ at_hash: "h" }),
      await sign({ token_use: "id" }),
      await sign({ typ: "Refresh" }),
      await sign({}, { typ: "refresh+jwt" }),
      (
        await issueToken(
          { db: external.db, secretKey: null },
          { email: "local@example.com", now: at },
        )
      ).token,
    ]) {
      expect((await ask(token)).statusCode).toBe(401);
    }
  });

  test("an issuer that does not answer is 503, not a refusal of the token [O-07]", async () => {
    isUp = false;
    const fresh = await testApp({ auth, now: () => at }, endpoints);

    const answer = await fresh.get("/v2/who/user", bearer(await sign({})));

    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    isUp = true;
  });
});
