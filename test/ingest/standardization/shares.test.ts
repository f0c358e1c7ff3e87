import { describe, expect, test } from "vitest";
import { asOf, build, figures, line, shown } from "./company.ts";

describe("2.11 EPS and average shares", () => {
  test("2.11 a filed fourth quarter's EPS is taken: Apple 2020 Q4 is 0.73", () => {
    const built = build("apple-2020-eps");
    expect(line(built, "2020Q4", "eps_diluted")).toMatchObject({ value: "0.73", flags: [] });
    expect(line(built, "2020Q4", "eps_basic")).toMatchObject({ value: "0.74", flags: [] });
  });

  test("2.11 unless filed, EPS and average shares of the fourth quarter are null with non_additive", () => {
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
