import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";
import { viewMetaShape, viewQuery } from "../../views/view-query.ts";

const format = z
  .enum(["json", "csv"])
  .optional()
  .meta({ description: "csv for a file; also by Accept: text/csv", examples: ["csv"] });

const names = (description: string, example: string) =>
  z
    .string()
    .max(1000)
    .optional()
    .meta({ description, examples: [example] });

export const screenQuery = pageQuery.extend({
  where: z
    .string()
    .max(1000)
    .optional()
    .meta({
      description:
        "Conditions that all hold, joined by `and`: a metric, one of > >= < <= = !=, and a number with k, m, b, t or % " +
        "after it. A metric is of twelve months; .fy is the newest fiscal year, .cagr3 and .cagr5 growth a year on one basis of shares, .avg5 the " +
        "mean of five years. Metrics with a price (pe, market_value, …) have no ending. Also currency, template and fiscal_year.",
      examples: ["revenue > 10b and net_margin >= 15% and currency = USD"],
    }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .optional()
    .meta({
      description:
        "Only companies that report in this currency. Without it amounts of several currencies stand beside each other: meta.currencies names them",
      examples: ["USD"],
    }),
  sort: names("Metrics in order; a minus before one sorts downwards", "-revenue"),
  columns: names("Metrics to show; default those of where and sort", "revenue,roic,revenue.cagr5"),
  format,
});

export const screenedCompany = z
  .object({
    entityId: z.uuid(),
    name: z.string(),
    slug: z.string(),
    ticker: z.string().nullable(),
    currency: z.string().nullable(),
    fiscalYear: z.int(),
    yearEnd: z.string(),
    ttmEnd: z.string().nullable(),
    /** Null without a close, and where no metric that is shown or asked for takes one. */
    priceDay: z.string().nullable(),
    /** Keyed by the names of the columns. */
    figures: z.record(z.string(), z.number().nullable()),
    /** Why a figure is null; nothing of a company that was built by an earlier version. */
    reasons: z.record(z.string(), z.string()),
  })
  .meta({ id: "ScreenedCompany" });

/** What a screen says beside its page. */
export const screenMeta = z.object({
  /** Reporting currencies of all companies that were met. */
  currencies: z.array(z.string()),
  /** Absent where no metric with a price is asked for. */
  prices: z.enum(["available", "not_configured"]).optional(),
});

export const metricsQuery = viewQuery.extend({
  tickers: z
    .string()
    .min(1)
    .max(8000)
    .meta({
      description:
        "Tickers, at most 20; as csv or ndjson up to 1000, or `all` for every published company",
      examples: ["AAPL,NVDA"],
    }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .optional()
    .meta({
      description: "Only rows in this reporting currency; a period that a company lacks has none",
      examples: ["USD"],
    }),
  metrics: names("Lines and ratios, at most 30", "revenue,roic"),
  periods: names(
    "Periods and ranges, at most 40: 2019FY..TTM is each year from 2019 on and twelve months",
    "2019FY..TTM",
  ),
  perShare: z
    .enum(["filed", "adjusted"])
    .optional()
    .meta({
      description:
        "Adjusted (default) gives per-share figures and share counts as if all splits known in the view had come " +
        "before, so that periods can be compared; filed gives them as filed",
      examples: ["filed"],
    }),
  format: z
    .enum(["json", "csv", "ndjson"])
    .optional()
    .meta({
      description:
        "csv or ndjson (a JSON object in each line) for a file that is streamed; also by Accept: text/csv and application/x-ndjson",
      examples: ["csv"],
    }),
});

export const metricRow = z
  .object({
    entityId: z.uuid(),
    /** Null for a company without one, among all. */
    ticker: z.string().nullable(),
    name: z.string(),
    slug: z.string(),
    period: z.string(),
    /** Null where the company has no such period. */
    periodEnd: z.string().nullable(),
    currency: z.string().nullable(),
    values: z.record(z.string(), z.number().nullable()),
    /** Why a value is null. */
    reasons: z.record(z.string(), z.string()),
    /** "split_adjusted:40" of a value whose filing counted shares that have become 40 each since. */
    flags: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: "MetricRow" });

/** The view that was asked for; absent in the latest one. */
export const metricsMeta = viewMetaShape.pick({ asOf: true, view: true });

export type ScreenQuery = z.output<typeof screenQuery>;
export type ScreenedCompany = z.infer<typeof screenedCompany>;
export type MetricsQuery = z.output<typeof metricsQuery>;
export type MetricRow = z.infer<typeof metricRow>;
