import { describe, expect, test } from "vitest";
import { dayOf, isoOf } from "#ingest/periods/days.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line, operandsOf, period, shown } from "../standardization/company.ts";
import { calendarYear, type FiledYear, reportOf, statedBalance, statedFlow } from "./filer.ts";

/** Not round, so that the filer is seen to state whole dollars. */
const first = [1001, 1102, 1203, 1304];
const second = [1405, 1506, 1607, 1708];
const years = [calendarYear(2022), calendarYear(2023)] as const;
const twoYears = (over: Partial<Fact> = {}) => [
  ...statedFlow(years[0], first, over),
  ...statedFlow(years[1], second, over),
];
const without = (facts: Fact[], start: string, end: string) =>
  facts.filter((fact) => fact.start !== start || fact.end !== end);
const changed = (facts: Fact[], start: string, end: string, over: Partial<Fact>) =>
  facts.map((fact) => (fact.start === start && fact.end === end ? { ...fact, ...over } : fact));

describe("twelve months of a flow (2.8)", () => {
  const built = build(twoYears());
  test.each([
    ["TTM2022Q4", 4610, "2022-01-01", "2022-12-31"],
    ["TTM2023Q1", 5014, "2022-04-01", "2023-03-31"],
    ["TTM2023Q2", 5418, "2022-07-01", "2023-06-30"],
    ["TTM2023Q3", 5822, "2022-10-01", "2023-09-30"],
    ["TTM2023Q4", 6226, "2023-01-01", "2023-12-31"],
  ])("%s is %i from %s to %s", (key, value, start, end) => {
    expect(shown(built, key, "revenue")).toBe(String(value));
    expect(period(built, key)).toMatchObject({
      ...{ start, end, fiscalPeriod: "TTM", basis: "sum_of_quarters", currency: "USD" },
      fiscalYear: Number(end.slice(0, 4)),
    });
  });

  test("columns stand newest first, quarters too, and no sooner than with four quarters", () => {
    expect(built.tables.ttm.map(({ key }) => key)).toEqual(
      ["2023Q4", "2023Q3", "2023Q2", "2023Q1", "2022Q4"].map((key) => `TTM${key}`),
    );
    expect(built.tables.quarters.map(({ key }) => key).slice(0, 3)).toEqual([
      "2023Q4",
      "2023Q3",
      "2023Q2",
    ]);
  });

  test("a column names its quarters in their order, and says which rest on a derived fourth one", () => {
    expect(operandsOf(line(built, "TTM2023Q2", "revenue"))).toEqual([
      "sum_of_quarters",
      [1, "revenue@2022-07-01/2022-09-30", "1203"],
      [1, "revenue@2022-10-01/2022-12-31", "1304"],
      [1, "revenue@2023-01-01/2023-03-31", "1405"],
      [1, "revenue@2023-04-01/2023-06-30", "1506"],
    ]);
    const basis = Object.fromEntries(
      built.tables.quarters.map(({ key, basis: of, derivedQ4 }) => [key, [of, derivedQ4]]),
    );
    expect(basis["2023Q4"]).toEqual(["derived", true]);
    expect(basis["2023Q3"]).toEqual(["reported", false]);
    expect(built.tables.ttm.every(({ derivedQ4 }) => derivedQ4)).toBe(true);
  });

  test("a fourth quarter with a balance of its own is mixed", () => {
    const facts = [...twoYears(), statedBalance("2023-12-31", true, "Assets", 9001)];
    const [q4] = build(facts).tables.quarters;
    expect([q4?.key, q4?.basis]).toEqual(["2023Q4", "mixed"]);
  });

  test("a balance is that of the last quarter's end, never an older one", () => {
    const facts = [
      ...twoYears(),
      statedBalance("2023-03-31", false, "Assets", 7001),
      statedBalance("2023-06-30", false, "Assets", 8001),
    ];
    const of = (key: string) => shown(build(facts), key, "total_assets");
    expect([of("TTM2023Q1"), of("TTM2023Q2"), of("TTM2023Q3")]).toEqual([
      "7001",
      "8001",
      "not_reported",
    ]);
  });
});

describe("twelve months are 350 to 380 days", () => {
  // The first quarter of 2023 takes the place of one of 90 days in a year of 365.
  test.each([
    [74, "insufficient_quarters"],
    [75, "5014"],
    [105, "5014"],
    [106, "insufficient_quarters"],
  ])("with a last quarter of %i days: %s", (days, expected) => {
    const q1 = isoOf(dayOf("2023-01-01") + days - 1);
    const year: FiledYear = ["2023-01-01", q1, "2023-06-30", "2023-09-30", "2023-12-31"];
    const built = build([...statedFlow(years[0], first), ...statedFlow(year, second.slice(0, 1))]);
    const column = built.tables.ttm.find(({ key }) => key === "TTM2023Q1");
    expect(column?.lines.revenue?.value ?? "insufficient_quarters").toBe(expected);
  });
});

describe("what twelve months cannot be summed of", () => {
  test("a quarter that is missing", () => {
    const gone = twoYears().filter(({ end }) => end !== "2022-09-30" && end !== "2022-06-30");
    const keys = build(gone).tables.ttm.map(({ key }) => key);
    // The year and both first quarters are there, the halves and nine months are not.
    expect(keys).toEqual(["TTM2023Q4", "TTM2023Q1", "TTM2022FY"]);
    const cash = statedFlow(years[1], second, {
      tag: "NetCashProvidedByUsedInOperatingActivities",
    });
    const built = build([...twoYears(), ...cash]);
    expect(shown(built, "TTM2023Q2", "operating_cash_flow")).toBe("insufficient_quarters");
    expect(shown(built, "TTM2023Q4", "operating_cash_flow")).toBe("6226");
  });

  test("two units", () => {
    const inEuro = statedFlow(years[1], second, { unit: "EUR" });
    const assets = [
      statedBalance("2022-12-31", true, "Assets", 9001),
      { ...statedBalance("2023-12-31", true, "Assets", 9002), unit: "EUR" },
    ];
    const built = build([...statedFlow(years[0], first), ...inEuro, ...assets]);
    expect(shown(built, "TTM2023Q2", "revenue")).toBe("unit_conflict");
    expect(shown(built, "TTM2023Q4", "revenue")).toBe("6226");
  });

  test("tags that do not mean the same, unless they agree somewhere", () => {
    const other = statedFlow(years[1], second, { tag: "SalesRevenueNet" });
    const broken = build([...statedFlow(years[0], first), ...other]);
    expect(shown(broken, "TTM2023Q2", "revenue")).toBe("series_break");
  });
});

describe("twelve months to the end of a fiscal year are that year (12.1)", () => {
  test("whatever its quarters come to: the column says so, and a difference beyond rounding is flagged", () => {
    const facts = twoYears().filter(
      ({ start, end }) => start !== "2023-01-01" || end === "2023-03-31" || end === "2023-12-31",
    );
    const filedFourth = (value: string) => [
      ...facts,
      ...statedFlow(years[1], second)
        .slice(-1)
        .map((fact) => ({ ...fact, start: "2023-10-01", value })),
    ];
    const at = (value: string) => {
      const built = build(filedFourth(value));
      const { value: of, flags } = line(built, "TTM2023Q4", "revenue");
      const column = period(built, "TTM2023Q4") as { basis?: string };
      return [of, column.basis, flags.includes("ttm_mismatch")];
    };
    expect(at("1708")).toEqual(["6226", "sum_of_quarters", false]);
    expect(at("1710")).toEqual(["6226", "fiscal_year", false]);
    expect(at("1711")).toEqual(["6226", "fiscal_year", true]);
    const [rule, operand] = operandsOf(line(build(filedFourth("1711")), "TTM2023Q4", "revenue"));
    expect([rule, operand]).toEqual(["fiscal_year", [1, "revenue@2023-01-01/2023-12-31", "6226"]]);
  });

  test("a filer without quarters has its years", () => {
    const annual = twoYears()
      .filter(({ form }) => form === "10-K")
      .filter(({ start }) => start?.endsWith("01-01"));
    const built = build(annual);
    expect(built.tables.ttm.map(({ key, basis, start, end }) => [key, basis, start, end])).toEqual([
      ["TTM2023FY", "fiscal_year", "2023-01-01", "2023-12-31"],
      ["TTM2022FY", "fiscal_year", "2022-01-01", "2022-12-31"],
    ]);
    expect(shown(built, "TTM2023FY", "revenue")).toBe("6226");
    expect(built.tables.quarters).toEqual([]);
  });
});

describe("the last year moved on by the years to date is the check (2.8)", () => {
  /** Sums of quarters are compared with 4,610 + the year to date of 2023 - that of 2022. */
  const flagsAt = (key: string, facts: Fact[]) => line(build(facts), key, "revenue").flags;
  const off = (by: number, over: Partial<Fact> = {}) =>
    changed(twoYears(), "2023-01-01", "2023-06-30", { value: String(2911 + by), ...over });

  test.each([
    [0, false],
    // Seven operands: half a unit for each.
    [3, false],
    [-3, false],
    [4, true],
    [-4, true],
  ])("a year to date that is %i off: mismatch %s", (by, isTold) => {
    expect(flagsAt("TTM2023Q2", off(by)).includes("ttm_mismatch")).toBe(isTold);
    expect(shown(build(off(by)), "TTM2023Q2", "revenue")).toBe("5418");
  });

  test("another tag, or a year to date that was restated, contradicts nothing", () => {
    const retagged = off(400, { tag: "SalesRevenueNet" });
    expect(flagsAt("TTM2023Q2", retagged)).toEqual([]);
    const gone = without(twoYears(), "2022-01-01", "2022-06-30");
    expect(
      flagsAt("TTM2023Q2", changed(gone, "2023-01-01", "2023-06-30", { value: "3311" })),
    ).toEqual([]);
    const restated = [
      ...off(400),
      {
        ...statedFlow(years[0], first)[2],
        value: "2503",
        ...reportOf("2023-06-30", false),
      } as Fact,
    ];
    expect(flagsAt("TTM2023Q2", restated)).not.toContain("ttm_mismatch");
  });
});
