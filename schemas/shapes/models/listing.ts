import { z } from "zod";
import { stateReason } from "./figures.ts";

/** One template as the listing of a company shows it (models.md section 2). */
export const modelListing = z
  .strictObject({
    key: z.string(),
    aliases: z.array(z.string()),
    name: z.string(),
    family: z.enum([
      "dcf",
      "historical",
      "multiples",
      "cost_of_capital",
      "earnings_power",
      "equity",
    ]),
    horizonYears: z.int().nullable(),
    terminalMethod: z.enum(["terminal_growth", "ebitda_exit", "revenue_exit"]).nullable(),
    state: z.enum(["available", "partial", "unavailable"]),
    stateReason,
    requiredMetricKeys: z.array(z.string()),
    missingMetricKeys: z.array(z.string()),
    prefilledMetricKeys: z.array(z.string()),
  })
  .meta({ id: "ModelTemplate" });
export type ListingEntry = z.infer<typeof modelListing>;
/** Families of model templates, in the order of the listing. */
export type ModelFamily = ListingEntry["family"];
export type TerminalMethod = NonNullable<ListingEntry["terminalMethod"]>;
