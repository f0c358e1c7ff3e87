import { filingFolderUrl, filingIndexUrl, isFilingNumber } from "#schemas/filing-address.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { CompanyBuild } from "../company-input.ts";
import { type FormClass, formClass, isAmendment } from "../facts/forms.ts";
import { sourceOf } from "../sources/known.ts";
import { noAttribution } from "./attribution.ts";

type Row = Terminal["filings"]["rows"][number];

const shownRows = 60;

/**
 * The filing history with the filings that only the facts name, newest first, one row per accession
 * number. A company whose filing index is not archived still has the filings its figures come from.
 */
export function mergeFilings(
  cik: string,
  listed: readonly FilingRecord[],
  periods: readonly StatementPeriod[],
): FilingRecord[] {
  const byAccession = new Map(listed.map((record) => [record.accession, record]));
  for (const filing of periods.flatMap(({ filings }) => filings)) {
    const { accessionNumber, form, filedDate } = filing;
    if (
      filedDate === null ||
      !isFilingNumber(accessionNumber) ||
      byAccession.has(accessionNumber)
    ) {
      continue;
    }
    byAccession.set(accessionNumber, {
      accession: accessionNumber,
      cik: filing.cik ?? cik,
      form,
      filed: filedDate,
      acceptedAt: null,
      reportDate: null,
      primaryDocument: null,
      isXbrl: true,
    });
  }
  return [...byAccession.values()].sort(newestFirst);
}

function newestFirst(a: FilingRecord, b: FilingRecord): number {
  if (a.filed !== b.filed) return a.filed < b.filed ? 1 : -1;
  const accepted = (b.acceptedAt ?? "").localeCompare(a.acceptedAt ?? "");
  return accepted !== 0 ? accepted : b.accession.localeCompare(a.accession);
}

/** True when the history comes from the regulator's filing index, not only from the filings that the facts name. */
export function hasIndex(listed: readonly FilingRecord[]): boolean {
  return listed.some(({ acceptedAt, primaryDocument }) => (acceptedAt ?? primaryDocument) !== null);
}

/**
 * The filings section (TRM-18 to TRM-20): the newest sixty periodic and current reports.
 * The dates of the latest annual and quarterly report are those of originals, not of amendments.
 */
export function buildFilings(
  merged: readonly FilingRecord[],
  isIndexed: boolean,
  { cik, periods }: Pick<CompanyBuild, "cik" | "periods">,
): Terminal["filings"] {
  const processed = new Set(
    periods.flatMap(({ filings }) => filings.map(({ accessionNumber }) => accessionNumber)),
  );
  const reports = merged.filter(({ form }) => formClass(form) !== "other");
  const filedAt = (kind: FormClass) =>
    merged.find(({ form }) => formClass(form) === kind && !isAmendment(form))?.filed ?? null;
  return {
    ...stateOf(reports.length, isIndexed, sourceOf(cik).name),
    latestAnnualFiledAt: filedAt("annual"),
    latestQuarterlyFiledAt: filedAt("interim"),
    rows: reports.slice(0, shownRows).map((record) => buildRow(record, processed)),
  };
}

function stateOf(
  reports: number,
  isIndexed: boolean,
  provider: string,
): Pick<Terminal["filings"], "state" | "unavailableReason" | "source"> {
  if (reports === 0) {
    const unavailableReason = "No periodic or current report of this company is at hand.";
    return { state: "unavailable", unavailableReason, source: noAttribution(unavailableReason) };
  }
  const source = {
    kind: "regulator_index",
    provider,
    label: "Filing index of the company",
    accessionNumber: null,
    note: null,
  } as const;
  if (isIndexed) return { state: "available", unavailableReason: null, source };
  const unavailableReason =
    "The filing index is not at hand; these are the filings that the figures come from.";
  return {
    state: "partial",
    unavailableReason,
    source: { ...source, kind: "regulator_filing", label: null, note: unavailableReason },
  };
}

function buildRow(record: FilingRecord, processed: ReadonlySet<string>): Row {
  const folder = filingFolderUrl(record);
  return {
    form: record.form,
    filingDate: record.filed,
    reportDate: record.reportDate,
    accessionNumber: record.accession,
    filingIndexUrl: filingIndexUrl(record),
    primaryDocumentUrl:
      folder === null || record.primaryDocument === null
        ? null
        : `${folder}/${record.primaryDocument.split("/").map(encodeURIComponent).join("/")}`,
    isAmendment: isAmendment(record.form),
    status: processed.has(record.accession) ? "processed" : "listed",
  };
}
