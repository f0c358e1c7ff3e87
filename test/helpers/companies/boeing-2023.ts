import type { FiledLine, FiledReport } from "#schemas/shapes/companies/filed-report.ts";

/** The first lines of Boeing's statement of operations in its annual report of 2023, of one year. */

const role = "http://www.boeing.com/role/ConsolidatedStatementsofOperations";
const axis = "srt:ProductOrServiceAxis";
const product = "us-gaap:ProductMember";
const service = "us-gaap:ServiceMember";
const [revenue, costs, total, gross] = [
  ...["us-gaap:Revenues", "us-gaap:CostOfGoodsAndServicesSold"],
  ...["us-gaap:CostOfRevenue", "us-gaap:GrossProfit"],
] as [string, string, string, string];

const labels: Record<string, string> = {
  [axis]: "Product and Service [Axis]",
  [product]: "Product [Member]",
  [service]: "Service [Member]",
};

function line(order: number, element: string, label: string, more: Partial<FiledLine>): FiledLine {
  return {
    order,
    depth: 0,
    element,
    label,
    isAbstract: false,
    isTotal: false,
    isNegated: false,
    balanceAt: null,
    dimensions: [],
    values: [],
    ...more,
  };
}

/** Of the year 2023, in millions of dollars, as in the XBRL of the filing. */
const year = (amount: number) => [
  {
    ...{ start: "2023-01-01", end: "2023-12-31", isRounded: false, value: `${amount}000000` },
    ...{ unit: "USD", decimals: -6, fact: null },
  },
];
const of = (member: string) => [{ axis, member }];

export const boeing2023: FiledReport = {
  accession: "0000012927-24-000010",
  cik: "0000012927",
  form: "10-K",
  period: "2023-12-31",
  currency: "USD",
  source: "instance",
  statements: [
    {
      kind: "income",
      role,
      title: "Consolidated Statements of Operations",
      order: 3,
      isParenthetical: false,
      axes: [axis],
      lines: [
        line(1, revenue, "Total revenues", { dimensions: of(product), values: year(65581) }),
        line(1, revenue, "Total revenues", { dimensions: of(service), values: year(12213) }),
        line(1, revenue, "Total revenues", { values: year(77794) }),
        line(2, costs, "Cost of goods and services sold", {
          ...{ dimensions: of(product), isNegated: true, values: year(59864) },
        }),
        line(2, costs, "Cost of goods and services sold", {
          ...{ dimensions: of(service), isNegated: true, values: year(10206) },
        }),
        line(3, total, "Total costs and expenses", {
          ...{ isNegated: true, isTotal: true, values: year(70070) },
        }),
        line(4, gross, "Gross profit", { isTotal: true, values: year(7724) }),
      ],
    },
  ],
  domains: [],
  calculations: [
    { role, parent: total, child: costs, weight: 1, order: 1 },
    { role, parent: gross, child: revenue, weight: 1, order: 1 },
    { role, parent: gross, child: total, weight: -1, order: 2 },
  ],
  elements: Object.fromEntries(
    [revenue, costs, total, gross, axis, product, service].map((qname) => [
      qname,
      {
        ...{ qname, isOwn: false, type: "monetary", periodType: "duration" as const },
        ...{ balance: null, label: labels[qname] ?? null, documentation: null },
      },
    ]),
  ),
  problems: [],
};
