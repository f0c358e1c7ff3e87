import { z } from "zod";
import { getByTicker } from "../companies/service.ts";
import { askMetrics, type MetricCompany } from "../screen/service.ts";
import { asOfText, companyText, entityIdOf, said, type ToolContext, tool } from "./tool.ts";

const companiesMax = 10;
/** Rows that an agent can read. */
const rowsMax = 150;

const rowShape = said({
  company: z.string(),
  period: z.string(),
  periodEnd: z.string().nullable(),
  currency: z.string().nullable(),
  values: z.record(z.string(), z.number().nullable()),
  reasons: z.record(z.string(), z.string()),
});

export const getFigures = tool({
  name: "get_figures",
  title: "Read figures of several companies over time",
  description:
    "The history of lines (revenue), ratios (roic, net_margin), scores (piotroski_f) and metrics with a price (pe, of TTM " +
    "alone) of one to ten companies side by side. Per-share figures are after all splits. Money is in each company's own " +
    "reporting currency. A null has its reason.",
  input: z.object({
    companies: z
      .array(companyText)
      .min(1)
      .max(companiesMax)
      .describe("Tickers, CIKs or entity ids: [AAPL, KHC]"),
    metrics: z
      .array(z.string().min(1).max(60))
      .min(1)
      .max(12)
      .describe("Keys such as revenue, net_income, operating_margin, roic, free_cash_flow"),
    periods: z
      .string()
      .max(200)
      .default("TTM")
      .describe("2023FY, 2023Q4, TTM, or ranges: 2019FY..TTM, 2022Q1..2023Q4"),
    asOf: asOfText,
  }),
  output: said({ rows: z.array(rowShape), leftOut: z.int() }),
  run: async (context, { companies, metrics, ...asked }) => {
    const question = askMetrics(context.deps, { metrics: metrics.join(","), ...asked });
    const rows: object[] = [];
    for (const company of companies) {
      const of = await metricCompanyOf(context, company);
      for (const row of await question.rowsOf(of)) {
        const { period, periodEnd, currency, values, reasons, flags } = row;
        rows.push({
          company: of.ticker ?? company,
          name: of.name,
          period,
          periodEnd,
          currency,
          values,
          reasons,
          flags: splitsAndDays(flags),
        });
      }
    }
    return { rows: rows.slice(0, rowsMax), leftOut: Math.max(0, rows.length - rowsMax) };
  },
});

/** What changes how a value is read: splits and the day of a price. What it is computed from is in the dictionary. */
const splitsAndDays = (flags: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([key, own]) => {
      const kept = own.filter((flag) => !flag.startsWith("derived_from:"));
      return kept.length === 0 ? [] : [[key, kept]];
    }),
  );

/** The company as figures are asked for. Throws 404, which names what else it may mean. */
export async function metricCompanyOf(
  context: ToolContext,
  company: string,
): Promise<MetricCompany> {
  const entityId = await entityIdOf(context, company);
  if (entityId === company.trim().toLowerCase() || /^\s*\d+\s*$/.test(company)) {
    return { entityId, ticker: null, name: company, slug: "" };
  }
  const { name, slug } = await getByTicker(context.deps.db, company.trim());
  return { entityId, ticker: company.trim().toUpperCase(), name, slug };
}
