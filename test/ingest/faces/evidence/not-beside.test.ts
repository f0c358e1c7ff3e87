import { expect, test } from "vitest";
import { faceOfReport } from "#ingest/faces/evidence/face-of-report.ts";
import { readStatement } from "#ingest/faces/evidence/read-statement.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { reportOf } from "./printed.ts";

const registry = loadRegistry();
const equipment = "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment";
const productive = "us-gaap:PaymentsToAcquireProductiveAssets";

/** Tags of capital expenditure on a cash flow statement with the figures of CA 2010 and 2009 (0000950123-10-049691). */
function tagsOf(purchases: readonly (readonly [tag: string, label: string])[]) {
  const amounts: Record<string, number[]> = { [productive]: [617, 76], [equipment]: [79, 83] };
  const rows = [
    ...purchases.map(([tag, label]) => ({ tag, label, values: amounts[tag] ?? [] })),
    {
      tag: "extension:CapitalizedSoftwareDevelopmentCosts",
      label: "Capitalized software development costs",
      values: [188, 129],
    },
    {
      tag: "us-gaap:PaymentsForProceedsFromOtherInvestingActivities",
      label: "Other investing activities",
      values: [4, 2],
    },
  ].map((row) => ({ ...row, balance: "credit" as const, isNegated: true as const }));
  const total = {
    tag: "us-gaap:NetCashProvidedByUsedInInvestingActivities",
    label: "NET CASH USED IN INVESTING ACTIVITIES",
    balance: "debit" as const,
    values: [0, 1].map((at) => -rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  };
  const columns = ["2009-04-01|2010-03-31", "2008-04-01|2009-03-31"];
  const kind = "cash_flow" as const;
  const report = reportOf("0000950123-10-049691", "10-K", [
    { kind, columns, rows: [...rows, total] },
  ]);
  const face = faceOfReport(report, null);
  const [statement] = face.statements;
  if (statement === undefined) throw new Error("no statement");
  const { lines } = readStatement(face, statement, registry, "industrial");
  return lines.get("capital_expenditure")?.terms.map(({ tag }) => tag);
}

const property = [equipment, "Purchases of property and equipment"] as const;
const businesses =
  "Acquisitions, primarily businesses, net of cash acquired, and purchased software";
const goodwill =
  "Acquisitions, primarily goodwill, purchased software, and other intangible assets, net of cash acquired";

test("what is paid for businesses is no capital expenditure beside a row of it (CA)", () => {
  for (const label of [businesses, goodwill]) {
    expect(tagsOf([[productive, label], property])).toEqual([equipment]);
    // Alone it is all that the statement has of the line.
    expect(tagsOf([[productive, label]])).toEqual([productive]);
  }
});

test("security deposits are no capital expenditure beside a row of it (Riot 2022)", () => {
  expect(tagsOf([[productive, "Security deposits"], property])).toEqual([equipment]);
});

test("other assets are, and so is what names property (NTT, Microchip, Chesapeake)", () => {
  const labels = [
    "Acquisition of intangible assets",
    "Investment in other assets",
    "Acquisitions of natural gas and oil companies, proved and unproved properties and leasehold, net of cash acquired",
    "Purchase of property and equipment and acquisition of businesses",
  ];
  for (const label of labels) {
    expect(tagsOf([[productive, label], property])).toEqual([equipment, productive]);
  }
});
