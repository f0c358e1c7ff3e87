import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as sessions from "#api/auth/sessions.ts";
import { declineClaim, grantClaim, requestClaim } from "#api/modules/relationships/service.ts";
import { refreshToken, session, userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { claim } from "#schemas/tables/accounts/relationship.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 600_000;

await raceEverywhere((via) => {
  const { db } = via(0);

  test(
    "one key: it is revoked once, and all who asked are told the same time [STA-03] [STA-12] [O-14]",
    async () => {
      const { headers } = await makePerson(via(0));
      for (let round = 0; round < rounds; round += 1) {
        const payload = { name: `Raced ${round}` };
        const url = "/api/v1/api-keys";
        const made = (await via(0).send({ method: "POST", url, headers, payload })).json().data;
        const own = { "x-api-key": made.key };

        const answers = await together((n) =>
          via(n).send({ method: "POST", url: `${url}/${made.id}/revoke`, headers }),
        );

        expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(clients).fill(200));
        expect(new Set(answers.map((one) => one.json().data.revokedAt)).size).toBe(1);
        for (const n of [0, 1]) {
          expect((await via(n).get("/api/v1/users/me", own)).statusCode).toBe(401);
        }
      }
    },
    limitMs,
  );

  test(
    "one refresh token: it is used once, at most one client gets the next pair, and the session is over [STA-12]",
    async () => {
      const { id: userId } = await makePerson(via(0));
      const startedAt = new Date();
      const kept = { kind: "token" as const, applicationId: null, scopes: [] };
      for (let round = 0; round < rounds; round += 1) {
        const opened = { userId, ...kept, startedAt, lifetimeSeconds: 3600 };
        const { sessionId, refreshToken: token } = await sessions.start(db, opened);

        const answers = await together((n) =>
          via(n).send({ method: "POST", url: "/auth/refresh", payload: { refreshToken: token } }),
        );

        const statuses = answers.map(({ statusCode }) => statusCode).sort();
        expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
        expect(statuses.slice(1)).toEqual(Array(clients - 1).fill(401));
        const given = await db
          .select()
          .from(refreshToken)
          .where(eq(refreshToken.sessionId, sessionId));
        expect(given.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
        const [row] = await db.select().from(session).where(eq(session.id, sessionId));
        expect(row?.revokedAt).not.toBeNull();
      }
    },
    limitMs,
  );

  test(
    "one claim: it is granted or declined, once, and the audit log says the same [STA-12]",
    async () => {
      const { id: userId } = await makePerson(via(0));
      const [account] = await db.select().from(userAccount).where(eq(userAccount.id, userId));
      const email = account?.email ?? "";
      for (let round = 0; round < rounds; round += 1) {
        const { id: entityId } = await makeCompany(db, { name: `Claimed ${round} Inc.` });
        await requestClaim(db, { entityId, userId });

        const outcomes = await Promise.allSettled(
          Array.from({ length: clients }, (_, n) =>
            n % 2 ? declineClaim(via(n).db, entityId) : grantClaim(via(n).db, { entityId, email }),
          ),
        );

        const [decided, ...more] = await db
          .select()
          .from(claim)
          .where(eq(claim.entityId, entityId));
        // After a refusal the company is free, and an administrator may still give it to somebody.
        expect(more.length).toBeLessThanOrEqual(1);
        const states = [decided, ...more].map((one) => one?.status);
        expect(states).not.toContain("pending");
        const won = outcomes.filter(({ status }) => status === "fulfilled");
        expect(won).toHaveLength(states.length);
        const [row] = await db.select().from(entity).where(eq(entity.id, entityId));
        expect(row?.ownerId).toBe(states.includes("granted") ? userId : null);
        const events = await db.select().from(auditEvent).where(eq(auditEvent.subjectId, entityId));
        const decisions = events.filter(({ action }) => action !== "claim.requested");
        expect(decisions.map(({ action }) => action).sort()).toEqual(
          states.map((state) => `claim.${state}`).sort(),
        );
      }
    },
    limitMs,
  );
});
