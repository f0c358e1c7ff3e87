import type { LineKey } from "#registry/models/catalogue.ts";
import { ratioLabels } from "#registry/models/dcf/historicals.ts";
import type { BreakReason } from "#registry/series/comparable.ts";
import type { Format } from "./cells.ts";

/** A line computed from others of its column: what must be known, what may be absent, and the formula. */
export interface DerivedLine {
  needs: readonly LineKey[];
  optional: readonly LineKey[];
  formula(of: (key: LineKey) => string): string;
}

export const derivedLines: Partial<Record<LineKey, DerivedLine>> = {
  ebitda: {
    needs: ["operating_income", "depreciation_amortization"],
    optional: [],
    formula: (of) => `${of("operating_income")}+${of("depreciation_amortization")}`,
  },
  free_cash_flow: {
    needs: ["operating_cash_flow", "capital_expenditures"],
    optional: [],
    formula: (of) => `${of("operating_cash_flow")}-${of("capital_expenditures")}`,
  },
  net_debt: {
    needs: ["total_debt", "cash_and_equivalents"],
    optional: [
      "noncontrolling_interest",
      "preferred_equity",
      "short_term_investments",
      "long_term_marketable_securities",
    ],
    formula: (of) =>
      `${of("total_debt")}+(${of("noncontrolling_interest")}+${of("preferred_equity")})` +
      `-(${of("cash_and_equivalents")}+${of("short_term_investments")}+${of("long_term_marketable_securities")})`,
  },
  net_working_capital: {
    needs: ["total_current_assets", "total_current_liabilities"],
    optional: ["cash_and_equivalents", "short_term_investments", "debt_due_within_a_year"],
    formula: (of) =>
      `(${of("total_current_assets")}-${of("cash_and_equivalents")}-${of("short_term_investments")})` +
      `-(${of("total_current_liabilities")}-${of("debt_due_within_a_year")})`,
  },
};

type Over = readonly [LineKey, LineKey, Format];

/** Every margin of models.md section 10 as one line over another. */
export const marginLines: Readonly<Record<string, Over>> = {
  gross_margin: ["gross_profit", "revenue", "percent"],
  operating_margin: ["operating_income", "revenue", "percent"],
  ebitda_margin: ["ebitda", "revenue", "percent"],
  net_margin: ["net_income", "revenue", "percent"],
  effective_tax_rate: ["income_tax_expense", "income_before_tax", "percent"],
  current_ratio: ["total_current_assets", "total_current_liabilities", "multiple"],
  debt_to_equity: ["total_debt", "stockholders_equity", "multiple"],
  net_debt_to_ebitda: ["net_debt", "ebitda", "multiple"],
  nwc_pct_revenue: ["net_working_capital", "revenue", "percent"],
  fcf_margin: ["free_cash_flow", "revenue", "percent"],
  capex_pct_revenue: ["capital_expenditures", "revenue", "percent"],
  cash_conversion: ["free_cash_flow", "net_income", "percent"],
};

/** Lines that returns on capital are computed from. */
export const returnLines: readonly LineKey[] = [
  "net_income",
  "operating_income",
  "income_tax_expense",
  "income_before_tax",
  "total_debt",
  "stockholders_equity",
  "cash_and_equivalents",
  "short_term_investments",
  "long_term_marketable_securities",
];

/** The line and the years of a key such as revenue_cagr_5_year; null for any other. */
export function compoundOf(key: string): { line: LineKey; span: number } | null {
  const match = /^(.*)_cagr_(\d+)_year$/.exec(key);
  return match === null ? null : { line: match[1] as LineKey, span: Number(match[2]) };
}

const breaks: ReadonlySet<string | undefined> = new Set<BreakReason>([
  "currency_changed",
  "fiscal_year_changed",
  "no_period",
  "scope_changed",
]);

/** Whether a null is of two figures that are both there and cannot be compared: no formula of their cells can tell. */
export const isBroken = (reason: string | undefined): boolean => breaks.has(reason);

const formats: Partial<Record<LineKey, Format>> = {
  eps_diluted: "perShare",
  diluted_shares: "count",
};

export const lineFormat = (key: LineKey): Format => formats[key] ?? "money";

const spelled: Readonly<Record<string, string>> = {
  ...ratioLabels,
  ebitda: "EBITDA",
  ebitda_margin: "EBITDA margin",
  eps_diluted: "Diluted earnings per share",
  fcf_margin: "Free cash flow margin",
  nwc_pct_revenue: "Net working capital, % of revenue",
  capex_pct_revenue: "Capital expenditures, % of revenue",
  net_debt_to_ebitda: "Net debt / EBITDA",
};

/** "gross_profit" as people write it. */
export function labelOf(key: string): string {
  const compound = compoundOf(key);
  if (compound !== null)
    return `${labelOf(compound.line)}, growth a year over ${compound.span} years`;
  const words = key.replaceAll("_", " ");
  return spelled[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
