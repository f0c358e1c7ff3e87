import { isPeriodic } from "#ingest/facts/forms.ts";
import { compareText } from "#ingest/store/documents.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";

/** Two years of reports. */
const instancesMax = 8;

/** Periodic reports with XBRL. */
function listReports(filings: readonly FilingRecord[]): FilingRecord[] {
  return filings.filter(({ isXbrl, form }) => isXbrl && isPeriodic(form));
}

/** True when reading more of the filing index would not change the chosen instances and packages. */
export function hasEnoughReports(filings: readonly FilingRecord[], packages: number): boolean {
  return listReports(filings).length >= Math.max(instancesMax, packages);
}

/**
 * The filings whose XBRL instances are fetched: those of the newest eight periodic reports whose cover share count is
 * missing in companyfacts. They cover companies without companyfacts (null), filings not yet in it, and share counts by
 * class, which it omits. Newest first.
 */
export function chooseInstances(
  filings: readonly FilingRecord[],
  companyFacts: Buffer | null,
): FilingRecord[] {
  const covered = companyFacts === null ? "" : coverSection(companyFacts);
  return newestReports(filings, instancesMax).filter(
    ({ accession }) => !covered.includes(accession),
  );
}

/** The newest periodic reports with XBRL, at most so many, newest first. */
export function newestReports(filings: readonly FilingRecord[], count: number): FilingRecord[] {
  return listReports(filings)
    .sort((a, b) => compareText(b.filed, a.filed) || compareText(b.accession, a.accession))
    .slice(0, count);
}

const coverTag = '"EntityCommonStockSharesOutstanding"';

/** What opens or closes something in JSON; an escaped quote does not end its string. */
const mark = /\\.|["{}]/g;

/** The part of a companyfacts document about cover share counts, found without parsing megabytes of JSON. */
function coverSection(companyFacts: Buffer): string {
  const start = companyFacts.indexOf(coverTag);
  if (start < 0) return "";
  const text = companyFacts.toString("latin1", start + coverTag.length);
  let isInString = false;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(mark)) {
    if (token === '"') isInString = !isInString;
    if (isInString) continue;
    if (token === "{") depth += 1;
    if (token === "}") depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return "";
}
