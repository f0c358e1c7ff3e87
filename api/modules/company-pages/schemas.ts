import { z } from "zod";

export const companyParams = z.object({
  company: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: "Slug or ticker of a company", examples: ["apple-inc", "AAPL"] }),
});

/** The value of a date field. An empty field counts as absent. */
const asOf = z
  .union([z.literal(""), z.iso.date()])
  .optional()
  .meta({
    description: "As the filings stood at the end of this day; empty for today",
    examples: ["2018-12-31"],
  });

export const companyQuery = z.object({
  asOf,
  periods: z
    .enum(["recent", "all"])
    .optional()
    .meta({ description: "All periods instead of the recent ones", examples: ["all"] }),
});

export type CompanyPageQuery = z.output<typeof companyQuery>;

export const lineageParams = companyParams.extend({
  concept: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: "snakeKey of a concept", examples: ["revenue"] }),
  period: z
    .string()
    .min(1)
    .max(20)
    .meta({ description: "Key of a period, or TTM", examples: ["2023FY", "TTM"] }),
});

export const tableParams = companyParams.extend({
  table: z
    .string()
    .min(1)
    .max(60)
    .meta({
      description: "A statement with the ending of the file, csv or xlsx",
      examples: ["income_statement.csv"],
    }),
});

export const dayQuery = z.object({ asOf });
