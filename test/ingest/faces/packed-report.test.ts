import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { joinParts } from "#ingest/faces/model/join-parts.ts";
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
  domains: [
    {
      axis: "us-gaap:StatementEquityComponentsAxis",
      roles: ["r", "s"],
      default: "us-gaap:EquityAbstract",
      members: [
        { member: "us-gaap:EquityAbstract", depth: 0 },
        { member: "one:Balance", depth: 1 },
      ],
    },
    {
      axis: "us-gaap:StatementEquityComponentsAxis",
      roles: ["t"],
      default: null,
      members: [{ member: "one:Balance", depth: 0 }],
    },
  ],
  elements: {
    "us-gaap:StatementEquityComponentsAxis": element("us-gaap:StatementEquityComponentsAxis"),
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
  const odd = { ...report, statements: [], calculations: [], domains: [], elements };

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

test("the statements and the notes of a filing make one report again [FCE-05]", () => {
  const statement = report.statements[0];
  if (!statement) throw new Error("no statement");
  const [domain] = report.domains;
  if (!domain) throw new Error("no domain");
  const face = { ...report, domains: [{ ...domain, roles: ["r"] }] };
  const note = { ...statement, kind: "other" as const, role: "n", order: 2 };
  const notes = {
    ...report,
    statements: [note],
    calculations: [],
    domains: [{ ...domain, roles: ["n"] }],
    elements: { "one:Note": element("one:Note") },
  };
  const joined = joinParts(face, notes);

  expect(joined.statements.map(({ order }) => order)).toEqual([2, 5]);
  expect(joined.domains).toEqual([{ ...domain, roles: ["r", "n"] }]);
  expect(Object.keys(joined.elements)).toEqual([...Object.keys(report.elements), "one:Note"]);
  expect(joinParts(face, null)).toBe(face);
});
