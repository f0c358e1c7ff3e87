import { z } from "zod";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import reviewed from "./major-parts.json" with { type: "json" };

/** A line that a subtotal hardly goes without, and what tags that nothing maps would be called if they held it. */
export interface MajorPart {
  /** snakeKey of the line. */
  part: string;
  /** snakeKey of the subtotal. */
  of: string;
  /** snakeKey of a line that must have a value, too; null for none. */
  beside: string | null;
  /** What the name of such a tag matches. */
  names: RegExp;
}

const shape = z.array(
  z.strictObject({
    part: z.string(),
    of: z.string(),
    beside: z.string().nullable(),
    names: z.string().transform((text) => new RegExp(text)),
  }),
);

const majorParts: readonly MajorPart[] = shape.parse(reviewed);

export const majorPartOf: ReadonlyMap<string, MajorPart> = new Map(
  majorParts.map((one) => [one.part, one]),
);

/** Filers' own elements are not in the regulator's facts, and mean something else in each company. */
const standard = new Set(["us-gaap", "ifrs-full"]);

/** Whether nothing maps the tag and it may hold a major part by its name. */
export function isUnmappedPart(
  { tags }: Pick<Registry, "tags">,
  { taxonomy, tag }: { taxonomy: string; tag: string },
): boolean {
  if (!standard.has(taxonomy) || tags.has(`${taxonomy}:${tag}`)) return false;
  return majorParts.some(({ names }) => names.test(tag));
}
