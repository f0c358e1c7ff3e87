import { filingFolderUrl, filingIndexUrl, isAccession } from "#schemas/filing-address.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { noAttribution, regulator } from "./attribution.ts";

type Row = Terminal["filings"]["rows"][number];

const shownRows = 60;

const annualForms = new Set(["10-K", "10-K405", "10-KSB", "10-KT", "20-F", "40-F"]);
const quarterlyForms = new Set(["10-Q", "10-QSB", "10-QT"]);
const currentForms = new Set(["8-K", "8-K12B", "8-K12G3", "8-K15D5", "6-K"]);

/** A form without its amendment suffix. */
export function baseForm(form: string): string {
  return form.replace(/\/A$/, "");
}

export function isAnnual(form: string): boolean {
  return annualForms.has(baseForm(form));
}

export function isPeriodic(form: string): boolean {
  return isAnnual(form) || quarterlyForms.has(baseForm(form));
}

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
    if (filedDate === null || !isAccession(accessionNumber) || byAccession.has(accessionNumber)) {
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
  periods: readonly StatementPeriod[],
): Terminal["filings"] {
  const processed = new Set(
    periods.flatMap(({ filings }) => filings.map(({ accessionNumber }) => accessionNumber)),
  );
  const reports = merged.filter(({ form }) => isPeriodic(form) || currentForms.has(baseForm(form)));
  const filedAt = (forms: ReadonlySet<string>) =>
    merged.find(({ form }) => forms.has(form))?.filed ?? null;
  return {
    ...stateOf(reports.length, isIndexed),
    latestAnnualFiledAt: filedAt(annualForms),
    latestQuarterlyFiledAt: filedAt(quarterlyForms),
    rows: reports.slice(0, shownRows).map((record) => buildRow(record, processed)),
  };
}

function stateOf(
  reports: number,
  isIndexed: boolean,
): Pick<Terminal["filings"], "state" | "unavailableReason" | "source"> {
  if (reports === 0) {
    const unavailableReason = "No periodic or current report of this company is at hand.";
    return { state: "unavailable", unavailableReason, source: noAttribution(unavailableReason) };
  }
  const source = {
    kind: "regulator_index",
    provider: regulator,
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
    isAmendment: record.form.endsWith("/A"),
    status: processed.has(record.accession) ? "processed" : "listed",
  };
}
