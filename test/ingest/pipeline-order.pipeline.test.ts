import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ingestFiles } from "#ingest/bulk/files.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";
import { dumpDatabase } from "../helpers/dump.ts";
import { apple, nikola, openTestPipeline } from "../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-files-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Companyfacts as they stood on different days: each a document given by hand. */
const days = ["2022-03-01", "2023-03-01", "2024-03-01", "2025-03-01"];
const figures = await readFigures(apple);
const paths = await Promise.all(
  days.map(async (day) => {
    const path = join(folder, `facts-${day}.json`);
    const document = companyFactsJson(figures, day);
    await writeFile(path, typeof document === "string" ? document : JSON.stringify(document));
    return path;
  }),
);

async function ingestInOrder(order: readonly number[]): Promise<string[]> {
  const { context } = await openTestPipeline();
  for (const i of order) {
    const outcome = await ingestFiles([paths[i] ?? ""], context);
    expect(outcome.refused).toEqual([]);
  }
  return dumpDatabase(context.database.pool, { only: ["statement", "company_facts", "filing"] });
}

test("documents of a company in any order of arrival end in the same rows [PIP-08]", async () => {
  const inOrder = await ingestInOrder([0, 1, 2, 3]);

  expect(inOrder.length).toBeGreaterThan(100);
  for (const order of [
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]) {
    expect(await ingestInOrder(order)).toEqual(inOrder);
  }
}, 120_000);

test("companies in any order of arrival end in the same database [PIP-08]", async () => {
  const dumps = [];
  for (const order of [
    [apple, nikola],
    [nikola, apple],
  ]) {
    const { context } = await openTestPipeline({ ciks: [apple, nikola] });
    for (const cik of order) await ingestCompany(cik, context);
    dumps.push(await dumpDatabase(context.database.pool));
  }

  expect(dumps[1]).toEqual(dumps[0]);
});

test("an older copy given by hand after the newer crawl changes no statement", async () => {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);
  const before = await dumpDatabase(context.database.pool, { only: ["statement"] });

  const outcome = await ingestFiles(paths.slice(2, 3), context);

  expect(outcome.added).toBe(1);
  expect(await dumpDatabase(context.database.pool, { only: ["statement"] })).toEqual(before);
});
