import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import { openCompany } from "#jobs/registry/archived-company.ts";
import { impactOn, summarize } from "#jobs/registry/impact.ts";
import { observe } from "#jobs/registry/observe.ts";
import { partsOf, suggest } from "#jobs/registry/suggest.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { compareConcepts } from "#registry/governance/difference.ts";
import { openTestPipeline } from "../helpers/pipeline.ts";

const alphabet = "0001652044";
const tag = "InterestExpenseNonoperating";
const { context } = await openTestPipeline({ ciks: [alphabet] });
await ingestCompany(alphabet, context);
const db = context.database.pool;
const [identity] = await listStoredCompanies(db);
if (!identity) throw new Error("nothing was ingested");
const opened = await openCompany({ db, archive: context.archive }, identity);

const now = loadRegistry();
/** The registry as the guide begins: the line's list ends before 2024. */
const before = assembleRegistry(
  structuredClone(now.concepts).map((one) =>
    one.snakeKey === "interest_expense"
      ? { ...one, mappings: one.mappings.filter(({ xbrlConcept }) => xbrlConcept !== tag) }
      : one,
  ),
  now,
);

test("the guide's walk on the bundled sample: the tag is suggested first, and its parts add up to its score", async () => {
  const [found] = suggest(before, [await observe(opened, before)], {
    wanted: new Set([`us-gaap:${tag}`]),
  });
  const [first] = found?.candidates ?? [];

  expect(first?.concept).toBe("interest_expense");
  if (first === undefined) return;
  expect(first.evidence.fills).toBeGreaterThan(0);
  const parts = Object.values(partsOf(first.evidence));
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(first.score, 10);
});

test("the guide's walk on the bundled sample: the change brings the value that was missing", async () => {
  const changes = compareConcepts(before.concepts, now.concepts);
  const { values } = await impactOn(opened, { older: before, newer: now, changes });

  expect(values.find(({ period }) => period === "2025FY")).toMatchObject({
    concept: "interest_expense",
    kind: "added",
    old: { value: null, how: "not_reported" },
    new: { how: expect.stringContaining(`us-gaap:${tag}`) },
  });
  const [line] = summarize(values).filter(({ concept }) => concept === "interest_expense");
  expect(line).toMatchObject({ changed: 0, removed: 0, companies: 1 });
});
