import { z } from "zod";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Archive } from "../archive.ts";
import type { CompanyInput } from "../company-input.ts";
import { type DatedReport, withFaces } from "../faces/evidence/with-faces.ts";
import { listDocuments, type RawDocument } from "../store/documents.ts";
import type { Queryable } from "../store/transaction.ts";
import { readDocuments } from "./read-documents.ts";
import { packageBodies, packagesWithFacts } from "./reports/package-facts.ts";
import { datedReports, readReports } from "./reports/read-reports.ts";
import { reportDocuments } from "./reports/report-documents.ts";

/** The archived documents of a company, which can be read under any registry. */
export interface CompanyDocuments {
  cik: string;
  /** The inputs of a build: exactly what a rebuild under this registry would read. */
  read(registry: Registry): Promise<CompanyInput>;
  /** By "taxonomy:tag", the label and the description that its facts document gives; empty without one. */
  readTexts(): Promise<Map<string, string>>;
  /** False when no document with facts contains any of these words; a quick search without parsing. */
  mentions(words: readonly string[]): Promise<boolean>;
}

/** Documents whose values stand under XBRL elements. */
const tagged = new Set<RawDocument["kind"]>(["companyfacts", "instance", "data-set"]);

/** The archived documents of a company; each is unpacked once, however often it is read. */
export async function openDocuments(
  { db, archive }: { db: Queryable; archive: Archive },
  cik: string,
): Promise<CompanyDocuments> {
  return companyDocuments(cik, await listDocuments(db, cik), (digest) => archive.get(digest));
}

/** As `openDocuments`, for known documents. */
export function companyDocuments(
  cik: string,
  documents: readonly RawDocument[],
  get: (digest: string) => Promise<Uint8Array>,
): CompanyDocuments {
  const bodies = new Map<string, Promise<Uint8Array>>();
  const bodyOf = (digest: string) => {
    const body = bodies.get(digest) ?? get(digest);
    bodies.set(digest, body);
    return body;
  };
  return {
    cik,
    read: (registry) => readInput(cik, { documents, bodyOf, registry }),
    async readTexts() {
      const [document] = documents.filter(({ kind }) => kind === "companyfacts");
      return document ? textsIn(await bodyOf(document.digest)) : new Map();
    },
    async mentions(words) {
      const isSaid = (body: Buffer) => words.some((word) => body.includes(word));
      const packages = packagesWithFacts(cik, documents);
      for (const document of documents) {
        if (!tagged.has(document.kind)) continue;
        const body = bufferOf(await bodyOf(document.digest));
        if (isSaid(body)) return true;
        packages.see(document, body);
      }
      for (const { document } of packages.list()) {
        if ((await packageBodies(bufferOf(await bodyOf(document.digest)))).some(isSaid))
          return true;
      }
      return false;
    },
  };
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

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

/** Skips unreadable documents, which a rebuild would quarantine. */
async function readInput(
  cik: string,
  reading: {
    documents: readonly RawDocument[];
    bodyOf: (digest: string) => Promise<Uint8Array>;
    registry: Registry;
  },
): Promise<CompanyInput> {
  const { documents, bodyOf, registry } = reading;
  const { rejected, input } = await readDocuments(
    {
      cik,
      documents: [...documents],
      listing: [],
      unreadReports: [],
      readReports: [],
      platform: { serviceTicker: null, claimStatus: "unclaimed" },
      inputDigest: "",
      firstFetchedAt: "",
      registrySha256: registry.registrySha256,
    },
    registry,
    bodyOf,
  );
  if (rejected.length === 0) return withFaces(input, await allReports(reading), registry);
  const bad = new Set(rejected.map(({ digest }) => digest));
  const good = documents.filter(({ digest }) => !bad.has(digest));
  return readInput(cik, { documents: good, bodyOf, registry });
}

/** The statements of all filings that the documents are of, read from them. */
async function allReports({
  documents,
  bodyOf,
}: {
  documents: readonly RawDocument[];
  bodyOf: (digest: string) => Promise<Uint8Array>;
}): Promise<DatedReport[]> {
  const unreadReports = reportDocuments(documents).map(({ accession }) => accession);
  const { read } = await readReports({ documents: [...documents], unreadReports }, bodyOf);
  return datedReports(read);
}
