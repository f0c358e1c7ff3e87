import { createHash } from "node:crypto";
import type { Concept } from "#schemas/shapes/companies/concept.ts";

/**
 * JSON with object keys sorted by code unit and no white space (RFC 8785 for the values used here: text,
 * booleans, null, small numbers). Fields that are undefined are left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(",")}}`;
}

/** Lower-case hexadecimal SHA-256 of the text's UTF-8 bytes. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * The digest that names this content of the registry: SHA-256 of the canonical JSON of all concepts, every
 * field and status, ordered by `id`. A reader recomputes it from the `data` of an unfiltered
 * `GET /v2/sfrs/concepts` (SFRS registry concept, `meta.registrySha256`).
 */
export function registryDigest(concepts: readonly Concept[]): string {
  const ordered = concepts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sha256Hex(canonicalJson(ordered));
}
