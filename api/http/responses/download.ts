import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "../requests/conditional.ts";
import type { Download } from "../requests/handled.ts";
import { contentDisposition } from "./attachment.ts";

interface Range {
  start: number;
  end: number;
}

/**
 * Sends a stored file as an attachment that no browser displays. One range gets 206; a range beyond the end gets 416.
 * Several ranges, another range unit and an outdated If-Range get the whole file (RFC 9110, 14).
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download,
): Promise<FastifyReply> {
  const { sizeBytes, etag } = file;
  reply.headers({
    "accept-ranges": "bytes",
    etag,
    "cache-control": "private, no-cache",
    vary: "Authorization, X-API-Key",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
  });
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const isCurrent = [undefined, etag].includes(request.headers["if-range"]?.toString());
  const range = isCurrent ? parseRange(request.headers.range, sizeBytes) : null;
  if (range === "outside") {
    return reply.code(416).header("content-range", `bytes */${sizeBytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${sizeBytes}`);
  reply.headers({
    "content-type": file.mediaType,
    "content-disposition": contentDisposition(file.name),
    "content-length": end - start + 1,
  });
  return reply.send(await file.open({ start, end }));
}

/** Parses the Range header. Null means that the whole file is sent. */
function parseRange(header: string | undefined, sizeBytes: number): Range | "outside" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? "outside" : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(from);
  const end = to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= sizeBytes ? "outside" : { start, end };
}
