import { isEntityKey } from "#schemas/company-key.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { IngestContext } from "../context.ts";
import { listingOf } from "../fetch/ticker-list.ts";
import { type BuildRecord, loadPlatformState } from "../store/build.ts";
import {
  findFirstFetch,
  inputDigest,
  listDocuments,
  type RawDocument,
} from "../store/documents.ts";
import { listStoredReports, loadFaces } from "../store/filed-reports.ts";
import { chooseSlug } from "../store/identity.ts";
import type { Queryable } from "../store/transaction.ts";
import type { BuildNeeds, BuildTask } from "./build-pool.ts";
import { engineVersion } from "./engine-version.ts";
import { readerVersion } from "./reports/reader-version.ts";
import { type ReportDocument, reportDocuments } from "./reports/report-documents.ts";

/** Everything that a company's build depends on, and its digest. */
export interface Inputs {
  cik: string;
  documents: RawDocument[];
  platform: Awaited<ReturnType<typeof loadPlatformState>>;
  listing: Awaited<ReturnType<typeof listingOf>>;
  digest: string;
}

export async function loadInputs(cik: string, context: IngestContext): Promise<Inputs> {
  const { pool } = context.database;
  const documents = await listDocuments(pool, cik);
  const platform = await loadPlatformState(pool, cik);
  const listing = await findListing({ cik, documents }, context);
  return { cik, documents, platform, listing, digest: inputDigest(documents, [platform, listing]) };
}

/** The ticker list's data about a company without a filing index. */
export function findListing(
  { cik, documents }: Pick<Inputs, "cik" | "documents">,
  context: IngestContext,
  db: Queryable = context.database.pool,
): ReturnType<typeof listingOf> {
  const hasSubmissions = documents.some(({ kind }) => kind === "submissions");
  return hasSubmissions || isEntityKey(cik) ? Promise.resolve([]) : listingOf(cik, context, db);
}

/** True when this registry and engine built the stored rows from these inputs. */
export const isBuilt = (
  { digest }: Inputs,
  build: BuildRecord | null,
  { registryVersion, registrySha256 }: Registry,
): boolean =>
  build !== null &&
  build.inputDigest === digest &&
  build.registryVersion === registryVersion &&
  build.registrySha256 === registrySha256 &&
  build.engineVersion === engineVersion;

/** Makes the task for the build threads, and the functions that provide what it asks for. */
export async function taskOf(
  { cik, documents, platform, listing, digest }: Inputs,
  { database, archive, registry, now }: IngestContext,
): Promise<{ task: BuildTask; needs: BuildNeeds }> {
  const firstFetchedAt = (await findFirstFetch(database.pool, cik)) ?? now().toISOString();
  const { registrySha256 } = registry;
  const reports = await splitReports(cik, documents, database.pool);
  const origin = { inputDigest: digest, firstFetchedAt, registrySha256 };
  return {
    task: { cik, documents, ...reports, listing, platform, ...origin },
    needs: {
      bodyOf: (wanted) => archive.get(wanted),
      slugOf: async (name) => (await chooseSlug(database.pool, { cik, name })).slug,
    },
  };
}

/** The filings whose report is not stored as this reader reads its document, and the statements of the others. */
async function splitReports(
  cik: string,
  documents: readonly RawDocument[],
  db: Queryable,
): Promise<Pick<BuildTask, "unreadReports" | "readReports">> {
  const wanted = reportDocuments(documents);
  if (wanted.length === 0) return { unreadReports: [], readReports: [] };
  const stored = await listStoredReports(db, cik);
  const isUnread = ({ accession, digest }: ReportDocument) => {
    const made = stored.get(accession);
    return made?.documentDigest !== digest || made.readerVersion !== readerVersion;
  };
  const [unread, read] = [wanted.filter(isUnread), wanted.filter((one) => !isUnread(one))];
  const accessionsOf = (list: readonly ReportDocument[]) => list.map(({ accession }) => accession);
  return {
    unreadReports: accessionsOf(unread),
    readReports: await loadFaces(db, cik, accessionsOf(read)),
  };
}
