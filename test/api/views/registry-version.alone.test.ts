import { describe, expect, test } from "vitest";
import type { BuildPool } from "#ingest/builder/build-pool.ts";
import { runBuildTask } from "#ingest/builder/build-task.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const released = loadRelease("1.0.0");

/** A later version, 2.0.0: one tag gone, one line with its tags the other way round, one tag more. */
function laterVersion(): Registry {
  const change = (concept: Concept): Concept => {
    const { mappings } = concept;
    switch (concept.snakeKey) {
      case "interest_expense":
        return {
          ...concept,
          mappings: mappings.filter((one) => one.xbrlConcept !== "InterestExpense"),
        };
      case "net_income":
        return { ...concept, mappings: mappings.toReversed() };
      case "goodwill": {
        const [first] = mappings;
        return first
          ? { ...concept, mappings: [...mappings, { ...first, xbrlConcept: "AssetsNet" }] }
          : concept;
      }
      default:
        return concept;
    }
  };
  const concepts = structuredClone(released.concepts).map(change);
  const { tags } = assembleRegistry(concepts, { registryVersion: "", standardVersion: "" });
  return assembleRegistry(concepts, {
    registryVersion: "2.0.0",
    standardVersion: "1.0.0",
    retiredTags: new Set([...released.tags].filter((tag) => !tags.has(tag))),
  });
}

const later = laterVersion();

/** The API over a pipeline that stored the company under one version. */
async function openUnder(registry: Registry) {
  const builder: BuildPool = {
    run: (task, needs) => runBuildTask(task, registry, needs),
    close: async () => {},
  };
  const { context } = await openTestPipeline({ ciks: [kraftHeinz], builder });
  await ingestCompany(kraftHeinz, { ...context, registry });
  const { get } = await testApp({
    database: context.database,
    now: () => new Date("2026-03-01T12:00:00.000Z"),
  });
  const ask = (what: string, query: Record<string, string> = {}) =>
    get(`/v2/entities/${entityIdOf(kraftHeinz)}/${what}?${new URLSearchParams(query)}`);
  return { ask, database: context.database };
}

const { ask: askLater } = await openUnder(later);
const { ask: askReleased, database: databaseOfReleased } = await openUnder(released);
const asReleased = { registryVersion: "1.0.0" };

describe("?registryVersion=", () => {
  test("statements under a released version are those that a build under it stores, value by value", async () => {
    const now = (await askLater("sfrs-statements")).json();
    const then = (await askLater("sfrs-statements", asReleased)).json();
    const stored = (await askReleased("sfrs-statements")).json();
    const interest = (answer: typeof now) =>
      answer.data.periods.find(
        (one: { periodKey: string; fields: object }) =>
          one.periodKey === "2023FY" && "interest_expense" in one.fields,
      );

    expect(interest(now)).toMatchObject({
      registryVersion: "2.0.0",
      fields: { interest_expense: null },
    });
    expect(interest(then)).toMatchObject({
      registryVersion: "1.0.0",
      fields: { interest_expense: "912000000" },
    });
    expect(then.data).toEqual(stored.data);
    expect(then.meta).toMatchObject({ dataPath: "computed", view: "latest", ...asReleased });
  });

  test("full financials under a released version are those that a build under it stores", async () => {
    const now = (await askLater("financials/full")).json();
    const then = (await askLater("financials/full", asReleased)).json();
    const stored = (await askReleased("financials/full")).json();

    expect(then.data).toEqual(stored.data);
    expect(now.data).not.toEqual(stored.data);
    expect(then.meta).toEqual({ view: "latest", ...asReleased, timestamp: stored.meta.timestamp });
    expect(stored.meta.registryVersion).toBeUndefined();
  });

  test("lineage under a released version is that of a build under it, tag and filing included", async () => {
    for (const concept of ["interest_expense", "net_income", "goodwill", "free_cash_flow"]) {
      for (const period of ["2023FY", "2022Q4", "TTM"]) {
        const asked = { concept, period };
        const then = (await askLater("lineage", { ...asked, ...asReleased })).json();
        const stored = (await askReleased("lineage", { ...asked, ...asReleased })).json();

        expect(then.data).toEqual(stored.data);
      }
    }
    const now = (
      await askLater("lineage", { concept: "interest_expense", period: "2023FY" })
    ).json();
    expect(now.data).toMatchObject({ value: null, registryVersion: "2.0.0" });
  });

  test("it goes together with asOf and view", async () => {
    for (const view of [{ asOf: "2018-12-31" }, { view: "original" }]) {
      const then = (await askLater("sfrs-statements", { ...view, ...asReleased })).json();
      const other = (await askReleased("sfrs-statements", { ...view, ...asReleased })).json();
      const full = (await askLater("financials/full", { ...view, ...asReleased })).json();

      expect(then.data).toEqual(other.data);
      expect(then.meta).toMatchObject({ ...view, ...asReleased });
      const others = (await askReleased("financials/full", { ...view, ...asReleased })).json();
      expect(full.data).toEqual(others.data);
      expect(full.meta).toMatchObject({ ...view, ...asReleased });
    }
  });

  test("the version that the stored statements were made under is answered as they are stored", async () => {
    const asked = (await askReleased("sfrs-statements", asReleased)).json();

    expect(asked.meta.dataPath).toBe("persisted");
    expect(asked.data).toEqual((await askReleased("sfrs-statements")).json().data);
  });

  test("a version that was never released is 400 and names those that were", async () => {
    for (const [what, query] of [
      ["sfrs-statements", { period: "annual" }],
      ["financials/full", {}],
      ["lineage", { concept: "revenue", period: "TTM" }],
    ] as const) {
      const answer = await askReleased(what, { ...query, registryVersion: "7.0.0" });

      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain("There is no registryVersion 7.0.0; released versions: 1.0.0");
    }
    expect((await askReleased("sfrs-statements", { registryVersion: "" })).statusCode).toBe(400);
  });
});

test("a proposed line is listed with its status, and neither traced nor in any statement [SFR-07]", async () => {
  const goodwill = released.bySnakeKey.get("goodwill");
  if (!goodwill) throw new Error("goodwill");
  const draft: Concept = {
    ...structuredClone(goodwill),
    id: "sfrs:Draft",
    snakeKey: "draft",
    status: "proposed",
  };
  const registry = assembleRegistry([...structuredClone(released.concepts), draft], released);
  const { get } = await testApp({ database: databaseOfReleased, registry });
  const company = `/v2/entities/${entityIdOf(kraftHeinz)}`;

  const listed = (await get("/v2/sfrs/concepts?status=proposed")).json();
  const traced = await get(`${company}/lineage?concept=draft&period=2023FY`);
  const statements = (await get(`${company}/sfrs-statements`)).body;

  expect(listed.data).toMatchObject([{ snakeKey: "draft", status: "proposed" }]);
  expect(traced.statusCode).toBe(404);
  expect(statements).not.toContain('"draft"');
});
