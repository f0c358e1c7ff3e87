import type { FastifyReply, FastifyRequest } from "fastify";
import { didYouMean, slipsBetween } from "#schemas/nearest.ts";
import type { Endpoint } from "../endpoint.ts";
import { badRequest, invalid } from "../errors.ts";

const header = "unknown-parameters";
const namesMax = 10;

/** Parameters that select which figures are returned. Ignoring one would return other figures than requested. */
const choosingFigures = new Set(["asOf", "view", "registryVersion", "perShare"]);

/**
 * Lists the query parameters that an endpoint does not take in a header (CNV-29). A strict endpoint refuses them, like
 * unknown members of a body. On an endpoint with figures, a parameter that selects figures or looks like a
 * misspelt known one is refused.
 */
export function tellUnknownParameters(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { endpoint } = request.routeOptions.config;
  const hasQuery = request.raw.url?.includes("?") ?? false;
  done(endpoint !== undefined && hasQuery ? tell(request, reply, endpoint) : undefined);
}

function tell({ query }: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) {
  const declared: object = endpoint.query?.shape ?? {};
  const unknown = Object.keys(query as object).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length === 0) return undefined;
  reply.header(header, unknown.slice(0, namesMax).map(shown).join(", "));
  if (endpoint.strict) return strictRefusal(unknown, Object.keys(declared));
  return endpoint.figures ? refusal(unknown, Object.keys(declared)) : undefined;
}

// Header values may hold visible ASCII only.
const shown = (name: string) => encodeURIComponent(name.slice(0, 40).toWellFormed());

function strictRefusal([first = ""]: readonly string[], known: readonly string[]): Error {
  const meant = known.filter((one) => isMisspelt(first, one));
  return invalid(`querystring/${shown(first)}: there is no such parameter${didYouMean(meant)}`);
}

function refusal(unknown: readonly string[], known: readonly string[]): Error | undefined {
  for (const name of unknown) {
    const meant = known.filter((one) => isMisspelt(name, one));
    if (meant.length === 0 && !choosingFigures.has(name)) continue;
    return badRequest(`There is no parameter ${shown(name)} here${didYouMean(meant)}`);
  }
  return undefined;
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

function isMisspelt(typed: string, name: string): boolean {
  const [a, b] = [folded(typed.slice(0, 40)), folded(name)];
  const allowed = b.length < 4 ? 0 : b.length < 8 ? 1 : 2;
  return slipsBetween(a, b) <= allowed;
}
