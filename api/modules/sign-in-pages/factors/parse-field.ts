import type { z } from "zod";
import { badRequest } from "#api/http/errors.ts";

/** Reads a form field that holds JSON. Throws 400 for anything that the schema does not take. */
export function parseField<T>(schema: z.ZodType<T>, text: string): T {
  const result = schema.safeParse(jsonOf(text));
  if (result.success) return result.data;
  throw badRequest(result.error.issues[0]?.message ?? "A field is malformed");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
