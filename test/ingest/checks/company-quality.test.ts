import { describe, expect, test } from "vitest";
import { countLetters, describeQuality } from "#ingest/checks/company-quality.ts";
import { packQuality, unpackQuality } from "#ingest/checks/packed-quality.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import { apple } from "../../helpers/companies/terminal-companies.ts";
import { makeFact } from "../../helpers/make.ts";
import { build, registry } from "../standardization/company.ts";

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
