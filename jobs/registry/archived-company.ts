import { z } from "zod";
import type { Archive } from "#ingest/archive.ts";
import type { CompanyInput } from "#ingest/company-input.ts";
import { readUnit } from "#ingest/read-unit.ts";
import { listDocuments, type RawDocument } from "#ingest/store/documents.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { listStoredCompanies, type StoredIdentity } from "#ingest/stored-company.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { Shell } from "../commands/command.ts";
import { findCompany } from "../explain/subject.ts";
import { type Progress, startProgress } from "../progress.ts";

/** A company whose archived documents can be read under any registry. */
export interface ArchivedCompany extends StoredIdentity {
  /** What a build of the company starts from: exactly what a rebuild under this registry would read. */
  read(registry: Registry): Promise<CompanyInput>;
  /** By "taxonomy:tag", the label and the description that its facts document gives; empty without one. */
  readTexts(): Promise<Map<string, string>>;
  /** False when no document with facts has one of these words anywhere: a quick look, without parsing. */
  mentions(words: readonly string[]): Promise<boolean>;
}

/** Documents whose values stand under XBRL elements. */
const tagged = new Set<RawDocument["kind"]>(["companyfacts", "instance", "data-set"]);

interface Archived {
  db: Queryable;
  archive: Archive;
}

/** The ingested companies that the tickers or CIKs name, or all. Throws UsageError. */
export async function namedCompanies(
  db: Queryable,
  names: readonly string[] | undefined,
): Promise<StoredIdentity[]> {
  if (names === undefined) return listStoredCompanies(db);
  const found: StoredIdentity[] = [];
  for (const name of names) found.push(await findCompany(db, name));
  return found;
}

/** How a company is called in reports. */
export const nameOf = ({ cik, tickers: [ticker] }: Pick<StoredIdentity, "cik" | "tickers">) =>
  ticker ?? `CIK ${Number(cik)}`;

/**
 * Does the work for each company with progress, one after the other, so that one company's documents are in
 * memory at a time. False when it was interrupted: what was found is then of a part.
 */
export async function forEachCompany(
  shell: Shell,
  { db, archive, companies, label }: Archived & { companies: StoredIdentity[]; label: string },
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
  { db, archive }: Archived,
  identity: StoredIdentity,
): Promise<ArchivedCompany> {
  const documents = await listDocuments(db, identity.cik);
  return archivedCompany(identity, documents, (digest) => archive.get(digest));
}

/** As `openCompany`, of documents that are known already. */
export function archivedCompany(
  identity: StoredIdentity,
  documents: readonly RawDocument[],
  get: (digest: string) => Promise<Uint8Array>,
): ArchivedCompany {
  const bodies = new Map<string, Promise<Uint8Array>>();
  const bodyOf = (digest: string) => {
    const body = bodies.get(digest) ?? get(digest);
    bodies.set(digest, body);
    return body;
  };
  return {
    ...identity,
    read: (registry) => readInput(identity.cik, { documents, bodyOf, registry }),
    async readTexts() {
      const [document] = documents.filter(({ kind }) => kind === "companyfacts");
      return document ? textsIn(await bodyOf(document.digest)) : new Map();
    },
    async mentions(words) {
      for (const { kind, digest } of documents) {
        if (!tagged.has(kind)) continue;
        const { buffer, byteOffset, byteLength } = await bodyOf(digest);
        const body = Buffer.from(buffer, byteOffset, byteLength);
        if (words.some((word) => body.includes(word))) return true;
      }
      return false;
    },
  };
}

const factsDocument = z.object({
  facts: z.record(
    z.string(),
    z.record(z.string(), z.object({ label: z.unknown(), description: z.unknown() })),
  ),
});

function textsIn(body: Uint8Array): Map<string, string> {
  const parsed = factsDocument.safeParse(JSON.parse(Buffer.from(body).toString()));
  const taxonomies = parsed.success ? Object.entries(parsed.data.facts) : [];
  return new Map(
    taxonomies.flatMap(([taxonomy, tags]) =>
      Object.entries(tags).map(([tag, { label, description }]): [string, string] => [
        `${taxonomy}:${tag}`,
        [label, description].filter((text) => typeof text === "string").join(" "),
      ]),
    ),
  );
}

/** A rebuild sets a document aside that cannot be read, and goes on without it. */
async function readInput(
  cik: string,
  reading: {
    documents: readonly RawDocument[];
    bodyOf: (digest: string) => Promise<Uint8Array>;
    registry: Registry;
  },
): Promise<CompanyInput> {
  const { documents, bodyOf, registry } = reading;
  const { rejected, input } = await readUnit(
    {
      cik,
      documents: [...documents],
      listing: [],
      platform: { serviceTicker: null, claimStatus: "unclaimed" },
      inputDigest: "",
      firstFetchedAt: "",
      registrySha256: registry.registrySha256,
    },
    registry,
    bodyOf,
  );
  if (rejected.length === 0) return input;
  const bad = new Set(rejected.map(({ digest }) => digest));
  const good = documents.filter(({ digest }) => !bad.has(digest));
  return readInput(cik, { documents: good, bodyOf, registry });
}
