import { z } from "zod";
import { nullReasons } from "./statement.ts";

/** Values of one group keyed by snakeKey: JSON numbers rounded once from exact decimals, null where absent. */
const values = z.record(z.string(), z.number().nullable());

/** Why an adjusted value is null. */
export const adjustedReason = z.enum([...nullReasons, "split_basis_unknown"]).nullable();

const adjustedNumber = z.strictObject({
  value: z.number().nullable(),
  /** Shares that one share of the filing has become: "4" for what was filed before a 4-for-1 split. */
  factor: z.string().nullable(),
  reason: adjustedReason,
});

/**
 * One column of "Full financials" (FIN-02). Within a table every column has the same keys.
 * `periodStart`, `fiscalYear`, `currency`, `reasons` and `flags` are additive to the specification.
 */
const financialsColumn = z.strictObject({
  periodEnd: z.iso.date(),
  periodStart: z.iso.date(),
  fiscalYear: z.int(),
  fiscalPeriod: z.string(),
  /** "reported", "derived" or "mixed" for quarters; "sum_of_quarters", "fiscal_year" or "year_plus_to_date" for TTM. */
  basis: z.string(),
  derivedQ4: z.boolean(),
  /** Reporting currency of the column; null where no monetary fact resolved. */
  currency: z.string().nullable(),
  income: values,
  balanceSheet: values,
  cashFlow: values,
  /** The reason of each null above, keyed by snakeKey. */
  reasons: z.record(z.string(), z.enum(nullReasons)),
  /** Notes of a line that do not change its value, keyed by snakeKey; lines without notes are left out. */
  flags: z.record(z.string(), z.array(z.string())),
  /** With `perShare=adjusted` only: per-share figures and share counts of the column on today's basis of shares. */
  perShareAdjusted: z.record(z.string(), adjustedNumber).optional(),
});

/** Both tables newest first, without a duplicate `periodEnd` (FIN-11). */
export const financials = z
  .strictObject({ ttm: z.array(financialsColumn), quarters: z.array(financialsColumn) })
  .meta({ id: "FullFinancials" });

export type FinancialsColumn = z.infer<typeof financialsColumn>;
export type FinancialsPayload = z.infer<typeof financials>;
