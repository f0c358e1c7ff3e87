import type { LineKey, MetricKey, Template } from "../catalogue.ts";
import { withDerived } from "../dcf/historicals.ts";
import type { ModelFacts } from "../inputs/facts.ts";

/** The required keys of a template, split into found in filings and not; the two partition the list. */
export interface MetricSplit {
  prefilled: LineKey[];
  missing: LineKey[];
}

export function splitMetrics(template: Template, facts: ModelFacts): MetricSplit {
  const isFound = finder(template, facts);
  return {
    prefilled: template.requiredMetricKeys.filter(isFound),
    missing: template.requiredMetricKeys.filter((key) => !isFound(key)),
  };
}

function finder(template: Template, facts: ModelFacts): (key: LineKey) => boolean {
  if (template.family !== "historical") return (key) => isInUse(key as MetricKey, facts);
  const rows = facts.years.map(withDerived);
  return (key) => rows.some((values) => values[key] != null);
}

/** Found where models read it: at the balance sheet date, in the twelve months, or in the fiscal year. */
function isInUse(key: MetricKey, facts: ModelFacts): boolean {
  if (key === "shares_outstanding") return facts.shares !== null;
  if (key === "public_float") return facts.publicFloat !== null;
  const { balance, trailing, year } = facts;
  return balance[key] != null || trailing[key] != null || year[key] != null;
}
