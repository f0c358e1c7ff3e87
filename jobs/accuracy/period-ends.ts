import type { Archive } from "#ingest/archive.ts";
import { ParseError } from "#ingest/errors.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";
import { listDocuments, type RawDocument } from "#ingest/store/documents.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { ParsedFacts } from "#schemas/shapes/companies/fact.ts";

/** Ends of the periods that any fact of any tag in the company's archived documents is about. */
export async function listPeriodEnds(
  db: Queryable,
  archive: Archive,
  cik: string,
): Promise<Set<string>> {
  const ends = new Set<string>();
  for (const document of await listDocuments(db, cik)) {
    if (document.kind !== "companyfacts" && document.kind !== "instance") continue;
    const body = await archive.get(document.digest);
    for (const { end } of everyFact(body, document)) ends.add(end);
  }
  return ends;
}

/** The parsers keep wanted tags only, and name all others: the second reading asks for those. */
function everyFact(body: Buffer, document: RawDocument): ParsedFacts["facts"] {
  const read = (wanted: ReadonlySet<string>) =>
    document.kind === "companyfacts"
      ? parseCompanyFacts(body, wanted)
      : parseInstance(body, wanted, {
          accession: document.accession ?? "unknown",
          form: document.form,
          filed: document.filed,
        });
  try {
    const tags = read(new Set()).unmapped.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`);
    return read(new Set(tags)).facts;
  } catch (error) {
    // An unreadable document has no facts.
    if (error instanceof ParseError) return [];
    throw error;
  }
}
