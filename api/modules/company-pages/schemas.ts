import { z } from "zod";
import { someText } from "#schemas/shapes/text.ts";
import { asOf } from "../../pages/point-in-time.ts";

/** One example each: several would be read as names of bodies, too. */
export const params = {
  company: someText(200, "Slug, ticker or CIK of a company", "apple-inc"),
  concept: someText(100, "snakeKey of a concept", "revenue"),
  period: someText(20, "Key of a period, or TTM", "2023FY"),
  accession: someText(20, "Accession number of a filing", "0000320193-24-000123"),
  table: someText(
    60,
    "A statement with the ending of the file, csv or xlsx",
    "income_statement.csv",
  ),
  model: someText(100, "Key or alias of a model", "dcf_5_year_terminal_growth"),
};

const companyQuery = z.object({
  asOf,
  periods: z
    .enum(["recent", "all"])
    .optional()
    .meta({ description: "All periods instead of the recent ones", examples: ["all"] }),
});

export const overviewQuery = companyQuery.extend({
  period: z
    .enum(["annual", "quarterly"])
    .optional()
    .meta({
      description: "Trends by fiscal year, which is usual, or by quarter",
      examples: ["quarterly"],
    }),
});

export type OverviewQuery = z.output<typeof overviewQuery>;

/** How the statements of a company are shown. */
export const financialsQuery = companyQuery.extend({
  period: z
    .enum(["annual", "quarterly", "ttm"])
    .optional()
    .meta({
      description:
        "Fiscal years with the newest twelve months, quarters, or twelve months to the end of each quarter",
      examples: ["quarterly"],
    }),
  show: z
    .enum(["amounts", "growth", "common"])
    .optional()
    .meta({
      description:
        "Amounts, the change on the year before, or the share of revenue (of the balance sheet: of total assets)",
      examples: ["growth"],
    }),
});

export type FinancialsQuery = z.output<typeof financialsQuery>;

/** The page of the statements, where a file has no chart. */
export const statementsQuery = financialsQuery.extend({
  chart: someText(100, "snakeKey of the line whose chart is shown below it", "revenue").optional(),
});

export type StatementsQuery = z.output<typeof statementsQuery>;

export const dayQuery = z.object({ asOf });
