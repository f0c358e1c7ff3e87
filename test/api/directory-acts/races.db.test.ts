import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { decideCorrection } from "#api/modules/directory-acts/service.ts";
import { listingVersion } from "#schemas/tables/companies/directory.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";
import { raceEverywhere, rounds } from "../../helpers/races.ts";

const wanted = { category: "Fruit", overview: "Grows apples.", location: "Cork" };

await raceEverywhere((via) => {
  test("corrections that are accepted at once all stay [DIR-47]", async () => {
    const { headers } = await makePerson(via(0));
    for (let round = 0; round < rounds; round += 1) {
      const { slug, listingId } = await makeListedCompany(via(0).db);
      const url = `/v2/directory/entity/${slug}`;
      const ids: string[] = [];
      for (const [field, value] of Object.entries(wanted)) {
        const payload = { field, value, evidence: "The company's own site" };
        const made = await via(0).send({
          method: "POST",
          url: `${url}/corrections`,
          headers,
          payload,
        });
        expect(made.statusCode, made.body).toBe(201);
        ids.push(made.json().data.id);
        await decideCorrection(via(0).db, made.json().data.id, "review");
      }

      await Promise.all(ids.map((id, n) => decideCorrection(via(n).db, id, "accept")));

      const versions = await via(0)
        .db.select()
        .from(listingVersion)
        .where(eq(listingVersion.listingId, listingId))
        .orderBy(listingVersion.version);
      expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
      expect(versions.at(-1)?.content.snapshot).toMatchObject(wanted);
    }
  }, 300_000);
});
