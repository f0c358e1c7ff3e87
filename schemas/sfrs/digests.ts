import { readFileSync } from "node:fs";

/** The registered runtime schemas, by "type/version". */
export type Digests = Record<
  string,
  { schemaSha256: string; isActive: boolean; ingestedAt: string }
>;

export function readDigests(): Digests {
  return JSON.parse(readFileSync(new URL("digests.json", import.meta.url), "utf8"));
}
