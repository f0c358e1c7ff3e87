import { z } from "zod";
import { someText } from "#schemas/shapes/text.ts";

/** One example: several would be read as names of bodies, too. */
export const params = {
  company: someText(200, "Slug, ticker or CIK of a company", "apple-inc"),
};

const field = z.string().max(4000).default("");

export const starFields = z.object({
  act: z.enum(["add", "remove"]).default("add"),
  back: field,
  nonce: field,
  form_token: field,
});

export type StarFields = z.output<typeof starFields>;
