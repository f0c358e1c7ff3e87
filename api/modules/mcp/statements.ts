import { z } from "zod";
import type { FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import { viewOf } from "../../views/view-query.ts";
import { getFinancials } from "../companies/service.ts";
import { getStatements, type Statements } from "../company-statements/service.ts";
import {
  asOfText,
  companyText,
  dataOf,
  entityIdOf,
  said,
  type ToolContext,
  tool,
  valueShape,
} from "./tool.ts";

const groups = {
  income_statement: "income",
  balance_sheet: "balanceSheet",
  cash_flow_statement: "cashFlow",
} as const;

const input = z.object({
  company: companyText,
  statement: z.enum(["income_statement", "balance_sheet", "cash_flow_statement"]),
  period: z
    .enum(["annual", "quarterly", "ttm"])
    .default("annual")
    .describe("Fiscal years, quarters, or trailing twelve months"),
  periods: z.int().min(1).max(12).default(4).describe("How many, newest first"),
  asOf: asOfText,
});

type Query = z.output<typeof input>;

export const getStatement = tool({
  name: "get_statement",
  title: "Read a financial statement",
  description:
    "Lines of one statement over several periods, by key (revenue, net_income, total_assets). Lines that a period does not " +
    "have are left out, and missing counts them by reason: they are unknown, not zero.",
  input,
  output: said({
    entityId: z.string(),
    statement: z.string(),
    periods: z.array(
      said({
        period: z.string(),
        end: z.string(),
        currency: z.string().nullable(),
        lines: z.record(z.string(), valueShape),
        missing: z.record(z.string(), z.int()),
      }),
    ),
  }),
  run: async (context, query) => {
    const entityId = await entityIdOf(context, query.company);
    return query.period === "ttm"
      ? trailing(context, entityId, query)
      : filed(context, entityId, query);
  },
});

async function filed({ deps, viewer }: ToolContext, entityId: string, query: Query) {
  const { statement, period, periods, asOf } = query;
  const statements = await getStatements(deps, {
    entityId,
    viewer,
    view: viewOf({ asOf }, deps.now()),
    limit: periods,
    period: period === "quarterly" ? "quarterly" : "annual",
    statementType: statement,
  });
  const { entityName, periods: rows } = dataOf<Statements>(statements);
  return {
    entityId,
    name: entityName,
    statement,
    periods: rows.map(({ periodKey, periodStart, periodEnd, currency, fields, reasons }) => ({
      period: periodKey,
      start: periodStart,
      end: periodEnd,
      currency,
      ...linesOf(fields, reasons),
    })),
  };
}

async function trailing({ deps, viewer }: ToolContext, entityId: string, query: Query) {
  const view = viewOf({ asOf: query.asOf }, deps.now());
  const financials = await getFinancials(deps, { entityId, view }, viewer);
  const { ttm } = dataOf<FinancialsPayload>(financials);
  const group = groups[query.statement];
  return {
    entityId,
    statement: query.statement,
    periods: ttm.slice(0, query.periods).map((column) => ({
      period: "TTM",
      start: column.periodStart,
      end: column.periodEnd,
      currency: column.currency,
      ...linesOf(column[group], column.reasons),
    })),
  };
}

/** Lines with a value, and how many have none for which reason. */
function linesOf<V>(values: Record<string, V | null>, reasons: Record<string, string>) {
  const entries = Object.entries(values);
  const missing: Record<string, number> = {};
  for (const [key] of entries.filter(([, value]) => value === null)) {
    const reason = reasons[key] ?? "unknown";
    missing[reason] = (missing[reason] ?? 0) + 1;
  }
  return { lines: Object.fromEntries(entries.filter(([, value]) => value !== null)), missing };
}
