import { z } from "zod";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { askMetrics } from "../screen/service.ts";
import { metricCompanyOf } from "./figures.ts";
import { asOfText, companyText, said, tool, valueShape } from "./tool.ts";

const ranges = { annual: "1900FY..2999FY", quarterly: "1900Q1..2999Q4", ttm: "TTM" };
/** As many as one question of figures takes. */
const linesMax = 30;

export const getPerShare = tool({
  name: "get_per_share",
  title: "Read figures per share and share counts",
  description:
    "Earnings and dividends per share and counts of shares over several periods, newest first. adjusted puts them on one " +
    "basis, as if all splits had come before, so that they can be compared; filed gives them as printed then. Lines without a value have a reason.",
  input: z.object({
    company: companyText,
    period: z.enum(["annual", "quarterly", "ttm"]).default("annual"),
    periods: z.int().min(1).max(20).default(5).describe("How many, newest first"),
    basis: z.enum(["adjusted", "filed"]).default("adjusted"),
    asOf: asOfText,
  }),
  output: said({
    basis: z.string(),
    periods: z.array(
      said({
        period: z.string(),
        end: z.string().nullable(),
        currency: z.string().nullable(),
        lines: z.record(z.string(), valueShape),
        reasons: z.record(z.string(), z.string()),
        splitFactors: z.record(z.string(), z.string()),
      }),
    ),
  }),
  run: async (context, { company, period, periods, basis, asOf }) => {
    const of = await metricCompanyOf(context, company);
    const keys = perShareKeys(context.deps.registry).join(",");
    const asked = { metrics: keys, periods: ranges[period], perShare: basis, asOf };
    const rows = await askMetrics(context.deps, asked).rowsOf(of);
    return {
      company: of.ticker ?? company,
      name: of.name,
      basis,
      periods: rows
        .toReversed()
        .slice(0, periods)
        .map(({ period: key, periodEnd, currency, values, reasons, flags }) => ({
          period: key,
          end: periodEnd,
          currency,
          lines: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
          reasons,
          splitFactors: factorsOf(flags),
        })),
    };
  },
});

const perShareKeys = ({ concepts }: Registry): string[] =>
  concepts
    .filter(({ dataType, status }) => status === "active" && /^(per_share|shares)$/.test(dataType))
    .map(({ snakeKey }) => snakeKey)
    .slice(0, linesMax);

const factorsOf = (flags: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([key, own]) => {
      const factor = own.flatMap((flag) => flag.split("split_adjusted:")[1] ?? [])[0];
      return factor === undefined ? [] : [[key, factor]];
    }),
  );
