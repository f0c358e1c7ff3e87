import { expect, test } from "vitest";
import { treeOf } from "#ingest/faces/evidence/statement-tree.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { type Row, reportOf } from "./printed.ts";

/** The rows of each total, with their signs; a row that the tree does not have is missing. */
function totals(report: FiledReport): Record<string, string[]> {
  const [statement] = report.statements;
  if (!statement) throw new Error("no statement");
  const { rows } = treeOf(statement, report);
  return Object.fromEntries(
    rows.map(({ element, children }) => [
      element.replace(/^[\w-]+:/, ""),
      children.map(
        ({ row, weight }) => `${weight > 0 ? "+" : "-"}${row.element.replace(/^[\w-]+:/, "")}`,
      ),
    ]),
  );
}

const axis = "LegalEntity";
const balance = "debit";
const row = (tag: string, label: string, values: [number, number], member?: string): Row => ({
  ...{ tag: `us-gaap:${tag}`, label, balance, values },
  ...(member && { member, axis }),
});

/** Textron's assets at April 3, 2010 and January 2, 2010, in millions (0000217346-10-000048): the finance group has no current ones. */
const textron = (withCurrent: Row[]) =>
  reportOf("0000217346-10-000048", "10-Q", [
    {
      kind: "balance",
      columns: ["|2010-03-31", "|2009-12-31"],
      rows: [
        row("CashAndCashEquivalentsAtCarryingValue", "Cash and equivalents", [1509, 1892]),
        row("AccountsReceivableNetCurrent", "Accounts receivable, net", [959, 894], "Making"),
        row("InventoryNet", "Inventories", [2475, 2273], "Making"),
        row("OtherAssetsCurrent", "Other current assets", [1155, 985], "Making"),
        ...withCurrent,
        row("PropertyPlantAndEquipmentNet", "Property, plant, equipment", [1940, 1968], "Making"),
        row("Goodwill", "Goodwill", [1612, 1622], "Making"),
        row("OtherAssetsNoncurrent", "Other assets", [1893, 1938], "Making"),
        row("NotesAndLoansReceivableNet", "Finance receivables, net", [5200, 5865], "Finance"),
        row("LoansReceivableHeldForSaleNet", "Held for sale", [721, 819], "Finance"),
        row("OtherAssets", "Other assets", [646, 684], "Finance"),
        row("Assets", "Total assets", [18110, 18940]),
        row("Assets", "Total assets", [6646, 7512], "Finance"),
        row("Assets", "Total assets", [11464, 11428], "Making"),
      ],
    },
  ]);

test("a total of one group is no total of the company, whose own total has the rows of all groups", () => {
  const current = row("AssetsCurrent", "Total current assets", [6019, 5900], "Making");
  const found = totals(textron([current]));
  expect(found).not.toHaveProperty("AssetsCurrent");
  expect(found.Assets).toHaveLength(10);
  expect(found.Assets).toContain("+CashAndCashEquivalentsAtCarryingValue");
});

test("a total of one group stays where the source lacks its rows and another total holds it", () => {
  const rows = textron([row("AssetsCurrent", "Total current assets", [6019, 5900], "Making")]);
  const isShown = ({ element }: { element: string }) =>
    !/Receivables?NetCurrent|InventoryNet|OtherAssetsCurrent/.test(element);
  const [statement] = rows.statements;
  if (statement) {
    statement.lines = statement.lines.filter(isShown);
    // The cash below the current assets is that of the finance group.
    const [cash] = statement.lines;
    cash?.values.forEach((value, at) => {
      value.value = ["79", "144"][at] ?? "";
    });
  }
  const found = totals(rows);
  expect(found.Assets).toContain("+AssetsCurrent");
  expect(found).toHaveProperty("AssetsCurrent");
});

test("a total of all groups is a row of the company", () => {
  // The current assets of the finance group are made up.
  const current = ([member, ...values]: [string, number, number]) =>
    row("AssetsCurrent", "Total current assets", values, member);
  const found = totals(textron([current(["Making", 6019, 5900]), current(["Finance", 79, 144])]));
  expect(found.AssetsCurrent).toHaveLength(4);
});

/** Fastenal's flows of the first quarters of 2010 and 2009 (0001193125-10-094840). */
const fastenal = (label: string, other: [number, number] = [0, 0]) =>
  reportOf("0001193125-10-094840", "10-Q", [
    {
      kind: "cash_flow",
      columns: ["2010-01-01|2010-03-31", "2009-01-01|2009-03-31"],
      rows: [
        row("ProceedsFromIssuanceOfCommonStock", "Stock issued", other),
        {
          ...row("PaymentsOfDividends", "Payment of dividends", [58972000, 51986000]),
          balance: "credit",
        },
        row("NetCashProvidedByUsedInFinancingActivities", label, [-58972000, -51986000]),
      ],
    },
  ]);

const financing = (report: FiledReport) =>
  totals(report).NetCashProvidedByUsedInFinancingActivities;

test("a total of one amount has its rows, where its label is that of a total and all of them come to it", () => {
  const name = "Net cash used in financing activities";
  const both = ["+ProceedsFromIssuanceOfCommonStock", "-PaymentsOfDividends"];
  expect(financing(fastenal(name))).toEqual(both);
  expect(financing(fastenal("Financing activities"))).toEqual([]);
  expect(financing(fastenal(name, [1000000, 0]))).toEqual([]);
});
