import type { Earnings } from "#schemas/shapes/models/compared.ts";
import { settle } from "../assumption.ts";
import { findTemplate } from "../catalogue.ts";
import { prepareModel } from "../compute.ts";
import { netDebtAt } from "../inputs/claims/claims.ts";
import { normalisedKey } from "../inputs/earnings/normalised.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import type { YearRow } from "../inputs/year-row.ts";
import { metricOf } from "../multiples.ts";
import { noOverrides } from "../overrides.ts";
import type { Reference } from "../rates/reference.ts";
import { everyMultiple, multipleOf, type PricedMetrics } from "./metrics-priced.ts";

/** How one-off charges of a past year count: the whole before tax, and less tax for net income. */
export interface YearRules {
  earnings: Earnings;
  /** Of the charges, where earnings after tax are normalised. */
  taxRate: number;
}

/**
 * The newest twelve months and balance sheet as the multiples templates take them. Debt and cash that filings lack
 * count as in the templates: 0, where either of the two is filed.
 */
export function pricedNow(
  facts: ModelFacts,
  reference: Reference,
  earnings: Earnings,
): PricedMetrics {
  const chosen = new Map(earnings === "reported" ? [[normalisedKey, 0]] : []);
  const metrics = everyMultiple((key) => {
    const template = findTemplate(multipleOf[key].templateKey);
    if (template === null) throw new Error(`no template for ${key}`);
    const { table } = prepareModel({ template, facts, reference });
    const overrides = table.byKey.has(normalisedKey) ? chosen : noOverrides.assumptions;
    return metricOf(settle(table, overrides).get);
  });
  return {
    revenue: metrics.ps,
    ebitda: metrics.evEbitda,
    ebit: metrics.evEbit,
    income: metrics.pe,
    book: metrics.pb,
    netDebt: netDebtAt(facts.claims),
  };
}

/** The same of a past fiscal year. */
export function pricedYear(row: YearRow, { earnings, taxRate }: YearRules): PricedMetrics {
  const { values } = row;
  const value = (key: keyof typeof values) => values[key] ?? null;
  const charges = earnings === "normalised" ? row.oneOffCharges : 0;
  const all = earnings === "normalised" ? row.oneOffCharges + row.chargesBelow : 0;
  const untaxed = earnings === "normalised" ? row.untaxedCharges : 0;
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  const ebit = sum(value("operating_income"), charges);
  const preferred = value("preferred_dividends") ?? 0;
  const common = value("net_income_common") ?? sum(value("net_income"), -preferred);
  const income = (row.isPreferredCommon ? value("net_income") : null) ?? common;
  const preferredEquity = row.isPreferredCommon ? 0 : (value("preferred_equity") ?? 0);
  return {
    revenue: value("revenue"),
    ebitda: sum(ebit, value("depreciation_amortization")),
    ebit,
    income: sum(income, all - taxRate * (all - untaxed)),
    book: sum(value("stockholders_equity"), -preferredEquity),
    netDebt: row.netDebt,
  };
}
