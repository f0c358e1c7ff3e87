import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the upstream saw it; `at` is in milliseconds. */
export interface Seen {
  at: number;
  url: string;
  headers: IncomingMessage["headers"];
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface StandIn {
  url: string;
  host: string;
  /** The upstream's own log: goals are judged from it, not from our counters. */
  log: Seen[];
  /** What every address answers from now on. */
  answer(handler: Handler): void;
  close(): Promise<void>;
}

export async function openStandIn(): Promise<StandIn> {
  const log: Seen[] = [];
  let handler: Handler = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    log.push({ at: performance.now(), url: request.url ?? "", headers: request.headers });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    log,
    answer(next) {
      handler = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The most requests that fell into any window of one second. */
export function mostInASecond(log: readonly Seen[]): number {
  const times = log.map((seen) => seen.at).sort((a, b) => a - b);
  return Math.max(
    0,
    ...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length),
  );
}
