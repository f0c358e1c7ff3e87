import type {
  Calculation,
  FiledLine,
  FiledReport,
  FiledValue,
} from "#schemas/shapes/companies/filed-report.ts";

/** Some lines of Apple's statements of operations, as its annual reports printed them. */

const role = "http://www.apple.com/role/Operations";

const years: Record<string, string> = {
  "2018-09-29": "2017-10-01",
  "2017-09-30": "2016-09-25",
  "2016-09-24": "2015-09-27",
};

function line(order: number, element: string, label: string, more: Partial<FiledLine> = {}) {
  return {
    order,
    depth: 1,
    element,
    label,
    isAbstract: false,
    isTotal: false,
    isNegated: false,
    balanceAt: null,
    dimensions: [],
    values: [],
    ...more,
  } satisfies FiledLine;
}

/** Millions of dollars by the end of their year. */
function millions(values: Record<string, string>): FiledValue[] {
  return Object.entries(values).map(([end, value]) => ({
    start: years[end] ?? null,
    end,
    isRounded: false,
    value: `${value}000000`,
    unit: "USD",
    decimals: -6,
    fact: null,
  }));
}

const sum = (parent: string, children: Record<string, number>): Calculation[] =>
  Object.entries(children).map(([child, weight], i) => {
    return { role, parent, child, weight, order: i + 1 };
  });

const product = { axis: "srt:ProductOrServiceAxis", member: "us-gaap:ProductMember" };

function report(accession: string, period: string, revenue: string, lines: FiledLine[]) {
  const names = [...lines.map(({ element }) => element), product.axis, product.member];
  const element = (qname: string) => ({
    qname,
    isOwn: false,
    type: "monetary",
    periodType: "duration" as const,
    balance: null,
    label: qname === product.member ? "Products [Member]" : null,
    documentation: null,
  });
  return {
    accession,
    cik: "0000320193",
    form: "10-K",
    period,
    currency: "USD",
    source: "instance",
    statements: [
      {
        kind: "income",
        role,
        title: "CONSOLIDATED STATEMENTS OF OPERATIONS",
        order: 2,
        isParenthetical: false,
        axes: [],
        lines,
      },
    ],
    calculations: sum("us-gaap:GrossProfit", {
      [revenue]: 1,
      "us-gaap:CostOfGoodsAndServicesSold": -1,
    }),
    elements: Object.fromEntries(names.map((name) => [name, element(name)])),
    domains: [],
    problems: [],
  } satisfies FiledReport;
}

const revenue2018 = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax";

export const of2018 = report("0000320193-18-000145", "2018-09-29", revenue2018, [
  line(1, revenue2018, "Net sales", {
    values: millions({ "2018-09-29": "265595", "2017-09-30": "229234", "2016-09-24": "215639" }),
  }),
  line(2, "us-gaap:CostOfGoodsAndServicesSold", "Cost of sales", {
    isNegated: true,
    values: millions({ "2018-09-29": "163756", "2017-09-30": "141048", "2016-09-24": "131376" }),
  }),
  line(3, "us-gaap:GrossProfit", "Gross margin", {
    isTotal: true,
    values: millions({ "2018-09-29": "101839", "2017-09-30": "88186", "2016-09-24": "84263" }),
  }),
]);

/** The year before stands under another element. */
export const of2017 = report("0000320193-17-000070", "2017-09-30", "us-gaap:SalesRevenueNet", [
  line(1, "us-gaap:SalesRevenueNet", "Net sales", {
    values: millions({ "2017-09-30": "229234", "2016-09-24": "215639" }),
  }),
  line(2, "us-gaap:CostOfGoodsAndServicesSold", "Cost of sales", {
    isNegated: true,
    values: millions({ "2017-09-30": "141048", "2016-09-24": "131376" }),
  }),
  line(3, "us-gaap:GrossProfit", "Gross margin", {
    isTotal: true,
    values: millions({ "2017-09-30": "88186", "2016-09-24": "84263" }),
  }),
]);
