import { compareText, type RawDocument } from "../../store/documents.ts";

/** Kinds of documents that a filing's statements are read from, the better one first. */
const kinds: readonly RawDocument["kind"][] = ["package", "data-set", "instance"];

/** An instance alone says nothing of statements; a main document (a page) prints them. */
const printsStatements = ({ kind, url }: RawDocument) =>
  kind === "instance" ? /\.x?html?$/i.test(url) : kinds.includes(kind);

/** The accession number of a document; made of its digest where it is not known. */
export const accessionOf = ({ accession, digest }: RawDocument): string =>
  accession ?? `unknown-${digest.slice(0, 16)}`;

/** A document that belongs to a filing. */
export type ReportDocument = RawDocument & { accession: string };

/**
 * The document of each filing that its statements are read from: its own package, else its slice of the data sets, else
 * its main document; of several the one archived last. The same documents in any order give the same choice.
 */
export function reportDocuments(documents: readonly RawDocument[]): ReportDocument[] {
  const chosen = new Map<string, ReportDocument>();
  for (const given of documents) {
    if (!printsStatements(given)) continue;
    const document = { ...given, accession: accessionOf(given) };
    const other = chosen.get(document.accession);
    if (other === undefined || isBetter(document, other)) chosen.set(document.accession, document);
  }
  return [...chosen.values()].sort((a, b) => compareText(a.accession, b.accession));
}

function isBetter(a: ReportDocument, b: ReportDocument): boolean {
  const rank = kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
  if (rank !== 0) return rank < 0;
  const order = compareText(a.fetchedAt, b.fetchedAt) || compareText(a.digest, b.digest);
  return order > 0;
}
