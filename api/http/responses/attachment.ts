import { Readable } from "node:stream";
import { create } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AttachedFile, StreamedFile, WrittenTable } from "../requests/handled.ts";

/** Sends a file as an attachment: browsers save it and never display it, whatever its content. */
export function sendAttachment(reply: FastifyReply, file: AttachedFile): FastifyReply {
  return reply
    .header("content-type", file.mediaType)
    .header("content-disposition", contentDisposition(file.name))
    .header("cache-control", "no-store")
    .send(file.bytes);
}

/** Sends a file as an attachment while it is written. */
export const sendStream = (
  { method }: FastifyRequest,
  reply: FastifyReply,
  file: StreamedFile,
): FastifyReply =>
  reply
    .header("content-type", file.mediaType)
    .header("content-disposition", contentDisposition(file.name))
    .header("cache-control", "no-store")
    // Nothing is read for who wants the headers alone.
    .send(method === "HEAD" ? "" : file.open());

/** Sends a table while it is written. One that breaks off in the middle ends the connection, not the file. */
export const sendTable = (
  request: FastifyRequest,
  reply: FastifyReply,
  { lines, name }: WrittenTable,
): FastifyReply =>
  sendStream(request, reply, {
    mediaType: "text/csv; charset=utf-8",
    name,
    open: () => Readable.from(lines, { objectMode: false }),
  });

const nameMax = 120;

/**
 * The Content-Disposition value: `attachment`, a name of letters, digits, dot, dash and underscore for every client,
 * and the full name in `filename*` when it differs (RFC 6266, RFC 8187). No character of a name can end the header.
 */
export function contentDisposition(name: string): string {
  const full = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, "_");
  const short = full.length <= nameMax ? full : shorten(full);
  const plain = short
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9.-]+/g, "_")
    // A name in another script leaves only its extension.
    .replace(/^_*(?=\.[^.]*$)/, "export")
    .replace(/^[._]+/, "");
  return create(short, { fallback: plain === "" ? "export" : plain });
}

/** Shortens a name before its extension, and never splits a character. */
function shorten(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot, dot + 10);
  return name.slice(0, nameMax - extension.length).toWellFormed() + extension;
}
