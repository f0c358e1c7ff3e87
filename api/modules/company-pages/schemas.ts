import { z } from "zod";
import { someText } from "#schemas/shapes/text.ts";

export const params = {
  company: someText(200, "Slug, ticker or CIK of a company", "apple-inc", "AAPL"),
  concept: someText(100, "snakeKey of a concept", "revenue"),
  period: someText(20, "Key of a period, or TTM", "2023FY", "TTM"),
  accession: someText(20, "Accession number of a filing", "0000320193-24-000123"),
  table: someText(
    60,
    "A statement with the ending of the file, csv or xlsx",
    "income_statement.csv",
  ),
  model: someText(100, "Key or alias of a model", "dcf_5_year_terminal_growth"),
};

/** The value of a date field. An empty field counts as absent. */
export const asOf = z
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

export const dayQuery = z.object({ asOf });
