import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line, operandsOf, shown } from "../../standardization/company.ts";
import { balance, stated } from "../filed-year.ts";

type Over = Partial<Fact> & { year?: number };
const [average, diluted] = [
  "WeightedAverageNumberOfSharesOutstandingBasic",
  "WeightedAverageNumberOfDilutedSharesOutstanding",
];
const written = (unit: string) => (tag: string, value: string, over: Over) =>
  stated(tag, { FY: 1 }, { unit, ...over }).map((fact) => ({ ...fact, value }));
const perShare = written("USD/shares");
const count = written("shares");
const onDay = (tag: string, value: string, over: Over = {}): Fact => ({
  ...balance(tag, "FY", 1, { unit: "shares", ...over }),
  value,
});

/** A year with a net income of 1,000 million, 10.00 a share, and average shares as they are written. */
const year = (shares: string, over: Over = {}, eps = "10.00") => [
  ...stated("NetIncomeLoss", { FY: 1000 }, over),
  ...perShare("EarningsPerShareBasic", eps, over),
  ...count(average, shares, over),
];
const shares = (facts: Fact[], at = 2022) => {
  const { value, reason, flags } = line(build(facts), `${at}FY`, "weighted_average_shares_basic");
  return [value ?? reason, flags];
};

describe("average shares that were filed in another scale (4)", () => {
  const inReport = { filed: "2023-02-15", accession: "0000000001-23-000215", fy: null };
  const yearBefore = (written: string) => year(written, { year: 2021, ...inReport });

  test.each<[string, Fact[], unknown]>([
    ["as they are", year("100000000"), ["100000000", []]],
    [
      "in thousands, as another year of the filing",
      [...year("100000"), ...yearBefore("101000")],
      ["100000000", ["scale_corrected:1000"]],
    ],
    [
      "in millions, as another year of the filing",
      [...year("100"), ...yearBefore("101")],
      ["100000000", ["scale_corrected:1000000"]],
    ],
    [
      "a thousandfold, as another year of the filing",
      [...year("100000000000"), ...yearBefore("101000000000")],
      ["100000000", ["scale_corrected:0.001"]],
    ],
    ["which nothing confirms", year("100000"), ["scale_conflict", []]],
    [
      "as a sound average of the year before confirms",
      [...year("100000"), ...yearBefore("101000000")],
      ["100000000", ["scale_corrected:1000"]],
    ],
    [
      "as a count of the balance sheet confirms",
      [...year("100000"), onDay("CommonStockSharesOutstanding", "105000000")],
      ["100000000", ["scale_corrected:1000"]],
    ],
    [
      "not as one three times as large",
      [...year("100000"), onDay("CommonStockSharesOutstanding", "300000000")],
      ["scale_conflict", []],
    ],
    [
      "as the next year's report confirms",
      [...year("100000"), ...year("101000000", { year: 2023 })],
      ["100000000", ["scale_corrected:1000"]],
    ],
    [
      "not as a report of two years on",
      [...year("100000"), ...year("101000000", { year: 2024 })],
      ["scale_conflict", []],
    ],
    ["though not by earnings of another size", year("100000", {}, "3.00"), ["100000", []]],
    ["though not by no earnings", year("100000", {}, "0.00"), ["100000", []]],
  ])("%s", (_, facts, expected) => {
    expect(shares(facts)).toEqual(expected);
  });

  test("diluted ones beside them share the scale, though nothing tests them", () => {
    const facts = [...year("100000"), ...yearBefore("101000"), ...count(diluted, "103000", {})];
    const built = build(facts);
    expect(line(built, "2022FY", "weighted_average_shares_diluted")).toMatchObject({
      ...{ value: "103000000", flags: ["scale_corrected:1000"] },
    });
    expect(operandsOf(line(built, "2022FY", "weighted_average_shares_basic"))).toEqual([
      "scale",
      [1000, `us-gaap:${average}`, "100000"],
    ]);
  });

  test("counts of the balance sheet are corrected by an average of their filing, treasury shares by these", () => {
    const facts = [
      ...year("100000000"),
      onDay("CommonStockSharesIssued", "120000"),
      onDay("TreasuryStockShares", "20000"),
    ];
    const built = build(facts);
    expect(shown(built, "2022FY", "shares_issued")).toBe("120000000");
    expect(shown(built, "2022FY", "treasury_shares")).toBe("20000000");
    const other = onDay("CommonStockSharesIssued", "120000", { accession: "0000000001-23-000999" });
    expect(shown(build([...year("100000000"), other]), "2022FY", "shares_issued")).toBe("120000");
  });

  test("a small count with a part of a share is in the scale that counts of other filings say (LabCorp 2009)", () => {
    const income = [2022, 2023].flatMap((of) =>
      stated("NetIncomeLoss", { FY: 1000 }, { year: of }),
    );
    const outstanding = (value: string, over: Over = {}) =>
      onDay("CommonStockSharesOutstanding", value, over);
    const at = (facts: Fact[]) =>
      line(build([...income, ...facts]), "2022FY", "shares_outstanding");
    const later = { year: 2023, accession: "0000000001-24-000215", filed: "2024-02-15" };
    expect(at([outstanding("108.8"), outstanding("105300000", later)])).toMatchObject({
      ...{ value: "108800000", flags: ["scale_corrected:1000000"] },
    });
    expect(at([outstanding("108.8")])).toMatchObject({ value: null, reason: "scale_conflict" });
    // Few shares of a subsidiary, and many of a trust, are what they are.
    expect(at([outstanding("100"), outstanding("105300000", later)]).value).toBe("100");
    expect(at([outstanding("1643456.5")]).value).toBe("1643456.5");
  });
});
