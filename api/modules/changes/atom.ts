import { createHash } from "node:crypto";
import type { StoredBytes } from "../../http/requests/handled.ts";
import { html } from "../../pages/html.ts";
import type { Change } from "./schemas.ts";
import type { readFeed } from "./service.ts";
import { describe, titleOf } from "./words.ts";

/** The media type of Atom feeds (RFC 4287). */
export const atomType = "application/atom+xml; charset=utf-8";

/**
 * The changes of a company as an Atom feed, newest first. The ids of feed and entries never change; `publicUrl` is where
 * this service is reached.
 */
export function writeFeed(
  { company, changes }: Awaited<ReturnType<typeof readFeed>>,
  publicUrl: string,
): StoredBytes {
  const page = `${publicUrl}/companies/${company.slug}`;
  const self = `${publicUrl}/v2/entities/${company.id}/changes.atom`;
  const updated = changes[0]?.recordedAt ?? company.updatedAt;
  const { html: text } = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${company.id}</id>
<title>${storable(company.name)}: filings and figures</title>
<updated>${updated}</updated>
<author><name>Tenk</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${changes.map((change) => writeEntry(change, page))}</feed>
`;
  const identity = Buffer.from(text);
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 32);
  return { identity, gzip: null, etag: `"${digest}"`, visibility: "public", type: atomType };
}

const writeEntry = (change: Change, page: string) => html`<entry>
<id>urn:uuid:${change.id}</id>
<title>${titleOf(change)}</title>
<updated>${change.recordedAt}</updated>
<category term="${change.type}"/>
<link rel="alternate" href="${change.filing?.url ?? page}"/>
<content type="text">${describe(change).join("\n")}</content>
</entry>
`;

/** XML has no way to write control characters. */
const storable = (text: string) => text.replace(/\p{Cc}/gu, " ");
