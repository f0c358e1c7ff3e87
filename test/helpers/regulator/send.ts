import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { ErrorPage } from "#ingest/sample/error-pages.ts";
import type { Document } from "#ingest/sample/routes.ts";

/** A body as it goes over the wire, kept so that the next request costs nothing. */
export interface SentDocument {
  body: Buffer;
  gzip: Buffer;
  etag: string | null;
  lastModified: string | null;
  contentType: string;
}

/** Compresses and digests a document once; an error page stays as it is. */
export function prepare(answer: Document | ErrorPage): SentDocument | ErrorPage {
  if ("status" in answer) return answer;
  const body = Buffer.from(answer.body);
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 32);
  return {
    body,
    gzip: gzipSync(body, { level: 4 }),
    // The feed changes with every filing and carries no validators, as the real one.
    etag: answer.modified ? digest : null,
    lastModified: answer.modified ? new Date(answer.modified).toUTCString() : null,
    contentType: answer.contentType,
  };
}

/** Sends the document, 304 when the caller has it, or (`cutAt`) its first bytes and then nothing. */
export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  document: SentDocument,
  cutAt: number | null,
): void {
  const zipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const { etag, lastModified } = document;
  response.setHeader("vary", "Accept-Encoding");
  if (etag) response.setHeader("etag", zipped ? `"${etag}-gzip"` : `"${etag}"`);
  if (lastModified) response.setHeader("last-modified", lastModified);
  if (cutAt === null && isUnchanged(request, document)) {
    response.writeHead(304).end();
    return;
  }
  const body = zipped ? document.gzip : document.body;
  if (zipped) response.setHeader("content-encoding", "gzip");
  response.writeHead(200, {
    "content-type": document.contentType,
    "content-length": body.length,
  });
  if (request.method === "HEAD") response.end();
  else if (cutAt === null) response.end(body);
  else response.write(body.subarray(0, cutAt), () => response.destroy());
}

/** RFC 9110: the tag decides where one was sent; the date only without. */
function isUnchanged(request: IncomingMessage, { etag, lastModified }: SentDocument): boolean {
  const tags = request.headers["if-none-match"];
  if (etag && tags !== undefined) {
    return tags
      .split(",")
      .map((tag) => tag.trim())
      .some((tag) => [`"${etag}"`, `"${etag}-gzip"`, "*"].includes(tag.replace(/^W\//, "")));
  }
  const since = request.headers["if-modified-since"];
  return Boolean(lastModified && since && Date.parse(lastModified) <= Date.parse(since));
}

export function sendPage(response: ServerResponse, { status, contentType, body }: ErrorPage): void {
  response.writeHead(status, { "content-type": contentType }).end(body);
}
