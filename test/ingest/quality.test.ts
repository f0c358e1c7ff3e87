import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { countLetters, describeQuality } from "#ingest/checks/company-quality.ts";
import { packQuality, unpackQuality } from "#ingest/checks/packed-quality.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import type { CheckResult, CountsByCheck } from "#schemas/shapes/companies/quality.ts";
import { apple } from "../helpers/companies/terminal-companies.ts";
import { makeFact } from "../helpers/make.ts";
import { apple as appleCik, openTestPipeline } from "../helpers/pipeline.ts";
import { build, registry } from "./standardization/company.ts";

const pipeline = await openTestPipeline();
const { pool } = pipeline.context.database;

describe("the data quality label", () => {
  const label = (...checks: Partial<CheckResult>[]) =>
    buildTerminal({
      ...apple(),
      checks: checks.map((check) => ({
        id: "BS-01",
        severity: "A",
        period: "2023FY",
        outcome: "fail",
        reason: "differs",
        difference: "5",
        operands: [],
        ...check,
      })),
    }).summary.dataQualityLabel;

  test("is the lowest where a check of severity A fails on the newest fiscal year or later [TRM-08]", () => {
    expect(label({})).toBe("low");
    expect(label({ period: "2023FY revenue" })).toBe("low");
    expect(label({ period: "company" })).toBe("low");
    expect(label({ period: "0000320193-23-000106" })).toBe("low");
  });

  test("drops to medium for severity B, or for A within 0.1 % [TRM-08]", () => {
    expect(label({ severity: "B" })).toBe("medium");
    expect(label({ outcome: "small" })).toBe("medium");
  });

  test("does not move for severity C, for older periods, or for what passed or was not run [TRM-08]", () => {
    expect(label({ severity: "C" })).toBe("high");
    expect(label({ period: "2019FY" }, { period: "0000320193-12-000001" })).toBe("high");
    expect(label({ outcome: "pass_rounding" }, { outcome: "not_run" })).toBe("high");
  });
});

describe("what is kept of the checks", () => {
  const annual = { start: "2022-09-25", end: "2023-09-30" };
  const balance = (tag: string, value: string) =>
    makeFact({ tag, value, start: null, end: annual.end });
  const built = build([
    makeFact({ value: "383285000000" }),
    balance("Assets", "352583000000"),
    balance("LiabilitiesAndStockholdersEquity", "362583000000"),
  ]);
  const results = runChecks(built, registry);
  const quality = describeQuality(built, results, registry);

  test("counts every result of every check once", () => {
    const kept = quality.checks.flatMap(({ results: of }) => Object.values(of)).join("");
    expect(kept.length).toBe(results.length);
    // The filing breaks the identity, and so do the lines that are shown of it.
    expect(countLetters(kept)[3]).toBe(2);
    expect(quality.checks.find(({ id }) => id === "BS-01")?.results).toEqual({ "2023FY": "f" });
    expect(quality.checks.find(({ id }) => id === "BS-02")?.notRun).toEqual({
      "current_assets has no value": 1,
    });
  });

  test("says of each period what has a value and why the rest has none, with nothing unexplained", () => {
    const [year] = quality.periods;
    const nulls = Object.values(year?.reasons ?? {}).reduce((sum, count) => sum + count, 0);
    expect(year).toMatchObject({ key: "2023FY", fiscalYear: 2023, unexplained: 0, unsourced: 0 });
    expect((year?.values ?? 0) + nulls).toBe(Object.keys(built.periods[0]?.lines ?? {}).length);
    expect(year?.valued).toBeGreaterThanOrEqual(2);
    expect(year?.valued).toBeLessThan(year?.applicable ?? 0);
  });

  test("survives packing unchanged", () => {
    expect(unpackQuality(packQuality(quality))).toEqual(quality);
  });
});

describe("a built company", () => {
  beforeAll(async () => {
    await ingestCompany(appleCik, pipeline.context);
  });

  const stored = async () => {
    const { rows } = await pool.query("select *, xmin::text from company_quality where cik = $1", [
      appleCik,
    ]);
    return rows[0];
  };

  test("has every outcome stored with its statements, and the terminal has the same label [TRM-08]", async () => {
    const row = await stored();
    const quality = unpackQuality(gunzipSync(row.body).toString());
    const { rows: statements } = await pool.query(
      "select distinct period_key from statement where cik = $1",
      [appleCik],
    );
    const { rows: documents } = await pool.query(
      "select d.body from served_document d join company c using (entity_id) where c.cik = $1 and d.kind = 'terminal'",
      [appleCik],
    );
    const terminal = JSON.parse(gunzipSync(documents[0].body).toString()).data;

    expect(new Set(quality.periods.map(({ key }) => key))).toEqual(
      new Set(statements.map(({ period_key: key }) => key)),
    );
    expect(row.label).toBe(terminal.summary.dataQualityLabel);
    expect(row.counts["BS-01"]).toEqual([27, 0, 0, 0, 7]);
    expect(quality.periods.every((p) => p.unexplained === 0 && p.unsourced === 0)).toBe(true);
  });

  test("keeps each failure with its operands", async () => {
    const { rows } = await pool.query(
      "select check_id, severity, outcome, subject, concept, reason, operands from check_failure where cik = $1",
      [appleCik],
    );
    const counts = Object.values((await stored()).counts as CountsByCheck);
    expect(rows.length).toBe(counts.reduce((sum, [, , small, fail]) => sum + small + fail, 0));
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "check_id": "TS-02",
          "concept": "operating_lease_cost",
          "operands": [
            {
              "accession": "0000320193-20-000062",
              "label": "operating_lease_cost Q3",
              "value": "381000000",
            },
            {
              "accession": "0000320193-20-000062",
              "label": "year to 2020-06-27",
              "value": "1100000000",
            },
            {
              "accession": "0000320193-20-000052",
              "label": "year to 2020-03-28",
              "value": "732000000",
            },
          ],
          "outcome": "fail",
          "reason": "differs by 13000000",
          "severity": "A",
          "subject": "2020Q3",
        },
      ]
    `);
  });

  test("is not written again when the checks find the same [PIP-07]", async () => {
    const before = await stored();
    await forgetBuilds(pool, [appleCik]);
    await rebuildCompany(appleCik, pipeline.context);
    expect((await stored()).xmin).toBe(before.xmin);
  });
});
