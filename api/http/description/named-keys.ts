import type { DescribedApi, SchemaPart } from "./described.ts";

/** Records whose keys are known become objects with these members, which generated clients can name. */
export const nameKeys = (document: DescribedApi): void => nameIn(document);

function nameIn(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const { propertyNames, additionalProperties } = part as SchemaPart;
  const keys = (propertyNames as { enum?: string[] } | undefined)?.enum;
  if (keys !== undefined && typeof additionalProperties === "object") {
    const named = keys.map((key) => [key, structuredClone(additionalProperties)]);
    Object.assign(part, {
      properties: Object.fromEntries(named),
      additionalProperties: false,
    });
    delete (part as SchemaPart).propertyNames;
  }
  for (const one of Object.values(part)) nameIn(one);
}
