import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { inRow } from "#registry/models/inputs/year-row.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeFacts, makeSource, soundYear } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;

describe("years with a gap between them", () => {
  // Union Pacific: of 2013 to 2021 no filing is at hand. In millions: revenue, equity, net income.
  const filed: Record<number, readonly [number, number, number]> = {
    2011: [19_557, 18_578, 3_292],
    2012: [20_926, 19_877, 3_943],
    2022: [24_875, 12_163, 6_998],
    2023: [24_119, 14_788, 6_379],
    2024: [24_250, 16_890, 6_747],
  };
  const years = Object.fromEntries(
    Object.entries(filed).map(([year, [revenue, equity, income]]) => [
      year,
      {
        ...soundYear(revenue * million),
        stockholders_equity: equity * million,
        net_income: income * million,
      },
    ]),
  );
  const facts = makeFacts({ years });
  const assumed = (template: string, key: string) =>
    compute(facts, template).assumptions.find((one) => one.key === key);

  test("growth is that of the years in a row, not of fourteen years as five", () => {
    const growth = assumed("terminal_growth", "initial_revenue_growth");
    // (24,250 / 24,875) ^ (1 / 2) − 1.
    expect(growth?.value).toBe(-0.012643);
    expect(growth?.note).toBe("compound growth of revenue over 2 years");
  });

  test("a return is on the equity at the start of its year", () => {
    const { note } = assumed("excess_return", "return_on_equity") ?? {};
    // 6,379 / 12,163 and 6,747 / 14,788; 2022 has no balance at its start.
    expect(note).toBe("median return on opening equity of 2 fiscal years, 49.04%, held at 40.00%");
  });

  test("working capital has no balance of before the gap", () => {
    expect(facts.quarterlyCapital.map(({ periodEnd }) => periodEnd)).toEqual(["2024-12-31"]);
    expect(facts.years.map(({ fiscalYear }) => fiscalYear)).toEqual([2011, 2012, 2022, 2023, 2024]);
    expect(facts.yearsInRow.map(({ fiscalYear }) => fiscalYear)).toEqual([2022, 2023, 2024]);
  });
});

test("a change of the fiscal year is no gap, and growth counts its quarter (Under Armour)", () => {
  const ends = ["2020-12-31", "2021-12-31", "2023-03-31", "2024-03-31"];
  const rows = ends.map((periodEnd) => ({ periodEnd }));
  expect(inRow(rows)).toEqual(rows);
  expect(inRow([{ periodEnd: "2019-09-30" }, ...rows.slice(1)])).toEqual(rows.slice(1));
  expect(inRow([])).toEqual([]);
});

describe("a year without a year before it", () => {
  // Supervalu: equity and net income of fiscal 2009 and 2010, and of 2008 that of the day before it.
  const year = (equity: number, income: number) => ({
    ...soundYear(40_000 * million),
    ...{ stockholders_equity: equity * million, net_income: income * million },
  });
  const years = { 2021: year(5_953, 593), 2022: year(2_581, -2_855), 2023: year(2_887, 393) };
  const withMinorities = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";
  const returnWith = (
    tag: string,
    lines: Record<string, number> = {},
    others: { tag: string; end: string; value: number }[] = [],
  ) => {
    const source = makeSource({ years: { ...years, 2021: { ...years[2021], ...lines } } });
    const opening = { tag, end: "2020-12-31", value: 5_328 * million };
    const filed = [opening, ...others].map((one) => ({ ...one, start: null }));
    const { assumptions } = compute(extractFacts(withFiled(source, filed)), "excess_return");
    return assumptions.find(({ key }) => key === "return_on_equity")?.value;
  };

  test("opens with the equity that a statement of changes in equity has: 593 on 5,328", () => {
    expect(returnWith("StockholdersEquity")).toBe(0.111299);
    expect(returnWith(withMinorities)).toBe(0.111299);
  });

  test("has no return where that equity may hold minorities, or none is stated", () => {
    const held = { noncontrolling_interest: 100 * million };
    // The mean of -2,855 / 5,953 and 393 / 2,581.
    expect(returnWith(withMinorities, held)).toBe(-0.163662);
    expect(returnWith("AnotherTag")).toBe(-0.163662);
  });

  test("takes the minorities of the day off all equity, as UnitedHealth states them of 2021", () => {
    const held = { noncontrolling_interest: 100 * million };
    const minorities = { tag: "MinorityInterest", end: "2020-12-31", value: 128 * million };
    // 593 / (5,328 − 128).
    expect(returnWith(withMinorities, held, [minorities])).toBe(0.114038);
    // Petrobras states the sum of the year's end a second time, for the day before the year.
    const again = { tag: withMinorities, end: "2021-12-31", value: 5_328 * million };
    expect(returnWith(withMinorities, held, [minorities, again])).toBe(-0.163662);
  });
});

describe("equity that a statement of changes has by column alone", () => {
  // Bristol-Myers Squibb, 2020 to 2023: parent's columns and minorities under one element. Columns of 2022 are the filed equity.
  const columns = {
    CommonStock: [292, 292, 292],
    AdditionalPaidInCapital: [44_325, 44_361, 45_165],
    RetainedEarnings: [21_281, 23_820, 25_503],
    AccumulatedOtherComprehensiveIncome: [-1_839, -1_268, -1_281],
    TreasuryStockCommon: [-26_237, -31_259, -38_618],
    NoncontrollingInterest: [60, 60, 57],
  };
  const days = ["2020-12-31", "2021-12-31", "2022-12-31"];
  const filed = Object.entries(columns).flatMap(([member, values]) =>
    values.map((value, index) => ({
      ...{ tag: "StockholdersEquity", start: null, end: days[index] ?? "", value: value * million },
      dimensions: `us-gaap:StatementEquityComponentsAxis=us-gaap:${member}Member`,
    })),
  );
  const year = (income: number, equity: number | null) => ({
    ...soundYear(45_000 * million),
    ...{ net_income: income * million, stockholders_equity: equity && equity * million },
  });
  const returnOf = (equityOf2022: number) => {
    const years = { 2021: year(6_994, null), 2022: year(6_327, 31_061), 2023: year(8_025, 29_430) };
    const owners = { tag: "StockholdersEquity", start: null, end: "2022-12-31" };
    const proof = { ...owners, value: equityOf2022 * million };
    const source = withFiled(makeSource({ years }), [...filed, proof]);
    return compute(extractFacts(source), "excess_return").assumptions.find(
      ({ key }) => key === "return_on_equity",
    );
  };

  test("opens the years of which no balance sheet is at hand", () => {
    // 6,994 / 37,822 = 18.5 %, 6,327 / 35,946 = 17.6 % and 8,025 / 31,061 = 25.8 %.
    expect(returnOf(31_061)?.value).toBe(0.184919);
    expect(returnOf(31_061)?.note).toContain("of 3 fiscal years");
  });

  test("counts for nothing where the columns of another day do not come to the filed equity", () => {
    expect(returnOf(31_118)?.note).toContain("of 1 fiscal years");
  });
});

test("preferred stock that the balance before does not state is that of the year's end (Midland 2023)", () => {
  const thousand = 1_000;
  const year = (lines: Record<string, number>) => ({
    ...soundYear(300 * million),
    ...Object.fromEntries(Object.entries(lines).map(([key, value]) => [key, value * thousand])),
  });
  const facts = makeFacts({
    template: "bank",
    years: {
      2022: year({ stockholders_equity: 696_139 }),
      2023: year({
        ...{ stockholders_equity: 715_113, preferred_stock: 110_548 },
        ...{ net_income: 61_155, net_income_to_common: 52_242 },
      }),
    },
  });
  const returned = compute(facts, "excess_return").assumptions.find(
    ({ key }) => key === "return_on_equity",
  );
  // 52,242 / (696,139 − 110,548).
  expect(returned?.value).toBe(0.089212);
});

test("years without positive equity are the reason that a return is missing (McDonald's 2025)", () => {
  const years = Object.fromEntries(
    [-3_797, -1_791].map((equity, index) => [
      2024 + index,
      {
        ...soundYear(26_885 * million),
        ...{ stockholders_equity: equity * million, net_income: 8_563 * million },
        dividends_paid: 5_101 * million,
      },
    ]),
  );
  const noteOf = (template: string, key: string) =>
    compute(makeFacts({ years }), template).assumptions.find((one) => one.key === key)?.note;
  const reason = "equity is not positive in any of the years, so no return on it tells anything";
  expect(noteOf("excess_return", "return_on_equity")).toBe(reason);
  expect(noteOf("dividend_discount", "dividend_growth")).toBe(reason);
});
