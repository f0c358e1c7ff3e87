import { z } from "zod";
import { screenCompanies } from "../screen/service.ts";
import { said, tool } from "./tool.ts";

export const screen = tool({
  name: "screen_companies",
  title: "Find companies by their figures",
  description:
    "Companies that meet all conditions on their newest figures. A metric is a line (revenue) or a ratio (net_margin) of " +
    "twelve months; .fy is the newest fiscal year, .cagr3 and .cagr5 growth a year, .avg5 the mean of five years. Money is " +
    "in the reporting currency: add a condition on currency to compare amounts.",
  input: z.object({
    where: z
      .string()
      .max(1000)
      .default("")
      .describe(
        "Conditions joined by and, such as: revenue > 10b and net_margin >= 15% and currency = USD",
      ),
    sort: z
      .string()
      .max(200)
      .optional()
      .describe("Metrics in order; a minus sorts downwards: -revenue"),
    columns: z
      .string()
      .max(300)
      .optional()
      .describe("Metrics to show, such as revenue,roic; default those of where and sort"),
    limit: z.int().min(1).max(50).default(10).describe("At most this many"),
  }),
  output: said({
    companies: z.array(
      said({
        entityId: z.string(),
        name: z.string(),
        ticker: z.string().nullable(),
        figures: z.record(z.string(), z.number().nullable()),
        reasons: z.record(z.string(), z.string()),
      }),
    ),
    total: z.int(),
  }),
  run: async ({ deps }, asked) => {
    const { page } = await screenCompanies(deps, { ...asked, offset: 0 });
    const companies = page.rows.map(({ entityId, name, ticker, ...row }) => ({
      entityId,
      name,
      ticker,
      currency: row.currency,
      fiscalYear: row.fiscalYear,
      yearEnd: row.yearEnd,
      twelveMonthsTo: row.ttmEnd,
      priceDay: row.priceDay,
      figures: row.figures,
      reasons: row.reasons,
    }));
    return { companies, total: page.total };
  },
});
