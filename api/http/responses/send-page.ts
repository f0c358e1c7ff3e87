import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsGzip } from "../requests/conditional.ts";

const pack = promisify(gzip);

/**
 * Sends a page that was made for this request, compressed where the client accepts that. Not for pages with a secret,
 * such as the token of a form: the compressed length of a page that also repeats its address reveals it (BREACH).
 */
export async function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.type("text/html; charset=utf-8").header("vary", "Accept-Encoding");
  if (!acceptsGzip(headers["accept-encoding"])) return reply.send(text);
  const packed = await pack(text);
  return reply.header("content-encoding", "gzip").send(packed);
}
