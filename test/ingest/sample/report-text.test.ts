import { readFile, stat } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { FiguresError } from "#ingest/sample/figures.ts";
import { readReportText } from "#ingest/sample/reports/read-report-text.ts";
import { readSampleReports, reportPath } from "#ingest/sample/reports/sample-reports.ts";
import { writeReportText } from "#ingest/sample/reports/write-report-text.ts";

const small = [
  "tenk report 1",
  "[report]",
  "accession\t0000000042-24-000001",
  "cik\t0000000042",
  "form\t10-K",
  "period\t2023-12-31",
  "currency\tUSD",
  "source\tinstance",
  "[elements]",
  "ex:ToolsMember\town\tdomain\tduration\t\tTools [Member]\tWhat we make.",
  "us-gaap:Cash\t\tmonetary\tinstant\t\tCash",
  "us-gaap:CostsAbstract",
  "us-gaap:Revenues\t\tmonetary\tduration\tcredit",
  "[periods]",
  "2023-01-01/2023-12-31",
  "2022-12-31",
  "[members]",
  "us-gaap:ProductAxis=ex:ToolsMember\tus-gaap:YearAxis=a=b",
  "[units]",
  "USD\t-6",
  "USD",
  "[statements]",
  "cover\t1\t\thttp://ex/role/Cover\tCover",
  "1\t0\t\tdei:DocumentType\t\tDocument Type\t0 - f-1 10-K for 2023",
  "income\t3\tparenthetical\thttp://ex/role/Income\tINCOME\tus-gaap:ProductAxis us-gaap:YearAxis",
  "1\t0\th\tus-gaap:CostsAbstract\t\tCosts:",
  "2\t1\ttn\tus-gaap:Revenues\t0\tTotal sales\t0 0 f-2 12M",
  "3\t1\ts\tus-gaap:Cash\t\tCash, beginning\t1 1 - -0.50",
  "[calculations]",
  "3\tus-gaap:Revenues\tus-gaap:Cash -1 1\tus-gaap:Costs 1 2",
  "[domains]",
  "us-gaap:ProductAxis\tex:AllDomain\t1 3\t0 ex:AllDomain\t1 ex:ToolsMember",
  "us-gaap:YearAxis\t\t3\t0 ex:YearMember",
  "",
].join("\n");

describe("the text form of a report", () => {
  test("each column is read as what it stands for", () => {
    const { statements, calculations, domains, elements, ...about } = readReportText(small);

    expect(about).toMatchObject({ form: "10-K", period: "2023-12-31", source: "instance" });
    expect(
      statements.map(({ kind, order, isParenthetical }) => [kind, order, isParenthetical]),
    ).toEqual([
      ["cover", 1, false],
      ["income", 3, true],
    ]);
    expect(statements[0]?.lines[0]?.values).toEqual([
      {
        start: "2023-01-01",
        end: "2023-12-31",
        isRounded: false,
        value: "10-K for 2023",
        unit: null,
        decimals: null,
        fact: "f-1",
      },
    ]);
    const [heading, sales, cash] = statements[1]?.lines ?? [];
    expect(heading).toMatchObject({ isAbstract: true, depth: 0, values: [], dimensions: [] });
    expect(sales).toMatchObject({ isTotal: true, isNegated: true, label: "Total sales" });
    expect(sales?.values[0]).toMatchObject({ value: "12000000", unit: "USD", decimals: -6 });
    expect(sales?.dimensions).toEqual([
      { axis: "us-gaap:ProductAxis", member: "ex:ToolsMember" },
      { axis: "us-gaap:YearAxis", member: "a=b" },
    ]);
    expect(cash).toMatchObject({ balanceAt: "start", isTotal: false });
    expect(cash?.values[0]).toMatchObject({ start: null, value: "-0.50", decimals: null });
    expect(calculations.map(({ child, weight }) => [child, weight])).toEqual([
      ["us-gaap:Cash", -1],
      ["us-gaap:Costs", 1],
    ]);
    expect(calculations[0]?.role).toBe("http://ex/role/Income");
    expect(domains).toEqual([
      {
        axis: "us-gaap:ProductAxis",
        roles: ["http://ex/role/Cover", "http://ex/role/Income"],
        default: "ex:AllDomain",
        members: [
          { member: "ex:AllDomain", depth: 0 },
          { member: "ex:ToolsMember", depth: 1 },
        ],
      },
      {
        axis: "us-gaap:YearAxis",
        roles: ["http://ex/role/Income"],
        default: null,
        members: [{ member: "ex:YearMember", depth: 0 }],
      },
    ]);
    expect(elements["ex:ToolsMember"]).toEqual({
      qname: "ex:ToolsMember",
      isOwn: true,
      type: "domain",
      periodType: "duration",
      balance: null,
      label: "Tools [Member]",
      documentation: "What we make.",
    });
    expect(elements["us-gaap:CostsAbstract"]).toMatchObject({ type: null, label: null });
  });

  test("reading and writing are inverse, byte for byte", () => {
    expect(writeReportText(readReportText(small))).toBe(small);
  });

  test("the bundled texts stay small enough to be read in a review", async () => {
    const reports = await readSampleReports();
    const sizes = await Promise.all(
      reports.map(async ({ accession }) => (await stat(reportPath(accession))).size),
    );
    expect(Math.max(...sizes)).toBeLessThan(80_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
  });

  test("each bundled text is what its report writes", async () => {
    for (const report of await readSampleReports()) {
      expect(writeReportText(report)).toBe(await readFile(reportPath(report.accession), "utf8"));
    }
  });

  test.each([
    ["another format", ["tenk report 1", "tenk report 2"], 'first line must be "tenk report 1"'],
    ["a report without its company", ["cik\t0000000042\n", ""], "there is no cik"],
    ["an unknown source", ["source\tinstance", "source\tguess"], 'there is no "guess"'],
    ["a kind of statement that is none", ["income\t3", "costs\t3"], 'there is no "costs"'],
    ["a period that is not listed", ["1 1 - -0.50", "9 1 - -0.50"], "entry 9 of [periods]"],
    ["members that are not listed", ["us-gaap:Revenues\t0\t", "us-gaap:Revenues\t4\t"], "entry 4"],
    ["a value without a unit's place", ["0 0 f-2 12M", "0 f-2 12M"], "value"],
    ["a value that is no number", ["0 0 f-2 12M", "0 0 f-2 1e7"], '"1e7" is not a value'],
    [
      "a calculation of no statement",
      ["\n3\tus-gaap:Revenues\tus-gaap:C", "\n8\tus-gaap:Revenues\tus-gaap:C"],
      "statement 8",
    ],
  ])("%s is refused with its reason", (_, [from = "", to = ""], message) => {
    expect(small).toContain(from);
    const broken = small.replace(from, () => to);
    expect(() => readReportText(broken)).toThrow(FiguresError);
    expect(() => readReportText(broken)).toThrow(message);
  });
});
