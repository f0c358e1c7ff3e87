import { describe, expect, test } from "vitest";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import { readSampleReports } from "#ingest/sample/reports/sample-reports.ts";
import { packageFiles } from "#ingest/sample/reports/wire/package-wire.ts";
import type { FiledLine, FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { contexts, fact, filing, income, incomeArcs, type Parts } from "../faces/made-up-filing.ts";
import { context, member } from "../faces/package-files.ts";

const known = { accession: "0000000001-25-000001", cik: "0000000001", form: "10-K" };

/** What a reader makes of a report's package. */
const served = (report: FiledReport) => readPackageReport(packageFiles(report), report);

const cover = "http://one.example/role/Cover";
const cash = "http://one.example/role/CashFlow";
const inside = "http://one.example/role/BalanceParenthetical";
const years = "http://one.example/role/Years";
const items = "us-gaap_StatementLineItems";

/** Every shape that a line may have. */
const everything: Parts = {
  definitions: {
    [cover]: "0001 - Document - Cover &amp; more",
    [inside]: "0004 - Statement - BALANCE SHEETS (Parenthetical)",
    [cash]: "0006 - Statement - STATEMENTS OF CASH FLOWS",
    [years]: "0011 - Disclosure - Sales by year (Details)",
  },
  contexts: [
    ...contexts,
    context("us", "2024-01-01/2024-12-31", member("us-gaap:ProductAxis", "country:US")),
    context("i22", "2022-12-31"),
    context("t1", "2024-01-01/2024-12-31", typed("2031 < 2032")),
    context("t2", "2024-01-01/2024-12-31", typed("a:b")),
  ].map((one) =>
    one.replace("<context ", '<context xmlns:country="http://xbrl.sec.gov/country/2024" '),
  ),
  arcs: [...incomeArcs, { from: "us-gaap_ProductDomain", to: "country_US" }],
  more: {
    [cover]: [
      { from: "dei_CoverAbstract", to: "dei_DocumentType", order: 1 },
      { from: "dei_CoverAbstract", to: "dei_EntityAddress", order: 2 },
    ],
    [inside]: [{ from: items, to: "us-gaap_ParValue", order: 1 }],
    [cash]: [
      { from: items, to: "us-gaap_Cash", order: 1, label: "periodStartLabel" },
      { from: items, to: "us-gaap_NetCashAbstract", order: 2 },
      { from: "us-gaap_NetCashAbstract", to: "us-gaap_Revenues", order: 1 },
      { from: "us-gaap_NetCashAbstract", to: "one_OwnCost", order: 2, label: "negatedLabel" },
      {
        from: "us-gaap_NetCashAbstract",
        to: "us-gaap_Costs",
        order: 3,
        label: "negatedTotalLabel",
      },
      { from: "us-gaap_NetCashAbstract", to: "us-gaap_Gains", order: 4 },
      { from: items, to: "us-gaap_Cash", order: 3, label: "periodEndLabel" },
    ],
    [years]: [
      { from: items, to: "us-gaap_Revenues", order: 1, label: "terseLabel" },
      { from: "us-gaap_Top", to: "us-gaap_YearAxis", order: 1 },
      { from: "us-gaap_Top", to: items, order: 2 },
    ],
  },
  calculation: [
    { from: "us-gaap_Costs", to: "one_OwnCost", more: 'weight="-1"' },
    { from: "us-gaap_Costs", to: "us-gaap_Unseen", order: 2 },
  ],
  facts: [
    fact("dei:DocumentType", "y24", "10-K", { unit: null }),
    fact("dei:EntityAddress", "y24", '1 Main &amp; "Side" St', { unit: null }),
    fact("dei:DocumentPeriodEndDate", "y24", "2024-12-31", { unit: null }),
    fact("us-gaap:Revenues", "y24", "300"),
    fact("us-gaap:Revenues", "y23", "-200.50", { more: 'xml:lang="en"' }),
    fact("us-gaap:Revenues", "q24", "180"),
    fact("us-gaap:Revenues", "us", "0"),
    fact("us-gaap:Revenues", "p24", "120"),
    fact("us-gaap:Revenues", "t2", "7"),
    fact("us-gaap:Revenues", "t1", "293"),
    fact("one:OwnCost", "y24", "70"),
    fact("one:OwnCost", "y23", "-60"),
    fact("us-gaap:Costs", "y24", "70"),
    fact("us-gaap:Gains", "y24", "", { more: 'xsi:nil="true"' }),
    fact("us-gaap:Cash", "i24", "12"),
    fact("us-gaap:Cash", "i23", "11"),
    fact("us-gaap:Cash", "i22", "10"),
    fact("us-gaap:ParValue", "i24", "0.00001"),
  ],
};

function typed(text: string): string {
  const value = text.replace("<", "&lt;");
  return `<xbrldi:typedMember dimension="us-gaap:YearAxis"><one:year>${value}</one:year></xbrldi:typedMember>`;
}

describe("a package that is written of a report", () => {
  test("gives the report back, whatever its lines are [FCE-01]", () => {
    const report = readPackageReport(filing(everything), known);

    const lines = report.statements.flatMap((statement) => statement.lines);
    // The filing has what this test is about.
    expect(report.problems).toEqual([]);
    expect(report.statements.map(({ kind, isParenthetical }) => [kind, isParenthetical])).toEqual([
      ["cover", false],
      ["income", false],
      ["balance", true],
      ["cash_flow", false],
      ["other", false],
    ]);
    expect(lines.filter(({ isNegated }) => isNegated)).not.toHaveLength(0);
    expect(new Set(lines.map(({ balanceAt }) => balanceAt))).toEqual(
      new Set(["start", "end", null]),
    );
    expect(
      lines.filter(({ isAbstract, values }) => !isAbstract && values.length === 0),
    ).toHaveLength(1);
    expect(lines.flatMap(({ dimensions }) => dimensions.map((one) => one.member))).toEqual(
      expect.arrayContaining(["country:US", "a:b", "2031 < 2032", "one:ToolsMember"]),
    );
    expect(served(report)).toEqual(report);
  });

  test("gives a report without a cover its form, company and period", () => {
    const report = readPackageReport(filing(), known);
    expect(report.statements.map(({ kind }) => kind)).toEqual(["income"]);

    const files = packageFiles(report);
    const own = readPackageReport(files, { accession: known.accession, cik: null, form: null });
    expect(own).toEqual(report);
  });

  test("keeps the places of statements that are left out", () => {
    const report = readPackageReport(filing(everything), known);
    const statements = report.statements.filter(({ kind }) => kind === "cash_flow");

    const { order } = served({ ...report, statements, calculations: [] }).statements[0] ?? {};
    expect(order).toBe(4);
  });

  test("gives as many labels of one use as an element has", () => {
    const report = readPackageReport(filing(), known);
    const [statement] = report.statements;
    const [line] = statement?.lines ?? [];
    if (!statement || !line) throw new Error("the made-up filing has a line");
    const lines = ["Sales", "Turnover", "Receipts", "Takings", "Sales"].flatMap((label, i) => [
      { ...line, label, order: 2 * i + 1, depth: 0, isAbstract: false },
      {
        ...line,
        label,
        order: 2 * i + 2,
        depth: 0,
        isAbstract: false,
        isNegated: true,
        isTotal: true,
      },
    ]);

    const [again] = served({ ...report, statements: [{ ...statement, lines }] }).statements;
    expect(again?.role).toBe(income);
    const told = (one: FiledLine) => [one.label, one.isNegated, one.isTotal];
    expect(again?.lines.map(told)).toEqual(lines.map(told));
  });

  test("gives back every bundled report [FCE-01]", async () => {
    const reports = await readSampleReports();
    expect(reports.length).toBeGreaterThanOrEqual(5);
    for (const report of reports) expect(served(report)).toEqual(report);
  });
});
