import { PassThrough } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsGzip } from "../requests/conditional.ts";
import type { StreamedPage } from "../requests/handled.ts";

/**
 * Sends the beginning of a page at once and the rest when it is made. No cache keeps it: it has no tag yet. The rest
 * is begun when the beginning has left: making it holds the thread.
 */
export function sendStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { prefix, whole, failed, headers }: StreamedPage,
): FastifyReply {
  const isGzip = acceptsGzip(request.headers["accept-encoding"]);
  const out = isGzip ? createGzip() : new PassThrough();
  const end = (rest: Buffer) => {
    // The client may have gone.
    if (!out.destroyed) out.end(rest);
  };
  const start = Buffer.byteLength(prefix);
  const make = () =>
    whole().then(
      ({ identity }) => end(identity.subarray(start)),
      (error: unknown) => {
        request.log.error({ err: error }, "a page could not be made after its beginning was sent");
        end(Buffer.from(failed(error, request.id)).subarray(start));
      },
    );
  const left = () => setImmediate(make);
  if ("flush" in out) {
    out.write(prefix);
    out.flush(left);
  } else {
    out.write(prefix, left);
  }
  reply.headers(headers).type("text/html; charset=utf-8");
  reply.header("cache-control", "no-store").header("vary", "Accept-Encoding");
  if (isGzip) reply.header("content-encoding", "gzip");
  return reply.send(out);
}
