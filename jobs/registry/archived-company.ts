import type { Archive } from "#ingest/archive.ts";
import {
  type CompanyDocuments,
  companyDocuments,
  openDocuments,
} from "#ingest/builder/company-documents.ts";
import type { RawDocument } from "#ingest/store/documents.ts";
import { listStoredCompanies, type StoredIdentity } from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { companyText } from "#schemas/company-key.ts";
import type { Shell } from "../commands/command.ts";
import { findCompany } from "../explain/subject.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";

/** A company under its names, whose archived documents can be read under any registry. */
export interface ArchivedCompany extends StoredIdentity, CompanyDocuments {}

interface ArchivedSource {
  db: Queryable;
  archive: Archive;
}

/** The ingested companies that the tickers or CIKs name, or all. Throws UsageError. */
export async function namedCompanies(
  db: Queryable,
  names: readonly string[] | undefined,
): Promise<StoredIdentity[]> {
  if (names === undefined) return listStoredCompanies(db);
  const companies: StoredIdentity[] = [];
  for (const name of names) companies.push(await findCompany(db, name));
  return companies;
}

/** The name of a company in reports. */
export const nameOf = ({ cik, tickers: [ticker] }: Pick<StoredIdentity, "cik" | "tickers">) =>
  ticker ?? companyText(cik);

/**
 * Does the work for each company with progress, one after the other, so that one company's documents are in
 * memory at a time. False when it was interrupted: what was found is then of a part.
 */
export async function forEachCompany(
  shell: Shell,
  {
    db,
    archive,
    companies,
    label,
  }: ArchivedSource & { companies: StoredIdentity[]; label: string },
  work: (company: ArchivedCompany) => Promise<void>,
): Promise<boolean> {
  const progress: Progress = startProgress({ label, total: companies.length });
  for (const company of companies) {
    if (shell.isInterrupted()) break;
    await work(await openCompany({ db, archive }, company));
    progress.step(nameOf(company));
  }
  progress.stop();
  if (!shell.isInterrupted()) return true;
  shell.warn("stopped before all companies were read");
  shell.fail();
  return false;
}

/** The archived documents of a company; each is unpacked once, however often it is read. */
export async function openCompany(
  archived: ArchivedSource,
  identity: StoredIdentity,
): Promise<ArchivedCompany> {
  return { ...identity, ...(await openDocuments(archived, identity.cik)) };
}

/** As `openCompany`, of documents that are known already. */
export function archivedCompany(
  identity: StoredIdentity,
  documents: readonly RawDocument[],
  get: (digest: string) => Promise<Uint8Array>,
): ArchivedCompany {
  return { ...identity, ...companyDocuments(identity.cik, documents, get) };
}
