import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listing } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../helpers/app.ts";
import { makePerson } from "../helpers/people.ts";
import { makeListedCompany } from "../helpers/platform/directory.ts";

const samples = 500;
const { db, get, ...app } = await testApp();
const ann = await makePerson({ db, get, ...app });
const hidden = await makeListedCompany(db);
await db.update(listing).set({ status: "blocked" }).where(eq(listing.id, hidden.listingId));

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test.each(["", "/record-summary", "/profile-experience"])(
  "%s takes a hidden and a missing profile equally long: medians within a tenth",
  async (read) => {
    const time = async (slug: string) => {
      const start = performance.now();
      const { statusCode } = await get(`/v2/directory/entity/${slug}${read}`, ann.headers);
      expect(statusCode).toBe(404);
      return performance.now() - start;
    };
    const [there, missing]: [number[], number[]] = [[], []];
    for (let n = -50; n < samples; n += 1) {
      const pair = [await time(hidden.slug), await time(`example-no-${1000 + n}-such-thing`)];
      if (n < 0) continue;
      there.push(pair[0] ?? 0);
      missing.push(pair[1] ?? 0);
    }
    const medians = { hidden: median(there), missing: median(missing) };
    console.log(read || "/", medians, "ms");
    expect(Math.abs(medians.hidden - medians.missing) / medians.missing).toBeLessThan(0.1);
  },
);
