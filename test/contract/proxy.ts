import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { request } from "undici";
import type { Exchange } from "./judge.ts";

export interface Forwarded {
  method: string;
  /** Path with query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Proxy {
  url: string;
  close(): Promise<void>;
}

/** Stands between a client and a server: `prepare` may change what is forwarded, `see` hears of every exchange. */
export async function startProxy(
  target: string,
  {
    prepare,
    see,
  }: { prepare(asked: Forwarded): Promise<Forwarded>; see(exchange: Exchange): void },
): Promise<Proxy> {
  const forward = async (incoming: IncomingMessage): Promise<Exchange> => {
    const { method, url, headers, body } = await prepare({
      method: incoming.method ?? "GET",
      url: incoming.url ?? "/",
      headers: ownHeaders(incoming.headers),
      body: await text(incoming),
    });
    const sent = body === "" ? {} : { body };
    const answer = await request(target + url, { method, headers, ...sent });
    const contentType = headerOf(answer.headers["content-type"]);
    return {
      method,
      url,
      headers,
      body,
      contentType: headerOf(headers["content-type"]),
      answer: { status: answer.statusCode, contentType, body: await answer.body.text() },
    };
  };
  const server = createServer((incoming, outgoing) => {
    forward(incoming).then(
      (exchange) => {
        see(exchange);
        const { status, contentType, body } = exchange.answer;
        outgoing.writeHead(status, contentType === null ? {} : { "content-type": contentType });
        outgoing.end(body);
      },
      (error: unknown) => outgoing.writeHead(502).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

// Of the connection, or asking for what could not be read.
const notForwarded = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
  "accept-encoding",
]);

function ownHeaders(headers: IncomingHttpHeaders): Forwarded["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.has(name)));
}

const headerOf = (value: string | string[] | undefined) => [value ?? null].flat()[0] ?? null;
