import { expect, test } from "vitest";
import { measureFaces } from "#ingest/faces/measured/measure-faces.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import { factOf, periodOf, printedLine, reportOf, shownLine, statementOf } from "./printed.ts";

const registry = loadRegistry();

/** Where each line stands; a line that is not measured is missing. */
function standings(lines: Record<string, Line>, facts: Fact[], reports: FiledReport[]) {
  const measuring = measureFaces({ periods: [periodOf(lines)], facts, registry });
  for (const report of reports) measuring.take(report);
  const { values } = measuring.finish();
  return Object.fromEntries(values.map(({ concept, standing }) => [concept, standing]));
}

const income = (...lines: Parameters<typeof printedLine>[]) =>
  statementOf(
    "income",
    lines.map((line) => printedLine(...line)),
  );

test("a value whose fact is printed stands on the face, one of a note does not", () => {
  const report = reportOf([
    income(["us-gaap:Revenues", "900"]),
    statementOf("other", [printedLine("us-gaap:Depreciation", "7")]),
  ]);
  const facts = [factOf("Revenues", "900"), factOf("Depreciation", "7"), factOf("Revenues", "901")];
  const lines = { revenue: shownLine("900", 0), depreciation: shownLine("7", 1) };
  expect(standings(lines, facts, [report])).toEqual({ revenue: "face", depreciation: "off" });
  expect(standings({ revenue: shownLine("901", 2) }, facts, [report])).toEqual({ revenue: "off" });
  const flagged = { depreciation: shownLine("7", 1, { flags: ["note"] }) };
  expect(standings(flagged, facts, [report])).toEqual({ depreciation: "note" });
});

test("the same value of another time or of a member is not the printed one", () => {
  const facts = [factOf("Revenues", "900")];
  const lines = { revenue: shownLine("900", 0) };
  const dimensions = [{ axis: "Segment", member: "A" }];
  const ofYear = reportOf([income(["us-gaap:Revenues", "900", { start: "2009-04-01" }])]);
  expect(standings(lines, facts, [ofYear])).toEqual({ revenue: "off" });
  const ofMember = reportOf([income(["us-gaap:Sales", "900", { dimensions }])]);
  expect(standings(lines, facts, [ofMember])).toEqual({ revenue: "off" });
});

test("dates of a source that rounds may be some days apart", () => {
  const start = "2010-01-10";
  const rounded = { start: "2010-01-01", isRounded: true };
  const facts = [factOf("Revenues", "900", { start, end: "2010-04-03" })];
  const lines = { revenue: shownLine("900", 0) };
  const report = reportOf([income(["us-gaap:Revenues", "900", rounded])]);
  expect(standings(lines, facts, [report])).toEqual({ revenue: "face" });
  const exact = reportOf([income(["us-gaap:Revenues", "900", { start: "2010-01-02" }])]);
  expect(standings(lines, facts, [exact])).toEqual({ revenue: "off" });
});

test("a sum stands on the face where each of its parts does", () => {
  const facts = [factOf("CostOfGoodsSold", "500"), factOf("CostOfServices", "60")];
  const sum = shownLine("560", ["sum_of_tags", [1, "a", "500", 0], [1, "b", "60", 1]]);
  const both = reportOf([
    income(["us-gaap:CostOfGoodsSold", "500"], ["us-gaap:CostOfServices", "60"]),
  ]);
  const one = reportOf([income(["us-gaap:CostOfGoodsSold", "500"])]);
  expect(standings({ cost_of_revenue: sum }, facts, [both])).toEqual({ cost_of_revenue: "face" });
  expect(standings({ cost_of_revenue: sum }, facts, [one])).toEqual({ cost_of_revenue: "off" });
});

test("a value of a note's fact counts where the printed lines of the concept add up to it", () => {
  const facts = [factOf("PaymentsToAcquireProductiveAssets", "50")];
  const cash = (second: string) =>
    reportOf([
      statementOf("cash_flow", [
        printedLine("us-gaap:PaymentsToAcquirePropertyPlantAndEquipment", "30"),
        printedLine("us-gaap:PaymentsToAcquireOilAndGasProperty", second),
      ]),
    ]);
  const lines = { capital_expenditure: shownLine("50", 0) };
  expect(standings(lines, facts, [cash("20")])).toEqual({ capital_expenditure: "face" });
  expect(standings(lines, facts, [cash("21")])).toEqual({ capital_expenditure: "off" });
});

test("a value along the calculations counts: a total less a part, or a total that is not printed", () => {
  const facts = [factOf("OperatingExpenses", "70")];
  const lines = { operating_expenses: shownLine("70", 0) };
  const of = (child: string, weight: number) => {
    return { role: "r", parent: "us-gaap:CostsAndExpenses", child, weight, order: 1 };
  };
  const parts = [of("us-gaap:CostOfRevenue", 1), of("own:Selling", 1)];
  const printed = [
    printedLine("us-gaap:CostsAndExpenses", "100"),
    printedLine("us-gaap:CostOfRevenue", "30"),
  ];
  const less = statementOf("income", printed);
  expect(standings(lines, facts, [reportOf([less], parts)])).toEqual({
    operating_expenses: "face",
  });
  expect(standings(lines, facts, [reportOf([less])])).toEqual({ operating_expenses: "off" });
  const unprinted = statementOf("income", [
    printedLine("us-gaap:CostOfRevenue", "30"),
    printedLine("own:Selling", "40"),
  ]);
  expect(standings(lines, facts, [reportOf([unprinted], parts)])).toEqual({
    operating_expenses: "face",
  });
});

test("a zero is proven by its own element alone", () => {
  const facts = [factOf("RestructuringCharges", "0")];
  const lines = { restructuring_charges: shownLine("0", 0) };
  const other = reportOf([income(["us-gaap:OtherIncome", "0"])]);
  expect(standings(lines, facts, [other])).toEqual({ restructuring_charges: "off" });
  const own = reportOf([income(["us-gaap:RestructuringCharges", "0"])]);
  expect(standings(lines, facts, [own])).toEqual({ restructuring_charges: "face" });
});

test("quarters that are computed, rates, covers and filings without a face are not measured", () => {
  const facts = [
    factOf("Revenues", "900"),
    factOf("EntityPublicFloat", "5", { taxonomy: "dei" }),
    factOf("Goodwill", "8", { accession: "0000000001-09-000009" }),
  ];
  const lines = {
    revenue: shownLine("300", ["ytd_difference", [1, "a", "900", 0], [-1, "b", "600", 0]]),
    gross_profit: shownLine("300", [
      "rollup",
      [1, "revenue", "300", ["fy_less_nine_months", [1, "a", "900", 0]]],
    ]),
    cover_public_float: shownLine("5", 1),
    goodwill: shownLine("8", 2),
    net_income: shownLine(null, 0),
  };
  expect(standings(lines, facts, [reportOf([income(["us-gaap:Revenues", "900"])])])).toEqual({});
});

test("a count of shares stands on the face where the words of a balance sheet state it", () => {
  // FMC, March 31, 2010 (0001193125-10-108357): the count is in the label of the treasury stock.
  const words = (label: string) =>
    reportOf([
      statementOf("balance", [
        printedLine("us-gaap:TreasuryStockValue", "7", { start: null, label }),
      ]),
    ]);
  const label = "Treasury stock, common, at cost: 20,292,026 shares at March 31, 2010";
  const facts = [factOf("TreasuryStockShares", "20292026", { start: null, unit: "shares" })];
  const lines = { treasury_shares: shownLine("20292026", 0, { unit: "shares" }) };
  expect(standings(lines, facts, [words(label)])).toEqual({ treasury_shares: "face" });
  expect(standings(lines, facts, [words(label.replace("026", "027"))])).toEqual({
    treasury_shares: "off",
  });
  const inMillions = label.replace("20,292,026", "20.292026");
  expect(standings(lines, facts, [words(inMillions)])).toEqual({ treasury_shares: "face" });
});
