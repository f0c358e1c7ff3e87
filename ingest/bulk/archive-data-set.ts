import type { IngestContext } from "../context.ts";
import { insertDocument, isFileKnown, markServed } from "../store/documents.ts";
import { findFiling } from "../store/filings.ts";
import type { DataSetSource } from "./data-set-source.ts";
import { type Slice, splitDataSet } from "./split-data-set.ts";

export interface DataSetOutcome {
  /** Companies with filings in the quarter, ten digits each. */
  ciks: Set<string>;
  /** Filings archived now, and filings whose slice was known already. */
  added: number;
  known: number;
  /** Why single filings were not taken. */
  refused: string[];
}

/** Under which addresses the filings of a quarter are archived. */
export interface SlicePlace {
  /** A later quarter of the same address replaces a crawled filing, and stands beside one of a file. */
  origin: "crawl" | "file";
  urlOf(accession: string): string;
  via: string | null;
}

const fileOf = ({ name }: DataSetSource): SlicePlace => ({
  origin: "file",
  urlOf: (accession) => `file:${name}/${accession}`,
  via: "a file",
});

/**
 * Archives each filing of a quarter of the Financial Statement Data Sets as a document of its own, so that
 * rebuilding a company never needs the quarter again. `ciks` restricts it to some companies (null: all).
 * Throws ParseError and ZipError where the quarter cannot be read; what came before stays archived.
 */
export async function archiveDataSet(
  source: DataSetSource,
  ciks: ReadonlySet<string> | null,
  context: IngestContext,
  place = fileOf(source),
): Promise<DataSetOutcome> {
  const outcome: DataSetOutcome = { ciks: new Set(), added: 0, known: 0, refused: [] };
  const submissionOf = (accession: string) => listedSubmission(accession, context);
  for await (const slice of splitDataSet(source, { ciks, submissionOf })) {
    if (slice.kind === "refused") {
      outcome.refused.push(slice.reason);
      continue;
    }
    outcome.ciks.add(slice.cik);
    const isNew = await archiveSlice(slice, place, context);
    if (isNew) outcome.added += 1;
    else outcome.known += 1;
  }
  return outcome;
}

async function archiveSlice(
  slice: Extract<Slice, { kind: "filing" }>,
  { origin, urlOf, via }: SlicePlace,
  context: IngestContext,
): Promise<boolean> {
  const { cik, accession, form, filed, body } = slice;
  const { digest, sizeBytes } = await context.archive.put(body);
  context.boundary("data-set:archived");
  const { pool } = context.database;
  const url = urlOf(accession);
  const fetchedAt = context.now().toISOString();
  if (await isFileKnown(pool, cik, digest)) {
    if (origin === "crawl") await markServed(pool, { url, digest, fetchedAt });
    return false;
  }
  const isNew = await insertDocument(pool, {
    url,
    digest,
    kind: "data-set",
    companyKey: cik,
    accession,
    form,
    filed,
    origin,
    sizeBytes,
    fetchedAt,
    etag: null,
    lastModified: null,
    quarantinedReason: null,
    via,
    source: "regulator",
  });
  context.boundary("data-set:recorded");
  return isNew;
}

/** A row for a filing that the quarter names without saying whose it is, in the order of `subColumns`. */
async function listedSubmission(
  accession: string,
  { database }: IngestContext,
): Promise<string[] | null> {
  const filing = await findFiling(database.pool, accession);
  if (filing === null) return null;
  const { cik, form, filed, reportDate } = filing;
  const digits = (date: string | null) => date?.replaceAll("-", "") ?? "";
  return [accession, cik, "", form, digits(reportDate), "", "", digits(filed), "", "", ""];
}
