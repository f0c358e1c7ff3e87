import { z } from "zod";

/**
 * The body of a POST or DELETE. Where no member is required, an absent, an empty and a null body count as `{}`
 * (CNV-32); other bodies are left as they are.
 */
export function optionalBody(body: z.ZodType): z.ZodType {
  const isLeft = body.safeParse(undefined).success || !body.safeParse({}).success;
  return isLeft ? body : z.preprocess((sent) => sent ?? {}, body);
}
