import { afterAll, expect, test } from "vitest";
import { findBuild, listBuilt } from "#ingest/store/build.ts";
import { displaceSlug } from "#ingest/store/company.ts";
import { baseSlug, chooseSlug, displayName, entityIdOf } from "#ingest/store/identity.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeBuild } from "../../helpers/make.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { pool } = database;

test("the entity id of a company is a version 5 UUID that never changes", () => {
  expect(entityIdOf("0000320193")).toBe("60341305-790b-5069-9516-704f56d33c21");
  expect(entityIdOf("0000320194")).not.toBe(entityIdOf("0000320193"));
});

test.each([
  ["Apple Inc.", "apple-inc"],
  ["WALT DISNEY CO/", "walt-disney-co"],
  ["COSTCO WHOLESALE CORP /NEW", "costco-wholesale-corp"],
  ["McDONALD’S CORP", "mcdonalds-corp"],
  ["HOME DEPOT,\u00a0INC.", "home-depot-inc"],
  ["Nestlé S.A.", "nestle-sa"],
  ["AT&T INC.", "at-t-inc"],
  ["Ａpple", "apple"],
  ["三菱", "company-42"],
  ["  ", "company-42"],
  ["Public", "public-42"],
  ["ME", "me-42"],
  ["Search", "search-42"],
  ["By Ticker", "by-ticker-42"],
  ["00000000-0000-5000-8000-000000000000", "00000000-0000-5000-8000-000000000000-42"],
  ["../../etc/passwd", "etc-passwd"],
  ["x".repeat(300), "x".repeat(80)],
])("the name %j gives the slug %s, never a reserved word nor a UUID [PUB-13]", (name, slug) => {
  expect(baseSlug(name, "0000000042")).toBe(slug);
});

test("a name is shown without the marks of the regulator's index", () => {
  expect(displayName("BANK OF AMERICA CORP /DE/")).toBe("BANK OF AMERICA CORP");
  expect(displayName("HOME DEPOT,\u00a0 INC.")).toBe("HOME DEPOT, INC.");
  expect(displayName("/DE/")).toBe("/DE/");
});

test("a company that lost its slug is to be built again, also by a process that starts later", async () => {
  const made = { registryVersion: "1.0.0", registrySha256: "0".repeat(64), engineVersion: "1" };
  const [kept, displaced] = ["0000000601", "0000000602"];
  for (const cik of [kept, displaced]) await makeBuild(database.db, cik);
  expect(await listBuilt(pool, made)).toEqual(new Set([kept, displaced]));
  await displaceSlug(pool, { cik: displaced, slug: "displaced-602" });
  expect(await listBuilt(pool, made)).toEqual(new Set([kept]));
  expect(await findBuild(pool, displaced)).not.toBeNull();
});

test("of two companies with one name the lower CIK has the plain slug, whichever came first", async () => {
  const insert = async (cik: string, slug: string) => {
    await pool.query("insert into entity (id, name, slug) values ($1, 'Twin', $2)", [
      entityIdOf(cik),
      slug,
    ]);
    await pool.query(
      "insert into company (company_key, entity_id, sec_name) values ($1, $2, 'Twin')",
      [cik, entityIdOf(cik)],
    );
  };
  await insert("0000000500", "twin");

  expect(await chooseSlug(pool, { cik: "0000000900", name: "Twin" })).toEqual({
    slug: "twin-900",
    displaced: null,
  });
  expect(await chooseSlug(pool, { cik: "0000000100", name: "Twin" })).toEqual({
    slug: "twin",
    displaced: { cik: "0000000500", slug: "twin-500" },
  });
  expect(await chooseSlug(pool, { cik: "0000000500", name: "Twin" })).toEqual({
    slug: "twin",
    displaced: null,
  });
});

test("an entity that is no company keeps its slug", async () => {
  await pool.query("insert into entity (name, slug) values ('Fund', 'fund-one')");

  expect(await chooseSlug(pool, { cik: "0000000001", name: "Fund One" })).toEqual({
    slug: "fund-one-1",
    displaced: null,
  });
});

test("where somebody's name ends in the number, the company's number has ten digits", async () => {
  await pool.query(
    "insert into entity (name, slug) values ('Studio', 'studio'), ('Studio 54', 'studio-54')",
  );
  const choice = { slug: "studio-0000000054", displaced: null };
  expect(await chooseSlug(pool, { cik: "0000000054", name: "Studio" })).toEqual(choice);

  await pool.query("insert into entity (id, name, slug) values ($1, 'Studio', $2)", [
    entityIdOf("0000000054"),
    choice.slug,
  ]);
  await pool.query(
    "insert into company (company_key, entity_id, sec_name) values ($1, $2, 'Studio')",
    ["0000000054", entityIdOf("0000000054")],
  );
  // The same build gives the same slug, and other numbers stay short.
  expect(await chooseSlug(pool, { cik: "0000000054", name: "Studio" })).toEqual(choice);
  expect(await chooseSlug(pool, { cik: "0000000055", name: "Studio" })).toEqual({
    slug: "studio-55",
    displaced: null,
  });
});
