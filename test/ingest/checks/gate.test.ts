import { describe, expect, test } from "vitest";
import { findDrops, type GateCompany, wouldLowerPassRate } from "#ingest/checks/gate.ts";
import { compareResults } from "#ingest/checks/lost-results.ts";
import { dropLines } from "#jobs/quality/drop-lines.ts";
import type {
  CompanyQuality,
  OutcomeCounts,
  PeriodCoverage,
} from "#schemas/shapes/companies/quality.ts";

const of = (passed: number, failed: number): OutcomeCounts => [passed, 0, 0, failed, 0];
const company = (
  cik: string,
  check: string,
  before: OutcomeCounts,
  after: OutcomeCounts,
  lost: Record<string, number> = {},
): GateCompany => ({ cik, before: { [check]: before }, after: { [check]: after }, lost });

const naming = { nameOf: (cik: string) => `CIK ${Number(cik)}`, allBy: "--name-all" };

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
        companies: [{ cik: "0000000002", notPassedBefore: 0, notPassedAfter: 3, lost: 0 }],
      },
    ]);
    expect(dropLines(drops, naming)).toEqual([
      "BS-01 (assets = liabilities and equity) would pass 99.70 % instead of 100.00 %: 0.30 points less",
      "  CIK 2: 3 results do not pass, 0 before",
    ]);
  });

  test("holds when values vanish: a result that ran and runs no longer counts as not passed", () => {
    const kept = company("0000000001", "BS-01", of(500, 0), of(500, 0));
    const emptied = company("0000000002", "BS-01", of(100, 0), of(0, 0), { "BS-01": 100 });

    const [drop] = findDrops([kept, emptied]);
    expect(drop).toMatchObject({ before: 100, after: (100 * 500) / 600 });
    expect(dropLines(drop ? [drop] : [], naming)[1]).toBe(
      "  CIK 2: 100 results do not pass, 0 before; 100 of them ran before and would no longer run",
    );
    // Where the check runs nowhere any more there still is a rate.
    expect(findDrops([emptied])).toMatchObject([{ before: 100, after: 0 }]);
    const { before, after, lost } = emptied;
    if (!before || !after) throw new Error("both sides are known");
    expect(
      wouldLowerPassRate(
        [drop].filter((one) => one !== undefined),
        { before, after, lost },
      ),
    ).toBe(true);
  });

  test("names ten companies and says how to see the others", () => {
    const many = Array.from({ length: 12 }, (_, i) =>
      company(String(i + 1), "BS-01", of(9, 0), of(0, 9)),
    );

    const short = dropLines(findDrops(many), naming);
    expect(short).toHaveLength(12);
    expect(short.at(-1)).toBe("  and 2 more companies (--name-all)");
    expect(dropLines(findDrops(many), { ...naming, allBy: null })).toHaveLength(13);
  });

  test.each<[string, GateCompany[]]>([
    ["0.2 points exactly", [company("1", "BS-01", of(1000, 0), of(998, 2))]],
    ["severity B", [company("1", "BS-02", of(100, 0), of(50, 50))]],
    [
      "a company that was not there before",
      [{ cik: "1", before: null, after: { "BS-01": of(0, 9) }, lost: {} }],
    ],
    ["a check that did not run before", [company("1", "BS-01", of(0, 0), of(0, 9))]],
    ["an improvement", [company("1", "BS-01", of(90, 10), of(99, 1))]],
    [
      "results that failed and run no longer",
      [company("1", "BS-01", of(90, 10), of(90, 0), { "BS-01": 10 })],
    ],
  ])("lets %s pass", (_, companies) => {
    expect(findDrops(companies)).toEqual([]);
  });
});

describe("lost results", () => {
  const period = (key: string, of: Partial<PeriodCoverage> = {}): PeriodCoverage => ({
    key,
    fiscalYear: Number(key.slice(0, 4)),
    fiscalPeriod: "FY",
    end: `${key.slice(0, 4)}-12-31`,
    template: "industrial",
    applicable: 20,
    valued: 20,
    values: 60,
    reasons: {},
    unexplained: 0,
    unsourced: 0,
    ...of,
  });
  const found = (periods: PeriodCoverage[], results: Record<string, string>): CompanyQuality => ({
    periods,
    columns: {},
    checks: [{ id: "BS-01", severity: "A", results, notRun: {} }],
  });
  const before = found([period("2023FY"), period("2022FY")], { "2023FY": "e", "2022FY": "rs" });

  const fewer = (values: number): Partial<PeriodCoverage> => ({
    values: 60 - values,
    reasons: { not_reported: values },
  });
  const emptied = [period("2023FY", fewer(1)), period("2022FY", fewer(2))];

  test.each<[string, CompanyQuality, number]>([
    ["is not run any more", found(emptied, { "2023FY": "n", "2022FY": "rs" }), 1],
    ["is gone with its check", found(emptied, {}), 3],
    ["is gone with its period", found([period("2023FY")], { "2023FY": "e" }), 2],
    [
      "runs no longer while others start to",
      found([...emptied, period("2021FY")], { "2022FY": "rs", "2021FY": "eeee" }),
      1,
    ],
    [
      "runs no longer while another line gets a value",
      found([period("2023FY", { values: 60, reasons: { not_reported: 1 } }), period("2022FY")], {
        "2022FY": "rs",
      }),
      1,
    ],
    [
      "goes with fewer values than results",
      found([period("2023FY"), period("2022FY", fewer(1))], { "2023FY": "e" }),
      1,
    ],
  ])("a result that %s is lost", (_, after, lost) => {
    expect(compareResults(before, after).lost).toEqual({ "BS-01": lost });
  });

  test.each<[string, CompanyQuality]>([
    ["the same", before],
    ["worse", found(before.periods, { "2023FY": "f", "2022FY": "ff" })],
    [
      "a period more",
      found([period("2024FY"), ...before.periods], { "2023FY": "e", "2022FY": "rs" }),
    ],
    ["a line that is computed where it was filed", found(before.periods, { "2023FY": "n" })],
    [
      "a line that became not applicable",
      found(
        [
          period("2023FY", { values: 59, reasons: { not_applicable_template: 1 } }),
          period("2022FY"),
        ],
        {
          "2023FY": "n",
          "2022FY": "rs",
        },
      ),
    ],
    [
      "a line of costs that are undivided",
      found([period("2023FY"), period("2022FY", { values: 59, reasons: { undivided_costs: 1 } })], {
        "2023FY": "e",
        "2022FY": "r",
      }),
    ],
    [
      "a line that gave way to what is filed",
      found(
        [period("2023FY"), period("2022FY", { values: 59, reasons: { identity_conflict: 1 } })],
        { "2023FY": "e", "2022FY": "r" },
      ),
    ],
    [
      "a line that was deprecated",
      found([period("2023FY"), period("2022FY", { values: 59, reasons: { deprecated: 1 } })], {
        "2023FY": "e",
        "2022FY": "r",
      }),
    ],
    [
      "another template",
      found([period("2023FY"), period("2022FY", { template: "bank", ...fewer(9) })], {
        "2023FY": "e",
      }),
    ],
    [
      "another fiscal year for the same days",
      found([period("2024FY", { end: "2023-12-31" }), period("2023FY", { end: "2022-12-31" })], {
        "2024FY": "e",
        "2023FY": "rs",
      }),
    ],
  ])("%s loses none", (_, after) => {
    expect(compareResults(before, after).lost).toEqual({});
  });

  /** Under Armour and most filers of one 10-Q: six months of 2025 were a half-year, and are the quarter that ends them. */
  const half = { fiscalPeriod: "H1", end: "2025-06-30" } as const;
  const quarter = { fiscalPeriod: "Q2", end: "2025-06-30" } as const;
  const ofSixMonths = { values: 50, reasons: { insufficient_quarters: 10 } };
  const asHalf = found([period("2025H1", half), period("2024FY")], {
    "2025H1": "e",
    "2024FY": "e",
    TTM2025H1: "e",
  });

  test.each<[string, CompanyQuality, number]>([
    ["keeps its values", found([period("2025Q2", quarter), period("2024FY")], {}), 0],
    [
      "no longer shows six months",
      found([period("2025Q2", { ...quarter, ...ofSixMonths })], {}),
      0,
    ],
    ["lost a mapping", found([period("2025Q2", { ...quarter, ...fewer(1) })], {}), 1],
    [
      "ends two days later as its last day became known",
      found([period("2025Q2", { ...quarter, end: "2025-07-02" })], {}),
      0,
    ],
    ["ends a quarter later", found([period("2025Q3", { ...quarter, end: "2025-09-30" })], {}), 1],
    ["is a year now", found([period("2025FY", { end: "2025-06-30" })], {}), 1],
  ])("a half-year that is a quarter now and %s", (_, after, lost) => {
    const ofHalf = { ...asHalf, periods: asHalf.periods.slice(0, 1) };
    const checks = [{ ...asHalf.checks[0], id: "BS-01", severity: "A" as const, notRun: {} }];
    const results = { "2025H1": "e" };
    const then = { ...ofHalf, checks: checks.map((one) => ({ ...one, results })) };
    expect(compareResults(then, after).lost).toEqual(lost === 0 ? {} : { "BS-01": lost });
  });

  test("columns of twelve months are named as the period that they end with", () => {
    const after = found([period("2025Q2", quarter), period("2024FY", fewer(1))], {
      "2025Q2": "e",
      "2024FY": "e",
      TTM2025Q2: "e",
    });
    expect(compareResults(asHalf, after).lost).toEqual({});
    const without = found(after.periods, { "2025Q2": "e", "2024FY": "e" });
    expect(compareResults(asHalf, without).lost).toEqual({ "BS-01": 1 });
  });

  test("the other half of a year goes with the half that is a quarter now, and no other does", () => {
    const second = period("2025H2", { fiscalYear: 2025, fiscalPeriod: "H2", end: "2025-12-31" });
    const halves = found([second, period("2025H1", half)], { "2025H2": "e", "2025H1": "e" });
    const quarters = found([period("2025Q2", quarter)], { "2025Q2": "e" });
    expect(compareResults(halves, quarters).lost).toEqual({});
    expect(compareResults(halves, found([period("2025H1", half)], { "2025H1": "e" })).lost).toEqual(
      {
        "BS-01": 1,
      },
    );
  });

  test("results of new periods, and of checks of quarters on what was a half-year, lower no rate", () => {
    const after: CompanyQuality = {
      ...found([period("2025Q2", quarter), period("2024FY"), period("2023FY")], {
        "2025Q2": "f",
        "2024FY": "f",
        "2023FY": "f",
        company: "f",
      }),
    };
    const calendar = {
      id: "TS-05",
      severity: "A" as const,
      results: { "2025Q2": "f" },
      notRun: {},
    };
    expect(compareResults(asHalf, { ...after, checks: [...after.checks, calendar] }).after).toEqual(
      {
        "BS-01": of(0, 3),
        "TS-05": of(0, 0),
      },
    );
  });
});
