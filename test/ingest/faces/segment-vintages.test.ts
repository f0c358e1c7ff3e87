import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { listBreakdowns } from "#ingest/faces/segments/list-breakdowns.ts";
import { type SegmentQuestion, segmentSeries } from "#ingest/faces/segments/segment-series.ts";
import { dayOf } from "#ingest/periods/days.ts";
import { readReportText } from "#ingest/sample/reports/read-report-text.ts";
import { reportPath } from "#ingest/sample/reports/sample-reports.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { parsePrinted } from "../../helpers/companies/segments/printed-tables.ts";

const registry = loadRegistry();
const years = "2024FY=2024-01-01/2024-12-31 2023FY=2023-01-01/2023-12-31";

/** The 10-K of a year with these rows. */
const filing = (year: number, rows: string[], periods = years) => {
  const head = `# 0000000001 One\n@ 0000000001-${year - 1999}-000001 10-K ${year + 1}-02-01 ${periods}`;
  const [company] = parsePrinted(`${head}\n${rows.join("\n")}`);
  if (!company) throw new Error("no company");
  return { report: company.report, filed: company.filed };
};

const first = filing(2023, [
  "Revenues - . 300",
  "Revenues B=one:Tools . 200",
  "Revenues B=one:Toys . 100",
]);
const second = filing(2024, [
  "Revenues - 400 300",
  "Revenues B=one:Tools 240 190",
  "Revenues B=one:Games 160 110",
]);

const day = (iso: string) => dayOf(iso);
const year = (label: number) => ({
  start: day(`${label}-01-01`),
  end: day(`${label}-12-31`),
  isTransition: false,
  isExpected: false,
  quarterEnds: [day(`${label}-03-31`), day(`${label}-06-30`), day(`${label}-09-30`)] as [
    number,
    number,
    number,
  ],
  hasHalves: false,
  segment: 0,
  label,
});
const context = { calendar: { years: [year(2023), year(2024)] }, registry };

const ask = (reports: Parameters<typeof segmentSeries>[0], more: Partial<SegmentQuestion> = {}) => {
  const question = { by: "business", metric: "revenue", asOf: null, view: "latest", ...more };
  const series = segmentSeries(reports, question as SegmentQuestion, context);
  if (!series) throw new Error("no such metric");
  return series;
};

const table = (series: ReturnType<typeof ask>) =>
  series.members.map(({ id, values }) => [
    id,
    ...series.periods.map(({ key }) => values[key]?.value ?? null),
  ]);

test("a recast period shows the newest filing, says so, and keeps the values of the others [FCE-12]", () => {
  const series = ask([first, second]);

  expect(series.periods.map(({ key, isRecast, filings }) => [key, isRecast, filings])).toEqual([
    ["2024FY", false, 1],
    ["2023FY", true, 2],
  ]);
  expect(table(series)).toEqual([
    ["own:Tools", "240000000", "190000000"],
    ["own:Games", "160000000", "110000000"],
  ]);
  expect(series.members[0]?.values["2023FY"]?.otherVintages).toEqual([
    {
      value: "200000000",
      filing: { accession: "0000000001-24-000001", form: "10-K", filed: "2024-02-01" },
    },
  ]);
});

test("the original view shows the first filing, and a member that was renamed is another row [FCE-12]", () => {
  expect(table(ask([second, first], { view: "original" }))).toEqual([
    ["own:Tools", "240000000", "200000000"],
    ["own:Games", "160000000", null],
    ["own:Toys", null, "100000000"],
  ]);
});

test("of filings without a day that of the later period is the newest, whatever their names are [FCE-12]", () => {
  const named = ({ report }: typeof first, accession: string) => ({
    report: { ...report, accession, period: `${accession === "unknown-9" ? 2023 : 2024}-12-31` },
    filed: null,
  });
  const undated = [named(second, "unknown-1"), named(first, "unknown-9")];
  expect(table(ask(undated))).toEqual(table(ask([first, second])));
});

test("on a day only filings up to it count [FCE-12]", () => {
  const series = ask([first, second], { asOf: "2025-01-31" });

  expect(series.periods.map(({ key, isRecast }) => [key, isRecast])).toEqual([["2023FY", false]]);
  expect(ask([first, second], { asOf: "2024-01-31" }).periods).toEqual([]);
});

test("a filing whose members do not add up gives way to one whose do [FCE-12]", () => {
  const odd = filing(2024, [
    "Revenues - 400 300",
    "Revenues B=one:Tools 240 190",
    "Revenues B=one:Games 160 .",
  ]);

  expect(ask([first, odd]).periods.map(({ key, filing: { filed } }) => [key, filed])).toEqual([
    ["2024FY", "2025-02-01"],
    ["2023FY", "2024-02-01"],
  ]);
});

test("quarters have the company's names, and nine months are no period of a series [FCE-12]", () => {
  const periods = "2024Q3=2024-07-01/2024-09-30 M9=2024-01-01/2024-09-30";
  const rows = ["Revenues - 90 250", "Revenues B=one:A 40 150", "Revenues B=one:B 50 100"];
  const balances = ["~ Assets - 70", "~ Assets B=one:A 40", "~ Assets B=one:B 30"];
  const report = filing(2024, [...rows, ...balances], periods);

  expect(ask([report]).periods.map(({ key }) => key)).toEqual(["2024Q3"]);
  expect(ask([report], { metric: "total_assets" }).periods.map(({ key }) => key)).toEqual([
    "2024Q3",
  ]);
});

test("standard members that moved to another taxonomy are the same row, own ones are not [FCE-12]", () => {
  const before = filing(2023, [
    "Revenues - . 30",
    "Revenues G0=us-gaap:Europe . 10",
    "Revenues G0=one:Asia . 20",
  ]);
  const after = filing(2024, [
    "Revenues - 50 .",
    "Revenues G=srt:Europe 20 .",
    "Revenues G=srt:Asia 30 .",
  ]);

  expect(table(ask([before, after], { by: "geography" }))).toEqual([
    ["Europe", "20000000", "10000000"],
    ["Asia", "30000000", null],
    ["own:Asia", null, "20000000"],
  ]);
});

test("members of a data set, which have no prefix, join those of packages [FCE-12]", () => {
  const bare = filing(2024, [
    "Revenues - 400 .",
    "Revenues BusinessSegments=Tools 240 .",
    "Revenues BusinessSegments=Toys 160 .",
  ]);
  for (const line of bare.report.statements[0]?.lines ?? []) {
    for (const one of line.dimensions) one.member = one.member.replace(/Member$/, "");
  }
  bare.report.elements = {};

  expect(table(ask([first, bare]))).toEqual([
    ["own:Tools", "240000000", "200000000"],
    ["own:Toys", "160000000", "100000000"],
  ]);
});

test("a metric may be any element; a name that is neither concept nor element gives null [FCE-11]", () => {
  const rows = ["one:Load - 5 .", "one:Load B=one:A 2 .", "one:Load B=one:B 3 ."];
  const question = { by: "business", metric: "one:Load", asOf: null, view: "latest" } as const;

  expect(ask([filing(2024, rows)], question).periods[0]?.reconciliation).toBe("exact");
  expect(segmentSeries([first], { ...question, metric: "no_such_line" }, context)).toBeNull();
});

test("the breakdowns of a company are listed with their periods and how many add up [FCE-11]", () => {
  const more = filing(2024, [
    "Revenues - 400 300",
    "Revenues B=one:Tools 240 190",
    "Revenues B=one:Games 160 110",
    "OperatingIncomeLoss - 50 40",
    "OperatingIncomeLoss B=one:Tools 30 .",
    "OperatingIncomeLoss B=one:Games 25 .",
  ]);

  expect(listBreakdowns([first, more], null, context)).toEqual([
    { by: "business", metric: "revenue", periods: ["2024FY", "2023FY"], reconciled: 2, members: 2 },
    { by: "business", metric: "operating_income", periods: ["2024FY"], reconciled: 0, members: 2 },
  ]);
});

const reportOf = (accession: string) =>
  readFile(reportPath(accession), "utf8").then(readReportText);

test("one segment under two spellings is one series under the newest", async () => {
  const reports = [
    { report: await reportOf("0001045810-24-000029"), filed: "2024-02-21" },
    { report: await reportOf("0001045810-25-000023"), filed: "2025-02-26" },
  ];
  const question = { by: "business", metric: "revenue", asOf: null, view: "latest" } as const;
  const membersIn = (asOf: string | null) =>
    segmentSeries(reports, { ...question, asOf }, { calendar: null, registry })?.members ?? [];
  const [newest, oldest] = ["2024-01-29/2025-01-26", "2021-02-01/2022-01-30"] as const;
  const shown = membersIn(null).map(({ id, label, otherLabels, values }) => [
    ...[id, label, otherLabels],
    ...[values[newest]?.value, values[oldest]?.value],
  ]);
  // 10-Ks of NVIDIA of fiscal 2024 ("Compute And Networking") and 2025 ("Compute & Networking"), in dollars.
  expect(shown.slice(0, 2)).toEqual([
    [
      ...["own:ComputeAndNetworkingSegment", "Compute & Networking", ["Compute And Networking"]],
      ...["116193000000", "11046000000"],
    ],
    ["own:GraphicsSegment", "Graphics", [], "14304000000", "15868000000"],
  ]);
  expect(shown).toHaveLength(3);
  // Until the newer filing there is the older spelling alone.
  expect(membersIn("2024-12-31").map(({ id }) => id)).toContain("own:ComputeAndNetworking");
});

test("segments of like names that one filing has side by side stay apart", () => {
  const two = (year: number) =>
    filing(year, [
      "Revenues - 300 300",
      "Revenues B=one:Tools 200 200",
      "Revenues B=one:ToolsSegment 100 100",
    ]);
  expect(table(ask([two(2023), two(2024)])).map(([id]) => id)).toEqual([
    "own:Tools",
    "own:ToolsSegment",
  ]);
});
