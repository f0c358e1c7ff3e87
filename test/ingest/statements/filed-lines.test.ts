import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { asOf, build, keysOf, line, millions, period, shown } from "../standardization/company.ts";
import { balance, revenue, stated } from "./filed-year.ts";

const later = { filed: "2024-02-15", accession: "0000000001-24-000215", fy: null };
const sales = "RevenueFromContractWithCustomerExcludingAssessedTax";
const first = { kind: "asFirstReported" } as const;

describe("a period's dates and filings", () => {
  const built = build([
    ...revenue,
    ...stated("Revenues", { Q1: 101, FY: 461 }, later),
    balance("Assets", "FY", 900),
  ]);
  const about = (key: string) => {
    const { start, end, weeks, baseForm, filedDate, filings } = period(
      built,
      key,
    ) as StatementPeriod;
    return [start, end, weeks, baseForm, filedDate, filings.map((one) => one.accessionNumber)];
  };

  test("a quarter is first reported by an interim report, a year by an annual one; restating filings are listed", () => {
    expect(about("2022Q1")).toEqual([
      ...["2022-01-01", "2022-03-31", 13, "10-Q", "2022-05-02"],
      ["0000000001-22-000502", "0000000001-24-000215"],
    ]);
    expect(about("2022FY")).toEqual([
      ...["2022-01-01", "2022-12-31", 52, "10-K", "2023-02-15"],
      ["0000000001-23-000215", "0000000001-24-000215"],
    ]);
    expect(about("2022Q4").slice(0, 5)).toEqual([
      ...["2022-10-01", "2022-12-31", 13, "10-K", "2023-02-15"],
    ]);
  });

  test("filings are listed by their days, undated ones first, with the number of who filed them", () => {
    const undated = { filed: null, accession: "undated", cik: "0000000002" };
    const built = build([...revenue, ...stated("NetIncomeLoss", { FY: 7 }, undated)]);
    expect((period(built, "2022FY") as StatementPeriod).filings).toEqual([
      { accessionNumber: "undated", form: "10-K", filedDate: null, cik: "0000000002" },
      { accessionNumber: "0000000001-23-000215", form: "10-K", filedDate: "2023-02-15" },
    ]);
  });

  test("an 8-K before the report is not what first reported it", () => {
    const announced = stated(
      "Revenues",
      { Q1: 100 },
      { form: "8-K", filed: "2022-04-20", accession: "8-K" },
    );
    const { baseForm, filedDate } = period(
      build([...revenue, ...announced]),
      "2022Q1",
    ) as StatementPeriod;
    expect([baseForm, filedDate]).toEqual(["10-Q", "2022-05-02"]);
    const alone = build([...revenue.slice(1), ...announced]);
    expect((period(alone, "2022Q1") as StatementPeriod).baseForm).toBe("8-K");
  });

  test("as of a day before the report, what is known is the 8-K", () => {
    const announced = stated(
      "Revenues",
      { Q1: 100 },
      { form: "8-K", filed: "2022-04-20", accession: "8-K" },
    );
    const before = build([...revenue, ...announced], asOf("2022-05-01"));
    expect((period(before, keysOf(before)[0] ?? "") as StatementPeriod).baseForm).toBe("8-K");
  });

  test("a year is there by its total assets alone, a quarter only by a flow that every company reports", () => {
    const annual = [
      ...stated("Revenues", { FY: 460 }),
      balance("Assets", "FY", 900),
      balance("Assets", "FY", 800, { year: 2021 }),
      balance("Assets", "Q1", 850),
      ...stated("PaymentsOfDividends", { Q1: 5 }),
    ];
    expect(keysOf(build(annual))).toEqual(["2022FY", "2021FY"]);
    expect(keysOf(build([...annual, ...stated("NetIncomeLoss", { Q1: 5 })]))).toContain("2022Q1");
  });
});

describe("which of two filed tags a line shows (2.9)", () => {
  const of = (facts: Fact[], concept = "revenue") => line(build(facts), "2022FY", concept);
  const net = (tag: string, amount: number, over: Partial<Fact> = {}) =>
    stated(tag, { FY: amount }, over);

  const announced = { form: "8-K", filed: "2023-01-20", accession: "8-K" };
  test.each<[string, number, Partial<Fact>, number]>([
    ["means the same", 75, {}, 75],
    ["in the same 8-K does not", 75, announced, 70],
  ])("a tag goes before one that an 8-K alone states, where it %s", (_, amount, over, value) => {
    const facts = [
      ...net("Revenues", 460),
      ...net("IncomeTaxExpenseBenefit", 70, announced),
      ...net("IncomeTaxExpenseBenefitContinuingOperations", amount, over),
    ];
    expect(of(facts, "income_tax_expense").value).toBe(millions(value));
  });

  test.each([
    [100, 70],
    [105, 105],
    [47, 70],
    [46, 46],
  ])(
    "a report's tag of another scope goes before an 8-K's 70 where it is far off: %d",
    (amount, value) => {
      const facts = [
        ...net("Revenues", 460),
        ...net("PaymentsForRepurchaseOfCommonStock", 70, announced),
        ...net("PaymentsForRepurchaseOfEquity", amount),
      ];
      expect(of(facts, "stock_repurchased").value).toBe(millions(value));
      const reported = facts.map((fact) => ({ ...fact, form: "10-K" }));
      expect(of(reported, "stock_repurchased").value).toBe(millions(70));
    },
  );

  test("a line is restated, too, where it was first another value under another tag", () => {
    const flags = (amount: number, over: Partial<Fact> = {}) =>
      of([...net(sales, 500, { ...later, ...over }), ...net("SalesRevenueNet", amount)]).flags;
    expect(flags(460)).toEqual(["restated"]);
    expect(flags(500)).toEqual([]);
    // What was two thirds of it or less was another thing.
    expect(flags(334)).toEqual(["restated"]);
    expect(flags(333)).toEqual([]);
    // The other tag must have been filed before.
    expect(flags(460, { filed: "2023-02-15", accession: "0000000001-23-000215" })).toEqual([]);
    expect(flags(460, { filed: "2022-12-31", accession: "earlier" })).toEqual([]);
  });

  test("as first reported, the tag that was filed first is shown", () => {
    const facts = [...net(sales, 500, later), ...net("SalesRevenueNet", 460)];
    expect(shown(build(facts), "2022FY", "revenue")).toBe(millions(500));
    expect(shown(build(facts, first), "2022FY", "revenue")).toBe(millions(460));
    const sameDay = [...net(sales, 500), ...net("SalesRevenueNet", 460)];
    expect(shown(build(sameDay, first), "2022FY", "revenue")).toBe(millions(500));
  });
});

describe("versions of one fact", () => {
  const of = (facts: Fact[]) => line(build([...revenue, ...facts]), "2022FY", "net_income");
  const net = (amount: number, over: Partial<Fact> = {}) =>
    stated("NetIncomeLoss", { FY: amount }, over);

  test("two values of one filing are a conflict", () => {
    expect(of([...net(70), ...net(75)])).toMatchObject({ value: null, reason: "conflict" });
  });

  test("a comparative that repeats the value of the year beside it is passed over", () => {
    const before = stated("NetIncomeLoss", { FY: 71.234 }, { year: 2021 });
    const misdated = net(71.234, later);
    expect(of([...before, ...net(70), ...misdated])).toMatchObject({
      ...{ value: millions(70), flags: [] },
    });
    // Few digits may be the same by chance.
    const short = stated("NetIncomeLoss", { FY: 71 }, { year: 2021 });
    expect(of([...short, ...net(70), ...net(71, later)]).value).toBe(millions(71));
    // Two filings that agree are right.
    const again = net(71.234, { filed: "2025-02-15", accession: "0000000001-25-000215" });
    expect(of([...before, ...net(70), ...misdated, ...again]).value).toBe(millions(71.234));
  });

  test("the very days go before days beside them, and within three days stand for them", () => {
    const balances = (...ends: [string, number][]) =>
      build([
        ...revenue,
        ...ends.map(([end, amount], i) =>
          balance("Assets", "FY", amount, { end, ...later, accession: `a${i}` }),
        ),
      ]);
    const assets = (...ends: [string, number][]) =>
      shown(balances(...ends), "2022FY", "total_assets");
    expect(assets(["2023-01-01", 950], ["2022-12-31", 900])).toBe(millions(900));
    expect(assets(["2022-12-31", 900], ["2023-01-01", 950])).toBe(millions(900));
    expect(assets(["2023-01-01", 950])).toBe(millions(950));
  });

  test("a schedule of the future is no value", () => {
    const planned = net(70, {
      filed: "2022-11-01",
      form: "10-Q",
      accession: "0000000001-22-001102",
    });
    expect(of(planned).value).toBeNull();
  });
});
