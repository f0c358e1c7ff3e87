import { digestOf } from "../archive/packed.ts";
import type { IngestContext } from "../context.ts";
import { newestFiled } from "../facts/history/newest-filed.ts";
import { isJsonObject, parseJson } from "../facts/json-document.ts";
import { recordDocument } from "../fetch/fetch-document.ts";
import { isSampleVia } from "../sample/companies.ts";
import {
  findFetchState,
  findHeld,
  findQuarantine,
  type HeldDocument,
} from "../store/fetch-state.ts";

/** A document that a nightly archive has for an address of the regulator. */
export interface NightlyDocument {
  url: string;
  kind: "submissions" | "submissions-page" | "companyfacts";
  cik: string;
  body: Buffer;
  /** How old the archive says it is. */
  fetchedAt: string;
}

/** What was done with it, and why it was left alone where its time alone does not say. */
export type TakeOutcome =
  | { kind: "added" | "unchanged" | "older" | "known_damage" | "without_facts" }
  | { kind: "older"; reason: string };

/**
 * Archives the document as if it had been fetched, unless it says nothing new: the same bytes are held, or were
 * set aside before; what is held of its address was seen later, or has newer filings; or it is the archive's way
 * of saying that a company has no facts. Throws for `unlessOvertaken`.
 */
export async function takeDocument(
  document: NightlyDocument,
  context: IngestContext,
): Promise<TakeOutcome> {
  const { archive, database, boundary } = context;
  const { body, fetchedAt, cik, ...about } = document;
  const fetchState = await findFetchState(database.pool, document.url);
  const documentInUse = await heldOf(document.url, context);
  const digest = digestOf(body);
  if (documentInUse?.digest === digest) return { kind: "unchanged" };
  if (await findQuarantine(database.pool, document.url, digest)) return { kind: "known_damage" };
  if (documentInUse && !isSampleVia(documentInUse.via)) {
    if (second(documentInUse.seenAt) > second(fetchedAt)) return { kind: "older" };
    const reason = await olderFilings(document, documentInUse, context);
    if (reason !== null) return { kind: "older", reason };
  }
  if (!documentInUse && document.kind === "companyfacts" && isFactless(body)) {
    return { kind: "without_facts" };
  }
  const { sizeBytes } = await archive.put(body);
  boundary(`bulk-${document.kind}:archived`);
  await recordDocument(
    {
      ...about,
      companyKey: cik,
      digest,
      accession: null,
      form: null,
      filed: null,
      origin: "crawl",
      sizeBytes,
      fetchedAt,
      etag: null,
      lastModified: null,
      quarantinedReason: null,
      via: null,
      source: "regulator",
    },
    fetchState,
    context,
  );
  return { kind: "added" };
}

/** Archives know no smaller unit. */
const second = (time: string) => time.slice(0, "2026-01-31T23:59:59".length);

/** What is in use of the address, as far as the archive still has it. */
async function heldOf(
  url: string,
  { database, archive }: IngestContext,
): Promise<HeldDocument | null> {
  const documentInUse = await findHeld(database.pool, url);
  return documentInUse && (await archive.has(documentInUse.digest)) ? documentInUse : null;
}

/** Times of entries are those of whoever packed them: an archive that was packed anew has old content with new times. */
async function olderFilings(
  { kind, body }: NightlyDocument,
  documentInUse: HeldDocument,
  { archive }: IngestContext,
): Promise<string | null> {
  // A page is a closed stretch of old filings.
  if (kind === "submissions-page") return null;
  const offered = newestFiled(body, kind);
  if (offered === null) return null;
  const known = newestFiled(await archive.get(documentInUse.digest), kind);
  if (known === null || known <= offered) return null;
  return `ends with the filings of ${offered}, what we hold with those of ${known}`;
}

const factlessBytesMax = 4_096;
const factlessMembers = new Set(["cik", "entityName", "facts"]);

/** An empty object, or one without facts and anything else; whatever has other members is no such document. */
function isFactless(body: Buffer): boolean {
  if (body.length > factlessBytesMax) return false;
  try {
    const document = parseJson(body);
    if (!isJsonObject(document)) return false;
    const { facts } = document;
    const isEmpty = isJsonObject(facts) && Object.keys(facts).length === 0;
    const isKnown = Object.keys(document).every((name) => factlessMembers.has(name));
    return isKnown && (facts === undefined || isEmpty);
  } catch {
    return false;
  }
}
