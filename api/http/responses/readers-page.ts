import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { withReader } from "../../pages/reader.ts";
import { findSignedIn } from "../signed-in.ts";

/**
 * The page with the name of the signed-in person in its header. Null without a session. The answer is of this person
 * alone: a cache must not keep it.
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
