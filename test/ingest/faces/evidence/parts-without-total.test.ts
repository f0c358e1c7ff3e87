import { expect, test } from "vitest";
import { faceOfReport } from "#ingest/faces/evidence/face-of-report.ts";
import { readStatement } from "#ingest/faces/evidence/read-statement.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { type Row, reportOf } from "./printed.ts";

const registry = loadRegistry();
const goods = "us-gaap:CostOfGoodsSold";
const services = "us-gaap:CostOfServices";
const debit = "debit" as const;

/** Tags of cost of revenue on the income statement of General Electric's 8-K of 2010-05-07, whose rows lead to no total. */
function tagsOf(costs: readonly Row[]) {
  const rows: Row[] = [
    ...costs,
    {
      tag: "us-gaap:IncomeTaxExpenseBenefit",
      label: "Benefit (provision) for income taxes",
      balance: debit,
      isNegated: true,
      values: [-1_090, 1_052, 4_155],
    },
    {
      tag: "us-gaap:ProfitLoss",
      label: "Net earnings",
      balance: "credit",
      values: [11_241, 18_051, 23_124],
    },
    {
      tag: "us-gaap:Revenues",
      label: "Total revenues",
      balance: "credit",
      values: [156_779, 182_515, 172_488],
    },
  ];
  const columns = ["2009-01-01|2009-12-31", "2008-01-01|2008-12-31", "2007-01-01|2007-12-31"];
  const report = reportOf("0000040545-10-000043", "8-K", [
    { kind: "income" as const, columns, rows },
  ]);
  const face = faceOfReport(report, null);
  const [statement] = face.statements;
  if (statement === undefined) throw new Error("no statement");
  const { lines } = readStatement(face, statement, registry, "industrial");
  return lines.get("cost_of_revenue")?.terms.map(({ tag }) => tag);
}

const ofGoods: Row = {
  tag: goods,
  label: "Cost of goods sold",
  balance: debit,
  values: [50_580, 54_602, 47_309],
};
const ofServices: Row = {
  tag: services,
  label: "Cost of services sold",
  balance: debit,
  values: [25_341, 29_170, 25_816],
};

test("costs of goods and of services add up although they lead to no total (General Electric)", () => {
  expect(tagsOf([ofGoods, ofServices])).toEqual([goods, services]);
});

test("another row of the line does not count beside costs of goods without a total", () => {
  const excluding = {
    ...ofServices,
    tag: "us-gaap:CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization",
  };
  expect(tagsOf([ofGoods, excluding])).toEqual([goods]);
});
