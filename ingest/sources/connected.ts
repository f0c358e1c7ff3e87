import { sourceOf } from "./known.ts";
import type { Source } from "./source.ts";

/** The connection to the source of a company. Throws where this process has none. */
export function connectedSource(
  company: string,
  { sources }: { sources: readonly Source[] },
): Source {
  const { key } = sourceOf(company);
  const source = sources.find(({ description }) => description.key === key);
  if (source === undefined) throw new Error(`this process has no connection to the source ${key}`);
  return source;
}
