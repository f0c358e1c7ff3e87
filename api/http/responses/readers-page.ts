import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { withReader } from "../../pages/reader.ts";
import { findSignedIn } from "../signed-in.ts";

/**
 * A page as the person of the request's session sees it, with their name in its header: for nobody else, so that it must
 * not be stored. Null without a session.
 */
export async function readersPage(
  { headers }: Pick<FastifyRequest, "headers">,
  page: string,
  deps: Deps,
): Promise<string | null> {
  if (headers.cookie === undefined) return null;
  const reader = await findSignedIn({ deps, from: { headers } });
  return reader === null ? null : withReader(page, reader.name);
}
