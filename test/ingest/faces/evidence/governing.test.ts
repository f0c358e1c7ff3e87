import { expect, test } from "vitest";
import { faceOfReport } from "#ingest/faces/evidence/face-of-report.ts";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import { point, slotOf } from "#ingest/periods/slots.ts";
import { faceEvidence } from "#ingest/statements/by-face/face-evidence.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { inputOf } from "../../standardization/company.ts";
import { type Row, reportOf } from "./printed.ts";

const yearEnd = slotOf(0, point.I4);
const row = (tag: string, value: number): Row => ({
  ...{ tag: `us-gaap:${tag}`, label: tag, balance: "credit" },
  values: [value],
});

// Cablevision at 2009-12-31, in millions (0001104659-10-026401 and 0001104659-10-030194).
const whole = [row("Assets", 9_325.3), row("LoansPayableToBankCurrent", 360)];
const sheet = (accession: string, form: string, filed: string, rows: Row[]) =>
  faceOfReport(
    reportOf(accession, form, [{ kind: "balance", columns: ["|2009-12-31"], rows }]),
    filed,
  );

const printedRows = (forms: readonly [string, string]) => {
  const faces = [
    sheet("0001104659-10-026401", forms[0], "2010-05-07", whole),
    sheet("0001104659-10-030194", forms[1], "2010-05-21", whole.slice(0, 1)),
  ];
  const evidence = faceEvidence({
    ...{ faces, registry: loadRegistry(), templates: ["industrial"], view: { kind: "latest" } },
    slotOf: () => yearEnd,
  });
  return evidence.readingAt("balance", yearEnd)?.tags.has("us-gaap:LoansPayableToBankCurrent");
};

test("a year end is read by a quarterly report before a newer report of events, and by the newest annual one", () => {
  expect(printedRows(["10-Q", "8-K"])).toBe(true);
  expect(printedRows(["8-K", "10-Q"])).toBe(false);
  expect(printedRows(["10-Q", "10-K"])).toBe(false);
  expect(printedRows(["10-K", "10-K/A"])).toBe(false);
  expect(printedRows(["8-K", "8-K"])).toBe(false);
});

test("of reports without a day that of the later period comes last, whatever their names are", () => {
  const undated = ([accession, period, form]: [string, string, string]) => {
    const report = reportOf(accession, form, [
      { kind: "balance", columns: [`|${period}`], rows: whole },
    ]);
    return { report: { ...report, period }, filed: null };
  };
  const reports = [
    undated(["unknown-1", "2024-12-31", "10-K/A"]),
    undated(["unknown-5", "2012-12-31", "10-K"]),
    undated(["unknown-9", "2024-12-31", "10-K"]),
  ];
  const dated = { ...undated(["unknown-0", "2009-12-31", "10-K"]), filed: "2010-02-26" };
  const { faces = [] } = withFaces(inputOf([]), [dated, ...reports], loadRegistry());
  expect(faces.map(({ accession }) => accession)).toEqual([
    "unknown-5",
    "unknown-9",
    "unknown-1",
    "unknown-0",
  ]);
});
