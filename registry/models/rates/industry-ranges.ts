import { z } from "zod";
import data from "#schemas/reference/industry-ranges.json" with { type: "json" };

const range = z.strictObject({ companies: z.int(), low: z.number(), high: z.number() });
const ranges = z.strictObject({
  ebitda_margin: range.optional(),
  normalised_ebit_margin: range.optional(),
  capex_pct_revenue: range.optional(),
  da_pct_revenue: range.optional(),
  nwc_pct_revenue: range.optional(),
});

const reference = z.strictObject({
  source: z.string(),
  /** Day on which they were worked out. */
  day: z.iso.date(),
  firstYear: z.int(),
  lastYear: z.int(),
  note: z.string(),
  all: ranges.required(),
  /** By the names of the reference data. */
  industries: z.record(z.string(), ranges),
});

/** What companies of an industry show, from filings at hand. */
export const industryRanges = reference.parse(data);

type RangeKey = keyof z.infer<typeof ranges>;

/** The range of an industry, or of all companies where too few of it are at hand, and what it is of in words. */
export function usualRange(
  industry: string,
  key: RangeKey,
): { low: number; high: number; of: string } {
  const own = industryRanges.industries[industry]?.[key];
  const { companies, low, high } = own ?? industryRanges.all[key];
  const { firstYear, lastYear, day } = industryRanges;
  const whose = own === undefined ? "of all industries" : `of ${industry}`;
  const of = `eight in ten of ${companies} companies ${whose}; filings of ${firstYear} to ${lastYear}, worked out on ${day}`;
  return { low, high, of };
}
