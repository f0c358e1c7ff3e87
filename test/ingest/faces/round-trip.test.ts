import { expect, test } from "vitest";
import { readDataSetReport } from "#ingest/faces/data-set/read-data-set-report.ts";
import { readPackageReport } from "#ingest/faces/package/read-package-report.ts";
import {
  dataSetDocument,
  numColumns,
  preColumns,
} from "#ingest/facts/data-sets/data-set-document.ts";
import type { FiledReport, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";
import {
  byFiling,
  checkDataSet,
  type RoundTrip,
  rowsOf,
} from "../../helpers/companies/round-trip/data-set-round-trip.ts";
import { checkPackage } from "../../helpers/companies/round-trip/package-round-trip.ts";
import { filing } from "./made-up-filing.ts";

const accession = "0000000001-10-000001";
const sub = `${accession} 1 One 10-Q 20100331 2010 Q1 20100429 one-20100331.xml 2080 1231`.split(
  " ",
);
const num = ["Sales 7", "Costs 5", "Net 2"].map((row) => {
  const [tag, value] = row.split(" ");
  return `${tag}\tus-gaap/2009\t20100331\t1\tUSD\t\t\t${value}.0000`;
});
const pre = ["Sales", "Costs", "Net"].map(
  (tag, i) => `1\t${i + 2}\tIS\t0\t${tag}\tus-gaap/2009\tAll ${tag}\t${tag === "Costs" ? 1 : 0}`,
);

function checkSlice(change: (report: FiledReport) => void = () => {}): RoundTrip {
  const report = readDataSetReport(dataSetDocument({ sub, num, pre, tag: [] }));
  if (report === null) throw new Error("the slice has a presentation");
  change(report);
  const table = (columns: readonly string[], rows: readonly string[]) =>
    byFiling(
      rowsOf(
        [`adsh\t${columns.join("\t")}`, ...rows.map((row) => `${accession}\t${row}`)].join("\n"),
      ),
    ).get(accession) ?? [];
  return checkDataSet(report, table(preColumns, pre), table(numColumns, num));
}

function checkFiling(change: (report: FiledReport) => void = () => {}): RoundTrip {
  const files = filing();
  const report = readPackageReport(files, { accession, cik: null, form: null });
  change(report);
  return checkPackage(report, files);
}

/** What a reader could get wrong, done to the income statement of a report. */
const faults: [string, (statement: FiledStatement) => void][] = [
  ["a line is missing", ({ lines }) => lines.pop()],
  ["lines are out of order", ({ lines }) => lines.reverse()],
  ["a label is another", ({ lines }) => Object.assign(lines.at(-1) ?? {}, { label: "Else" })],
  ["a sign is another", ({ lines }) => Object.assign(lines.at(-2) ?? {}, { isNegated: "no" })],
  [
    "a value is another",
    ({ lines }) => Object.assign(lines.at(-1)?.values[0] ?? {}, { value: "9" }),
  ],
];

test("a report that gives each line back passes, by a reading that shares nothing with the reader [FCE-01]", () => {
  expect(checkSlice()).toEqual({ lines: 3, values: 3, faults: [] });
  expect(checkFiling()).toEqual({ lines: 3, values: 5, faults: [] });
});

test.each(faults)("the comparison sees that %s [FCE-01]", (_, spoil) => {
  const spoilIncome = (report: FiledReport) => {
    for (const statement of report.statements) if (statement.kind === "income") spoil(statement);
  };

  expect(checkSlice(spoilIncome).faults).not.toEqual([]);
  expect(checkFiling(spoilIncome).faults).not.toEqual([]);
});
