import {
  type ArcText,
  context,
  type FactText,
  filesOf,
  instance,
  labelLinkbase,
  linkbase,
  member,
  schema,
} from "./package-files.ts";

export const income = "http://one.example/role/Income";
export const balance = "http://one.example/role/Balance";
export const note = "http://one.example/role/Note";
export const top = "us-gaap_IncomeStatementAbstract";

export const contexts = [
  context("y24", "2024-01-01/2024-12-31"),
  context("y23", "2023-01-01/2023-12-31"),
  context("i24", "2024-12-31"),
  context("i23", "2023-12-31"),
  context("p24", "2024-01-01/2024-12-31", member("us-gaap:ProductAxis", "one:ToolsMember")),
  context("q24", "2024-01-01/2024-12-31", member("us-gaap:ProductAxis", "one:OtherMember")),
];

export const fact = (
  name: string,
  context: string,
  value: string,
  more: Partial<FactText> = {},
) => ({
  name,
  context,
  value,
  ...more,
});

export const incomeArcs: ArcText[] = [
  { from: top, to: "us-gaap_StatementTable", order: 1 },
  { from: "us-gaap_StatementTable", to: "us-gaap_ProductAxis", order: 1 },
  { from: "us-gaap_ProductAxis", to: "us-gaap_ProductDomain" },
  { from: "us-gaap_ProductDomain", to: "one_ToolsMember" },
  { from: "us-gaap_StatementTable", to: "us-gaap_StatementLineItems", order: 2 },
  { from: "us-gaap_StatementLineItems", to: "us-gaap_CostsAbstract", order: 2 },
  { from: "us-gaap_CostsAbstract", to: "one_OwnCost", order: 1, label: "negatedTerseLabel" },
  { from: "us-gaap_CostsAbstract", to: "us-gaap_Costs", order: 2, label: "totalLabel" },
  { from: "us-gaap_StatementLineItems", to: "us-gaap_Revenues", order: 1 },
];

const ownElement =
  '<xs:element id="one_OwnCost" name="OwnCost" type="xbrli:monetaryItemType" xbrli:periodType="duration" xbrli:balance="debit"/>' +
  '<xs:element id="one_ToolsMember" name="ToolsMember" type="domainItemType" abstract="true" xbrli:periodType="duration"/>';

const labels = {
  "us-gaap_Revenues": { label: "Revenues", terseLabel: "Sales" },
  one_OwnCost: {
    label: "Own cost, total",
    terseLabel: "Cost &amp; care",
    documentation: "What it costs.",
  },
  "us-gaap_Costs": { label: "Costs", totalLabel: "Total costs" },
  "us-gaap_CostsAbstract": { label: "Costs [Abstract]" },
  one_ToolsMember: { label: "Tools [Member]" },
};

export const facts = [
  fact("dei:DocumentType", "y24", "10-K", { unit: null }),
  fact("dei:DocumentPeriodEndDate", "y24", "2024-12-31", { unit: null }),
  fact("us-gaap:Revenues", "y24", "300"),
  fact("us-gaap:Revenues", "y23", "200"),
  fact("us-gaap:Revenues", "p24", "120"),
  fact("us-gaap:Revenues", "q24", "180"),
  fact("one:OwnCost", "y24", "70"),
  fact("us-gaap:Costs", "y24", "70"),
];

export interface Parts {
  arcs?: ArcText[];
  calculation?: ArcText[];
  facts?: FactText[];
  contexts?: string[];
  more?: Record<string, ArcText[]>;
  definitions?: Record<string, string>;
}

/** One company's income statement of 2024, with other parts where given. */
export const filing = (parts: Parts = {}) =>
  filesOf({
    "one-20241231.xsd": schema(
      {
        [balance]: "0003 - Statement - BALANCE SHEETS",
        [income]: "0002 - Statement - STATEMENTS OF INCOME",
        [note]: "0009 - Disclosure - Revenue (Details)",
        ...parts.definitions,
      },
      ownElement,
    ),
    "one-20241231_pre.xml": linkbase("presentation", {
      ...parts.more,
      [income]: parts.arcs ?? incomeArcs,
    }),
    "one-20241231_cal.xml": linkbase("calculation", { [income]: parts.calculation ?? [] }),
    "one-20241231_lab.xml": labelLinkbase(labels),
    "one-20241231.xml": instance(parts.contexts ?? contexts, parts.facts ?? facts),
  });
