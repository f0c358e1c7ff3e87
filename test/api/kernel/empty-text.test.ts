import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#api/modules.ts";

test("no text that may be null is kept when it is empty [CNV-05]", () => {
  const kept = allEndpoints.flatMap(({ name, body }) =>
    schemasIn(body)
      .flatMap((schema) => (schema instanceof z.ZodObject ? Object.entries(schema.shape) : []))
      .filter(([, member]) => keepsEmpty(member as z.ZodType))
      .map(([member]) => `${name} ${member}`),
  );
  expect([...new Set(kept)]).toEqual([]);
});

/** What takes anything is judged by the handler. */
const keepsEmpty = (member: z.ZodType) =>
  member.safeParse(null).success &&
  member.safeParse("").data === "" &&
  !member.safeParse(true).success;

const seen = new Set<unknown>();

/** Every schema in a body's schema, itself among them. */
function schemasIn(found: unknown): z.ZodType[] {
  if (typeof found !== "object" || found === null || seen.has(found)) return [];
  seen.add(found);
  if (found instanceof z.ZodType) return [found, ...schemasIn(found.def)];
  return Object.values(found).flatMap(schemasIn);
}
