import { describe, expect, test } from "vitest";
import { compared, counted, judge, orNotRun } from "#ingest/checks/judge.ts";

const check = { id: "BS-01", severity: "A", title: "assets" } as const;
const about = { ...check, period: "2023FY" };

describe("only rounding excuses a difference: max(2, n/2) times the coarsest unit (Checks)", () => {
  test.each([
    // Of 2, 4, 5 and 8 operands rounded to millions, of a total of ten billions.
    [2, "2000000", "pass_rounding"],
    [2, "2000001", "small"],
    [4, "2000001", "small"],
    [5, "2500000", "pass_rounding"],
    [5, "2500001", "small"],
    [8, "4000000", "pass_rounding"],
    [8, "4000001", "small"],
    // A tenth of a percent of the total is no longer small.
    [2, "9999999", "small"],
    [2, "10000000", "fail"],
  ])("%i operands and a difference of %s: %s", (operands, difference, outcome) => {
    for (const sign of ["", "-"]) {
      for (const total of ["10000000000", "-10000000000"]) {
        expect(judge(sign + difference, { operands, quantum: 6, total })).toBe(outcome);
      }
    }
  });

  test("no difference is exact, whatever the total; cents are rounded to cents", () => {
    expect(judge("0.00", { operands: 2, quantum: 0, total: "0" })).toBe("pass_exact");
    expect(judge("0.02", { operands: 2, quantum: -2, total: "1" })).toBe("pass_rounding");
    expect(judge("0.03", { operands: 2, quantum: -2, total: "1" })).toBe("fail");
    expect(judge("3", { operands: 2, quantum: 0, total: "0" })).toBe("fail");
  });
});

describe("a result keeps its operands where it did not pass", () => {
  const operands = () => [{ label: "assets", value: "5", accession: null }];
  test.each([
    ["pass_exact", false],
    ["pass_rounding", false],
    ["small", true],
    ["fail", true],
  ] as const)("%s: %s", (outcome, isKept) => {
    expect(compared(about, outcome, "5", operands)).toEqual({
      ...{ id: "BS-01", severity: "A", period: "2023FY", outcome, difference: "5" },
      reason: isKept ? "differs by 5" : null,
      operands: isKept ? operands() : [],
    });
  });

  test("faults are counted and named", () => {
    const result = { id: "BS-01", severity: "A", period: "2023FY", difference: null };
    expect(counted(about, [], operands)).toEqual({
      ...{ ...result, outcome: "pass_exact", reason: null, operands: [] },
    });
    expect(counted(about, ["one", "two"], operands)).toEqual({
      ...{ ...result, outcome: "fail", reason: "one; two", operands: operands() },
    });
    expect(counted(about, ["one"]).operands).toEqual([]);
  });

  test("without a line that could be tested one result says why", () => {
    const passed = counted(about, []);
    expect(orNotRun(check, "2023FY", [null, passed, null], "nothing filed")).toEqual([passed]);
    expect(orNotRun(check, "2023FY", [null], "nothing filed")).toEqual([
      {
        ...{ id: "BS-01", severity: "A", period: "2023FY", outcome: "not_run" },
        ...{ reason: "nothing filed", difference: null, operands: [] },
      },
    ]);
  });
});
