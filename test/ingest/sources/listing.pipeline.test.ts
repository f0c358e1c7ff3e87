import { beforeAll, describe, expect, test } from "vitest";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { findBreak } from "#schemas/hash-chain.ts";
import { apple, nikola, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const { context, faults, setTime } = await openTestPipeline({ ciks: [apple, tsmc, nikola] });
const { pool } = context.database;

interface Row {
  status: string;
  isManaged: boolean;
  version: number;
  hash: string;
  previousHash: string | null;
  content: { snapshot: Record<string, unknown> & { identity: Record<string, unknown> } };
}

const versions = async (cik: string): Promise<Row[]> =>
  (
    await pool.query(
      `select l.status, l.is_managed as "isManaged", v.version, v.hash, v.previous_hash as "previousHash", v.content,
         v.id = l.version_id as "isCurrent"
       from listing l join listing_version v on v.listing_id = l.id where l.entity_id = $1 order by v.version`,
      [entityIdOf(cik)],
    )
  ).rows;

const again = async (cik: string) => {
  await forgetBuilds(pool, [cik]);
  await rebuildCompany(cik, context);
};

/** The regulator's filing index of Apple, with other members. */
async function serveProfile(change: Record<string, unknown>): Promise<void> {
  const path = `/submissions/CIK${apple}.json`;
  faults.delete(path);
  const answer = await fetch(new URL(path, context.hosts.data), {
    headers: { "user-agent": "Tenk tests tests@localhost.invalid" },
  });
  const body = JSON.stringify({ ...((await answer.json()) as object), ...change });
  const headers = { "content-type": "application/json" };
  faults.set(path, { kind: "answer", status: 200, body, headers });
}

beforeAll(async () => {
  for (const cik of [apple, tsmc, nikola]) await ingestCompany(cik, context);
}, 120_000);

describe("the directory's entry of a company", () => {
  test("is made with the company: one each, published, of the regulator's words [O-57]", async () => {
    const { rows } = await pool.query(
      "select count(*)::int as listings, count(distinct entity_id)::int as companies from listing",
    );
    expect(rows).toEqual([{ listings: 3, companies: 3 }]);
    const [first, ...others] = await versions(apple);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ status: "published", isManaged: false, version: 1 });
    expect(first?.content.snapshot).toMatchObject({
      identity: { displayName: "Apple Inc.", aliases: expect.arrayContaining(["APPLE INC"]) },
      category: "Electronic Computers",
      location: "CUPERTINO, CA, United States",
      directEmail: null,
    });
    expect(String(first?.content.snapshot.streetAddress)).toContain("CUPERTINO");
    expect(String(first?.content.snapshot.overview)).toContain("SIC 3571");
  });

  test("is left as it is by a rebuild that finds nothing new [PIP-07]", async () => {
    const before = await versions(apple);
    await again(apple);
    expect(await versions(apple)).toEqual(before);
  });

  test("gets a version, bound to the one before it, when the regulator's data changes; the former slug still leads to it [DIR-75] [DIR-04]", async () => {
    setTime("2026-03-02T12:00:00.000Z");
    await serveProfile({ name: "Orange Inc.", sicDescription: "Fruit" });
    await ingestCompany(apple, context);

    const chain = await versions(apple);
    expect(chain.map(({ version }) => version)).toEqual([1, 2]);
    expect(findBreak(chain)).toBeNull();
    expect(chain[1]?.content.snapshot).toMatchObject({
      identity: { displayName: "Orange Inc." },
      category: "Fruit",
    });
    const { rows } = await pool.query("select subject_type, slug from former_slug");
    expect(rows).toEqual([{ subject_type: "entity", slug: "apple-inc" }]);
  });

  test("a stored version that somebody edits breaks the chain at that version", async () => {
    await pool.query(
      `update listing_version set content = jsonb_set(content::jsonb, '{snapshot,category}', '"Banking"')
       where version = 1 and listing_id = (select id from listing where entity_id = $1)`,
      [entityIdOf(apple)],
    );
    expect(findBreak(await versions(apple))).toBe(1);
  });

  test("is not touched once its team manages it, and the slug that the team chose stays", async () => {
    const id = entityIdOf(apple);
    await pool.query(
      "update entity set claim_status = 'claimed', slug = 'fruit-of-choice' where id = $1",
      [id],
    );
    await pool.query("update listing set is_managed = true where entity_id = $1", [id]);
    const before = await versions(apple);
    setTime("2026-03-03T12:00:00.000Z");
    await serveProfile({ name: "Pear Inc.", sicDescription: "Other Fruit" });

    await ingestCompany(apple, context);

    expect(await versions(apple)).toEqual(before);
    const { rows } = await pool.query("select name, slug from entity where id = $1", [id]);
    expect(rows).toEqual([{ name: "Orange Inc.", slug: "fruit-of-choice" }]);
  });

  test("keeps what an administrator accepted as a correction", async () => {
    await pool.query("update listing set corrections = $2 where entity_id = $1", [
      entityIdOf(nikola),
      JSON.stringify({ category: "Trucks", "identity.displayName": "Nikola" }),
    ]);

    await again(nikola);

    const chain = await versions(nikola);
    expect(chain.map(({ version }) => version)).toEqual([1, 2]);
    expect(chain[1]?.content.snapshot).toMatchObject({
      category: "Trucks",
      identity: { displayName: "Nikola" },
    });
    expect(findBreak(chain)).toBeNull();
  });
});
