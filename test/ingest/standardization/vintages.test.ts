import { describe, expect, test } from "vitest";
import { annualFact, asOf, build, factOf, figures, line, operandsOf, shown } from "./company.ts";

describe("2.6 Restatements: never mix vintages", () => {
  test("2.6 Apple FY2008 Q4: revenue 7,895 and operating income 1,442 million, not the restated year less old months", () => {
    const built = build("apple-2008-restated");
    expect(shown(built, "2008FY", "revenue")).toBe("37491000000");
    expect(shown(built, "2008FY", "operating_income")).toBe("8327000000");
    const revenue = line(built, "2008Q4", "revenue");
    expect(revenue).toMatchObject({
      value: "7895000000",
      flags: ["vintage:as_first_reported", "derived_q4"],
    });
    expect(operandsOf(revenue)).toEqual([
      "fy_less_nine_months",
      [1, "revenue@2007-09-30/2008-09-27", "32479000000"],
      [-1, "revenue@2007-09-30/2008-06-28", "24584000000"],
    ]);
    expect(shown(built, "2008Q4", "operating_income")).toBe("1442000000");
  });

  test("2.6 Kraft Heinz FY2017: 26,076 million under another tag than the 26,232 first reported is a restatement", () => {
    const own = { start: "2017-01-01", end: "2017-12-30", fy: 2017 };
    const before = { ...own, accession: "0001637459-18-000015", filed: "2018-02-16" };
    const after = { ...own, accession: "0001637459-19-000049", filed: "2019-06-07" };
    const facts = [
      annualFact("SalesRevenueGoodsNet", "26232000000", before),
      annualFact("RevenueFromContractWithCustomerIncludingAssessedTax", "26076000000", after),
      annualFact("CostOfGoodsSold", "16529000000", before),
    ];
    expect(line(build(facts), "2017FY", "revenue")).toMatchObject({
      value: "26076000000",
      flags: ["restated"],
    });
    // What is computed from a restated value is another value than was first reported, too.
    expect(line(build(facts), "2017FY", "gross_profit").flags).toContain("restated");
    const first = build(facts, { kind: "asFirstReported" });
    expect(line(first, "2017FY", "revenue")).toMatchObject({
      value: "26232000000",
      flags: ["scope:partial"],
    });
  });

  test("2.6 a tag that stands beside the line's own in the same report, or is a part of it, restates nothing", () => {
    const facts = [
      annualFact("RevenueFromContractWithCustomerExcludingAssessedTax", "19000000000"),
      annualFact("Revenues", "19857000000"),
    ];
    const later = { accession: "0000000000-25-000001", filed: "2025-06-26" };
    expect(line(build(facts), "2024FY", "revenue").flags).toEqual([]);
    const part = [
      annualFact("SalesRevenueServicesNet", "2038000000"),
      annualFact("Revenues", "19857000000", later),
    ];
    expect(line(build(part), "2024FY", "revenue").flags).toEqual([]);
  });

  test("2.6 Apple FY2009, restated together with its nine months, is derived from the restated pair", () => {
    expect(line(build("apple-2008-restated"), "2009Q4", "operating_income")).toMatchObject({
      value: "3684000000",
      flags: ["derived_q4"],
    });
  });

  test("2.6 as of 2009-12-31 Apple's 2009 revenue is 36,537 million, since 2010-01-25 it is 42,905", () => {
    const then = build("apple-2008-restated", asOf("2009-12-31"));
    expect(shown(then, "2009FY", "revenue")).toBe("36537000000");
    expect(shown(then, "2009Q4", "revenue")).toBe("9870000000");
    expect(shown(build("apple-2008-restated", asOf("2010-01-24")), "2009FY", "revenue")).toBe(
      "36537000000",
    );
    expect(shown(build("apple-2008-restated", asOf("2010-01-25")), "2009FY", "revenue")).toBe(
      "42905000000",
    );
  });

  test("2.6 the first reported view keeps the first values of every line", () => {
    const built = build("apple-2008-restated", { kind: "asFirstReported" });
    expect(shown(built, "2009FY", "revenue")).toBe("36537000000");
    expect(shown(built, "2008FY", "operating_income")).toBe("6275000000");
  });

  test("2.6 a restatement is recorded with both values, both filings and both dates", () => {
    const { restatements } = build("apple-2008-restated");
    expect(restatements).toContainEqual({
      tag: "us-gaap:SalesRevenueNet",
      unit: "USD",
      start: "2008-09-28",
      end: "2009-09-26",
      from: { value: "36537000000", accession: "0001193125-09-214859", filed: "2009-10-27" },
      to: { value: "42905000000", accession: "0001193125-10-012091", filed: "2010-01-25" },
    });
    const then = build("apple-2008-restated", asOf("2010-01-24"));
    expect(then.restatements).toEqual([]);
  });

  test("2.6 Google FY2014 Q4 financing cash flow is -344 million, not -992", () => {
    const built = build("google-2014-financing");
    expect(shown(built, "2014FY", "financing_cash_flow")).toBe("-2087000000");
    expect(shown(built, "2014Q4", "financing_cash_flow")).toBe("-344000000");
  });

  test("2.6 Apple FY2016 Q4 depreciation is 2,548 million: the year under the tag of its nine months", () => {
    // 343 would be a note's 8,300 million of depreciation less nine months of depreciation and amortization.
    const built = build("apple-2016-depreciation");
    expect(shown(built, "2016FY", "depreciation_and_amortization")).toBe("10505000000");
    expect(shown(built, "2016Q4", "depreciation_and_amortization")).toBe("2548000000");
  });

  test("2.6 PepsiCo FY2014: the last compatible pair was filed after the first, and before the restatement", () => {
    const built = build("pepsico-2014");
    expect(shown(built, "2014FY", "gross_profit")).toBe("35445000000");
    expect(line(built, "2014Q4", "gross_profit")).toMatchObject({
      value: "10584000000",
      flags: ["vintage:as_first_reported", "derived_q4"],
    });
  });

  test("2.6 what was restated later than in the next year's reports is not mixed with these", () => {
    // Coca-Cola: 35,410 million less the nine months' 27,898. The year was recast to 36,212 in 2019 alone.
    const of2017 = (value: string, end: string, filed: string) =>
      annualFact("Revenues", value, {
        ...{ start: "2017-01-01", end, filed, fy: 2017 },
        accession: `0000000001-${filed.slice(2, 4)}-000001`,
        form: end === "2017-12-31" ? "10-K" : "10-Q",
      });
    const facts = [
      of2017("27898000000", "2017-09-29", "2018-10-30"),
      of2017("35410000000", "2017-12-31", "2019-02-21"),
      of2017("36212000000", "2017-12-31", "2020-02-24"),
    ];
    expect(shown(build(facts), "2017Q4", "revenue")).toBe("7512000000");
  });

  test("2.6 a filed quarter that the newest values differ by goes before one of older values: Celadon 2011Q3", () => {
    // The half was corrected after the nine months, which had been filed right.
    const of = (tag: string, value: string, [start, end]: [string, string], filed: string) =>
      annualFact(tag, value, {
        ...{ start, end, filed, fy: 2011 },
        accession: `0000000001-${filed.slice(2, 4)}-0000${filed.slice(5, 7)}${filed.slice(8)}`,
        form: end === "2011-06-30" ? "10-K" : "10-Q",
      });
    const depreciation = "DepreciationDepletionAndAmortization";
    const facts = [
      of("Revenues", "260000000", ["2010-07-01", "2010-12-31"], "2012-02-06"),
      of("Revenues", "398000000", ["2010-07-01", "2011-03-31"], "2012-05-10"),
      of("Revenues", "556000000", ["2010-07-01", "2011-06-30"], "2012-09-07"),
      of(depreciation, "14296000", ["2010-07-01", "2010-12-31"], "2012-02-06"),
      of(depreciation, "29203000", ["2010-07-01", "2010-12-31"], "2012-05-25"),
      of(depreciation, "43916000", ["2010-07-01", "2011-03-31"], "2012-05-10"),
      of(depreciation, "56979000", ["2010-07-01", "2011-06-30"], "2012-09-07"),
    ];
    const line = "depreciation_and_amortization";
    expect(shown(build(facts), "2011Q3", line)).toBe("29620000");
    const quarter = of(depreciation, "14713000", ["2011-01-01", "2011-03-31"], "2012-05-10");
    expect(shown(build([...facts, quarter]), "2011Q3", line)).toBe("14713000");
  });

  test("2.6 a filed quarter that was restated with its year to date is shown as restated: Microsoft 2015Q3", () => {
    const of = (tag: string, value: string, [start, end]: [string, string], filed: string) =>
      annualFact(tag, value, {
        ...{ start, end, filed, fy: 2015, form: "10-Q" },
        accession: `0000000001-${filed.slice(2, 4)}-0000${filed.slice(5, 7)}`,
      });
    const [cash, half, nine] = [
      "NetCashProvidedByUsedInOperatingActivities",
      "2014-12-31",
      "2015-03-31",
    ];
    const quarter: [string, string] = ["2015-01-01", nine];
    const facts = [
      of("Revenues", "49671000000", ["2014-07-01", half], "2015-01-26"),
      of("Revenues", "71400000000", ["2014-07-01", nine], "2015-04-23"),
      of("Revenues", "93580000000", ["2014-07-01", "2015-06-30"], "2015-07-31"),
      of(cash, "12694000000", ["2014-07-01", half], "2015-01-26"),
      of(cash, "22264000000", ["2014-07-01", nine], "2015-04-23"),
      of(cash, "22819000000", ["2014-07-01", nine], "2016-04-21"),
      of(cash, "29080000000", ["2014-07-01", "2015-06-30"], "2015-07-31"),
    ];
    const restated = of(cash, "9601000000", quarter, "2016-04-21");
    const built = build([...facts, of(cash, "9570000000", quarter, "2015-04-23"), restated]);
    expect(shown(built, "2015Q3", "operating_cash_flow")).toBe("9601000000");
    // Without the older version nothing tells that it is the quarter of the same amount.
    expect(shown(build([...facts, restated]), "2015Q3", "operating_cash_flow")).toBe("9570000000");
  });

  test.each([
    ["repeats the nine months of other filings is passed over: SunEdison 2011", "390400000"],
    ["states an amount of its own is a restatement", "390500000"],
  ])("2.6 a half that %s", (_, half) => {
    const of = (value: string, end: string, filed: string, tag: string) =>
      annualFact(tag, value, {
        ...{ start: "2011-01-01", end, filed, fy: 2011 },
        accession: `0000000001-${filed.slice(2, 4)}-0000${filed.slice(5, 7)}`,
        form: end === "2011-12-31" ? "10-K" : "10-Q",
      });
    const spent = "PaymentsToAcquirePropertyPlantAndEquipment";
    const facts = [
      of("736000000", "2011-03-31", "2011-05-05", "Revenues"),
      of("1481000000", "2011-06-30", "2011-08-09", "Revenues"),
      of("1997000000", "2011-09-30", "2011-11-07", "Revenues"),
      of("2716000000", "2011-12-31", "2012-02-29", "Revenues"),
      of("205400000", "2011-03-31", "2011-05-05", spent),
      of("205400000", "2011-03-31", "2012-11-09", spent),
      of("308100000", "2011-06-30", "2011-08-09", spent),
      of("390400000", "2011-09-30", "2011-11-07", spent),
      of("390400000", "2011-09-30", "2012-11-09", spent),
      of("452500000", "2011-12-31", "2012-02-29", spent),
      of(half, "2011-06-30", "2012-11-09", spent),
    ];
    const isRepeated = half === "390400000";
    const built = build(facts);
    expect(shown(built, "2011Q2", "capital_expenditure")).toBe(
      isRepeated ? "102700000" : "185100000",
    );
    expect(shown(built, "2011Q3", "capital_expenditure")).toBe(
      isRepeated ? "82300000" : "conflict",
    );
  });

  test("2.6 Kraft Heinz restates 2017 and the quarters of 2018 in one filing", () => {
    const built = build("kraft-heinz-2018");
    const year = line(built, "2017FY", "net_income");
    expect(year).toMatchObject({ value: "10941000000", flags: ["restated"] });
    expect(factOf(built, year).filed).toBe("2019-06-07");
    expect(shown(built, "2018Q3", "net_income")).toBe("619000000");
    const before = build("kraft-heinz-2018", asOf("2019-06-06"));
    expect(shown(before, "2017FY", "net_income")).toBe("10999000000");
    expect(shown(before, "2018Q3", "net_income")).toBe("630000000");
  });

  test("2.6 Qualcomm FY2018: year and nine months are comparatives of 2019, so their difference is the quarter", () => {
    const built = build("qualcomm-2018");
    expect(shown(built, "2018FY", "operating_cash_flow")).toBe("3908000000");
    expect(shown(built, "2018Q4", "operating_cash_flow")).toBe("-423000000");
    expect(shown(built, "TTM2018Q4", "operating_cash_flow")).toBe("3908000000");
  });
});

describe("2.8 TTM", () => {
  test("2.8 NVIDIA's trailing revenue follows every quarter: 165,218, 187,142 and 215,938 million", () => {
    const built = build("nvidia-ttm");
    expect(shown(built, "TTM2026Q2", "revenue")).toBe("165218000000");
    expect(shown(built, "TTM2026Q3", "revenue")).toBe("187142000000");
    expect(shown(built, "TTM2026Q4", "revenue")).toBe("215938000000");
    const values = built.tables.ttm.map(({ lines }) => lines.revenue?.value);
    expect(new Set(values).size).toBe(values.length);
  });

  test("2.8 the operands are four consecutive quarters of one tag, each with its own lineage", () => {
    const [rule, ...operands] = operandsOf(line(build("nvidia-ttm"), "TTM2026Q3", "revenue"));
    expect(rule).toBe("sum_of_quarters");
    expect(operands).toEqual([
      [1, "revenue@2024-10-28/2025-01-26", "39331000000"],
      [1, "revenue@2025-01-27/2025-04-27", "44062000000"],
      [1, "revenue@2025-04-28/2025-07-27", "46743000000"],
      [1, "revenue@2025-07-28/2025-10-26", "57006000000"],
    ]);
  });

  test("2.8 at a fiscal year end the sum is the reported year [FIN-04]", () => {
    const built = build("nvidia-ttm");
    for (const year of ["2022", "2023", "2024", "2025", "2026"]) {
      const sum = line(built, `TTM${year}Q4`, "revenue");
      expect([sum.value, sum.flags]).toEqual([shown(built, `${year}FY`, "revenue"), []]);
    }
  });

  test("2.8 at a year end the column is the reported year, and says where the quarters come to something else: Under Armour 2021", () => {
    const built = build("under-armour-2022");
    expect(line(built, "TTM2021Q4", "revenue")).toMatchObject({
      value: "5682592000",
      flags: ["restated", "ttm_mismatch"],
    });
    expect(operandsOf(line(built, "TTM2021Q4", "revenue"))).toEqual([
      "fiscal_year",
      [1, "revenue@2021-01-01/2021-12-31", "5682592000"],
    ]);
    const basisOf = (key: string) => built.tables.ttm.find((column) => column.key === key)?.basis;
    expect(basisOf("TTM2021Q4")).toBe("fiscal_year");
    expect(shown(built, "2021FY", "revenue")).toBe("5682592000");
  });

  test("2.8 between year ends the sum must be the year, plus the year to date, less that of a year before: Apple's dividends", () => {
    const built = build("apple-2014-dividends");
    // 10,528 of fiscal 2013 + 2,739 - 2,486 would be 10,781: two quarters were filed rounded to half a billion.
    expect(line(built, "TTM2014Q1", "dividends_paid")).toMatchObject({
      value: "10791000000",
      flags: ["ttm_mismatch"],
    });
    expect(line(built, "TTM2014Q3", "dividends_paid")).toMatchObject({
      value: "10987000000",
      flags: [],
    });
    expect(line(built, "TTM2014Q1", "net_income").flags).toEqual([]);
  });

  test("2.8 rounding of seven amounts excuses three thousand, not four: Tesla 2014", () => {
    const built = build("tesla-2014");
    expect(line(built, "TTM2014Q2", "pretax_income")).toMatchObject({
      value: "-162365000",
      flags: [],
    });
    expect(line(built, "TTM2014Q3", "pretax_income")).toMatchObject({
      value: "-195628000",
      flags: ["ttm_mismatch"],
    });
  });

  test("2.8 without all three filed amounts nothing is contradicted", () => {
    const facts = figures("tesla-2014").filter(
      ({ start, end, tag }) =>
        tag === "NetIncomeLoss" || start !== "2014-01-01" || end !== "2014-09-30",
    );
    expect(line(build(facts), "TTM2014Q3", "pretax_income")).toMatchObject({
      value: "-195628000",
      flags: [],
    });
  });

  test("2.8 a missing quarter is not carried forward: null with insufficient_quarters [FIN-05]", () => {
    const facts = figures("nvidia-ttm").filter(
      ({ tag, end }) => !(tag === "Revenues" && end === "2025-07-27"),
    );
    const built = build(facts);
    expect(shown(built, "TTM2026Q2", "revenue")).toBe("insufficient_quarters");
    expect(line(built, "TTM2026Q2", "net_income").value).not.toBeNull();
    // The nine months are filed, and so are the year and the nine months before.
    expect(line(built, "TTM2026Q3", "revenue")).toMatchObject({
      value: "187142000000",
      flags: ["year_plus_to_date"],
    });
  });

  test("2.8 a column starts only with the fourth of four quarters", () => {
    const columns = build("nvidia-ttm").tables.ttm.map(({ key }) => key);
    expect(columns.at(-1)).toBe("TTM2022Q4");
  });
});

describe("2.10 Tag switches", () => {
  test("2.10 Apple moves from SalesRevenueNet over Revenues to the contract tag, and the series goes on", () => {
    const built = build("apple-2018-tags");
    expect(shown(built, "2018FY", "revenue")).toBe("265595000000");
    expect(shown(built, "TTM2018Q2", "revenue")).toBe("247417000000");
    expect(shown(built, "TTM2019Q1", "revenue")).toBe("261612000000");
  });

  test("2.10 as of October 2018 three quarters stand under the old tag and no year is invented", () => {
    const built = build("apple-2018-tags", asOf("2018-10-01"));
    expect(shown(built, "TTM2018Q3", "revenue")).toBe("255274000000");
    expect(built.periods.some(({ key }) => key === "2018FY" || key === "2018Q4")).toBe(false);
  });

  test("2.10 tags that never agree are not spliced: RTX 2012 ends in null with series_break", () => {
    const built = build("rtx-2012");
    expect(shown(built, "2012FY", "operating_cash_flow")).toBe("6605000000");
    expect(shown(built, "2012Q3", "operating_cash_flow")).toBe("1625000000");
    expect(shown(built, "2012Q4", "operating_cash_flow")).toBe("series_break");
  });

  test("2.10 a twelve months' sum over tags that share no period is null with series_break", () => {
    // Only the filings of their own day: no comparative says that the two tags mean the same.
    const facts = figures("apple-2018-tags").filter(
      ({ tag, end }) =>
        tag === "NetIncomeLoss" ||
        (tag === "SalesRevenueNet" && end < "2018-09-01") ||
        (tag.startsWith("RevenueFrom") && end > "2018-09-01"),
    );
    const built = build(facts);
    expect(shown(built, "2019Q1", "revenue")).toBe("84310000000");
    expect(shown(built, "TTM2019Q1", "revenue")).toBe("series_break");
  });
});
