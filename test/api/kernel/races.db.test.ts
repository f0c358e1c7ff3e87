import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { organization } from "#schemas/tables/accounts/organization.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/companies/watchlist.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 300_000;

await raceEverywhere((via) => {
  const { db } = via(0);
  const made = async (url: string, headers: Record<string, string>, name: string) =>
    (await via(0).send({ method: "POST", url, headers, payload: { name } })).json().data;
  const statuses = (answers: { statusCode: number }[]) =>
    answers.map(({ statusCode }) => statusCode).sort();

  test(
    "one membership: a company is added to a watchlist once and removed from it once [WAT-14] [WAT-16] [WAT-18] [WAT-22]",
    async () => {
      const { headers } = await makePerson(via(0));
      const { id: entityId } = await makeCompany(db, { name: "Raced Inc." });
      const { id } = await made("/v2/watchlists", headers, "Raced");
      const url = `/v2/watchlists/${id}/entities`;
      const readList = async () =>
        (await db.select().from(watchlist).where(eq(watchlist.id, id)))[0];
      const members = () =>
        db.select().from(watchlistEntity).where(eq(watchlistEntity.watchlistId, id));
      for (let round = 0; round < rounds; round += 1) {
        const added = await together((n) =>
          via(n).send({ method: "POST", url, headers, payload: { entityId } }),
        );
        expect(new Set(statuses(added)).size).toBe(1);
        expect(added[0]?.json().data.added).toBe(true);
        expect(await members()).toHaveLength(1);
        // A version for each change, and none for the fifteen who found it done.
        expect((await readList())?.version).toBe(2 + 2 * round);

        const removed = await together((n) =>
          via(n).send({ method: "DELETE", url: `${url}/${entityId}`, headers }),
        );
        expect(statuses(removed)).toEqual(Array(clients).fill(200));
        expect(await members()).toEqual([]);
        expect((await readList())?.version).toBe(3 + 2 * round);
      }
    },
    limitMs,
  );

  test(
    "a watchlist deleted under those who add to it is not found, and no fault [WAT-13] [WAT-20]",
    async () => {
      const { headers } = await makePerson(via(0));
      const { id: entityId } = await makeCompany(db, { name: "Deleted Under Inc." });
      for (let round = 0; round < rounds; round += 1) {
        const url = `/v2/watchlists/${(await made("/v2/watchlists", headers, "Gone")).id}`;
        const answers = await together((n) =>
          n === 8
            ? via(n).send({ method: "DELETE", url, headers })
            : via(n).send({
                method: "POST",
                url: `${url}/entities`,
                headers,
                payload: { entityId },
              }),
        );
        expect(answers[8]?.statusCode).toBe(200);
        expect(answers.filter(({ statusCode }) => ![200, 404].includes(statusCode))).toEqual([]);
      }
    },
    limitMs,
  );

  test(
    "one idempotency key: the work is done once, and whoever is answered is answered alike",
    async () => {
      const { headers } = await makePerson(via(0));
      for (let round = 0; round < rounds; round += 1) {
        const name = `Once ${round}`;
        const answers = await together((n) =>
          via(n).send({
            method: "POST",
            url: "/api/v1/collections",
            headers: { ...headers, "idempotency-key": `round-${round}` },
            payload: { name },
          }),
        );
        const given = answers.filter(({ statusCode }) => statusCode === 201);
        const first = given.filter(({ headers: of }) => of["idempotent-replayed"] === undefined);
        expect(first).toHaveLength(1);
        expect(new Set(given.map(({ body }) => body)).size).toBe(1);
        expect(answers.filter(({ statusCode }) => ![201, 409].includes(statusCode))).toEqual([]);
        const rows = await db.select().from(collection).where(eq(collection.name, name));
        expect(rows).toHaveLength(1);
      }
    },
    limitMs,
  );

  test(
    "one slug: of organizations of one name exactly one has the plain one [ORG-07]",
    async () => {
      const { headers } = await makePerson(via(0));
      for (let round = 0; round < rounds; round += 1) {
        const name = `Raced ${round} Ltd`;
        const answers = await together((n) =>
          via(n).send({
            method: "POST",
            url: "/api/v1/organizations",
            headers,
            payload: { name },
          }),
        );
        expect(statuses(answers)).toEqual(Array(clients).fill(201));
        const rows = await db.select().from(organization).where(eq(organization.name, name));
        const slugs = rows.map(({ slug }) => slug);
        expect(new Set(slugs).size).toBe(clients);
        expect(slugs.filter((slug) => slug === `raced-${round}-ltd`)).toHaveLength(1);
      }
    },
    limitMs,
  );

  test(
    "one version of a collection is changed once [COL-07] [COL-10]",
    async () => {
      const { headers } = await makePerson(via(0));
      const { id } = await made("/api/v1/collections", headers, "Raced");
      for (let version = 1; version <= rounds; version += 1) {
        const answers = await together((n) =>
          via(n).send({
            method: "PATCH",
            url: `/api/v1/collections/${id}`,
            headers: { ...headers, "if-match": `"${version}"` },
            payload: { name: `Version ${version + 1} of ${n}` },
          }),
        );
        expect(statuses(answers)).toEqual([200, ...Array(clients - 1).fill(412)]);
        const winner = answers.find(({ statusCode }) => statusCode === 200);
        const [row] = await db.select().from(collection).where(eq(collection.id, id));
        expect([row?.name, row?.version]).toEqual([winner?.json().data.name, version + 1]);
      }
    },
    limitMs,
  );
});
