import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { readDataSetReport } from "#ingest/faces/data-set/read-data-set-report.ts";
import { printedValue } from "#ingest/faces/model/printed-value.ts";
import { dataSetDocument } from "#ingest/facts/data-sets/data-set-document.ts";
import type { FiledLine, FiledReport } from "#schemas/shapes/companies/filed-report.ts";

const accession = "0000000001-10-000001";
const sub = `${accession}\t1\tOne Corp\t10-Q\t20100331\t2010\tQ1\t20100429\tone-20100331.xml\t2080\t1231`;

const num = (tag: string, value: string, ddate = "20100331", qtrs = "0", segments = "") =>
  `${tag}\tus-gaap/2009\t${ddate}\t${qtrs}\tUSD\t${segments}\t\t${value}`;
const pre = (
  place: string,
  tag: string,
  label: string,
  more: { version?: string; negating?: string } = {},
) => {
  const [report, line, stmt, inpth = "0"] = place.split(" ");
  const { version = "us-gaap/2009", negating = "0" } = more;
  return [report, line, stmt, inpth, tag, version, label, negating].join("\t");
};

function read(rows: { num: string[]; pre: string[]; tag?: string[] }): FiledReport {
  const report = readDataSetReport(dataSetDocument({ sub: sub.split("\t"), tag: [], ...rows }));
  if (report === null) throw new Error("the slice has a presentation");
  return report;
}

const shown = ({ order, label, dimensions, values }: FiledLine) => [
  order,
  label,
  dimensions.map(({ axis, member }) => `${axis}=${member}`).join(";"),
  ...values.map(({ start, end, value }) => `${start ?? ""} ${end} ${value}`),
];

const balance = ["A", "B", "C", "D", "E"].flatMap((tag) => [
  num(tag, "1.0000"),
  num(tag, "2.0000", "20091231"),
]);
const balanceRows = ["A", "B", "C", "D", "E"].map((tag, i) =>
  pre(`2 ${i + 3} BS`, tag, `Line ${tag}`),
);

test("a slice gives its statements in their order, with labels and signs as printed [FCE-01]", () => {
  const report = read({
    num: [
      num("Paid", "7.5000", "20100331", "1"),
      num("Own", "-3.0000", "20100331", "1"),
      ...balance,
    ],
    pre: [
      ...balanceRows,
      pre("4 12 CF", "Own", "Other, net", { version: "us-gaap/2009" }),
      pre("4 3 CF", "Paid", "Payments for equipment", { negating: "1" }),
    ],
  });

  expect(report.statements.map(({ kind, order }) => [kind, order])).toEqual([
    ["balance", 2],
    ["cash_flow", 4],
  ]);
  const lines = report.statements[1]?.lines ?? [];
  expect(lines.map(shown)).toEqual([
    [3, "Payments for equipment", "", "2010-01-01 2010-03-31 7.5"],
    [12, "Other, net", "", "2010-01-01 2010-03-31 -3"],
  ]);
  expect(lines.map((line) => line.values.map((value) => printedValue(line, value)))).toEqual([
    ["-7.5"],
    ["-3"],
  ]);
  expect([report.period, report.currency, report.source]).toEqual([
    "2010-03-31",
    "USD",
    "data_set",
  ]);
});

test("a period in which only elements of other statements have values is no column [FCE-03]", () => {
  const report = read({
    num: [...balance, num("A", "9.0000", "20081231"), num("Flow", "4.0000", "20100331", "1")],
    pre: [
      ...balanceRows,
      pre("4 1 CF", "Flow", "Flow"),
      pre("4 2 CF", "A", "A at the end of the period"),
    ],
  });

  expect(report.statements[0]?.lines.map(shown)[0]).toEqual([
    3,
    "Line A",
    "",
    " 2010-03-31 1",
    " 2009-12-31 2",
  ]);
});

test("the balances of a cash flow statement stand at the start and the end of its periods [FCE-03]", () => {
  const dates = ["20100331", "20091231", "20090331", "20081231", "20080331"];
  const report = read({
    num: [
      ...dates.map((date, i) => num("Cash", `${i}.0000`, date)),
      num("Flow", "4.0000", "20100331", "1"),
      num("Flow", "5.0000", "20090331", "1"),
    ],
    pre: [
      pre("4 1 CF", "Cash", "Cash, beginning of period"),
      pre("4 2 CF", "Flow", "Flow"),
      pre("4 3 CF", "Cash", "Cash, end of period"),
    ],
  });

  const lines = report.statements[0]?.lines ?? [];
  expect(lines.map(({ balanceAt }) => balanceAt)).toEqual(["start", null, "end"]);
  expect(lines.map(shown)).toEqual([
    [1, "Cash, beginning of period", "", " 2009-12-31 1", " 2008-12-31 3"],
    [2, "Flow", "", "2010-01-01 2010-03-31 4", "2009-01-01 2009-03-31 5"],
    [3, "Cash, end of period", "", " 2010-03-31 0", " 2009-03-31 2"],
  ]);
});

test("values of members stand where the company has none and in columns that fill a statement [FCE-03]", () => {
  const parent = "LegalEntity=ParentCompany;";
  const report = read({
    num: [
      ...balance,
      ...["A", "B", "C", "D"].map((tag) => num(tag, "5.0000", "20100331", "0", parent)),
      num("E", "6.0000", "20100331", "0", "FairValue=LevelOne;"),
      num("Stock", "8.0000", "20100331", "0", "ClassOfStock=B;"),
      num("Stock", "7.0000", "20100331", "0", "ClassOfStock=A;"),
    ],
    pre: [...balanceRows, pre("2 9 BS", "Stock", "Common stock")],
  });

  const lines = report.statements[0]?.lines ?? [];
  expect(lines.slice(0, 2).map(shown)).toEqual([
    [3, "Line A", "LegalEntity=ParentCompany", " 2010-03-31 5"],
    [3, "Line A", "", " 2010-03-31 1", " 2009-12-31 2"],
  ]);
  expect(lines.slice(-3).map(shown)).toEqual([
    [7, "Line E", "", " 2010-03-31 1", " 2009-12-31 2"],
    [9, "Common stock", "ClassOfStock=A", " 2010-03-31 7"],
    [9, "Common stock", "ClassOfStock=B", " 2010-03-31 8"],
  ]);
  expect(report.statements[0]?.axes).toEqual(["LegalEntity", "ClassOfStock"]);
});

test("elements have what the filing declares, amounts per share their unit [FCE-02]", () => {
  const report = read({
    num: [num("Eps", "0.7000", "20100331", "1"), `Own\t${accession}\t20100331\t0\tUSD\t\t\t2.0000`],
    pre: [pre("1 1 IS", "Eps", "Basic"), pre("1 2 IS", "Own", "Mine", { version: accession })],
    tag: [
      "Eps\tus-gaap/2009\t0\tperShare\tD\t\tEarnings, basic\t",
      `Own\t${accession}\t1\tmonetary\tI\tC\tMine, total\tWhat we call mine.`,
    ],
  });

  expect(report.elements["extension:Own"]).toEqual({
    qname: "extension:Own",
    isOwn: true,
    type: "monetary",
    periodType: "instant",
    balance: "credit",
    label: "Mine, total",
    documentation: "What we call mine.",
  });
  expect(report.elements["us-gaap:Eps"]?.isOwn).toBe(false);
  expect(report.statements[0]?.lines[0]?.values[0]?.unit).toBe("USD/shares");
});

test("a row that is no value and a row without a place are set aside with their reasons [FCE-04]", () => {
  const report = read({
    num: [...balance, num("A", "1.0000", "20100230"), num("B", "one"), num("C", "")],
    pre: [...balanceRows, pre("x 9 BS", "A", "Nowhere")],
  });

  expect(report.problems).toEqual([
    "A: ddate 20100230 with qtrs 0 is no period",
    "B has a value that is not a number",
    "A: report and line of pre.txt are not usable",
  ]);
  expect(report.statements[0]?.lines).toHaveLength(5);
});

test("a slice without a presentation has no report, and other bytes are refused [FCE-04]", () => {
  const slice = dataSetDocument({ sub: sub.split("\t"), num: balance, pre: [], tag: [] });

  expect(readDataSetReport(slice)).toBeNull();
  expect(() => readDataSetReport(Buffer.from("{}"))).toThrow(ParseError);
});

test("a statement that the source leaves unnamed is the one that its rows tell, if there is no other of that kind [FCE-01]", () => {
  // EOG Resources, June 30, 2009 (0000821189-09-000047): its balance sheet is "UN".
  const kinds = (...stmts: [report: string, ...tags: string[]][]) => {
    const tags = stmts.flatMap(([, ...own]) => own);
    const rows = stmts.flatMap(([place, ...own]) =>
      own.map((tag, i) => pre(`${place.replace(" ", ` ${i + 1} `)}`, tag, tag)),
    );
    return read({ num: tags.map((tag) => num(tag, "1.0000")), pre: rows }).statements.map(
      ({ kind }) => kind,
    );
  };
  const sheet = ["Assets", "Cash", "LiabilitiesAndStockholdersEquity"];
  expect(kinds(["2 UN", ...sheet])).toEqual(["balance"]);
  expect(kinds(["2 UN", "Assets", "Cash", "Inventory"])).toEqual(["other"]);
  expect(kinds(["1 BS", ...sheet], ["2 UN", ...sheet])).toEqual(["balance", "other"]);
  const income = ["Revenues", "NetIncomeLoss", "EarningsPerShareBasic"];
  // Johnson & Johnson, second quarter of 2009 (0000950123-09-029672): the named one has percentages alone.
  expect(kinds(["1 UN", ...income], ["2 IS", "RevenuesPercentage"])).toEqual(["income", "income"]);
});
