import { ParseError } from "#ingest/errors.ts";
import { fetchDocument } from "#ingest/fetch/fetch-document.ts";
import { listArchivedAccessions } from "#ingest/store/documents.ts";
import { listFilings } from "#ingest/store/filings.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import { findPresentation } from "../instance.ts";
import { newestReports } from "./choose-instances.ts";
import type { EdgarContext } from "./edgar-context.ts";

/** The result for the reports of one company. */
export interface PresentationCounts {
  /** Linkbases archived in this run, and earlier. */
  added: number;
  known: number;
  /** Reports that have no presentation linkbase of their own. */
  without: number;
}

/**
 * Archives the presentation linkbases of a company's newest reports, which show maintainers of the registry where
 * filers place a tag. No statement is built from them. Filings never change, so archived ones are not requested again.
 * Throws SourceError when the source cannot be asked now.
 */
export async function fetchPresentations(
  cik: string,
  reports: number,
  context: EdgarContext,
): Promise<PresentationCounts> {
  const { pool } = context.database;
  const archived = await listArchivedAccessions(pool, cik, "presentation");
  const counts = { added: 0, known: 0, without: 0 };
  for (const filing of newestReports(await listFilings(pool, cik), reports)) {
    if (archived.has(filing.accession)) counts.known += 1;
    else if (await fetchPresentation(cik, filing, context)) counts.added += 1;
    else counts.without += 1;
  }
  return counts;
}

/** An unreadable list of files counts as a filing without a linkbase. */
async function fetchPresentation(
  cik: string,
  filing: FilingRecord,
  context: EdgarContext,
): Promise<boolean> {
  try {
    const url = await findPresentation(context, filing);
    const ref = { kind: "presentation", cik, filing } as const;
    return url !== null && (await fetchDocument({ ...ref, url }, context)) !== null;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.log.warn({ err: error, ...filing }, "the files of a filing cannot be listed");
    return false;
  }
}
