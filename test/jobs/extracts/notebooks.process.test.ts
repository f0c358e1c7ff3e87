import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { readSampleReports } from "#ingest/sample/reports/sample-reports.ts";
import { questionsFrom } from "#jobs/extracts/questions-from.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { makeReport } from "../../helpers/make.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const companies = [apple, kraftHeinz];
const { context, extractStore } = await openTestPipeline({ ciks: companies });
for (const cik of companies) await ingestCompany(cik, context);
for (const report of await readSampleReports()) {
  if (report.cik !== apple) continue;
  await makeReport(context.database.db, apple, report, { filed: "2024-11-01" });
}
const { folder } = await writeWhole(extractStore);

const notebooks = join(import.meta.dirname, "../../../docs/notebooks");
const run = promisify(execFile);
const hasDuck = await run("python3", ["-c", "import duckdb"]).then(
  () => true,
  () => false,
);

/** The answers to the questions of a notebook. */
async function answersOf(name: string) {
  const answers: unknown[][][] = [];
  const text = createReadStream(join(notebooks, name));
  for await (const sql of questionsFrom(text, new PassThrough())) {
    answers.push((await queryExtract(folder, sql)).rows);
  }
  return answers;
}

test("profitability.sql compares margins, their change and growth", async () => {
  const [margins, points, growth] = await answersOf("profitability.sql");
  expect(margins).toEqual([
    ["Apple Inc.", "USD", 0.24, 0.315],
    ["Kraft Heinz Co", "USD", 0.106, 0.065],
  ]);
  expect(points).toEqual([
    ["Kraft Heinz Co", 2.9],
    ["Apple Inc.", 2.7],
  ]);
  expect(growth?.map(([name, , , rate]) => [name, rate])).toEqual([
    ["Apple Inc.", 0.02],
    ["Kraft Heinz Co", -0.03],
  ]);
});

test("products.sql gives the parts of a revenue, and that they add up", async () => {
  const [products, sums] = await answersOf("products.sql");
  expect(products?.map(([, billions]) => billions)).toEqual([201.18, 96.17, 37.01, 29.98, 26.69]);
  expect(sums?.at(-1)).toEqual(["2024FY", 391.035, 391.035, "exact"]);
});

test.skipIf(!hasDuck)("restated.py tells what was known when", async () => {
  const { stdout } = await run("python3", [join(notebooks, "restated.py"), folder]);
  expect(stdout.split("\n")).toEqual([
    "2018-12-31: 10,999 million, by 0001637459-18-000015 of 2018-02-16",
    "2019-12-31: 10,941 million, by 0001637459-19-000049 of 2019-06-07",
    "difference: -58 million",
    "",
  ]);
});

test("every notebook is run here", async () => {
  const names = (await readdir(notebooks)).filter((name) => name !== "README.md").sort();
  expect(names).toEqual(["products.sql", "profitability.sql", "restated.py"]);
});
