import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { findDrops } from "#ingest/checks/gate.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { statementsOf } from "#ingest/statements/cells/statement-rows.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import { openCompany } from "#jobs/registry/archived-company.ts";
import { countCoverage } from "#jobs/registry/coverage.ts";
import { impactOn, removedLines, summarize } from "#jobs/registry/impact.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { compareConcepts } from "#registry/governance/difference.ts";
import { withProposed } from "#registry/governance/governance.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const { context } = await openTestPipeline({ ciks: [kraftHeinz] });
await ingestCompany(kraftHeinz, context);
const [identity] = await listStoredCompanies(context.database.pool);
if (!identity) throw new Error("nothing was ingested");
const store = { db: context.database.pool, archive: context.archive };
const company = await openCompany(store, identity);
const released = loadRelease("1.0.0");
const versions = { registryVersion: "working", standardVersion: "1.0.0" };

/** The released registry with one concept changed. */
function variant(snakeKey: string, change: (concept: Concept) => Concept) {
  const concepts = structuredClone(released.concepts).map((one) =>
    one.snakeKey === snakeKey ? change(one) : one,
  );
  return assembleRegistry(concepts, versions);
}

const without = (tag: string) => (concept: Concept) => ({
  ...concept,
  mappings: concept.mappings.filter(({ xbrlConcept }) => xbrlConcept !== tag),
});

async function impact(older: typeof released, newer: typeof released) {
  const changes = compareConcepts(older.concepts, newer.concepts);
  return (await impactOn(company, { older, newer, changes })).values;
}

test("the same registry changes nothing", async () => {
  expect(
    await impact(
      released,
      variant("goodwill", (concept) => concept),
    ),
  ).toEqual([]);
});

test("a tag that is added shows each value it brings, with its filing and the change that did it", async () => {
  const values = await impact(variant("interest_expense", without("InterestExpense")), released);

  expect(summarize(values)).toEqual([
    {
      concept: "interest_expense",
      added: 47,
      changed: 0,
      removed: 0,
      removedFrom: 0,
      reason: 1,
      companies: 1,
      periods: 48,
    },
  ]);
  expect(values.find(({ period }) => period === "2023FY")).toEqual({
    cik: kraftHeinz,
    company: "KHC",
    period: "2023FY",
    concept: "interest_expense",
    kind: "added",
    old: { value: null, how: "not_reported" },
    new: { value: "912000000", how: "us-gaap:InterestExpense, 10-K 0001637459-24-000018" },
    because: "mappings us-gaap:InterestExpense: mapped, rank 1 of 8",
  });
});

test("a tag that is taken away shows the lines that are computed from its line too", async () => {
  const values = await impact(
    released,
    variant("capital_expenditure", without("PaymentsToAcquirePropertyPlantAndEquipment")),
  );
  const of2023 = (key: string) =>
    values.find(({ concept, period }) => concept === key && period === "2023FY");

  expect(of2023("capital_expenditure")).toMatchObject({
    kind: "removed",
    old: { value: "1013000000" },
    new: { value: null },
    because: "mappings us-gaap:PaymentsToAcquirePropertyPlantAndEquipment: no longer mapped",
  });
  expect(of2023("free_cash_flow")).toMatchObject({
    kind: "removed",
    old: { value: "2963000000", how: "derivation +operating_cash_flow -capital_expenditure" },
    because: "computed from capital_expenditure",
  });
  const lines = removedLines(summarize(values));
  expect(lines).toContainEqual(
    expect.stringMatching(/^REMOVED: free_cash_flow would lose \d+ values of 1 company$/),
  );
  expect(lines).toHaveLength(new Set(values.map(({ concept }) => concept)).size);
});

test("a mapping that unbalances the books is named with its company: it holds the release", async () => {
  const newer = variant("total_assets", (concept) => ({
    ...concept,
    mappings: concept.mappings.map((one) => ({ ...one, xbrlConcept: "AssetsCurrent" })),
  }));
  const changes = compareConcepts(released.concepts, newer.concepts);
  const same = await impactOn(company, { older: released, newer: released, changes: [] });
  const { checks } = await impactOn(company, { older: released, newer, changes });

  expect(findDrops([same.checks])).toEqual([]);
  expect(findDrops([checks])).toContainEqual(
    expect.objectContaining({
      check: "BS-01",
      before: 100,
      after: 0,
      companies: [expect.objectContaining({ cik: kraftHeinz })],
    }),
  );
});

test("a mapping that is deleted holds the release: its checks run no longer, and what still runs passes", async () => {
  const newer = variant("total_assets", without("Assets"));
  const changes = compareConcepts(released.concepts, newer.concepts);
  const { checks } = await impactOn(company, { older: released, newer, changes });

  const [passed = 0] = checks.before?.["BS-01"] ?? [];
  expect(passed).toBeGreaterThan(10);
  expect(checks.lost["BS-01"]).toBeGreaterThan(10);
  expect(findDrops([checks])).toContainEqual(
    expect.objectContaining({ check: "BS-01", before: 100 }),
  );
});

test("a proposed line is in the impact and in no statement", async () => {
  const current = loadRegistry();
  const goodwill = current.bySnakeKey.get("goodwill");
  const [mapping] = goodwill?.mappings ?? [];
  if (!goodwill || !mapping) throw new Error("goodwill has a tag");
  const draft: Concept = {
    ...structuredClone(goodwill),
    id: "sfrs:AdvertisingCost",
    snakeKey: "advertising_cost",
    status: "proposed",
    statement: "income_statement",
    periodType: "duration",
    mappings: [{ ...mapping, xbrlConcept: "AdvertisingExpense" }],
  };
  const concepts = [...structuredClone(current.concepts), draft];
  const proposed = assembleRegistry(concepts, versions);

  const served = buildCompany(await company.read(proposed), proposed);
  const values = await impact(current, withProposed(concepts, versions));

  const statements = served.periods.flatMap((one) => statementsOf(served.cik, one, proposed));
  expect(statements.some(({ fields }) => "advertising_cost" in fields)).toBe(false);
  expect(served.tables.ttm.some(({ lines }) => "advertising_cost" in lines)).toBe(false);
  expect(await impact(current, proposed)).toEqual([]);
  expect(summarize(values)).toMatchObject([{ concept: "advertising_cost", companies: 1 }]);
  expect(values.find(({ period }) => period === "2023FY")).toMatchObject({
    kind: "added",
    new: { how: expect.stringMatching(/^us-gaap:AdvertisingExpense, 10-K /) },
  });
  // Released as proposed and unchanged since, it is still shown.
  const compared = { older: proposed, newer: withProposed(concepts, versions), changes: [] };
  const [first] = (await impactOn(company, compared)).values;
  expect(first?.because).toBe("a proposed line, as if in force");
});

test("coverage counts each line once, with a value or its reason, and the tags that nothing maps", async () => {
  const count = countCoverage(released);
  await count.add(company);
  const build = buildCompany(await company.read(released), released);
  const interest = count.concepts().filter(({ concept }) => concept === "interest_expense");
  const lines = build.periods.map((period) => period.lines.interest_expense);

  expect(interest).toEqual([
    {
      concept: "interest_expense",
      template: "industrial",
      taxonomy: "us-gaap",
      resolved: lines.filter((line) => line?.value != null).length,
      nulls: expect.any(Object),
      filers: 1,
      filersResolved: 1,
    },
  ]);
  const nulls = Object.values(interest[0]?.nulls ?? {}).reduce((sum, one) => sum + one, 0);
  expect((interest[0]?.resolved ?? 0) + nulls).toBe(lines.length);
  const unmapped = count.unmapped();
  expect(unmapped.some(({ tag }) => released.tags.has(tag))).toBe(false);
  expect(unmapped.find(({ tag }) => tag === "us-gaap:AdvertisingExpense")).toMatchObject({
    filers: 1,
    money: expect.closeTo(1e9, -9),
  });
});
