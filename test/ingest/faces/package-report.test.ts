import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { printedValue } from "#ingest/faces/model/printed-value.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import type { FiledLine } from "#schemas/shapes/companies/filed-report.ts";
import {
  balance,
  contexts,
  fact,
  facts,
  filing,
  income,
  incomeArcs,
  note,
  type Parts,
  top,
} from "./made-up-filing.ts";
import { context, instance, linkbase, member } from "./package-files.ts";

const known = { accession: "0000000001-25-000001", cik: "0000000001", form: null };
const read = (parts: Parts = {}) => readPackageReport(filing(parts), known);

const shown = ({ order, depth, label, dimensions, values }: FiledLine) => [
  `${order} ${depth} ${label}`,
  dimensions.map((one) => one.member).join(),
  ...values.map(({ end, value }) => `${end} ${value}`),
];

test("a package gives its statements with rows, labels, totals and signs as printed [FCE-01]", () => {
  const report = read();
  const [statement] = report.statements;

  expect([report.form, report.period, report.currency, report.source]).toEqual([
    "10-K",
    "2024-12-31",
    "USD",
    "instance",
  ]);
  expect([statement?.kind, statement?.title, statement?.role]).toEqual([
    "income",
    "STATEMENTS OF INCOME",
    income,
  ]);
  expect(statement?.lines.map(shown)).toEqual([
    ["1 0 Revenues", "one:ToolsMember", "2024-12-31 120"],
    ["1 0 Revenues", "", "2024-12-31 300", "2023-12-31 200"],
    ["2 0 Costs", ""],
    ["3 1 Cost & care", "", "2024-12-31 70"],
    ["4 1 Total costs", "", "2024-12-31 70"],
  ]);
  expect(statement?.lines.map(({ isAbstract, isTotal }) => [isAbstract, isTotal])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, false],
    [false, true],
  ]);
  const cost = statement?.lines[3];
  expect(cost?.values.map((value) => printedValue(cost, value))).toEqual(["-70"]);
  expect(cost?.values[0]).toMatchObject({ unit: "USD", decimals: -6, fact: "f-6" });
});

test("axes have their members as the definition linkbase arranges them, else the presentation [FCE-03]", () => {
  const [axis, domain] = ["us-gaap_ProductAxis", "us-gaap_ProductDomain"];
  const definition = linkbase("definition", {
    [income]: [
      { from: axis, to: domain, relation: "dimension-domain" },
      { from: axis, to: domain, relation: "dimension-default" },
      { from: domain, to: "us-gaap_AllMember", relation: "domain-member", order: 1 },
      { from: "us-gaap_AllMember", to: "one_ToolsMember", relation: "domain-member" },
      { from: domain, to: "us-gaap_UnusedMember", relation: "domain-member", order: 2 },
    ],
  });
  const files = new Map([...filing(), ["one-20241231_def.xml", Buffer.from(definition)]]);
  const about = { axis: "us-gaap:ProductAxis", roles: [income] };

  expect(readPackageReport(files, known).domains).toEqual([
    {
      ...about,
      default: "us-gaap:ProductDomain",
      members: [
        { member: "us-gaap:ProductDomain", depth: 0 },
        { member: "us-gaap:AllMember", depth: 1 },
        { member: "one:ToolsMember", depth: 2 },
      ],
    },
  ]);
  expect(read().domains).toEqual([
    {
      ...about,
      default: null,
      members: [
        { member: "us-gaap:ProductDomain", depth: 0 },
        { member: "one:ToolsMember", depth: 1 },
      ],
    },
  ]);
});

test("own elements and members have what the schema and the labels say of them [FCE-02]", () => {
  const { elements } = read();

  expect(elements["one:OwnCost"]).toEqual({
    qname: "one:OwnCost",
    isOwn: true,
    type: "monetary",
    periodType: "duration",
    balance: "debit",
    label: "Own cost, total",
    documentation: "What it costs.",
  });
  expect(elements["us-gaap:Revenues"]).toMatchObject({ isOwn: false, type: "monetary" });
  expect(elements["one:ToolsMember"]?.label).toBe("Tools [Member]");
});

test("statements come in the order of their definitions, notes only where they are asked for [FCE-01]", () => {
  const more = {
    [note]: [{ from: "us-gaap_NoteAbstract", to: "us-gaap_Revenues" }],
    [balance]: [{ from: "us-gaap_BalanceAbstract", to: "us-gaap_Assets" }],
  };
  const files = filing({ more, facts: [...facts, fact("us-gaap:Assets", "i24", "5")] });
  const kinds = (notes: boolean) =>
    readPackageReport(files, known, { notes }).statements.map(({ kind, order }) => [kind, order]);

  expect(kinds(true)).toEqual([
    ["income", 1],
    ["balance", 2],
    ["other", 3],
  ]);
  expect(kinds(false)).toEqual([
    ["income", 1],
    ["balance", 2],
  ]);
});

test("balances at the start and the end of the period stand at the dates of its periods [FCE-03]", () => {
  const dates = ["2024-12-31", "2023-12-31", "2022-12-31", "2021-12-31"];
  const report = read({
    contexts: [...contexts, ...dates.map((date, i) => context(`d${i}`, date))],
    arcs: [
      { from: top, to: "us-gaap_Cash", order: 1, label: "periodStartLabel" },
      { from: top, to: "us-gaap_Revenues", order: 2 },
      { from: top, to: "us-gaap_Cash", order: 3, label: "periodEndLabel" },
    ],
    facts: [...facts, ...dates.map((_, i) => fact("us-gaap:Cash", `d${i}`, `${i}`))],
  });

  const lines = report.statements[0]?.lines ?? [];
  expect(lines.map(({ balanceAt }) => balanceAt)).toEqual(["start", null, "end"]);
  expect([lines[0], lines[2]].map((line) => line && shown(line).slice(2))).toEqual([
    ["2023-12-31 1", "2022-12-31 2"],
    ["2024-12-31 0", "2023-12-31 1"],
  ]);
});

test("prohibited arcs take arcs of lower priority away, and equal arcs stand once [FCE-03]", () => {
  const again = incomeArcs.slice(-1).map((arc) => ({ ...arc, more: 'priority="1"' }));
  const gone = incomeArcs
    .slice(-2, -1)
    .map((arc) => ({ ...arc, more: 'use="prohibited" priority="2"' }));
  const lines = read({ arcs: [...incomeArcs, ...again, ...gone] }).statements[0]?.lines ?? [];

  expect(lines.map(({ label }) => label)).toEqual(["Revenues", "Revenues", "Costs", "Cost & care"]);
});

test("declared members that a note shows again stand in the periods of the statement, and in no others [FCE-03]", () => {
  const note40 = context(
    "p40",
    "2024-10-01/2024-12-31",
    member("us-gaap:ProductAxis", "one:ToolsMember"),
  );
  const again = incomeArcs.slice(0, -2).concat({ from: top, to: "us-gaap_Revenues", order: 3 });
  const report = read({
    contexts: [...contexts, note40],
    facts: [...facts, fact("us-gaap:Costs", "y23", "60"), fact("us-gaap:Revenues", "p40", "33")],
    more: { [note]: again },
  });

  expect(report.statements[0]?.lines.map(shown).slice(0, 2)).toEqual([
    ["1 0 Revenues", "one:ToolsMember", "2024-12-31 120"],
    ["1 0 Revenues", "", "2024-12-31 300", "2023-12-31 200"],
  ]);
});

test("calculations are those of the statements, by parent and order [FCE-02]", () => {
  const calculation = [
    { from: "us-gaap_Costs", to: "one_OwnCost", order: 2, more: 'weight="-1.0"' },
    { from: "us-gaap_Costs", to: "us-gaap_Revenues", order: 1, more: 'weight="1.0"' },
  ];

  expect(read({ calculation }).calculations).toEqual([
    { role: income, parent: "us-gaap:Costs", child: "us-gaap:Revenues", weight: 1, order: 1 },
    { role: income, parent: "us-gaap:Costs", child: "one:OwnCost", weight: -1, order: 2 },
  ]);
});

test("a circle, an undeclared element and a fact without its context cost themselves alone [FCE-04]", () => {
  const circle = { from: "us-gaap_Costs", to: "us-gaap_CostsAbstract" };
  const nowhere = { from: top, to: "one_Nowhere", order: 9 };
  const report = read({
    arcs: [...incomeArcs, circle, nowhere],
    facts: [...facts, fact("us-gaap:Costs", "gone", "1"), fact("us-gaap:Costs", "y23", "much")],
  });

  expect(report.problems).toEqual([
    "us-gaap:Costs refers to a missing context gone",
    'us-gaap:Costs has a value that is not a number: "much"',
    "the presentation linkbase names 1 elements that nothing declares: one-20241231.xsd#one_Nowhere",
    `the presentation of ${income} goes in circles`,
  ]);
  expect(report.statements[0]?.lines).toHaveLength(5);
});

test("a role that is one circle has no statement, and others stand [FCE-04]", () => {
  const more = {
    [balance]: [
      { from: "us-gaap_Revenues", to: "us-gaap_Costs" },
      { from: "us-gaap_Costs", to: "us-gaap_Revenues" },
    ],
  };
  const report = read({ more });

  expect(report.statements.map(({ role }) => role)).toEqual([income]);
  expect(report.problems).toEqual([`the presentation of ${balance} goes in circles`]);
});

test("contexts of many and of typed dimensions stay off a statement that does not declare them [FCE-03]", () => {
  const many = Array.from({ length: 40 }, (_, i) => member(`us-gaap:N${i}Axis`, "one:ToolsMember"));
  const typed =
    '<xbrldi:typedMember dimension="us-gaap:ProductAxis"><one:Name>Oil; a=b</one:Name></xbrldi:typedMember>';
  const report = read({
    contexts: [
      ...contexts,
      context("many", "2024-01-01/2024-12-31", many.join("")),
      context("typed", "2024-01-01/2024-12-31", typed),
    ],
    facts: [...facts, fact("us-gaap:Costs", "many", "1"), fact("us-gaap:Costs", "typed", "2")],
  });

  expect(report.statements[0]?.lines.map(shown).at(-1)).toEqual([
    "4 1 Total costs",
    "",
    "2024-12-31 70",
  ]);
  expect(report.problems).toEqual([]);
});

test("a package that cannot be read is refused with one reason [FCE-04]", () => {
  const whole = Object.fromEntries(filing());
  const without = (name: string) => new Map(Object.entries(whole).filter(([key]) => key !== name));
  const withText = (name: string, text: string) => without(name).set(name, Buffer.from(text));
  const other = instance([context("y24", "2024-01-01/2024-12-31", "", "0000000002")], []);
  const bomb = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><linkbase>&c;</linkbase>';
  const cases: [ReadonlyMap<string, Buffer>, string][] = [
    [without("one-20241231.xml"), "there is no XBRL instance among the files"],
    [without("one-20241231_pre.xml"), "there is no presentation linkbase"],
    [withText("one-20241231.xml", other), "the instance is of CIK 0000000002, not 0000000001"],
    [withText("one-20241231_pre.xml", bomb), "one-20241231_pre.xml: XML with a DOCTYPE is refused"],
    [
      without("one-20241231.xml").set("one-20241231.xml", Buffer.alloc(200 * 2 ** 20, "<xbrl> ")),
      "one-20241231.xml: larger than 134217728 bytes",
    ],
    [withText("one-20241231_lab.xml", "<linkbase>"), "one-20241231_lab.xml: XML is cut"],
  ];

  for (const [files, reason] of cases) {
    expect(() => readPackageReport(files, known)).toThrow(ParseError);
    expect(() => readPackageReport(files, known)).toThrow(reason);
  }
});
