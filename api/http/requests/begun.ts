import type { IncomingMessage } from "node:http";
import type { Hit } from "../limits/rate-limit.ts";

/** What was done for a request before Fastify got it. */
export interface Begun {
  /** How it was counted; null where there is no limit. */
  hit: Hit | null;
  /** Why it could not be answered. */
  failure: Error | undefined;
}

const requests = new WeakMap<IncomingMessage, Begun>();

/** Notes what was done, so that the full path neither counts the request again nor tries again what failed. */
export function noteBegun(request: IncomingMessage, begun: Begun): void {
  requests.set(request, begun);
}

/** Undefined for a request that Fastify got first. */
export const begunOf = (request: IncomingMessage): Begun | undefined => requests.get(request);
