import { z } from "zod";
import { asOf } from "../../pages/point-in-time.ts";
import { viewQuery } from "../../views/view-query.ts";
import { metricsQuery } from "./schemas.ts";

const text = (max: number, description: string, example: string) =>
  z
    .string()
    .max(max)
    .optional()
    .meta({ description, examples: [example] });

const several = (description: string, example: string) =>
  z
    .union([z.string().max(100), z.array(z.string().max(100)).max(300)])
    .optional()
    .meta({ description, examples: [example] });

export const screenFields = z.object({
  metric: several("Metrics of the form's rows; with any, the form is read as `where`", "revenue"),
  period: several("What each row's metric is of: ttm, fy, cagr3, cagr5 or avg5", "ttm"),
  is: several("How each row compares: > >= < or <=", ">="),
  value: several("The value of each row; of a ratio in percent", "10b"),
  column: several("Metrics to show, as `columns` has them", "revenue"),
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
  tickers: text(600, "Tickers, CIKs or slugs of companies, at most 6 on a page", "AAPL,NVDA"),
  add: text(100, "One more company by its name, ticker or CIK", "Kraft Heinz"),
  metrics: text(1000, "Metrics, as GET /v2/metrics takes them", "revenue,roic"),
  metric: several("Metrics that are picked; with any, `metrics` is not read", "revenue"),
  periods: text(200, "Periods, as GET /v2/metrics takes them", "2019FY..TTM"),
  asOf,
  show: z
    .enum(["amounts", "indexed", "per_share"])
    .optional()
    .meta({
      description:
        "Amounts as reported, as shares of the first period of all companies, which is 100, or divided by diluted shares",
      examples: ["indexed"],
    }),
  x: text(100, "Metric that the companies are spread out by, across", "roic"),
  y: text(100, "Metric that the companies are spread out by, upwards", "revenue"),
  view: viewQuery.shape.view,
  perShare: metricsQuery.shape.perShare,
});

export const homeQuery = z.object({ search: text(200, "Name, ticker or CIK", "apple"), asOf });

export const scriptQuery = z.object({ v: text(40, "Digest of the script", "2f1c8Yx0aQw3nB7d") });
