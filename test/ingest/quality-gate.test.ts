import { describe, expect, test } from "vitest";
import { findDrops, type GateCompany } from "#ingest/checks/gate.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { rehearseAll } from "#ingest/rehearse.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import { dropLines } from "#jobs/quality/drop-lines.ts";
import type { OutcomeCounts } from "#schemas/shapes/quality.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";

const of = (passed: number, failed: number): OutcomeCounts => [passed, 0, 0, failed, 0];
const company = (cik: string, check: string, before: OutcomeCounts, after: OutcomeCounts) => ({
  cik,
  before: { [check]: before },
  after: { [check]: after },
});

describe("the gate", () => {
  test("holds when a check of severity A passes more than 0.2 points less often, and names the companies", () => {
    const drops = findDrops([
      company("0000000001", "BS-01", of(500, 0), of(500, 0)),
      company("0000000002", "BS-01", of(500, 0), of(497, 3)),
    ]);

    expect(drops).toEqual([
      {
        check: "BS-01",
        title: "assets = liabilities and equity",
        before: 100,
        after: 99.7,
        companies: [{ cik: "0000000002", notPassedBefore: 0, notPassedAfter: 3 }],
      },
    ]);
    expect(dropLines(drops)).toEqual([
      "BS-01 (assets = liabilities and equity) would pass 99.70 % instead of 100.00 %: 0.30 points less",
      "  CIK 2: 3 results do not pass, 0 before",
    ]);
  });

  test.each<[string, GateCompany[]]>([
    ["0.2 points exactly", [company("1", "BS-01", of(1000, 0), of(998, 2))]],
    ["severity B", [company("1", "BS-02", of(100, 0), of(50, 50))]],
    [
      "a company that was not there before",
      [{ cik: "1", before: null, after: { "BS-01": of(0, 9) } }],
    ],
    ["a check that did not run before", [company("1", "BS-01", of(0, 0), of(0, 9))]],
    ["an improvement", [company("1", "BS-01", of(90, 10), of(99, 1))]],
  ])("lets %s pass", (_, companies) => {
    expect(findDrops(companies)).toEqual([]);
  });
});

test("a rehearsal finds what a rebuild would find and writes nothing", async () => {
  const { context } = await openTestPipeline();
  const { pool } = context.database;
  await ingestCompany(apple, context);
  await forgetBuilds(pool, [apple]);
  const rehearse = () =>
    rehearseAll([apple], context, {
      onCompany: () => {},
      isInterrupted: () => false,
      isForced: false,
    });
  const builds = async () => (await pool.query("select * from company_build")).rows;
  const before = await builds();

  expect(await rehearse()).toEqual([]);
  await pool.query(
    `update company_quality set counts = jsonb_set(counts::jsonb, '{TS-02}', '[10000, 0, 0, 0, 0]')::json`,
  );

  const [drop] = await rehearse();
  expect(drop).toMatchObject({ check: "TS-02", before: 100 });
  expect(drop?.companies).toEqual([{ cik: apple, notPassedBefore: 0, notPassedAfter: 1 }]);
  expect(await builds()).toEqual(before);
});
