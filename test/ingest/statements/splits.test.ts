import { describe, expect, test } from "vitest";
import { learnSplits, sameSplitBasis, splitBasisOf } from "#ingest/statements/per-share/splits.ts";
import { adjustForSplits, type Split } from "#registry/series/adjust-for-splits.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";

const year = { start: "2019-09-29", end: "2020-09-26" };
const stated = (unit: string, value: string, filed: string | null, over: Partial<Fact> = {}) =>
  makeFact({ ...year, tag: unit, unit, value, filed, ...over });

/** Apple's split of August 2020: a count and a figure per share, restated between two filings. */
const split = (shares: [string, string], perShare: [string, string], over: Partial<Fact> = {}) => [
  stated("shares", shares[0], "2020-07-31", over),
  stated("shares", shares[1], "2020-10-30", over),
  stated("USD/shares", perShare[0], "2020-07-31", over),
  stated("USD/shares", perShare[1], "2020-10-30", over),
];
const ratios = (facts: Fact[]) => learnSplits(facts).map(({ ratio }) => ratio);

describe("a split is learned where two sources agree (2.12)", () => {
  test("with the days of the filings around it", () => {
    expect(learnSplits(split(["1000", "4000"], ["8.00", "2.00"]))).toEqual([
      { ratio: 4, lastOld: "2020-07-31", firstNew: "2020-10-30" },
    ]);
  });

  test.each<[string, [string, string], [string, string], number[]]>([
    ["a reverse split", ["1000", "100"], ["0.10", "1.00"], [0.1]],
    ["three for two", ["1000", "1500"], ["3.00", "2.00"], [1.5]],
    ["counts are exact to 0.3 %", ["10000", "40119"], ["8.00", "2.00"], [4]],
    ["not further off", ["10000", "40121"], ["8.00", "2.00"], []],
    ["nor below", ["10000", "39879"], ["8.00", "2.00"], []],
    ["cents are exact to 3 %", ["1000", "4000"], ["8.23", "2.00"], [4]],
    ["and not further", ["1000", "4000"], ["8.25", "2.00"], []],
    ["a figure per share that stays", ["1000", "4000"], ["2.00", "2.00"], []],
    ["one that grows with the count", ["1000", "4000"], ["2.00", "8.00"], []],
    ["an unusual ratio", ["1000", "9000"], ["9.00", "1.00"], []],
    ["from nothing", ["0", "4000"], ["8.00", "2.00"], []],
    ["a loss per share", ["1000", "2000"], ["-2.00", "-1.00"], [2]],
    ["a loss that became a profit", ["1000", "2000"], ["-2.00", "1.00"], []],
  ])("%s", (_, shares, perShare, expected) => {
    expect(ratios(split(shares, perShare))).toEqual(expected);
  });

  test.each<[string, Fact[]]>([
    ["a count alone", split(["1000", "4000"], ["8.00", "2.00"]).slice(0, 2)],
    ["a figure per share alone", split(["1000", "4000"], ["8.00", "2.00"]).slice(2)],
    [
      "two sources of two days",
      [
        ...split(["1000", "4000"], ["8.00", "2.00"]).slice(0, 3),
        stated("USD/shares", "2.00", "2020-11-30"),
      ],
    ],
    ["the cover", split(["1000", "4000"], ["8.00", "2.00"], { taxonomy: "dei" })],
    [
      "undated filings",
      split(["1000", "4000"], ["8.00", "2.00"]).map((fact) => ({ ...fact, filed: null })),
    ],
    [
      "other periods",
      split(["1000", "4000"], ["8.00", "2.00"]).map((fact, i) => ({
        ...fact,
        end: `2020-09-0${i + 1}`,
      })),
    ],
  ])("not by %s", (_, facts) => {
    expect(ratios(facts)).toEqual([]);
  });

  test("several facts narrow its days, another split stands apart, oldest first", () => {
    const facts = [
      ...split(["1000", "7000"], ["7.00", "1.00"]).map((fact) => ({
        ...fact,
        end: "2013-09-28",
        filed: fact.filed === "2020-07-31" ? "2014-04-24" : "2014-07-23",
      })),
      ...split(["1000", "4000"], ["8.00", "2.00"]),
      ...split(["500", "2000"], ["8.00", "2.00"], { end: "2019-09-28" }).map((fact) => ({
        ...fact,
        filed: fact.filed === "2020-07-31" ? "2020-08-05" : "2020-10-30",
      })),
    ].reverse();
    expect(learnSplits(facts)).toEqual([
      { ratio: 7, lastOld: "2014-04-24", firstNew: "2014-07-23" },
      { ratio: 4, lastOld: "2020-08-05", firstNew: "2020-10-30" },
    ]);
  });

  test("two splits of one ratio stand apart, and so do two ratios between the same filings", () => {
    const later = split(["500", "2000"], ["4.00", "1.00"], { end: "2021-09-25" }).map((fact) => ({
      ...fact,
      filed: fact.filed === "2020-07-31" ? "2022-07-29" : "2022-10-28",
    }));
    expect(learnSplits([...split(["1000", "4000"], ["8.00", "2.00"]), ...later])).toEqual([
      { ratio: 4, lastOld: "2020-07-31", firstNew: "2020-10-30" },
      { ratio: 4, lastOld: "2022-07-29", firstNew: "2022-10-28" },
    ]);
    const other = split(["1000", "3000"], ["9.00", "3.00"], { end: "2019-09-28" });
    expect(ratios([...split(["1000", "4000"], ["8.00", "2.00"]), ...other])).toEqual([4, 3]);
  });

  test("the filings of two steps that only touch are those of two splits", () => {
    const next = split(["4000", "16000"], ["2.00", "0.50"], { end: "2020-12-26" }).map((fact) => ({
      ...fact,
      filed: fact.filed === "2020-07-31" ? "2020-10-30" : "2021-01-29",
    }));
    expect(ratios([...split(["1000", "4000"], ["8.00", "2.00"]), ...next])).toEqual([4, 4]);
  });

  test("an amount that fell to a quarter is no second source", () => {
    const facts = split(["1000", "4000"], ["8.00", "2.00"]).map((fact) =>
      fact.unit === "shares" ? fact : { ...fact, tag: "Revenues", unit: "USD" },
    );
    expect(ratios(facts)).toEqual([]);
  });
});

const four: Split = { ratio: 4, lastOld: "2020-07-31", firstNew: "2020-10-30" };
const tenth: Split = { ratio: 0.1, lastOld: "2022-01-31", firstNew: "2022-04-30" };

describe("the basis of shares of a fact", () => {
  test.each<[string, Partial<Fact>, string]>([
    [
      "filed after the split of a period before it",
      { end: "2020-06-27", filed: "2020-10-30" },
      "4",
    ],
    ["of the day of the last old filing", { end: "2020-07-31", filed: "2020-10-30" }, "4"],
    ["of a later period", { end: "2020-08-01", filed: "2020-10-30" }, "1"],
    ["filed before it", { end: "2020-06-27", filed: "2020-10-29" }, "1"],
    ["after both splits", { end: "2020-06-27", filed: "2022-04-30" }, "0.4"],
    ["undated", { end: "2020-06-27", filed: null }, "1"],
    ["of an amount", { end: "2020-06-27", filed: "2020-10-30", unit: "USD" }, "1"],
    ["of a figure per share", { end: "2020-06-27", filed: "2020-10-30", unit: "USD/shares" }, "4"],
  ])("%s", (_, over, basis) => {
    expect(splitBasisOf(stated("shares", "1", "", over), [four, tenth])).toBe(basis);
    expect(splitBasisOf(stated("shares", "1", "", over), [])).toBe("1");
  });

  test.each([
    ["2020-10-29", "2020-07-31", true],
    ["2020-10-30", "2020-07-31", false],
    ["2020-10-30", "2021-07-31", true],
  ])("filings of %s and %s share it: %s", (one, other, isShared) => {
    const on = (unit: string) => [stated(unit, "1", one), stated(unit, "1", other)] as const;
    expect(sameSplitBasis(...on("shares"), [four])).toBe(isShared);
    expect(sameSplitBasis(...on("USD/shares"), [four])).toBe(isShared);
    expect(sameSplitBasis(...on("USD"), [four])).toBe(true);
  });
});

describe("a figure on the basis after all splits", () => {
  const before = stated("shares", "1", "2020-07-31");
  const between = stated("shares", "1", "2020-09-01");
  const after = stated("shares", "1", "2020-10-30");
  const facts = [before, between, after, stated("shares", "1", null)];
  const line = (value: string | null, unit: string, lineage: Lineage | null): Line => ({
    ...{ value, unit, lineage, source: null, rank: null, flags: [] },
    reason: value === null ? "conflict" : null,
  });
  const adjusted = (of: Line, end = "2019-12-31", splits = [four, tenth]) =>
    adjustForSplits(of, { facts, splits, end });

  test.each<[string, Line, string | null, string | null]>([
    ["a count", line("1000", "shares", 0), "400", "0.4"],
    ["a figure per share", line("8", "USD/shares", 0), "20", "0.4"],
    ["one filed after the first split", line("8", "USD/shares", 2), "80", "0.1"],
    ["one filed between two that bracket it", line("8", "USD/shares", 1), null, null],
    ["one of an undated filing", line("8", "USD/shares", 3), null, null],
    ["one that no fact states", line("8", "USD/shares", null), null, null],
    [
      "operands on one basis",
      line("8", "shares", ["rollup", [1, "", "", 0], [1, "", "", 0]]),
      "3.2",
      "0.4",
    ],
    [
      "operands on two",
      line("8", "shares", ["rollup", [1, "", "", 0], [1, "", "", 2]]),
      null,
      null,
    ],
    ["a fact that is not at hand", line("8", "shares", 99), null, null],
  ])("%s", (_, of, value, factor) => {
    const reason = value === null ? "split_basis_unknown" : null;
    expect(adjusted(of)).toEqual({ value, factor, reason });
  });

  test("a split up to the period's end is in the figure already", () => {
    expect(adjusted(line("8", "shares", 1), "2020-10-30")).toMatchObject({ value: "0.8" });
    const last = adjusted(line("8", "shares", 0), "2022-04-30");
    expect(last).toEqual({ value: "8", factor: "1", reason: null });
    expect(adjusted(line("8", "shares", 2), "2020-10-30")).toMatchObject({ value: "0.8" });
    expect(adjusted(line("8", "shares", 0), "2020-10-29", [four])).toMatchObject({ value: "32" });
    expect(adjusted(line("8", "shares", 0), "2020-10-30", [four])).toMatchObject({ value: "8" });
  });

  test("a null keeps its reason", () => {
    expect(adjusted(line(null, "shares", null))).toEqual({
      value: null,
      factor: null,
      reason: "conflict",
    });
  });

  test("a third stays a third", () => {
    const third: Split = { ...four, ratio: 1 / 3 };
    expect(adjusted(line("9", "shares", 0), "2019-12-31", [third])).toMatchObject({ value: "3" });
    expect(adjusted(line("1", "USD/shares", 0), "2019-12-31", [third])).toMatchObject({
      value: "3",
    });
  });
});

describe("a list of facts without figures per share shows a split by its average counts (2.12)", () => {
  const average = (start: string, end: string, ...versions: (readonly [string, string])[]) =>
    versions.map(([value, filed]) =>
      stated("shares", value, filed, { start, end, tag: "Average" }),
    );
  // Lam Research: ten for one, in October 2024.
  const quarter = average(
    ...(["2023-06-26", "2023-09-24"] as const),
    ...[["133166000", "2023-10-23"] as const, ["1331664000", "2024-10-28"] as const],
  );
  const half = average(
    ...(["2023-06-26", "2023-12-24"] as const),
    ...[["132693000", "2024-01-29"] as const, ["1326933000", "2025-01-31"] as const],
  );
  const second = average(
    ...(["2023-09-25", "2023-12-24"] as const),
    ...[["132220000", "2024-01-29"] as const, ["1322201000", "2025-01-31"] as const],
  );
  const year2024 = average(
    ...(["2023-06-26", "2024-06-30"] as const),
    ...[["131995000", "2024-08-29"] as const, ["1319949000", "2025-08-11"] as const],
  );
  const lam = [...quarter, ...half, ...second, ...year2024];

  test("where one filing restates two periods; others of the ratio bracket its day", () => {
    expect(learnSplits(lam)).toEqual([
      { ratio: 10, lastOld: "2024-08-29", firstNew: "2024-10-28" },
    ]);
  });

  test("not by one period of each filing, nor by a ratio that is not whole", () => {
    expect(ratios([...quarter, ...half, ...year2024])).toEqual([]);
    const byHalf = [half, second].flat().map((fact) => ({
      ...fact,
      value: fact.filed === "2025-01-31" ? String(Number(fact.value) * 0.15) : fact.value,
    }));
    expect(ratios(byHalf)).toEqual([]);
  });

  test("not where the filing has figures per share, which did not change", () => {
    const earned = ["2024-01-29", "2025-01-31"].map((filed) => stated("USD/shares", "7.22", filed));
    expect(ratios([...lam, ...earned])).toEqual([]);
  });

  test("in reverse: Honeywell's one for two of 2026", () => {
    const restated = [
      average("2025-04-01", "2025-06-30", ["640900000", "2025-07-24"], ["320500000", "2026-07-23"]),
      average("2025-01-01", "2025-06-30", ["646300000", "2025-07-24"], ["323200000", "2026-07-23"]),
    ];
    // Figures per share are at hand of 2010 alone.
    const old = stated("USD/shares", "0.50", "2010-04-23", {
      start: "2010-01-01",
      end: "2010-03-31",
    });
    expect(ratios([old, ...restated.flat()])).toEqual([0.5]);
  });
});
