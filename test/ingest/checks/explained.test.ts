import { describe, expect, test } from "vitest";
import { explainBroken, type ShownFact } from "#ingest/checks/explain-broken.ts";
import { packQuality, unpackQuality } from "#ingest/checks/packed-quality.ts";
import { sumOfShown } from "#ingest/checks/run-shown.ts";
import type { CompanyQuality } from "#schemas/shapes/companies/quality.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";
import { registry } from "../standardization/company.ts";

describe("why shown lines do not add up", () => {
  const behind = (
    key: string,
    value: string,
    accession: string,
    ...others: string[]
  ): ShownFact => {
    const fact = makeFact({ tag: key, value, accession });
    return { key, fact, versions: [fact, ...others.map((other) => ({ ...fact, value: other }))] };
  };
  const sales = behind("revenue", "9", "a");
  const cost = behind("cost_of_revenue", "5", "a");
  const span = "2022-09-25/2023-09-30";

  test.each<[string, (ShownFact[] | null)[], string | null]>([
    [
      "one filing states them so",
      [[sales], [cost]],
      `filed so in a: revenue 9 (revenue ${span}, a), cost_of_revenue 5 (cost_of_revenue ${span}, a)`,
    ],
    [
      "filings do not agree on one of them",
      [[sales], [behind("cost_of_revenue", "5", "b", "6")]],
      `of filings that do not agree on cost_of_revenue: revenue 9 (revenue ${span}, a), cost_of_revenue 5 (cost_of_revenue ${span}, b)`,
    ],
    [
      "no filing states all of them",
      [[sales], [behind("cost_of_revenue", "5", "b", "5")]],
      `no one filing states all of them: revenue 9 (revenue ${span}, a), cost_of_revenue 5 (cost_of_revenue ${span}, b)`,
    ],
    ["one of them was computed", [[sales], null], null],
  ])("%s", (_, lines, why) => {
    expect(explainBroken(lines)).toBe(why);
  });

  test("a balance is named by its day, and eight facts at most are named", () => {
    const assets = behind("total_assets", "7", "a");
    const onDay = { ...assets, fact: { ...assets.fact, start: null } };
    expect(explainBroken([[onDay]])).toBe(
      "filed so in a: total_assets 7 (total_assets 2023-09-30, a)",
    );
    const many = (count: number) => explainBroken([Array.from({ length: count }, () => onDay)]);
    expect(many(8)).not.toContain("more");
    expect(many(9)?.split("total_assets 7")).toHaveLength(9);
    expect(many(9)).toMatch(/, a\) and 1 more$/);
    expect(many(11)).toMatch(/ and 3 more$/);
  });
});

describe("shown quarters against the shown year, per line (TS-10)", () => {
  const revenue = registry.concepts.filter(({ snakeKey }) => snakeKey === "revenue");
  const lineOf = (value: string | null, flags: string[] = []): Line => ({
    ...{ value, unit: "USD", reason: value === null ? "conflict" : null, flags },
    ...{ lineage: 0, source: "regulator", rank: 0 },
  });
  const results = (values: (string | null)[], flags: string[] = []) =>
    sumOfShown(
      values.map((value, i) => {
        const lines = { revenue: lineOf(value, i === 1 ? flags : []) };
        return { key: `period ${i}`, lines } as unknown as StatementPeriod;
      }),
      revenue,
    );
  const outcome = (...values: (string | null)[]) => results(values)[0]?.outcome;

  test.each<[(string | null)[], string]>([
    [["104", "11", "21", "31", "41"], "pass_exact"],
    [["106.5", "11", "21", "31", "41"], "pass_rounding"],
    [["107", "11", "21", "31", "41"], "fail"],
    [["9002000000", "1000000000", "2000000000", "3000000000", "3000000000"], "pass_rounding"],
    // A round billion is not rounded to billions.
    [["9003000000", "1000000000", "2000000000", "3000000000", "3000000000"], "small"],
    [["104", "11", "21", "31", null], "not_run"],
  ])("%o: %s", (values, expected) => {
    expect(outcome(...values)).toBe(expected);
  });

  test.each([
    ["restated", "not_run"],
    ["vintage:as_first_reported", "not_run"],
    ["scope:partial", "not_run"],
    ["derived_q4", "fail"],
  ])("a line with the flag %s: %s", (flag, expected) => {
    expect(results(["201", "11", "21", "31", "41"], [flag])[0]?.outcome).toBe(expected);
  });

  test("what fails names year and quarters, and what did not run says why", () => {
    const [failed] = results(["201", "11", "21", "31", "41"]);
    expect(failed).toMatchObject({ period: "period 0 revenue", difference: "97" });
    expect(failed?.operands.map(({ label, value }) => `${label} ${value}`)).toEqual([
      ...["FY 201", "Q1 11", "Q2 21", "Q3 31", "Q4 41"],
    ]);
    expect(results([null, "11", "21", "31", "41"])).toMatchObject([
      { period: "period 0", reason: "no line has a year and four quarters" },
    ]);
  });
});

test("what the checks found is read back from its packed form as it was", () => {
  const quality: CompanyQuality = {
    periods: [
      {
        ...{ key: "2023FY", fiscalYear: 2023, fiscalPeriod: "FY", end: "2023-12-31" },
        ...{
          template: "bank",
          applicable: 20,
          valued: 19,
          values: 60,
          unexplained: 2,
          unsourced: 3,
        },
        reasons: { not_reported: 7, undivided_costs: 1, conflict: 4 },
      },
      {
        ...{ key: "2023Q4", fiscalYear: 2023, fiscalPeriod: "Q4", end: "2023-12-31" },
        ...{
          template: "industrial",
          applicable: 9,
          valued: 8,
          values: 7,
          unexplained: 0,
          unsourced: 1,
        },
        reasons: {},
      },
    ],
    columns: { TTM2023Q4: 2023 },
    checks: [
      {
        ...{ id: "BS-01", severity: "A", notRun: { "no filing carries all operands": 2 } },
        results: { "2023FY": "er", company: "n", "2023Q4": "f" },
      },
      { id: "TS-03", severity: "B", results: { TTM2023Q4: "s" }, notRun: {} },
      { id: "TS-04", severity: "C", results: {}, notRun: {} },
    ],
  };
  expect(unpackQuality(packQuality(quality))).toEqual(quality);
});
