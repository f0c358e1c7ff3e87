import { expect, test } from "vitest";
import { treeOf } from "#ingest/faces/evidence/statement-tree.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import { cell, printedPage, row, table } from "../printed-page.ts";

const known = { accession: "0000080424-25-000076", cik: "0000000001", form: null };

/** A printed row with the amounts of 2024 and 2023. */
type Printed = readonly [label: string, element: string, now: string, before: string];

/** What each total of an income statement of a page is the sum of, of two columns or of the newest alone. */
function sums(printed: readonly Printed[], columns: 1 | 2 = 2): Record<string, string[]> {
  const rows = printed.map(([label, element, now, before]) =>
    row(label, ...[cell(element, "y24", now), cell(element, "y23", before)].slice(0, columns)),
  );
  const body = printedPage(table(...rows));
  const report = readPackageReport(new Map([["pg-20250630.htm", body]]), known);
  const [statement] = report.statements;
  if (statement === undefined) throw new Error("no statement");
  const found = treeOf(statement, report).rows.filter(({ children }) => children.length > 0);
  return Object.fromEntries(
    found.map(({ element, children }) => [
      element.replace("us-gaap:", ""),
      children.map(({ row: part, weight }) => `${weight} ${part.element.replace("us-gaap:", "")}`),
    ]),
  );
}

/** Procter & Gamble's years to 2025-06-30 and 2024-06-30, in millions. */
const procter: readonly Printed[] = [
  ["Net sales", "Revenues", "84,284", "84,039"],
  ["Cost of products sold", "CostOfGoodsAndServicesSold", "41,164", "40,848"],
  ["Selling, general and administrative", "SellingGeneralAdministrative", "22,669", "23,305"],
  ["Indefinite-lived intangible impairment", "ImpairmentOfIntangibles", "—", "1,341"],
  ["Operating income", "OperatingIncomeLoss", "20,451", "18,545"],
  ["Income taxes", "IncomeTaxExpenseBenefit", "4,102", "3,787"],
  ["Net earnings", "NetIncomeLoss", "16,349", "14,758"],
];

test("[FIN-04] rows of a page add up by the only signs that give the total in all columns", () => {
  expect(sums(procter)).toEqual({
    OperatingIncomeLoss: [
      "1 Revenues",
      "-1 CostOfGoodsAndServicesSold",
      "-1 SellingGeneralAdministrative",
      "-1 ImpairmentOfIntangibles",
    ],
    NetIncomeLoss: ["1 OperatingIncomeLoss", "-1 IncomeTaxExpenseBenefit"],
  });
});

test("[FIN-04] signs stay unknown where one column alone tells, and where two ways give the total", () => {
  expect(sums(procter, 1)).not.toHaveProperty("OperatingIncomeLoss");
  // A gain and a cost of the same amounts may each be either.
  const twice: readonly Printed[] = [
    ...procter.slice(0, 3),
    ["Gain", "GainOfSale", "100", "200"],
    ["Charge", "ChargeOfSale", "100", "200"],
    ["Operating income", "OperatingIncomeLoss", "20,451", "19,886"],
    ...procter.slice(5),
  ];
  expect(sums(twice)).not.toHaveProperty("OperatingIncomeLoss");
});
