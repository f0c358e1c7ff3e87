import { createHash } from "node:crypto";
import type { StoredBytes } from "../http/requests/handled.ts";
import { html } from "./html.ts";

/** The media type of Atom feeds (RFC 4287). */
const atomType = "application/atom+xml; charset=utf-8";

/** A feed. Ids are IRIs that never change; times are ISO 8601 in UTC; addresses are absolute. */
export interface AtomFeed {
  id: string;
  title: string;
  updated: string;
  /** Address of the feed itself. */
  self: string;
  /** Address of the page that shows the same. */
  page: string;
  entries: readonly AtomEntry[];
}

export interface AtomEntry {
  id: string;
  title: string;
  updated: string;
  category: string;
  /** Address that a reader opens. */
  link: string;
  text: string;
}

/** The feed as an answer, with an ETag of its text. "private" is for a feed of one person. */
export function atomBytes(
  { id, title, updated, self, page, entries }: AtomFeed,
  visibility: StoredBytes["visibility"],
): StoredBytes {
  const { html: text } = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${id}</id>
<title>${storable(title)}</title>
<updated>${updated}</updated>
<author><name>Tenk</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries.map(entryXml)}</feed>
`;
  const identity = Buffer.from(text);
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 32);
  return { identity, gzip: null, etag: `"${digest}"`, visibility, type: atomType };
}

const entryXml = ({ id, title, updated, category, link, text }: AtomEntry) => html`<entry>
<id>${id}</id>
<title>${storable(title)}</title>
<updated>${updated}</updated>
<category term="${category}"/>
<link rel="alternate" href="${link}"/>
<content type="text">${text}</content>
</entry>
`;

/** XML has no way to write control characters. */
const storable = (text: string) => text.replace(/\p{Cc}/gu, " ");
