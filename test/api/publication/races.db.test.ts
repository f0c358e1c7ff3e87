import { expect, test } from "vitest";
import { ApiError } from "#api/http/errors.ts";
import { moderateListing } from "#api/modules/publication/moderation.ts";
import { makePerson } from "../../helpers/people.ts";
import { raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 300_000;

/** Lets a refusal of another state pass, and nothing else. */
function refused(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}

await raceEverywhere((via) => {
  const makeEntity = async (headers: Record<string, string>) =>
    (
      await via(0).send({
        method: "POST",
        url: "/api/v1/entities",
        headers,
        payload: { name: "Raced" },
      })
    ).json().id as string;

  test(
    "texts of a listed company that are sent at once are all kept for its next version [ENT-04] [DIR-75]",
    async () => {
      const { headers } = await makePerson(via(0));
      const id = await makeEntity(headers);
      const url = `/v2/directory/entity-profile/${id}/publication`;
      expect((await via(0).send({ method: "POST", url, headers })).statusCode).toBe(200);
      for (let round = 0; round < rounds; round += 1) {
        const name = `Name ${round}`;
        const description = `Description ${round}`;
        const answers = await together((n) =>
          via(n).send({
            method: "PATCH",
            url: `/api/v1/entities/${id}`,
            headers,
            payload: n % 2 === 0 ? { name } : { description },
          }),
        );
        expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
        const { json } = await via(0).get(`/api/v1/entities/${id}`, headers);
        expect(json()).toMatchObject({ name, description });
      }
    },
    limitMs,
  );

  test(
    "an entity deleted under those who change its listing is not found, and no fault [ENT-22]",
    async () => {
      const { headers } = await makePerson(via(0));
      for (let round = 0; round < rounds; round += 1) {
        const id = await makeEntity(headers);
        const profile = `/v2/directory/entity-profile/${id}`;
        const changes = [
          { method: "PUT" as const, url: `${profile}/slug`, payload: { slug: `r-${id}-x` } },
          { method: "PATCH" as const, url: `${profile}/profile`, payload: { tagline: "Raced" } },
          { method: "POST" as const, url: `${profile}/publication` },
        ];
        const answers = await together((n) =>
          via(n).send(
            n === 8
              ? { method: "DELETE", url: `/api/v1/entities/${id}`, headers }
              : { ...(changes[n % 3] as (typeof changes)[number]), headers },
          ),
        );
        expect(answers[8]?.statusCode).toBe(200);
        expect(answers.filter(({ statusCode }) => ![200, 404].includes(statusCode))).toEqual([]);
      }
    },
    limitMs,
  );

  test(
    "a listing published, unpublished and moderated at once is never called unavailable [DIR-66] [DIR-67]",
    async () => {
      const { headers } = await makePerson(via(0));
      const entityId = await makeEntity(headers);
      const url = `/v2/directory/entity-profile/${entityId}/publication`;
      await via(0).send({ method: "POST", url, headers });
      for (let round = 0; round < rounds; round += 1) {
        const statuses = await together(async (n) => {
          if (n === 8) {
            const { db } = via(n);
            await moderateListing(db, { entityId }, "block").catch(refused);
            await moderateListing(db, { entityId }, "restore").catch(refused);
            return 200;
          }
          const method = n % 2 === 0 ? "POST" : "DELETE";
          return (await via(n).send({ method, url, headers })).statusCode;
        });
        expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
      }
    },
    limitMs,
  );
});
