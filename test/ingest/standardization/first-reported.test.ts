import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { annualFact, asOf, build, keysOf, line, operandsOf, period, shown } from "./company.ts";

const first = { kind: "asFirstReported" } as const;

/** Kimberly-Clark restated 2024 in its report of 2025, with the fourth quarter, after a business was sold. */
const inYear = {
  start: "2024-01-01",
  end: "2024-12-31",
  filed: "2025-02-13",
  accession: "0000055785-25-000013",
};
const inNineMonths = {
  ...{ start: "2024-01-01", end: "2024-09-30", form: "10-Q", fp: "Q3" },
  ...{ filed: "2024-10-22", accession: "0000055785-24-000094" },
};
const inNextYear = { filed: "2026-02-12", accession: "0001628280-26-007567", fy: null };
const restated = { ...inNextYear, start: "2024-10-01", end: "2024-12-31" };
const kimberlyClark: Fact[] = [
  annualFact("Revenues", "15130000000", inNineMonths),
  annualFact("Revenues", "20058000000", inYear),
  annualFact("Revenues", "16805000000", { ...inYear, ...inNextYear }),
  annualFact("Revenues", "4104000000", restated),
];

describe("2.6 The view of what was first reported", () => {
  test("2.6 Kimberly-Clark 2024Q4: revenue is 4,928 million, not the 4,104 of the next year's report", () => {
    const revenue = line(build(kimberlyClark, first), "2024Q4", "revenue");
    expect(revenue.value).toBe("4928000000");
    expect(operandsOf(revenue)[0]).toBe("fy_less_nine_months");
    expect(shown(build(kimberlyClark), "2024Q4", "revenue")).toBe("4104000000");
  });

  test("2.6 a fourth quarter as first reported is not computed with one that was restated", () => {
    const facts = [...kimberlyClark, annualFact("GrossProfit", "1445000000", restated)];
    expect(shown(build(facts, first), "2024Q4", "gross_profit")).toBe("1445000000");
    expect(line(build(facts, first), "2024Q4", "cost_of_revenue").value).toBeNull();
    expect(shown(build(facts), "2024Q4", "cost_of_revenue")).toBe("2659000000");
  });

  const spring = { start: "2023-04-01", end: "2023-06-30", form: "10-Q", fp: "Q2" };
  const inSpring = { filed: "2023-07-26", accession: "0000055785-23-000048", fy: 2023 };
  const inNextSpring = { filed: "2024-07-24", accession: "0000055785-24-000060", fy: 2024 };
  const ofHalfYear = (tag: string, values: [quarter: string, half: string, year: string]) => [
    annualFact(tag, values[0], { ...spring, ...inSpring, start: "2023-01-01", end: "2023-03-31" }),
    annualFact(tag, values[1], { ...spring, ...inSpring, start: "2023-01-01" }),
    annualFact(tag, values[2], {
      start: "2023-01-01",
      end: "2023-12-31",
      filed: "2024-02-08",
      fy: 2023,
    }),
  ];

  test("2.6 a quarter between two years to date is first reported by them, not by a comparative of a year later", () => {
    const facts = [
      ...ofHalfYear("Revenues", ["5195000000", "10329000000", "20431000000"]),
      annualFact("Revenues", "5130000000", { ...spring, ...inNextSpring }),
    ];
    const revenue = line(build(facts, first), "2023Q2", "revenue");
    expect([revenue.value, operandsOf(revenue)[0]]).toEqual(["5134000000", "ytd_difference"]);
    expect(shown(build(facts), "2023Q2", "revenue")).toBe("5130000000");
  });

  test.each([
    ["Revenues", "revenue", "5130000000"],
    ["NetCashProvidedByUsedInOperatingActivities", "operating_cash_flow", "5134000000"],
  ])(
    "2.6 of a quarter and a difference of one filing, %s shows %s as %s",
    (tag, concept, value) => {
      const facts = [
        ...ofHalfYear("Revenues", ["5195000000", "10329000000", "20431000000"]),
        ...(tag === "Revenues"
          ? []
          : ofHalfYear(tag, ["5195000000", "10329000000", "20431000000"])),
        annualFact(tag, "5130000000", { ...spring, ...inSpring }),
      ];
      expect(shown(build(facts, first), "2023Q2", concept)).toBe(value);
      expect(shown(build(facts), "2023Q2", concept)).toBe(value);
    },
  );

  test("2.6 Snowflake 2021Q3: depreciation is 2.9 million as its report gives it, not 2,849 thousand with a half filed a year later", () => {
    const quarter = { start: "2020-08-01", end: "2020-10-31" };
    const report = {
      filed: "2020-12-03",
      accession: "0001640147-20-000023",
      form: "10-Q",
      fp: "Q3",
      fy: 2021,
    };
    const nextYear = {
      ...report,
      filed: "2021-09-02",
      accession: "0001640147-21-000212",
      fp: "Q2",
      fy: 2022,
    };
    const all = "DepreciationDepletionAndAmortization";
    const facts = [
      annualFact("NetIncomeLoss", "-168889000", { ...report, ...quarter }),
      annualFact("Depreciation", "2000000", { ...report, ...quarter }),
      annualFact("AmortizationOfIntangibleAssets", "900000", { ...report, ...quarter }),
      annualFact(all, "6611000", { ...report, start: "2020-02-01", end: "2020-10-31" }),
      annualFact(all, "3762000", { ...nextYear, start: "2020-02-01", end: "2020-07-31" }),
      annualFact("NetIncomeLoss", "-539102000", {
        ...{ ...report, start: "2020-02-01", end: "2021-01-31", form: "10-K", fp: "FY" },
        ...{ filed: "2021-03-31", accession: "0001640147-21-000073" },
      }),
      annualFact("NetIncomeLoss", "-93631000", {
        ...nextYear,
        start: "2020-02-01",
        end: "2020-04-30",
      }),
    ];
    const depreciation = line(build(facts, first), "2021Q3", "depreciation_and_amortization");
    expect(depreciation.value).toBe("2900000");
    expect(operandsOf(depreciation)[0]).toBe("derivation");
    expect(shown(build(facts), "2021Q3", "depreciation_and_amortization")).toBe("2849000");
  });

  test("2.6 IBM 2016Q3: average shares are 957.3 million as first stated, and to the unit only since a year later", () => {
    const shares = "WeightedAverageNumberOfDilutedSharesOutstanding";
    const quarter = {
      start: "2016-07-01",
      end: "2016-09-30",
      unit: "shares",
      form: "10-Q",
      fp: "Q3",
    };
    const report = { filed: "2016-10-25", accession: "0001047469-16-016147", fy: 2016 };
    const year = { start: "2016-01-01", end: "2016-12-31" };
    const facts = [
      annualFact("NetIncomeLoss", "2014000000", {
        ...report,
        start: "2016-01-01",
        end: "2016-03-31",
      }),
      annualFact("NetIncomeLoss", "2504000000", {
        ...report,
        start: "2016-04-01",
        end: "2016-06-30",
      }),
      annualFact("NetIncomeLoss", "2853000000", { ...quarter, ...report, unit: "USD" }),
      annualFact("NetIncomeLoss", "11872000000", { ...year, filed: "2017-02-28", fy: 2016 }),
      annualFact(shares, "957300000", { ...quarter, ...report }),
      annualFact(shares, "957317284", {
        ...{ ...quarter, filed: "2017-10-31" },
        ...{ accession: "0001558370-17-007633", fy: 2017 },
      }),
    ];
    expect(shown(build(facts, first), "2016Q3", "weighted_average_shares_diluted")).toBe(
      "957300000",
    );
    expect(shown(build(facts), "2016Q3", "weighted_average_shares_diluted")).toBe("957317284");
  });

  test("2.6 Snowflake 2021Q2 is first reported by the comparatives of a year later, not by the opening balance of a report of 2020", () => {
    const opening = { start: null, end: "2020-07-31", form: "10-Q", fp: "Q3", fy: 2021 };
    const report = {
      filed: "2020-12-03",
      accession: "0001640147-20-000023",
      form: "10-Q",
      fy: 2021,
    };
    const nextYear = {
      filed: "2021-09-02",
      accession: "0001640147-21-000212",
      form: "10-Q",
      fy: 2022,
    };
    const year = { start: "2020-02-01", end: "2021-01-31", filed: "2021-03-31", fy: 2021 };
    const facts = [
      annualFact("StockholdersEquity", "-651399000", { ...opening, ...report }),
      annualFact("NetIncomeLoss", "-168889000", {
        ...report,
        start: "2020-08-01",
        end: "2020-10-31",
      }),
      annualFact("NetIncomeLoss", "-539102000", { ...year, accession: "0001640147-21-000073" }),
      annualFact("NetIncomeLoss", "-93644000", {
        ...nextYear,
        start: "2020-02-01",
        end: "2020-04-30",
      }),
      annualFact("NetIncomeLoss", "-77634000", {
        ...nextYear,
        start: "2020-05-01",
        end: "2020-07-31",
      }),
    ];
    const { filedDate } = period(build(facts), "2021Q2") as StatementPeriod;
    expect(filedDate).toBe("2021-09-02");
    expect(keysOf(build(facts, asOf("2021-09-01")))).not.toContain("2021Q2");
    expect(keysOf(build(facts, asOf("2021-09-02")))).toContain("2021Q2");
  });
});
