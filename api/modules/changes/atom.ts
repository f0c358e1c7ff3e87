import type { StoredBytes } from "../../http/requests/handled.ts";
import { type AtomEntry, atomBytes } from "../../pages/atom.ts";
import type { Change } from "./schemas.ts";
import type { readFeed } from "./service.ts";
import { describe, titleOf } from "./words.ts";

/**
 * The changes of a company as an Atom feed, newest first. The ids of feed and entries never change; `publicUrl` is where
 * this service is reached.
 */
export function writeFeed(
  { company, changes }: Awaited<ReturnType<typeof readFeed>>,
  publicUrl: string,
): StoredBytes {
  const page = `${publicUrl}/companies/${company.slug}`;
  const feed = {
    id: `urn:uuid:${company.id}`,
    title: `${company.name}: filings and figures`,
    updated: changes[0]?.recordedAt ?? company.updatedAt,
    self: `${publicUrl}/v2/entities/${company.id}/changes.atom`,
    page,
    entries: changes.map((change) => entryOf(change, page)),
  };
  return atomBytes(feed, "public");
}

const entryOf = (change: Change, page: string): AtomEntry => ({
  id: `urn:uuid:${change.id}`,
  title: titleOf(change),
  updated: change.recordedAt,
  category: change.type,
  link: change.filing?.url ?? page,
  text: describe(change).join("\n"),
});
