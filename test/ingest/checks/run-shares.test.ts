import { describe, expect, test } from "vitest";
import { runContinuity, runShares } from "#ingest/checks/run-shares.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { FiscalPeriod } from "#schemas/shapes/companies/statement.ts";
import { annual, filedPeriod, type GivenLine, moved, periodOf } from "./check-parts.ts";

const run = (given: Record<string, GivenLine>) => {
  const { period, table } = filedPeriod(given);
  return runShares(period, workingRules, table);
};
const outcomes = (id: string, given: Record<string, GivenLine>) =>
  run(given)
    .filter((result) => result.id === id)
    .map(({ outcome, reason }) => (outcome === "not_run" ? reason : outcome));

describe("PS-01: earnings per share are income by average shares", () => {
  const of = (eps: string, income: string, more: Record<string, GivenLine> = {}) => ({
    eps_basic: eps,
    net_income: income,
    weighted_average_shares_basic: "1000",
    ...more,
  });
  test.each([
    // Half of the last digit that is stated is exact, one percent or half a cent is rounding.
    ["6.10", "6105", "pass_exact"],
    ["6.1", "6150", "pass_exact"],
    ["6.1", "6151", "pass_rounding"],
    ["6.10", "6161", "pass_rounding"],
    ["6.10", "6162", "fail"],
    ["6.10", "6039", "pass_rounding"],
    ["6.10", "6038", "fail"],
    ["-6.10", "-6161", "pass_rounding"],
    ["-6.10", "6100", "fail"],
    ["6", "6500", "pass_exact"],
    ["0.100", "105", "pass_rounding"],
    ["0.100", "106", "fail"],
  ])("%s of %s by a thousand shares: %s", (eps, income, outcome) => {
    expect(outcomes("PS-01", of(eps, income))).toEqual([outcome]);
  });

  test("income to common is taken where it is filed, and missed beside preferred dividends", () => {
    const common = { net_income_to_common: "5000" };
    expect(outcomes("PS-01", of("5.00", "6100", common))).toEqual(["pass_exact"]);
    const preferred = { preferred_dividends: "100" };
    const missed = "net_income_to_common is not filed";
    expect(outcomes("PS-01", of("6.10", "6100", preferred))).toEqual([missed]);
    const none = { preferred_dividends: { value: null } };
    expect(outcomes("PS-01", of("6.10", "6100", none))).toEqual(["pass_exact"]);
  });

  test.each<[string, Record<string, GivenLine>]>([
    ["eps_basic is not filed", { eps_basic: { value: null } }],
    ["net_income is of another scope", { net_income: { value: "6100", flags: ["scope:x"] } }],
    ["no filing carries all operands", { net_income: { value: "1", fact: { accession: "8-K" } } }],
    ["no average shares", { weighted_average_shares_basic: "0" }],
  ])("not run: %s", (reason, over) => {
    expect(outcomes("PS-01", { ...of("6.10", "6100"), ...over })).toEqual([reason]);
  });

  test("a difference names its operands and their filing", () => {
    const [failure] = run(of("6.10", "7000"));
    expect(failure).toMatchObject({ difference: "-0.9", reason: "differs by -0.9" });
    expect(failure?.operands).toEqual([
      { label: "eps_basic", value: "6.10", accession: "10-K" },
      { label: "net_income", value: "7000", accession: "10-K" },
      { label: "weighted_average_shares_basic", value: "1000", accession: "10-K" },
    ]);
  });
});

describe("PS-02: dilution adds shares and takes from earnings per share", () => {
  const of = (shares: [string, string], eps: [string, string], income = "1") => ({
    net_income: income,
    weighted_average_shares_basic: shares[0],
    weighted_average_shares_diluted: shares[1],
    eps_basic: eps[0],
    eps_diluted: eps[1],
  });
  test.each<[[string, string], [string, string], string[]]>([
    [
      ["100", "101"],
      ["2.00", "1.98"],
      ["pass_exact", "pass_exact"],
    ],
    [
      ["100", "100"],
      ["2.00", "2.00"],
      ["pass_exact", "pass_exact"],
    ],
    [
      ["100", "99"],
      ["2.00", "2.01"],
      ["fail", "fail"],
    ],
  ])("shares %o, per share %o: %o", (shares, eps, expected) => {
    expect(outcomes("PS-02", of(shares, eps))).toEqual(expected);
  });

  test("only with a profit, and for what is filed", () => {
    const given = of(["100", "99"], ["2.00", "2.01"]);
    for (const net_income of ["0", "-1", { value: null }]) {
      expect(outcomes("PS-02", { ...given, net_income })).toEqual(["no profit", "no profit"]);
    }
    const { eps_diluted: _, ...without } = given;
    expect(outcomes("PS-02", without)).toEqual(["fail", "eps_diluted is not filed"]);
  });

  test("names both counts", () => {
    const fault = run(of(["100", "99"], ["2.00", "2.00"])).find(
      ({ id, outcome }) => id === "PS-02" && outcome === "fail",
    );
    expect(fault).toMatchObject({
      reason: "weighted_average_shares_basic 100 against weighted_average_shares_diluted 99",
      operands: [{ value: "100" }, { value: "99" }],
    });
  });
});

describe("PS-04: the cover counts shares within 120 days of the period's end", () => {
  test.each([
    [0, "pass_exact"],
    [120, "pass_exact"],
    [121, "fail"],
    [-1, "fail"],
  ])("%i days after: %s", (days, outcome) => {
    const end = moved(annual.end, days);
    const cover = { value: "1000", fact: { start: null, end } };
    const [result] = run({ cover_shares_outstanding: cover }).slice(-1);
    expect(result).toMatchObject({ id: "PS-04", outcome });
    const operand = { label: `cover ${end}`, value: "1000", accession: "10-K" };
    expect(result?.operands).toEqual(outcome === "fail" ? [operand] : []);
    expect(result?.reason).toBe(outcome === "fail" ? `dated ${end}, period end 2023-12-31` : null);
  });

  test("not without one", () => {
    expect(outcomes("PS-04", {})).toEqual(["no cover-page share count"]);
  });
});

describe("PS-03: share counts stand between half and double their neighbour, splits apart", () => {
  const key = "weighted_average_shares_basic";
  const count = (year: number, value: string, fiscalPeriod: FiscalPeriod = "FY") => {
    const { period } = filedPeriod({ [key]: value }, { key: `${year}${fiscalPeriod}` });
    return { ...period, fiscalPeriod };
  };
  const split = (ratio: number) => ({ ratio }) as never;
  const change = (then: string, now: string, ...ratios: number[]) => {
    const periods = [count(2023, now), count(2023, "7", "Q4"), count(2022, then)];
    const [newest] = runContinuity(periods, workingRules, ratios.map(split));
    return newest?.outcome === "not_run" ? newest.reason : newest?.outcome;
  };

  test.each<[string, string, number[], string]>([
    ["100", "200", [], "pass_exact"],
    ["100", "201", [], "fail"],
    ["100", "50", [], "pass_exact"],
    ["100", "49", [], "fail"],
    // A split of four, and one of four after one of three.
    ["100", "800", [4], "pass_exact"],
    ["100", "200", [4], "pass_exact"],
    ["100", "199", [4], "pass_exact"],
    ["100", "801", [4], "fail"],
    ["100", "2400", [3, 4], "pass_exact"],
    ["100", "2401", [3, 4], "fail"],
    ["100", "49", [3, 4], "fail"],
    // Splits are taken in a row: those of 10 and of 10, without the reverse split between them, are no run.
    ["100", "2001", [10, 0.1, 10], "fail"],
    ["100", "2000", [10, 0.1, 10], "pass_exact"],
    ["100", "5", [10, 0.1, 10], "pass_exact"],
    ["0", "100", [], "no shares in the period before"],
  ])("%s, then %s, with splits of %o: %s", (then, now, ratios, expected) => {
    expect(change(then, now, ...ratios)).toBe(expected);
  });

  test("each period is set against the newest before it of its kind", () => {
    const years = [count(2023, "300"), count(2022, "100"), count(2021, "100")];
    const results = runContinuity(years, workingRules, []);
    expect(results.map(({ outcome }) => outcome)).toEqual(["fail", "pass_exact", "not_run"]);
    expect(results[0]).toMatchObject({
      reason: "100 became 300",
      operands: [
        { label: `${key} 2023FY`, value: "300", accession: null },
        { label: `${key} 2022FY`, value: "100", accession: null },
      ],
    });
    const without = runContinuity(
      [count(2023, "300"), periodOf({ key: "2022FY" })],
      workingRules,
      [],
    );
    expect(without[0]?.reason).toBe("no count in both periods");
  });
});
