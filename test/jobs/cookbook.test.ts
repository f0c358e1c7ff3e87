import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const { context } = await openTestPipeline({ ciks: [apple, kraftHeinz] });
for (const cik of [apple, kraftHeinz]) await ingestCompany(cik, context);
const out = await mkdtemp(join(tmpdir(), "tenk-cookbook-"));
afterAll(() => rm(out, { recursive: true, force: true }));
const outcome = await writeExtract(context.database.pool, context.registry, {
  out,
  format: "both",
  since: null,
  onCompany: () => true,
});
if (outcome.kind !== "written") throw new Error(outcome.kind);
const folder = join(out, outcome.manifest.folder);

const text = await readFile(join(import.meta.dirname, "../../docs/extracts.md"), "utf8");
const recipes = [...text.matchAll(/^### (.+)\n\n```sql\n([^`]+)```/gm)].map(
  ([, title = "", sql = ""]): [string, string] => [title, sql],
);
const answers = new Map<string, Record<string, unknown>[]>();

test("the cookbook has at least a dozen questions", () => {
  expect(recipes.length).toBeGreaterThanOrEqual(12);
});

test.each(recipes)("%s", async (title, sql) => {
  const { columns, rows } = await queryExtract(folder, sql);
  expect(rows.length).toBeGreaterThan(0);
  answers.set(
    title,
    rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  );
});

const answer = (start: string) =>
  [...answers].find(([title]) => title.startsWith(start))?.[1] ?? [];

test("the answers are the filed ones", () => {
  expect(answer("How did a company's margins")).toContainEqual({
    fiscal_year: 2023,
    gross: 0.4413,
    operating: 0.2982,
  });
  expect(answer("Which figures were restated")).toContainEqual(
    expect.objectContaining({
      cik: kraftHeinz,
      period_start: "2017-01-01",
      period_end: "2017-12-30",
      before: "10999000000",
      after: "10941000000",
    }),
  );
  const panel = answer("A panel of year-end knowledge");
  expect(panel).toContainEqual({ ticker: "AAPL", year: expect.anything(), assets: 352583000000 });
  expect(answer("What could a reader know")).toContainEqual(
    expect.objectContaining({ ticker: "AAPL", period_end: "2020-03-28", filed: "2020-05-01" }),
  );
});
