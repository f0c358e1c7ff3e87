import type { FiledReport, FiledValue } from "#schemas/shapes/companies/filed-report.ts";

/** Net sales by product as the notes of Apple's annual reports print them, in millions. */

const element = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax";
const axis = "srt:ProductOrServiceAxis";

const years: Record<string, string> = {
  "2024-09-28": "2023-10-01",
  "2023-09-30": "2022-09-25",
  "2022-09-24": "2021-09-26",
};

const products: Record<string, [label: string, ...values: string[]]> = {
  "aapl:IPhoneMember": ["iPhone", "201183", "200583", "205489"],
  "aapl:MacMember": ["Mac", "29984", "29357", "40177"],
  "aapl:IPadMember": ["iPad", "26694", "28300", "29292"],
  "aapl:WearablesHomeandAccessoriesMember": [
    "Wearables, Home and Accessories",
    "37005",
    "39845",
    "41241",
  ],
  "us-gaap:ServiceMember": ["Services", "96169", "85200", "78129"],
};

const valuesOf = (millions: readonly string[]): FiledValue[] =>
  Object.entries(years).flatMap(([end, start], i) => {
    const value = millions[i];
    return value === undefined
      ? []
      : [
          {
            start,
            end,
            isRounded: false,
            value: `${value}000000`,
            unit: "USD",
            decimals: -6,
            fact: null,
          },
        ];
  });

const line = {
  depth: 1,
  element,
  label: "Net sales",
  isAbstract: false,
  isNegated: false,
  balanceAt: null,
};

const about = (qname: string, label: string | null, type: string | null) => {
  const isOwn = qname.startsWith("aapl:");
  return { qname, isOwn, type, periodType: null, balance: null, label, documentation: null };
};

/** The report of 2024. `iPhone` replaces its newest value. */
export function products2024(iPhone = "201183"): FiledReport {
  const lines = Object.entries(products).map(([member, [, ...values]], i) => ({
    ...line,
    order: i + 1,
    isTotal: false,
    dimensions: [{ axis, member }],
    values: valuesOf(member === "aapl:IPhoneMember" ? [iPhone, ...values.slice(1)] : values),
  }));
  const total = {
    ...line,
    order: 6,
    isTotal: true,
    dimensions: [],
    values: valuesOf(["391035", "383285", "394328"]),
  };
  const members = Object.entries(products).map(([name, [label]]) => {
    return [name, about(name, `${label} [Member]`, null)] as const;
  });
  return {
    accession: "0000320193-24-000123",
    cik: "0000320193",
    form: "10-K",
    period: "2024-09-28",
    currency: "USD",
    source: "instance",
    statements: [
      {
        kind: "other",
        role: "http://www.apple.com/role/RevenueDetails",
        title: "Revenue - Net Sales Disaggregated by Significant Products and Services (Details)",
        order: 30,
        isParenthetical: false,
        axes: [axis],
        lines: [...lines, total],
      },
    ],
    calculations: [],
    domains: [],
    elements: {
      ...Object.fromEntries(members),
      [element]: about(element, "Net sales", "monetary"),
      [axis]: about(axis, "Product and Service [Axis]", null),
    },
    problems: [],
  };
}
