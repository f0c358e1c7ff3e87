import { z } from "zod";

const field = z.string().max(4000).default("");

export const starFields = z
  .object({
    act: z.enum(["add", "remove"]).default("add"),
    back: field,
    nonce: field,
    form_token: field,
  })
  .meta({
    examples: [{ act: "add", back: "/companies/apple-inc", nonce: "…", form_token: "…" }],
  });

export type StarFields = z.output<typeof starFields>;
