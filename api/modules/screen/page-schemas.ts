import { z } from "zod";
import { viewQuery } from "../../views/view-query.ts";
import { metricsQuery } from "./schemas.ts";

const text = (max: number, description: string, example: string) =>
  z
    .string()
    .max(max)
    .optional()
    .meta({ description, examples: [example] });

export const screenFields = z.object({
  where: text(1000, "Conditions, as GET /v2/screen takes them", "revenue > 10b"),
  currency: z
    .union([z.literal(""), z.string().regex(/^[A-Za-z]{3}$/)])
    .optional()
    .meta({
      description: "Only companies that report in this currency; USD unless given, empty for all",
      examples: ["USD"],
    }),
  sort: text(200, "Metrics in order; a minus sorts downwards", "-revenue"),
  columns: text(1000, "Metrics to show", "revenue,roic"),
  page: z
    .string()
    .regex(/^\d{0,4}$/)
    .optional()
    .meta({ description: "Page of the table, from 1", examples: ["2"] }),
});

export const compareFields = z.object({
  tickers: text(300, "Tickers, at most 6 on a page", "AAPL,NVDA"),
  metrics: text(1000, "Metrics, as GET /v2/metrics takes them", "revenue,roic"),
  periods: text(200, "Periods, as GET /v2/metrics takes them", "2019FY..TTM"),
  asOf: z
    .union([z.literal(""), z.iso.date()])
    .optional()
    .meta({
      description: "As the filings stood at the end of this day; empty for today",
      examples: ["2018-12-31"],
    }),
  view: viewQuery.shape.view,
  perShare: metricsQuery.shape.perShare,
});

export const homeQuery = z.object({ search: text(200, "Name, ticker or CIK", "apple") });
