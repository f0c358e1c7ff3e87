import { companyText } from "#schemas/company-key.ts";
import type { CompanyProfile } from "#schemas/shapes/companies/company.ts";
import type { BuildTask, TickerListing } from "./builder/build-pool.ts";
import type { FactDocument } from "./company-input.ts";
import type { DataSetFiling } from "./facts/data-sets/data-set.ts";
import { sparseProfile } from "./facts/facts-document.ts";
import { compareText } from "./store/documents.ts";

interface Documents {
  task: BuildTask;
  documents: readonly FactDocument[];
  dataSets: readonly { filing: DataSetFiling }[];
}

/** The profile from the newest facts document, the ticker list and the data sets; everything else is null. */
export function profileWithoutSubmissions({
  task,
  documents,
  dataSets,
}: Documents): CompanyProfile {
  const newestFirst = dataSets
    .map(({ filing }) => filing)
    .sort((a, b) => compareText(b.filed, a.filed) || compareText(b.accession, a.accession));
  const named = documents
    .filter(({ parsed }) => parsed.entityName !== "" && parsed.cik === task.cik)
    .sort((a, b) => rank(b) - rank(a) || (a.fetchedAt < b.fetchedAt ? 1 : -1))[0];
  return sparseProfile({
    cik: task.cik,
    name:
      task.platform.ownName ??
      named?.parsed.entityName ??
      task.listing[0]?.name ??
      companyText(task.cik),
    sic: newestFirst.find(({ sic }) => sic !== null)?.sic ?? null,
    fiscalYearEnd:
      newestFirst.find(({ fiscalYearEnd }) => fiscalYearEnd !== null)?.fiscalYearEnd ?? null,
    tickers: task.listing.map(({ ticker, exchange }: TickerListing) => ({ ticker, exchange })),
  });
}

/** The regulator's own facts document has the most reliable name. */
const rank = ({ kind, origin }: FactDocument) =>
  (kind === "companyfacts" ? 2 : 0) + (origin === "crawl" ? 1 : 0);
