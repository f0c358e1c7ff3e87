import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashSecret, makeSecret } from "#api/auth/secret.ts";
import { start } from "#api/auth/sessions.ts";
import type { Database } from "#schemas/database/db.ts";
import { apiKey, oauthApplication, oauthCode, session } from "#schemas/tables/accounts/account.ts";
import { makeUser } from "../../helpers/make.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const callback = "https://app.example.com/callback";

await raceEverywhere((via, apps) => {
  const { db, signIn } = via(0);

  test("one code is exchanged once, and its tokens end because it came again [OAU-25]", async () => {
    const { application, client } = await makeApplication(db);
    const user = await makeUser(db);
    for (let round = 0; round < rounds; round += 1) {
      const code = makeSecret();
      await db.insert(oauthCode).values({
        secretHash: hashSecret(code),
        applicationId: application,
        userId: user.id,
        redirectUri: callback,
        scopes: ["read"],
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
      });
      const answers = await together((n) =>
        via(n).send({
          method: "POST",
          url: "/v1/oauth/token",
          payload: { grant_type: "authorization_code", code, redirect_uri: callback, ...client },
        }),
      );
      const won = answers.filter(({ statusCode }) => statusCode === 200);
      expect(won).toHaveLength(1);
      for (const lost of answers.filter(({ statusCode }) => statusCode !== 200)) {
        expect([lost.statusCode, lost.json().error]).toEqual([400, "invalid_grant"]);
      }
      const authorization = `Bearer ${won[0]?.json().access_token}`;
      for (const one of apps) {
        expect((await one.get("/api/v1/api-keys", { authorization })).statusCode).toBe(401);
      }
    }
    const live = await db.select().from(session).where(isNull(session.revokedAt));
    expect(live.filter(({ applicationId }) => applicationId === application)).toEqual([]);
    const sessions = await db.select().from(session).where(eq(session.applicationId, application));
    expect(sessions).toHaveLength(rounds);
  }, 300_000);

  test("one refresh token is used once [OAU-28]", async () => {
    const { application, client } = await makeApplication(db);
    const user = await makeUser(db);
    for (let round = 0; round < rounds; round += 1) {
      const { refreshToken } = await start(db, {
        userId: user.id,
        kind: "application",
        applicationId: application,
        scopes: ["read"],
        startedAt: new Date(),
        lifetimeSeconds: 600,
      });
      const answers = await together((n) =>
        via(n).send({
          method: "POST",
          url: "/v1/oauth/token",
          payload: { grant_type: "refresh_token", refresh_token: refreshToken, ...client },
        }),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(
        answers.filter(
          ({ statusCode, body }) => statusCode === 400 && body.includes("invalid_grant"),
        ),
      ).toHaveLength(clients - 1);
    }
    const live = await db.select().from(session).where(isNull(session.revokedAt));
    expect(live.filter(({ applicationId }) => applicationId === application)).toEqual([]);
  }, 300_000);

  test("one key is revoked once: all sixteen are told the same, and it is refused everywhere [KEY-08] [KEY-09] [AUT-31]", async () => {
    const user = await makeUser(db);
    const headers = await signIn(user.email);
    for (let round = 0; round < rounds; round += 1) {
      const made = await via(0).send({
        method: "POST",
        url: "/api/v1/api-keys",
        headers,
        payload: { name: `Key ${round}` },
      });
      const { id, key } = made.json();
      const answers = await together((n) =>
        via(n).send({ method: "POST", url: `/api/v1/api-keys/${id}/revoke`, headers }),
      );
      const told = answers.map((one) => one.json().data);
      expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
      expect(new Set(told.map(({ status, revokedAt }) => `${status} ${revokedAt}`)).size).toBe(1);
      const [row] = await db.select().from(apiKey).where(eq(apiKey.id, id));
      expect(new Date(row?.revokedAt ?? 0).toISOString()).toBe(told[0]?.revokedAt);
      for (const one of apps) {
        expect((await one.get("/api/v1/api-keys", { "x-api-key": key })).statusCode).toBe(401);
      }
    }
  }, 300_000);
});

async function makeApplication(db: Database["db"]) {
  const owner = await makeUser(db);
  const secret = makeSecret();
  const clientId = makeSecret().replace(/[-_]/g, "0");
  const [row] = await db
    .insert(oauthApplication)
    .values({
      userId: owner.id,
      clientId,
      secretHash: hashSecret(secret),
      name: "Racer",
      redirectUris: [callback],
      allowedScopes: ["read"],
      requirePkce: false,
    })
    .returning({ id: oauthApplication.id });
  return { application: row?.id ?? "", client: { client_id: clientId, client_secret: secret } };
}
