import { z } from "zod";

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** A currency code of ISO 4217, in capital letters. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, "Three capital letters")
  .refine((code) => codes.has(code), "Must be a currency code of ISO 4217")
  .meta({ examples: ["USD"] });
