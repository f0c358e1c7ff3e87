import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "#jobs/run-command.ts";
import { startRegulator } from "../../helpers/regulator/regulator.ts";
import { quarterZip, rows, tablesOf, zipOf } from "../../ingest/fetch/made-up-quarters.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-quarters-"));
const tables = tablesOf(rows);
const cut = zipOf({ ...tables, "num.txt": `${tables["num.txt"]}\n0000000001-10-000001\tAssets` });
const quarters = new Map([
  ["2010q1", quarterZip()],
  ["2010q2", cut],
]);
const page = "/dera/data/financial-statement-data-sets";
const good = await startRegulator({
  companies: [],
  archives: { dataSets: { quarters, folder: "dera", page } },
});
const bare = await startRegulator({ companies: [] });
afterAll(async () => {
  await good.close();
  await bare.close();
  await rm(folder, { recursive: true, force: true });
});

async function tenk(url: string, args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(args, {
    env: {
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "fatal",
      COMPANIES: "all",
      EDGAR_DATA_URL: url,
      EDGAR_WWW_URL: url,
    },
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    isInterrupted: () => false,
  });
  return { code, out, err };
}

test("quarters are taken, their companies built and what is wrong is said once [FCE-10]", async () => {
  expect(await tenk(good.url, ["ingest", "--data-sets", "2010q1"])).toEqual({
    code: 0,
    out: [
      "1 quarter: 1 taken, 0 as before; 2 filings: 2 added, 0 known before, 0 set aside",
      "2 companies: 2 stored",
    ],
    err: [],
  });
  expect(await tenk(good.url, ["ingest", "--data-sets", "2010q1..2010q3"])).toEqual({
    code: 1,
    out: ["2 quarters: 1 taken, 1 as before; 1 filing: 0 added, 1 known before, 1 set aside"],
    err: [
      "2010q3: the source has no such data set",
      "2010q2: 0000000001-10-000001: a row of num.txt is cut",
    ],
  });
  const { out } = await tenk(good.url, ["jobs", "list", "--limit", "100"]);
  expect(out.filter((line) => line.includes("fetch-data-sets")).map(resultOf)).toEqual([
    "quarters=1 unchanged=1 filings=0 known=1 refused=1 problem=2010q3: the source has no such data set",
    "quarters=1 unchanged=0 filings=2 known=0 refused=0",
  ]);
});

const resultOf = (line: string) => line.slice(line.indexOf("quarters="));

test("a source without data sets is one sentence", async () => {
  const base = "https://www.sec.gov/files";
  const name = "data/financial-statement-data-sets/2011q1.zip";
  const sentence = `the source has no data sets: nothing at ${base}/dera/${name} and ${base}/structureddata/${name}`;
  expect(await tenk(bare.url, ["ingest", "--data-sets", "2011q1.."])).toEqual({
    code: 1,
    out: ["0 quarters: 0 taken, 0 as before; 0 filings: 0 added, 0 known before, 0 set aside"],
    err: [sentence],
  });
});

test("what is no quarter is refused with what is one", async () => {
  for (const [args, message] of [
    [["--data-sets", "2010"], /Give a quarter such as 2010q2/],
    [["--data-sets", "2008q1.."], /begin with 2009q1/],
    [["--data-sets", "2010q1", "--all"], /exclude each other/],
    [["--data-sets", "2010q1", "--packages", "4"], /--packages asks the source/],
  ] as const) {
    const { code, err } = await tenk(good.url, ["ingest", ...args]);
    expect(code).toBe(2);
    expect(err.join("\n")).toMatch(message);
  }
});
