import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { packReport } from "#ingest/faces/packed/pack.ts";
import { unpackReport } from "#ingest/faces/packed/unpack.ts";
import type { FiledElement, FiledReport } from "#schemas/shapes/companies/filed-report.ts";

const element = (qname: string, more: Partial<FiledElement> = {}): FiledElement => ({
  qname,
  isOwn: false,
  type: null,
  periodType: null,
  balance: null,
  label: null,
  documentation: null,
  ...more,
});

const value = { start: null, end: "2024-09-28", isRounded: false, value: "-0.5", unit: "USD" };
const line = { depth: 1, isAbstract: false, isTotal: false, isNegated: false, balanceAt: null };

const report: FiledReport = {
  accession: "0000320193-24-000123",
  cik: "0000320193",
  form: "10-K",
  period: "2024-09-28",
  currency: "USD",
  source: "instance",
  statements: [
    {
      kind: "equity",
      role: "http://one.example/role/Equity",
      title: "EQUITY",
      order: 5,
      isParenthetical: true,
      axes: ["us-gaap:StatementEquityComponentsAxis"],
      lines: [
        {
          ...line,
          order: 1,
          element: "us-gaap:EquityAbstract",
          label: "Equity:",
          isAbstract: true,
          dimensions: [],
          values: [],
        },
        {
          ...line,
          order: 2,
          element: "one:Balance",
          label: "Balance",
          isTotal: true,
          isNegated: true,
          balanceAt: "start",
          dimensions: [{ axis: "us-gaap:StatementEquityComponentsAxis", member: "one:OldMember" }],
          values: [
            { ...value, decimals: -6, fact: "f-1" },
            {
              ...value,
              start: "2023-10-01",
              isRounded: true,
              value: "text",
              unit: null,
              decimals: null,
              fact: null,
            },
          ],
        },
        {
          ...line,
          order: 3,
          depth: null,
          element: "one:Balance",
          label: "Balance",
          isTotal: null,
          balanceAt: "end",
          dimensions: [],
          values: [],
        },
      ],
    },
  ],
  calculations: [
    { role: "r", parent: "one:Balance", child: "us-gaap:EquityAbstract", weight: -1, order: 1 },
    { role: "r", parent: "one:Balance", child: "one:Balance", weight: 1, order: 2.5 },
    { role: "s", parent: "one:Balance", child: "one:Balance", weight: 1, order: 1 },
  ],
  elements: {
    "one:Balance": element("one:Balance", {
      isOwn: true,
      type: "monetary",
      periodType: "instant",
      balance: "credit",
      label: "B",
      documentation: "What B is.",
    }),
    "us-gaap:EquityAbstract": element("us-gaap:EquityAbstract"),
  },
  problems: ["one fact was set aside"],
};

test("a packed report gives the same report back [FCE-05]", () => {
  expect(unpackReport(Buffer.from(packReport(report)))).toEqual(report);
});

test("equal reports have equal bytes, whatever the order of their elements [FCE-05]", () => {
  const turned = {
    ...report,
    elements: Object.fromEntries(Object.entries(report.elements).reverse()),
  };

  expect(packReport(turned)).toBe(packReport(report));
  expect(packReport({ ...report, form: "10-Q" })).not.toBe(packReport(report));
});

test("an element by the name of a member of every object is kept like others [FCE-05]", () => {
  const elements = JSON.parse(`{"__proto__": ${JSON.stringify(element("__proto__"))}}`);
  const odd = { ...report, statements: [], calculations: [], elements };

  expect(Object.keys(unpackReport(Buffer.from(packReport(odd))).elements)).toEqual(["__proto__"]);
});

test("bytes that are no packed report of this version are refused [FCE-05]", () => {
  const packed = JSON.parse(packReport(report));
  const broken = [
    { ...packed, v: 2 },
    { ...packed, strings: [] },
    { ...packed, elements: [] },
    { ...packed, dimensions: [] },
    { ...packed, periods: [[0, 99, 0]] },
    { ...packed, statements: [["income"]] },
  ];

  for (const document of broken) {
    expect(() => unpackReport(Buffer.from(JSON.stringify(document)))).toThrow(ParseError);
  }
  expect(() => unpackReport(Buffer.from("{"))).toThrow(ParseError);
});
