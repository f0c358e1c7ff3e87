import { isJsonObject, type JsonObject, parseJson } from "./json-document.ts";
import { xbrlFormOf } from "./xbrl/xbrl-reader.ts";

export type DocumentKind = "companyfacts" | "instance" | "submissions" | "submitted";

/**
 * What a file given by hand is, told by its content, already unzipped; null for anything else and for a
 * JSON document that is cut. An XBRL instance, also one inside a page, is told by its beginning alone.
 */
export function sniffDocument(body: Buffer): DocumentKind | null {
  const head = body.toString("utf8", 0, 65_536).trimStart();
  if (head.startsWith("<")) return xbrlFormOf(body) === null ? null : "instance";
  if (!head.startsWith("{")) return null;
  try {
    const document = parseJson(body);
    return isJsonObject(document) ? kindOf(document) : null;
  } catch {
    return null;
  }
}

function kindOf(document: JsonObject): DocumentKind | null {
  const has = (key: string) => Object.hasOwn(document, key);
  if (has("facts") && has("cik")) return "companyfacts";
  if (has("filings") && has("cik")) return "submissions";
  // An older page of submissions is the bare columns, without a wrapper.
  if (has("accessionNumber") && has("filingDate")) return "submissions";
  return has("source") && has("periods") ? "submitted" : null;
}

const dashed = /(?<!\d)(\d{10})-(\d{2})-(\d{6})(?!\d)/g;
const folder = /[\\/](\d{10})(\d{2})(\d{6})(?=[\\/])/g;

/**
 * The accession number that a path of EDGAR's own layout carries: "0000320193-23-000106" or a folder of
 * its eighteen digits. The last one wins; null when there is none.
 */
export function accessionFromPath(path: string): string | null {
  const found = [...path.matchAll(dashed)].at(-1) ?? [...`/${path}`.matchAll(folder)].at(-1);
  return found ? found.slice(1).join("-") : null;
}
