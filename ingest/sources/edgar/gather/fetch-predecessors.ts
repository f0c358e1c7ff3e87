import { fetchDocument } from "#ingest/fetch/fetch-document.ts";
import { predecessorsOf } from "#registry/current/predecessors.ts";
import { companyFactsUrl } from "../urls.ts";
import type { EdgarContext } from "./edgar-context.ts";

/**
 * Fetches the facts of a company's predecessors, which the regulator lists under their own CIKs (standardization.md
 * 2.19). Missing ones are no error. Throws SourceError.
 */
export async function fetchPredecessors(cik: string, context: EdgarContext): Promise<void> {
  for (const predecessor of predecessorsOf(cik)) {
    const url = companyFactsUrl(predecessor.cik);
    await fetchDocument({ url, kind: "companyfacts", cik: predecessor.cik }, context);
  }
}
