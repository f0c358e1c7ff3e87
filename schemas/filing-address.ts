const accessionPattern = /^\d{10}-\d{2}-\d{6}$/;

/** What stands in place of a filing's number where a file supplied by an operator does not say it. */
const unknownPrefix = "unknown-";

/** Whether the number of a filing is known, in whatever format its regulator has. */
export const isFilingNumber = (text: string): boolean =>
  text !== "" && !text.startsWith(unknownPrefix);

/** True for an accession number of EDGAR. */
function isAccession(text: string): boolean {
  return accessionPattern.test(text);
}

/** The key of a filing in URLs: the CIK of the filer, with or without leading zeros, and the accession number. */
interface FilingKey {
  cik: string;
  accession: string;
}

/** URL of a filing's folder at the regulator, without a trailing slash; null for what was not filed there. */
export function filingFolderUrl({ cik, accession }: FilingKey): string | null {
  if (!isAccession(accession)) return null;
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;
}

/** URL of a filing's index page; null for what was not filed at the regulator. */
export function filingIndexUrl(filing: FilingKey): string | null {
  const folder = filingFolderUrl(filing);
  return folder === null ? null : `${folder}/${filing.accession}-index.htm`;
}
