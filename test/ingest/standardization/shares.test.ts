import { describe, expect, test } from "vitest";
import { adjustForSplits } from "#ingest/statements/adjust-for-splits.ts";
import type { Fact } from "#schemas/shapes/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/statement.ts";
import { asOf, build, figures, line, shown } from "./company.ts";

describe("2.11 EPS and average shares", () => {
  test("2.11 a filed fourth quarter's EPS is taken: Apple 2020 Q4 is 0.73", () => {
    const built = build("apple-2020-eps");
    expect(line(built, "2020Q4", "eps_diluted")).toMatchObject({ value: "0.73", flags: [] });
    expect(line(built, "2020Q4", "eps_basic")).toMatchObject({ value: "0.74", flags: [] });
  });

  test("2.11 unless filed, EPS and average shares of the fourth quarter are null with non_additive [FIN-10]", () => {
    const built = build("apple-2023");
    expect(shown(built, "2023FY", "eps_diluted")).toBe("6.13");
    expect(shown(built, "2023Q4", "eps_diluted")).toBe("non_additive");
    expect(shown(built, "2023FY", "weighted_average_shares_diluted")).toBe("15812547000");
    expect(shown(built, "2023Q4", "weighted_average_shares_diluted")).toBe("non_additive");
  });

  test("2.11 twelve months' EPS is the reported year at a year end, elsewhere null with non_additive", () => {
    const built = build("nvidia-ttm");
    expect(shown(built, "TTM2026Q4", "eps_diluted")).toBe("4.9");
    expect(shown(built, "TTM2025Q4", "eps_diluted")).toBe("2.94");
    expect(shown(built, "TTM2026Q3", "eps_diluted")).toBe("non_additive");
  });
});

describe("2.12 Splits", () => {
  test("2.12 Apple FY2012 EPS is as filed, 44.15 before the split and 6.31 after, with its basis", () => {
    expect(
      line(build("apple-2012-eps", asOf("2013-12-31")), "2012FY", "eps_diluted"),
    ).toMatchObject({
      value: "44.15",
      flags: [],
    });
    const built = build("apple-2012-eps");
    expect(line(built, "2012FY", "eps_diluted")).toMatchObject({
      value: "6.31",
      flags: ["restated", "split_basis:7"],
    });
    expect(line(built, "2012FY", "weighted_average_shares_diluted").flags).toContain(
      "split_basis:7",
    );
    expect(line(built, "2012Q3", "eps_diluted")).toMatchObject({ value: "9.32", flags: [] });
  });

  test("2.12 NVIDIA FY2024 counts ten for one and Walmart FY2023 three for one once quoted after the split", () => {
    const nvidia = build("nvidia-2024-split");
    expect(line(nvidia, "2024FY", "eps_diluted")).toMatchObject({
      value: "1.19",
      flags: ["restated", "split_basis:10"],
    });
    const walmart = build("walmart-2023-split");
    expect(line(walmart, "2023FY", "eps_diluted")).toMatchObject({
      value: "1.42",
      flags: ["restated", "split_basis:3"],
    });
    expect(shown(walmart, "2023FY", "weighted_average_shares_diluted")).toBe("8202000000");
    expect(shown(build("walmart-2023-split", asOf("2023-12-31")), "2023FY", "eps_diluted")).toBe(
      "4.27",
    );
  });

  test("2.12 dividends of two bases are never added: Apple across August 2020 is null with vintage_conflict", () => {
    const built = build("apple-2020-eps");
    expect(shown(built, "2019Q4", "dividends_per_share")).toBe("0.77");
    expect(shown(built, "2020Q1", "dividends_per_share")).toBe("0.1925");
    for (const key of ["TTM2020Q2", "TTM2020Q3"]) {
      expect(shown(built, key, "dividends_per_share")).toBe("vintage_conflict");
    }
    expect(shown(built, "TTM2020Q4", "dividends_per_share")).toBe("0.795");
  });

  test("2.12 a share count that one source alone restates is no split", () => {
    const facts = figures("walmart-2023-split").filter(({ unit }) => unit !== "USD/shares");
    expect(line(build(facts), "2023FY", "weighted_average_shares_diluted").flags).toEqual([
      "restated",
    ]);
  });
});

describe("2.12 Series on one basis of shares", () => {
  const sevenForOne = { ratio: 7, lastOld: "2014-04-24", firstNew: "2014-07-23" };
  const oneForTen = { ratio: 0.1, lastOld: "2024-05-07", firstNew: "2024-08-09" };
  const factFiled = (filed: string | null) => ({ filed }) as Fact;

  function adjust(
    value: string,
    unit: string,
    {
      filed,
      splits = [sevenForOne],
      lineage = 0,
    }: {
      filed: (string | null)[];
      splits?: (typeof sevenForOne)[];
      lineage?: Lineage;
    },
  ) {
    const filedLine = { value, unit, reason: null, lineage } as Line;
    return adjustForSplits(filedLine, { facts: filed.map(factFiled), splits, end: "2012-09-29" });
  }

  test("2.12 Apple's 44.15 of FY2012 is 6.307 on shares after seven for one, to twelve places", () => {
    expect(adjust("44.15", "USD/shares", { filed: ["2012-10-31"] })).toEqual({
      value: "6.307142857143",
      factor: "7",
      reason: null,
    });
    expect(adjust("945355000", "shares", { filed: ["2012-10-31"] }).value).toBe("6617485000");
    expect(adjust("6.31", "USD/shares", { filed: ["2014-10-27"] })).toMatchObject({
      value: "6.31",
      factor: "1",
    });
  });

  test("2.12 one share for ten divides the count and multiplies the loss per share", () => {
    const given = { filed: ["2013-01-31"], splits: [oneForTen] };
    expect(adjust("1234567891234567", "shares", given).value).toBe("123456789123456.7");
    expect(adjust("-0.53", "USD/shares", given)).toMatchObject({ value: "-5.3", factor: "0.1" });
    expect(adjust("3", "USD/shares", { ...given, splits: [sevenForOne, oneForTen] })).toMatchObject(
      {
        value: "4.285714285714",
        factor: "0.7",
      },
    );
  });

  test("2.12 a basis that is not known is null with split_basis_unknown, never a guess", () => {
    const unknown = { value: null, factor: null, reason: "split_basis_unknown" };
    expect(adjust("9", "USD/shares", { filed: ["2014-05-30"] })).toEqual(unknown);
    expect(adjust("9", "USD/shares", { filed: [null] })).toEqual(unknown);
    const submitted: Lineage = ["submitted"];
    expect(adjust("9", "USD/shares", { filed: [], lineage: submitted })).toEqual(unknown);
    const mixed: Lineage = ["sum_of_classes", [1, "a", "4", 0], [1, "b", "5", 1]];
    expect(adjust("9", "shares", { filed: ["2013-01-31", "2014-07-23"], lineage: mixed })).toEqual(
      unknown,
    );
    expect(adjust("9", "shares", { filed: [], lineage: submitted, splits: [] })).toMatchObject({
      value: "9",
      factor: "1",
    });
  });
});
