import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { coverImage } from "#schemas/tables/accounts/relationship.ts";
import { onePixel } from "../../helpers/one-pixel.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeOwnEntity } from "../../helpers/platform/directory.ts";
import { raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 300_000;
const payload = { content: onePixel };
const password = "correct horse battery staple";
const emailVerifiedAt = "2026-01-01T00:00:00.000Z";
const passwordHash = await hashPassword(password);

await raceEverywhere((via) => {
  const coversOf = (ownerId: string) =>
    via(0).db.select().from(coverImage).where(eq(coverImage.ownerId, ownerId));

  test(
    "an entity deleted under those who change its cover leaves none [ENT-22] [LIM-17]",
    async () => {
      const by = await makePerson(via(0));
      const { headers } = by;
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await makeOwnEntity(via(0), by);
        const url = `/v2/entities/${id}/cover`;
        const answers = await together((n) =>
          n === 8
            ? via(n).send({ method: "DELETE", url: `/api/v1/entities/${id}`, headers })
            : via(n).send(
                n % 4 === 0
                  ? { method: "DELETE", url, headers }
                  : { method: "PUT", url, headers, payload },
              ),
        );
        expect(answers[8]?.statusCode).toBe(200);
        expect(answers.filter(({ statusCode }) => ![200, 404].includes(statusCode))).toEqual([]);
        expect(await coversOf(id)).toEqual([]);
      }
    },
    limitMs,
  );

  test(
    "an account deleted under those who change its cover leaves none [LIM-17]",
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { id, headers } = await makePerson(via(0));
        await via(0)
          .db.update(userAccount)
          .set({ passwordHash, emailVerifiedAt })
          .where(eq(userAccount.id, id));
        const url = "/api/v1/users/me/cover";
        const answers = await together((n) =>
          n === 8
            ? via(n).send({
                method: "DELETE",
                url: "/api/v1/users/me",
                headers,
                payload: { password },
              })
            : via(n).send({ method: "PUT", url, headers, payload }),
        );
        expect(answers[8]?.statusCode).toBe(200);
        expect(answers.filter(({ statusCode }) => ![200, 401, 404].includes(statusCode))).toEqual(
          [],
        );
        expect(await coversOf(id)).toEqual([]);
      }
    },
    limitMs,
  );
});
