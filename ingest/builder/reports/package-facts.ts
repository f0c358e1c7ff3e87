import { isReadByMember } from "#registry/models/inputs/members/partitions.ts";
import type { ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import { readPackageZip } from "../../bulk/package-zip.ts";
import { ZipError } from "../../bulk/zip.ts";
import { ParseError } from "../../errors.ts";
import { parseFiling } from "../../facts/xbrl/filing-facts.ts";
import type { KnownFiling } from "../../facts/xbrl/xbrl-instance.ts";
import type { RawDocument } from "../../store/documents.ts";
import { type ReportDocument, reportDocuments } from "./report-documents.ts";

/**
 * The packages whose facts count: those of filings that no archived instance is of. Where companyfacts names the filing, it
 * stays the source of values, and the package has the facts of members beside it (`membersAlone`).
 */
export interface PackagesWithFacts {
  /** Notes the filings that a document has facts of. */
  see(document: RawDocument, body: Buffer): void;
  /** What is left once every document was seen. */
  list(): { document: ReportDocument; isNamed: boolean }[];
}

export function packagesWithFacts(
  cik: string,
  documents: readonly RawDocument[],
): PackagesWithFacts {
  const own = documents.filter((document) => document.companyKey === cik);
  const packages = reportDocuments(own).filter(({ kind }) => kind === "package");
  const counted = new Map(packages.map((document) => [document.accession, document]));
  for (const { kind, accession } of own) {
    if (kind === "instance" && accession !== null) counted.delete(accession);
  }
  const unnamed = new Set(counted.keys());
  return {
    see(document, body) {
      if (document.kind !== "companyfacts" || document.companyKey !== cik) return;
      // Much cheaper than to keep the filing of every entry.
      for (const accession of unnamed) {
        if (body.includes(`"${accession}"`)) unnamed.delete(accession);
      }
    },
    list: () =>
      [...counted].map(([accession, document]) => ({
        document,
        isNamed: !unnamed.has(accession),
      })),
  };
}

/**
 * The facts of the wanted tags in a filing's own files. Null for a package that cannot be read, of which the row of its
 * report says why, and for the facts of another company.
 */
export async function packageFacts(
  body: Buffer,
  wanted: ReadonlySet<string>,
  known: KnownFiling & { cik: string },
): Promise<ParsedFacts | null> {
  const parsed = await ifReadable(async () =>
    parseFiling(await readPackageZip(body), wanted, known),
  );
  return parsed?.cik === known.cik ? parsed : null;
}

/** What models read of members among the facts, and nothing else of them; null without any. */
export function membersAlone({ cik, entityName, facts }: ParsedFacts): ParsedFacts | null {
  const read = facts.filter(
    ({ taxonomy, tag, dimensions }) =>
      dimensions !== null && isReadByMember(`${taxonomy}:${tag}`, dimensions),
  );
  return read.length === 0 ? null : { cik, entityName, facts: read, unmapped: [] };
}

/** The files of a package, unpacked; none of one that cannot be read. */
export async function packageBodies(body: Buffer): Promise<Buffer[]> {
  const files = await ifReadable(() => readPackageZip(body));
  return [...(files?.values() ?? [])];
}

async function ifReadable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof ZipError)) throw error;
    return null;
  }
}
