import { z } from "zod";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { viewOf } from "../../views/view-query.ts";
import { getTerminal } from "../companies/service.ts";
import { asOfText, companyText, dataOf, entityIdOf, said, tool } from "./tool.ts";

const filingsShown = 5;

export const companySummary = tool({
  name: "company_summary",
  title: "Summarize a company",
  description:
    "Who a company is, its key figures with their change against a year earlier, health signals, newest filings and what " +
    "the accounting checks found. With asOf, as it was known on a past day.",
  input: z.object({ company: companyText, asOf: asOfText }),
  output: said({
    entityId: z.string(),
    name: z.string(),
    ticker: z.string().nullable(),
    metrics: z.array(said({ key: z.string() })),
    filings: z.array(said({ form: z.string() })),
  }),
  run: async (context, { company, asOf }) => {
    const { deps, viewer } = context;
    const entityId = await entityIdOf(context, company);
    const view = viewOf({ asOf }, deps.now());
    return summaryOf(dataOf<Terminal>(await getTerminal(deps, { entityId, view }, viewer)));
  },
});

function summaryOf({ identity, summary, financialHealth, filings, ...terminal }: Terminal) {
  const { entityId, entityName, disclaimer } = terminal;
  const { primaryTicker, primaryExchange, cik, sicDescription, fiscalYearEnd } = identity;
  return {
    entityId,
    name: entityName,
    ticker: primaryTicker,
    exchange: primaryExchange,
    cik,
    industry: sicDescription,
    fiscalYearEnd,
    figuresAsOf: summary.asOf,
    metrics: summary.metrics.map(({ key, label, displayValue, unit, periodEnd, deltaDisplay }) => ({
      key,
      label,
      value: displayValue,
      unit,
      periodEnd,
      change: deltaDisplay,
    })),
    highlights: summary.highlights,
    dataQuality: summary.dataQualityLabel,
    unavailableReason: summary.unavailableReason,
    health: financialHealth.signals.map(({ label, signal, headline }) => ({
      label,
      signal,
      headline,
    })),
    filings: filings.rows.slice(0, filingsShown).map(({ form, filingDate, filingIndexUrl }) => ({
      form,
      filed: filingDate,
      url: filingIndexUrl,
    })),
    disclaimer,
  };
}
