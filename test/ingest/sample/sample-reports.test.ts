import { expect, test } from "vitest";
import { printedValue } from "#ingest/faces/model/printed-value.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { readSampleReports } from "#ingest/sample/reports/sample-reports.ts";
import type { FiledReport, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";

const reports = new Map((await readSampleReports()).map((one) => [one.accession, one]));

function reportOf(accession: string): FiledReport {
  const report = reports.get(accession);
  if (report === undefined) throw new Error(`${accession} is not bundled`);
  return report;
}

const apple2024 = "0000320193-24-000123";
const alphabet2024 = "0001652044-25-000014";
const nvidia2025 = "0001045810-25-000023";
const nvidiaQuarter = "0001045810-25-000209";

/** Whole millions as printed, by the label of the member; the company itself is "Total". */
function printedBy(
  { statements, elements }: FiledReport,
  wanted: { element: string; axis: string; start: string | null; end: string },
): Record<string, number> {
  const lines = statements
    .filter(({ axes }) => axes.includes(wanted.axis))
    .flatMap((statement) => statement.lines)
    .filter(({ element }) => element === wanted.element);
  const entries = lines.flatMap((line) => {
    const isOfAxis = line.dimensions.every(({ axis }) => axis === wanted.axis);
    if (!isOfAxis) return [];
    const member = line.dimensions[0]?.member;
    const label = member === undefined ? "Total" : (elements[member]?.label ?? member);
    return line.values
      .filter(({ start, end }) => start === wanted.start && end === wanted.end)
      .map((value) => [
        label.replace(/(?: Segment)? \[Member\]$/, ""),
        millions(printedValue(line, value)),
      ]);
  });
  return Object.fromEntries(entries);
}

const millions = (value: string) => Number(value) / 1_000_000;

test("Apple's products and regions of its fiscal 2024 are as printed [FCE-01]", () => {
  const report = reportOf(apple2024);
  const revenue = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax";
  const year = { start: "2023-10-01", end: "2024-09-28" };

  expect(
    printedBy(report, { element: revenue, axis: "srt:ProductOrServiceAxis", ...year }),
  ).toMatchObject({
    iPhone: 201_183,
    Mac: 29_984,
    iPad: 26_694,
    "Wearables, Home and Accessories": 37_005,
    Service: 96_169,
    Total: 391_035,
  });
  expect(
    printedBy(report, { element: revenue, axis: "us-gaap:StatementBusinessSegmentsAxis", ...year }),
  ).toMatchObject({
    Americas: 167_045,
    Europe: 101_328,
    "Greater China": 66_952,
    Japan: 25_052,
    "Rest of Asia Pacific": 30_658,
  });
});

test("Alphabet's segments and regions of 2024 are as printed [FCE-01]", () => {
  const report = reportOf(alphabet2024);
  const revenue = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax";
  const year = { start: "2024-01-01", end: "2024-12-31" };

  expect(
    printedBy(report, { element: revenue, axis: "us-gaap:StatementBusinessSegmentsAxis", ...year }),
  ).toEqual({
    "Google Services": 304_930,
    "Google Cloud": 43_229,
    "Other Bets": 1_648,
    Total: 350_018,
  });
  expect(
    printedBy(report, { element: revenue, axis: "srt:StatementGeographicalAxis", ...year }),
  ).toEqual({
    "United States": 170_447,
    EMEA: 102_127,
    APAC: 56_815,
    "Other Americas": 20_418,
    Total: 350_018,
  });
});

test("NVIDIA's markets of fiscal 2025 and regions of a quarter are as printed [FCE-01]", () => {
  expect(
    printedBy(reportOf(nvidia2025), {
      element: "us-gaap:Revenues",
      axis: "srt:ProductOrServiceAxis",
      start: "2024-01-29",
      end: "2025-01-26",
    }),
  ).toEqual({
    "Data Center": 115_186,
    Compute: 102_196,
    Networking: 12_990,
    Gaming: 11_350,
    "Professional Visualization": 1_878,
    Automotive: 1_694,
    "OEM and Other": 389,
    Total: 130_497,
  });
  expect(
    printedBy(reportOf(nvidiaQuarter), {
      element: "us-gaap:Revenues",
      axis: "srt:StatementGeographicalAxis",
      start: "2025-04-28",
      end: "2025-07-27",
    }),
  ).toEqual({
    "United States": 23_470,
    Singapore: 10_156,
    Taiwan: 8_529,
    "China (including Hong Kong)": 2_769,
    Other: 1_819,
    Total: 46_743,
  });
});

const statementOf = (accession: string, kind: FiledStatement["kind"]) => {
  const found = reportOf(accession).statements.find(
    (one) => one.kind === kind && !one.isParenthetical,
  );
  if (found === undefined) throw new Error(`${accession} has no ${kind}`);
  return found;
};

/** The newest printed value of a line by its label. */
function printed(statement: FiledStatement, label: string): string | undefined {
  const line = statement.lines.find((one) => one.label === label && one.dimensions.length === 0);
  const [value] = line?.values ?? [];
  return line && value && printedValue(line, value);
}

test("lines have the sign that the page prints [FCE-01]", () => {
  const alphabet = statementOf(alphabet2024, "cash_flow");
  expect(printed(alphabet, "Purchases of property and equipment")).toBe("-52535000000");
  expect(printed(alphabet, "Loss (gain) on debt and equity securities, net")).toBe("-2671000000");
  expect(printed(alphabet, "Net cash used in investing activities")).toBe("-45536000000");
  expect(printed(statementOf(alphabet2024, "income"), "Diluted net income per share")).toBe("8.04");
  expect(printed(statementOf(nvidia2025, "income"), "Interest expense")).toBe("-247000000");
  const nvidia = statementOf(nvidiaQuarter, "cash_flow");
  expect(printed(nvidia, "Prepaid expenses and other assets")).toBe("946000000");
});

test("every bundled report is a filing of its company, with its statements [FCE-01]", async () => {
  for (const { accession, cik, form, period, statements } of reports.values()) {
    const { filings } = await readFigures(cik);
    const filing = filings.find(({ accessionNumber }) => accessionNumber === accession);
    expect([form, period]).toEqual([filing?.form, filing?.reportDate]);
    const kinds = statements.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(["cover", "income", "balance", "cash_flow", "equity", "other"]),
    );
  }
});

test("amounts of bundled statements are those of the bundled figures [FCE-01]", async () => {
  for (const { accession, cik, statements } of reports.values()) {
    const { series, reports: known } = await readFigures(cik);
    const filed = new Map<string, string>();
    for (const { taxonomy, tag, unit, rows } of series) {
      for (const { start, end, value, reports: of } of rows) {
        if (!of.some((place) => known[place]?.accession === accession)) continue;
        filed.set(`${taxonomy}:${tag} ${unit} ${start} ${end}`, value);
      }
    }
    let count = 0;
    for (const { element, dimensions, values } of statements.flatMap(({ lines }) => lines)) {
      if (dimensions.length > 0) continue;
      for (const { start, end, unit, value } of values) {
        const known = filed.get(`${element} ${unit} ${start} ${end}`);
        if (known === undefined) continue;
        count += 1;
        expect([element, end, Number(value)]).toEqual([element, end, Number(known)]);
      }
    }
    expect(count).toBeGreaterThan(100);
  }
});
