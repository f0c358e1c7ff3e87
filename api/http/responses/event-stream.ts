import type { FastifyReply, FastifyRequest } from "fastify";
import type { OpenedEvents } from "../requests/handled.ts";

/** Sends server-sent events until the stream ends. HEAD gets the headers and opens none. */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { open }: OpenedEvents,
): FastifyReply {
  const stream = request.method === "HEAD" ? undefined : open();
  return reply
    .headers({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // The connection serves nothing else, so a stop of the service need not wait for it.
      connection: "close",
      // Proxies that buffer would hold events back.
      "x-accel-buffering": "no",
    })
    .send(stream);
}
