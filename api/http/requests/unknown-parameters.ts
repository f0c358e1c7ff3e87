import type { FastifyReply, FastifyRequest } from "fastify";
import { didYouMean } from "#schemas/nearest.ts";
import type { Endpoint } from "../endpoint.ts";
import { badRequest, invalid } from "../errors.ts";
import { meantBy, shownName } from "./misspelt.ts";

const header = "unknown-parameters";
const namesMax = 10;

/** Parameters that select which figures are returned. Ignoring one would return other figures than requested. */
const choosingFigures = new Set(["asOf", "view", "registryVersion", "perShare"]);

/**
 * Lists the query parameters that an endpoint does not take in a header (CNV-29), each with the nearest that it takes. A
 * strict endpoint refuses all of them, like unknown members of a body. An endpoint of our own, or one with figures,
 * refuses those that look misspelt; one with figures also those that select figures.
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
  const known = Object.keys(endpoint.query?.shape ?? {});
  const unknown = Object.keys(query as object)
    .filter((name) => !known.includes(name))
    .slice(0, namesMax)
    .map((name) => ({ name, meant: meantBy(name, known) }));
  if (unknown.length === 0) return undefined;
  reply.header(header, unknown.map(({ name, meant }) => shownName(name, meant)).join(", "));
  const refused = unknown.find(({ name, meant }) => isRefused(endpoint, name, meant));
  if (refused === undefined) return undefined;
  const shown = shownName(refused.name, []);
  if (endpoint.strict)
    return invalid(`querystring/${shown}: there is no such parameter${didYouMean(refused.meant)}`);
  return badRequest(`There is no parameter ${shown} here${didYouMean(refused.meant)}`);
}

const isRefused = (
  { figures, extension, strict }: Endpoint,
  name: string,
  meant: readonly string[],
): boolean =>
  strict || ((figures || extension) && meant.length > 0) || (figures && choosingFigures.has(name));
