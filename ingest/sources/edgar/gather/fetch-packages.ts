import { readPackageZip } from "#ingest/bulk/package-zip.ts";
import { packageZip } from "#ingest/bulk/write-package.ts";
import { ZipError } from "#ingest/bulk/zip.ts";
import { SourceError, type SourceErrorCode } from "#ingest/errors.ts";
import { recordDocument, unlessOvertaken } from "#ingest/fetch/fetch-document.ts";
import { listArchivedAccessions } from "#ingest/store/documents.ts";
import { type FetchState, findFetchState, storeFetchState } from "#ingest/store/fetch-state.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import { chooseInstance } from "../instance.ts";
import { filingFileUrl, filingPackageUrl, locateUrl } from "../urls.ts";
import { newestReports } from "./choose-instances.ts";
import type { EdgarContext } from "./edgar-context.ts";
import { gatherPackage } from "./gather-package.ts";
import { lateDocumentDays } from "./late-documents.ts";

/** What is known of a filing whose package is asked for. */
export type PackageFiling = Pick<FilingRecord, "accession" | "primaryDocument"> & {
  form: string | null;
  filed: string | null;
};

interface PackageSearch {
  cik: string;
  filings: readonly FilingRecord[];
  /** Filings whose instance is wanted by itself: it is taken out of the package where it is there. */
  instances: ReadonlySet<string>;
}

/**
 * Archives the packages of a company's newest periodic reports, as many as the setting says; returns how many came now.
 * Each is fetched once, for a filing never changes; an amendment is a filing of its own. Throws SourceError when the
 * source cannot be asked now.
 */
export async function fetchPackages(
  { cik, filings, instances }: PackageSearch,
  context: EdgarContext,
): Promise<number> {
  const wanted = await choosePackages(cik, filings, context);
  if (wanted.length === 0) return 0;
  const archived = await listArchivedAccessions(context.database.pool, cik, "package");
  let fetchedCount = 0;
  for (const filing of wanted) {
    if (archived.has(filing.accession)) continue;
    const files = await fetchPackage(cik, filing, context);
    if (files === null) continue;
    fetchedCount += 1;
    if (instances.has(filing.accession)) await archiveInstance(cik, filing, files, context);
  }
  if (fetchedCount > 0) context.log.info({ cik, packages: fetchedCount }, "packages fetched");
  return fetchedCount;
}

async function choosePackages(
  cik: string,
  filings: readonly FilingRecord[],
  { packages, database, now }: EdgarContext,
): Promise<FilingRecord[]> {
  const newest = newestReports(filings, packages.count);
  if (!packages.isOnlyBeyondDataSets || newest.length === 0) return newest;
  const sliced = await listArchivedAccessions(database.pool, cik, "data-set");
  const since = previousQuarterStart(now());
  return newest.filter(({ accession, filed }) => filed >= since && !sliced.has(accession));
}

/** The data sets have all that was filed before. */
function previousQuarterStart(now: Date): string {
  const month = Math.floor(now.getUTCMonth() / 3) * 3 - 3;
  return new Date(Date.UTC(now.getUTCFullYear(), month, 1)).toISOString().slice(0, 10);
}

/** The files of the package that was archived; null where there is none, which is remembered a week after the filing. */
export function fetchPackage(
  cik: string,
  filing: PackageFiling,
  context: EdgarContext,
): Promise<ReadonlyMap<string, Buffer> | null> {
  return unlessOvertaken(() => fetchOnce(cik, filing, context));
}

async function fetchOnce(
  cik: string,
  filing: PackageFiling,
  context: EdgarContext,
): Promise<ReadonlyMap<string, Buffer> | null> {
  const url = filingPackageUrl({ cik, accession: filing.accession });
  const seen = await findFetchState(context.database.pool, url);
  if (isSettled(seen, filing)) return null;
  context.boundary("package:before-fetch");
  const served = await askForPackage(url, filing, context);
  context.boundary("package:fetched");
  if (served.kind === "package") {
    await archivePackage({ cik, filing, url, seen }, served, context);
    return served.files;
  }
  const gathered = await gatherPackage({ ...filing, cik }, context);
  if (gathered === null) {
    await recordNothing(url, served.status, seen, context);
    return null;
  }
  const { files, fetchedAt } = gathered;
  const made = { body: await packageZip(files), etag: null, lastModified: null, fetchedAt };
  await archivePackage({ cik, filing, url, seen }, made, context);
  return files;
}

const dayMs = 86_400_000;

/** What was not there a week after its filing will not appear. */
function isSettled(seen: FetchState | null, { filed }: PackageFiling): boolean {
  if (seen === null || seen.digest !== null) return false;
  return Date.parse(seen.checkedAt) - Date.parse(filed ?? "") >= lateDocumentDays * dayMs;
}

interface ServedPackage {
  body: Buffer;
  etag: string | null;
  lastModified: string | null;
  fetchedAt: string;
}

type Served =
  | (ServedPackage & { kind: "package"; files: ReadonlyMap<string, Buffer> })
  /** `status` is that of the answer; 200 for a package that is damaged. */
  | { kind: "nothing"; status: number };

/** Damage of one package is told and costs only that package. */
async function askForPackage(
  url: string,
  filing: PackageFiling,
  { http, hosts, log }: EdgarContext,
): Promise<Served> {
  try {
    const answer = await http.get(locateUrl(url, hosts), { kind: "package" });
    if (answer.status !== "ok") {
      return { kind: "nothing", status: answer.status === "absent" ? answer.httpStatus : 304 };
    }
    return { kind: "package", ...answer, files: await readPackageZip(answer.body) };
  } catch (error) {
    const isDamage =
      error instanceof ZipError || (error instanceof SourceError && damages.has(error.code));
    if (!isDamage) throw error;
    log.warn({ err: error, url, accession: filing.accession }, "a package cannot be used");
    return { kind: "nothing", status: 200 };
  }
}

const damages: ReadonlySet<SourceErrorCode> = new Set([
  "truncated",
  "corrupt",
  "too_large",
  "wrong_content",
]);

interface PackagePlace {
  cik: string;
  filing: PackageFiling;
  url: string;
  seen: FetchState | null;
}

async function archivePackage(
  { cik, filing, url, seen }: PackagePlace,
  { body, etag, lastModified, fetchedAt }: ServedPackage,
  context: EdgarContext,
): Promise<void> {
  const { digest, sizeBytes } = await context.archive.put(body);
  context.boundary("package:archived");
  const served = { digest, sizeBytes, etag, lastModified, fetchedAt };
  await recordDocument(
    { ...describe(cik, filing, context), kind: "package", url, ...served },
    seen,
    context,
  );
  context.boundary("package:recorded");
}

function describe(cik: string, { accession, form, filed }: PackageFiling, { via }: EdgarContext) {
  const whole = { origin: "crawl", source: "regulator", quarantinedReason: null } as const;
  return { companyKey: cik, accession, form, filed, via, ...whole };
}

async function recordNothing(
  url: string,
  status: number,
  seen: FetchState | null,
  { database, now }: EdgarContext,
): Promise<void> {
  const nothing = { digest: null, etag: null, lastModified: null };
  const state = { url, status, checkedAt: now().toISOString(), ...nothing };
  await storeFetchState(database.pool, state, seen);
}

/** The instance as if it had been fetched by itself, so that nobody asks for it again. */
async function archiveInstance(
  cik: string,
  filing: PackageFiling,
  files: ReadonlyMap<string, Buffer>,
  context: EdgarContext,
): Promise<void> {
  const name = chooseInstance([...files.keys()], filing.primaryDocument);
  const body = name === null ? undefined : files.get(name);
  if (name === null || body === undefined) return;
  const url = filingFileUrl({ cik, accession: filing.accession }, name);
  await unlessOvertaken(async () => {
    const seen = await findFetchState(context.database.pool, url);
    const { digest, sizeBytes } = await context.archive.put(body);
    const fetchedAt = context.now().toISOString();
    const served = { digest, sizeBytes, etag: null, lastModified: null, fetchedAt };
    const document = { ...describe(cik, filing, context), kind: "instance" as const, url };
    await recordDocument({ ...document, ...served }, seen, context);
  });
}
