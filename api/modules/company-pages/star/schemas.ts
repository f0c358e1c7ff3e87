import { z } from "zod";

const field = z.string().max(4000).default("");

export const starFields = z.object({
  act: z.enum(["add", "remove"]).default("add"),
  back: field,
  nonce: field,
  form_token: field,
});

export type StarFields = z.output<typeof starFields>;
