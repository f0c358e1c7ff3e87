const accessionPattern = /^\d{10}-\d{2}-\d{6}$/;

/** True for an accession number as the regulator gives them; files given by hand may have none. */
export function isAccession(text: string): boolean {
  return accessionPattern.test(text);
}

/** A filing as its address names it: the registrant that filed it, with or without leading zeros, and its number. */
interface FilingKey {
  cik: string;
  accession: string;
}

/** The folder of a filing at the regulator, without a slash at its end; null for what was not filed there. */
export function filingFolderUrl({ cik, accession }: FilingKey): string | null {
  if (!isAccession(accession)) return null;
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}`;
}

/** The page of a filing for people; null for what was not filed at the regulator. */
export function filingIndexUrl(filing: FilingKey): string | null {
  const folder = filingFolderUrl(filing);
  return folder === null ? null : `${folder}/${filing.accession}-index.htm`;
}
