import { expect, test } from "vitest";
import { trace } from "#api/views/trace.ts";
import { buildCompany } from "#ingest/build-company.ts";
import { countsOf, describeQuality } from "#ingest/checks/company-quality.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { statementsOf } from "#ingest/statements/cells/statement-rows.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import { explanationLines } from "#jobs/explain/print.ts";
import { openCompany } from "#jobs/registry/archived-company.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { successorOf } from "#registry/current/concept-names.ts";
import { generateSchemas } from "#registry/governance/generate-schemas.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const [identity] = await listStoredCompanies(context.database.pool);
if (!identity) throw new Error("nothing was ingested");
const store = { db: context.database.pool, archive: context.archive };
const company = await openCompany(store, identity);
const released = loadRelease(context.registry.registryVersion);

// A universal line and another one, of which no other line is computed; one that is added over time.
const retired = new Map([
  ["eps_diluted", "sfrs:EpsBasic"],
  ["inventory", "sfrs:CurrentAssets"],
  ["research_and_development", "sfrs:OperatingExpenses"],
]);
const registry = assembleRegistry(
  structuredClone(released.concepts).map((one) => {
    const successor = retired.get(one.snakeKey);
    return successor === undefined ? one : { ...one, status: "deprecated" as const, successor };
  }),
  { ...released, registrySha256: "0".repeat(64) },
);
const [before, build] = [
  buildCompany(await company.read(released), released),
  buildCompany(await company.read(registry), registry),
];

test("a deprecated line stays in every statement as a null that says so, and the statement stays converted", () => {
  const of = (from: typeof build, by: typeof registry) =>
    from.periods.flatMap((period) => statementsOf(apple, period, by));
  const [older, newer] = [of(before, released), of(build, registry)];

  expect(newer.map(({ fields }) => Object.keys(fields))).toEqual(
    older.map(({ fields }) => Object.keys(fields)),
  );
  expect(newer.map(({ status }) => status)).toEqual(older.map(({ status }) => status));
  for (const key of retired.keys()) {
    expect(older.some(({ fields }) => fields[key] != null)).toBe(true);
    const own = newer.filter(({ fields }) => key in fields);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ fields }) => fields[key]))).toEqual(new Set([null]));
    expect(new Set(own.map(({ reasons }) => reasons[key]))).toEqual(new Set(["deprecated"]));
  }
});

test("its columns of twelve months say so, too, and no check finds a null without a reason", () => {
  for (const { lines } of build.tables.ttm) {
    for (const key of retired.keys()) expect(lines[key]?.reason).toBe("deprecated");
  }
  const counts = countsOf(describeQuality(build, runChecks(build, registry), registry));
  expect(counts["DQ-07"]?.slice(2)).toEqual([0, 0, 0]);
});

test("the schemas of the statements are those that were released", () => {
  expect(generateSchemas(registry)).toEqual(generateSchemas(released));
});

test("lineage and explain say that it is deprecated, and name its successor", () => {
  const concept = registry.bySnakeKey.get("eps_diluted");
  const [period] = build.periods;
  const line = period?.lines.eps_diluted;
  if (!concept || !period || !line) throw new Error("eps_diluted has no line");
  const successor = successorOf(concept, registry);

  const traced = trace({
    subject: { entityId: "", cik: apple },
    ...{ concept, period, line, registry, successor },
    facts: build.facts,
    view: { kind: "latest" },
  });
  const lines = explanationLines({
    ...traced,
    company: identity,
    concept,
    period,
    successor,
    basis: "persisted",
    view: { kind: "latest" },
    mappings: concept.mappings.length,
    versions: [],
    rejected: [],
  });

  expect(traced).toMatchObject({ value: null, reason: "deprecated", successor: "eps_basic" });
  expect(lines).toContain("no value: the line is no longer kept (deprecated); ask for eps_basic");
});

test("the version before goes on showing its values", () => {
  const values = before.periods.map(({ lines }) => lines.eps_diluted?.value ?? null);

  expect(values.some((value) => value !== null)).toBe(true);
  expect(registry.tags.has("us-gaap:EarningsPerShareDiluted")).toBe(false);
});
