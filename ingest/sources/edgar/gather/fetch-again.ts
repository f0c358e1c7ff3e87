import { fetchDocument } from "#ingest/fetch/fetch-document.ts";
import { forgetQuarterOf } from "#ingest/store/data-set-quarters.ts";
import { listFilings } from "#ingest/store/filings.ts";
import type { DocumentRef } from "../../description.ts";
import type { LostDocument } from "../../source.ts";
import type { EdgarContext } from "./edgar-context.ts";
import { fetchPackage } from "./fetch-packages.ts";

/** How a document is fetched again; null for one that has no address of its own. */
export function againOf(
  document: LostDocument,
  context: EdgarContext,
): (() => Promise<object | null>) | null {
  const { companyKey: cik, kind, accession, form, filed } = document;
  if (kind === "package" && cik !== null && accession !== null) {
    return async () => {
      const listed = await listFilings(context.database.pool, cik);
      const filing = listed.find((one) => one.accession === accession);
      const unlisted = { accession, form, filed, primaryDocument: null };
      return fetchPackage(cik, filing ?? unlisted, context);
    };
  }
  if (kind === "data-set") {
    // A filing of a quarter has no address of its own: the next run takes the quarter again.
    return async () => {
      await forgetQuarterOf(context.database.pool, document.url);
      return null;
    };
  }
  const lost = crawled(document);
  return lost && (() => fetchDocument(lost, context));
}

const crawledKinds: readonly string[] = [
  "submissions",
  "submissions-page",
  "companyfacts",
  "instance",
] satisfies DocumentRef["kind"][];

const isCrawled = (kind: string): kind is DocumentRef["kind"] => crawledKinds.includes(kind);

function crawled(document: LostDocument): DocumentRef | null {
  const { url, kind, companyKey: cik, accession, form, filed } = document;
  if (cik === null || !isCrawled(kind)) return null;
  return accession === null
    ? { url, kind, cik }
    : { url, kind, cik, filing: { accession, form, filed } };
}
