import { describe, expect, test } from "vitest";
import { adjustForSplits } from "#registry/series/adjust-for-splits.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import { annualFact, asOf, build, figures, line, operandsOf, shown } from "./company.ts";

describe("2.11 EPS and average shares", () => {
  test("2.1 earnings per share restated to a round number of cents are restated: Nike 2012 was 2.42 and is 2.40", () => {
    const perShare = { unit: "USD/shares", start: "2011-06-01", end: "2012-05-31", fy: 2012 };
    const first = { ...perShare, accession: "0000320187-13-000092", filed: "2013-07-23" };
    const second = { ...perShare, accession: "0000320187-14-000097", filed: "2014-07-25" };
    const net = { ...first, unit: "USD" };
    const built = build([
      annualFact("NetIncomeLoss", "2211000000", net),
      annualFact("Assets", "15465000000", { ...net, start: null }),
      annualFact("EarningsPerShareBasic", "2.42", first),
      annualFact("EarningsPerShareBasic", "2.4", second),
    ]);
    expect(line(built, "2012FY", "eps_basic")).toMatchObject({ value: "2.4", flags: ["restated"] });
  });

  test("2.11 a filed fourth quarter's EPS is taken: Apple 2020 Q4 is 0.73", () => {
    const built = build("apple-2020-eps");
    expect(line(built, "2020Q4", "eps_diluted")).toMatchObject({ value: "0.73", flags: [] });
    expect(line(built, "2020Q4", "eps_basic")).toMatchObject({ value: "0.74", flags: [] });
  });

  const flags = ["derived_q4", "derived_per_share"];

  test("2.11 the fourth quarter is the year less nine months, confirmed by its income: Alphabet 2024 [FIN-10]", () => {
    const built = build("alphabet-2024-eps");
    // 8.13 - 5.96 is 2.17, and 26,536 over 12,229 million shares 2.170.
    expect(line(built, "2024Q4", "eps_basic")).toMatchObject({ value: "2.17", flags });
    // 8.04 - 5.90 is 2.14; 26,536 over 12,348 million shares is 2.149, which lies within the cent and decides.
    const diluted = line(built, "2024Q4", "eps_diluted");
    expect(diluted).toMatchObject({ value: "2.15", flags });
    expect(operandsOf(diluted)[0]).toBe("income_by_shares");
    // Four times the year less three times nine months.
    const shares = line(built, "2024Q4", "weighted_average_shares_diluted");
    expect(shares).toMatchObject({ value: "12348000000", flags });
    expect(
      operandsOf(shares)
        .slice(1)
        .map(([weight]) => weight),
    ).toEqual([4, -3]);
  });

  test("2.11 where average shares are filed of the year alone, these confirm the fourth quarter: Alphabet, others' counts left out [FIN-10]", () => {
    const isOfYear = ({ start, end }: Fact) => start === "2024-01-01" && end === "2024-12-31";
    const facts = figures("alphabet-2024-eps").filter(
      (fact) => !fact.tag.startsWith("WeightedAverage") || isOfYear(fact),
    );
    const built = build(facts);
    // 26,536 over the year's 12,319 and 12,447 million shares is 2.154 and 2.132; no quotient decides the cent.
    expect(line(built, "2024Q4", "eps_basic")).toMatchObject({ value: "2.17", flags });
    expect(line(built, "2024Q4", "eps_diluted")).toMatchObject({ value: "2.14", flags });
    expect(operandsOf(line(built, "2024Q4", "eps_diluted"))[0]).toBe("fy_less_nine_months");
    expect(shown(built, "2024Q4", "weighted_average_shares_diluted")).toBe("non_additive");
    const without = facts.filter((fact) => !fact.tag.startsWith("WeightedAverage"));
    expect(shown(build(without), "2024Q4", "eps_diluted")).toBe("insufficient_quarters");
  });

  test("2.11 without the income that could confirm it, it is null: Apple 2023 as cut", () => {
    const built = build("apple-2023");
    expect(shown(built, "2023FY", "eps_diluted")).toBe("6.13");
    expect(shown(built, "2023Q4", "eps_diluted")).toBe("insufficient_quarters");
    expect(shown(built, "2023FY", "weighted_average_shares_diluted")).toBe("15812547000");
  });

  test("2.11 twelve months' EPS is the year at its end, between year ends the year moved on: Alphabet", () => {
    const built = build("alphabet-2024-eps");
    expect(shown(built, "TTM2024Q4", "eps_diluted")).toBe("8.04");
    const trailing = line(built, "TTM2024Q3", "eps_diluted");
    // 5.80 of 2023, plus 5.90 to September 2024, less 4.16 to September 2023.
    expect(trailing).toMatchObject({ value: "7.54", flags: ["derived_per_share"] });
    const [rule, ...operands] = operandsOf(trailing);
    expect([rule, ...operands.map(([weight]) => weight)]).toEqual(["year_plus_to_date", 1, 1, -1]);
  });

  test("2.11 derived earnings of another sign than the income, or off by more than 2 % and a cent, are null", () => {
    const facts = figures("alphabet-2024-eps").map((fact) =>
      fact.tag === "EarningsPerShareDiluted" &&
      fact.start === "2024-01-01" &&
      fact.end === "2024-09-30"
        ? { ...fact, value: "5.80" }
        : fact,
    );
    const built = build(facts);
    expect(shown(built, "2024Q4", "eps_diluted")).toBe("identity_conflict");
    expect(shown(built, "2024Q4", "eps_basic")).toBe("2.17");
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
