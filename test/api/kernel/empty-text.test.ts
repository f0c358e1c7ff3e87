import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#api/modules.ts";

test("no text that may be null is kept when it is empty [CNV-05]", () => {
  const kept = allEndpoints.flatMap(({ name, body }) =>
    schemasIn(body)
      .filter((schema) => schema instanceof z.ZodNullable && schema.safeParse("").data === "")
      .map(() => name),
  );
  expect([...new Set(kept)]).toEqual([]);
});

const seen = new Set<unknown>();

/** Every schema in a body's schema, itself among them. */
function schemasIn(found: unknown): z.ZodType[] {
  if (typeof found !== "object" || found === null || seen.has(found)) return [];
  seen.add(found);
  if (found instanceof z.ZodType) return [found, ...schemasIn(found.def)];
  return Object.values(found).flatMap(schemasIn);
}
