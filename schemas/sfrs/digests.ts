import { readFileSync } from "node:fs";

/** What is registered of the runtime schemas, by "type/version". */
export type Digests = Record<
  string,
  { schemaSha256: string; isActive: boolean; ingestedAt: string }
>;

export function readDigests(): Digests {
  return JSON.parse(readFileSync(new URL("digests.json", import.meta.url), "utf8"));
}
