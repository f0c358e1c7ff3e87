import { describe, expect, test } from "vitest";
import { countsOf } from "#ingest/checks/company-quality.ts";
import { commonFiling, filedOf, firstReport } from "#ingest/checks/filed.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { runSum } from "#ingest/checks/run-sum.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, registry } from "../standardization/company.ts";
import { balance, stated } from "../statements/filed-year.ts";
import { filedPeriod, type GivenLine } from "./check-parts.ts";

const results = (facts: Fact[], id: string) =>
  runChecks(build(facts), registry).filter((result) => result.id === id);
const failed = (facts: Fact[], id: string) => {
  const [found] = results(facts, id).filter(({ outcome }) => outcome === "fail");
  const operands = found?.operands.map(({ label, value }) => `${label} ${Number(value) / 1e6}`);
  return [found?.period, operands];
};
const quarters = { Q1: 101, Q2: 112, M6: 213, Q3: 123, M9: 336, Q4: 134, FY: 470 };

describe("a series that does not add up names what it compared", () => {
  test("the year and its filed quarters (TS-01)", () => {
    expect(failed(stated("Revenues", { ...quarters, Q4: 164 }), "TS-01")).toEqual([
      "2022FY revenue",
      ["revenue FY 470", "revenue Q1 101", "revenue Q2 112", "revenue Q3 123", "revenue Q4 164"],
    ]);
  });

  test("a quarter and the years to date around it (TS-02)", () => {
    expect(failed(stated("Revenues", { ...quarters, Q3: 193 }), "TS-02")).toEqual([
      "2022Q3 revenue",
      ["revenue Q3 193", "year to 2022-09-30 336", "year to 2022-06-30 213"],
    ]);
  });

  test("each year to date of a line that does not fall, and no other line (TS-04)", () => {
    const spent = stated("PaymentsToAcquirePropertyPlantAndEquipment", {
      ...{ Q1: 11, M6: 25, M9: 21, FY: 71 },
    });
    const net = stated("NetIncomeLoss", { Q1: 11, M6: 25, M9: 21, FY: 71 });
    const facts = [...stated("Revenues", quarters), ...spent, ...net];
    expect(failed(facts, "TS-04")).toEqual([
      "2022FY capital_expenditure",
      [
        "year to 2022-03-31 11",
        "year to 2022-06-30 25",
        "year to 2022-09-30 21",
        "year to 2022-12-31 71",
      ],
    ]);
    const [fall] = results(facts, "TS-04").filter(({ outcome }) => outcome === "fail");
    expect(fall?.reason).toBe("25000000 to 2022-06-30 fell to 21000000 to 2022-09-30");
    const compared = results(facts, "TS-04").map(({ period }) => period);
    expect(compared).not.toContain("2022FY net_income");
  });

  test("and says why nothing could be compared", () => {
    const discrete = [2021, 2022].flatMap((year) =>
      stated("Revenues", { Q1: 101, Q2: 112, Q3: 123, Q4: 134 }, { year }),
    );
    const reasons = (id: string) => [
      ...new Set(
        results([...discrete, ...stated("NetIncomeLoss", { FY: 7 })], id).map(
          ({ reason }) => reason,
        ),
      ),
    ];
    expect(reasons("TS-04")).toEqual(["no line is filed year to date"]);
    const years = [2021, 2022]
      .flatMap((year) => [...stated("Revenues", quarters, { year })])
      .filter(
        ({ start, end }) =>
          !start?.endsWith("01-01") || end.endsWith("03-31") || end.endsWith("12-31"),
      );
    expect(results(years, "TS-03").map(({ reason }) => reason)).toContain(
      "no line has filed years to date of one tag",
    );
  });
});

test("twelve months between year ends are judged by their flows, those of a year and balances are not again", () => {
  const facts = [2021, 2022].flatMap((year) => [
    ...stated("Revenues", quarters, { year }),
    ...stated("CostOfRevenue", quarters, { year }),
    ...stated("GrossProfit", { Q1: 0, Q2: 0, M6: 0, Q3: 0, M9: 0, FY: 0 }, { year }),
    ...(["Q1", "Q2", "Q3", "FY"] as const).flatMap((at) => [
      balance("Assets", at, 901, { year }),
      balance("LiabilitiesAndStockholdersEquity", at, 901, { year }),
    ]),
  ]);
  const columns = (id: string) =>
    results(facts, id)
      .map(({ period }) => period)
      .filter((period) => period.startsWith("TTM"));
  expect(columns("IS-01-shown")).toEqual(["TTM2022Q3", "TTM2022Q2", "TTM2022Q1"]);
  expect(columns("BS-01-shown")).toEqual([]);
});

test("what filers do not place freely is in the sum as tagged: exchange rates", () => {
  const check = workingRules.sums.find(({ id }) => id === "CF-01");
  const outcome = (net: GivenLine) => {
    const { period, table } = filedPeriod({
      ...{ operating_cash_flow: "1001", investing_cash_flow: "-501", financing_cash_flow: "-201" },
      ...{ fx_effect_on_cash: "101", net_change_in_cash: net },
    });
    return check && runSum(check, period, table)?.outcome;
  };
  expect([outcome("400"), outcome("299")]).toEqual(["pass_exact", "fail"]);
  const flags = ["scope:ex_fx"];
  expect(outcome({ value: "299", flags })).toBe("pass_exact");
  expect(outcome({ value: "400", flags })).toBe("fail");
});

test("a filing carries a line only with all of its parts", () => {
  const { period, table } = filedPeriod({
    first: "5",
    second: { value: "6", fact: { accession: "10-K/A", form: "10-K/A" } },
    sum: {
      value: "11",
      lineage: (placeOf) => [
        "sum_of_tags",
        [1, "", "5", placeOf("first")],
        [1, "", "6", placeOf("second")],
      ],
    },
  });
  const sum = filedOf("sum", period.lines.sum, table);
  expect(sum && commonFiling([sum], table)).toBeNull();
  const one = filedOf("first", period.lines.first, table);
  expect(one && commonFiling([one], table)).toBe("10-K");
});

test("a fact is first stated by the first periodic report with a date", () => {
  const undated = { accession: "undated", filed: null };
  const amended = { accession: "10-K/A", form: "10-K/A", filed: "2024-05-01" };
  const { table } = filedPeriod({ sales: { value: "5", also: [undated, amended] } });
  expect(table.histories.map((history) => firstReport(history).accession)).toEqual(["10-K"]);
});

test("outcomes are counted by check, in their order", () => {
  const check = (id: string, results: Record<string, string>) => {
    return { id, severity: "A" as const, results, notRun: {} };
  };
  const checks = [check("BS-01", { a: "errs", b: "fnn", c: "e" }), check("BS-02", {})];
  expect(countsOf({ checks })).toEqual({ "BS-01": [2, 2, 1, 1, 2], "BS-02": [0, 0, 0, 0, 0] });
});
