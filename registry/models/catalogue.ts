import type { ModelFamily, TerminalMethod } from "#schemas/shapes/models/listing.ts";
import type { ClaimKey } from "./inputs/claims/lines.ts";
import type { MetricKey } from "./metric-concepts.ts";

export type { MetricKey };

/** Lines that models compute from metrics; historical tables list them beside the metrics. */
type DerivedKey =
  | "ebitda"
  | "free_cash_flow"
  | "net_debt"
  | "net_working_capital"
  | "current_assets_outside"
  | "current_liabilities_outside";
export type LineKey = MetricKey | DerivedKey | ClaimKey;

export interface Template {
  key: string;
  aliases: readonly string[];
  name: string;
  family: ModelFamily;
  /** Projected years; null outside the DCF family. */
  horizonYears: 5 | 10 | null;
  /** Null outside the DCF family. */
  terminalMethod: TerminalMethod | null;
  requiredMetricKeys: readonly LineKey[];
  /** The required keys without which there is no result. */
  coreMetricKeys: readonly MetricKey[];
}

const dcfCore = ["revenue", "operating_income"] as const;
const bridge = ["cash_and_equivalents", "total_debt"] as const;
const dcfMetrics: readonly MetricKey[] = [
  ...dcfCore,
  "depreciation_amortization",
  "capital_expenditures",
  "income_before_tax",
  "income_tax_expense",
  "total_current_assets",
  "total_current_liabilities",
  ...bridge,
  "interest_expense",
  "shares_outstanding",
];

const exits: readonly [TerminalMethod, string][] = [
  ["terminal_growth", "terminal growth exit"],
  ["ebitda_exit", "EBITDA multiple exit"],
  ["revenue_exit", "revenue multiple exit"],
];

function dcf(horizonYears: 5 | 10): Template[] {
  return exits.map(([terminalMethod, exit]) => ({
    key: `dcf_${horizonYears}_year_${terminalMethod}`,
    aliases: horizonYears === 5 ? [terminalMethod] : [],
    name: `${horizonYears}-year DCF, ${exit}`,
    family: "dcf",
    horizonYears,
    terminalMethod,
    requiredMetricKeys: dcfMetrics,
    coreMetricKeys: dcfCore,
  }));
}

type Plain = Omit<Template, "aliases" | "horizonYears" | "terminalMethod"> & { aliases?: string[] };
const plain = (template: Plain): Template => ({
  aliases: [],
  horizonYears: null,
  terminalMethod: null,
  ...template,
});

const historical = (key: string, name: string, requiredMetricKeys: LineKey[]) =>
  plain({ key, name, family: "historical", requiredMetricKeys, coreMetricKeys: [] });

const multiple = (key: string, name: string, core: MetricKey[], others: readonly MetricKey[]) =>
  plain({
    key,
    name,
    family: "multiples",
    requiredMetricKeys: [...core, ...others, "shares_outstanding"],
    coreMetricKeys: core,
  });

/** The templates in the order of the listing: the eighteen of models.md section 2, then those beyond it. */
export const templates: readonly Template[] = [
  ...dcf(5),
  ...dcf(10),
  historical("historical_income_statement", "Annual income statement", [
    "revenue",
    "cost_of_revenue",
    "gross_profit",
    "research_development",
    "selling_general_admin",
    "operating_income",
    "depreciation_amortization",
    "ebitda",
    "interest_expense",
    "income_before_tax",
    "income_tax_expense",
    "net_income",
    "eps_diluted",
    "diluted_shares",
  ]),
  historical("historical_balance_sheet", "Annual balance sheet", [
    "cash_and_equivalents",
    "short_term_investments",
    "receivables",
    "inventory",
    "total_current_assets",
    "property_plant_equipment_net",
    "goodwill",
    "intangibles",
    "total_assets",
    "accounts_payable",
    "total_current_liabilities",
    "total_debt",
    "total_liabilities",
    "stockholders_equity",
    "net_debt",
    "net_working_capital",
  ]),
  historical("historical_cash_flow", "Annual cash flow statement", [
    "operating_cash_flow",
    "capital_expenditures",
    "free_cash_flow",
    "depreciation_amortization",
    "stock_based_compensation",
    "dividends_paid",
    "share_repurchases",
    "debt_issued",
    "debt_repaid",
    "net_change_in_cash",
  ]),
  historical("historical_ratios", "Annual growth, margins and returns", [
    "revenue",
    "gross_profit",
    "operating_income",
    "depreciation_amortization",
    "income_before_tax",
    "income_tax_expense",
    "net_income",
    "eps_diluted",
    "operating_cash_flow",
    "capital_expenditures",
    "cash_and_equivalents",
    "total_current_assets",
    "total_assets",
    "total_current_liabilities",
    "total_debt",
    "stockholders_equity",
  ]),
  multiple("ev_revenue_multiples", "EV / Revenue", ["revenue"], bridge),
  multiple(
    "ev_ebitda_multiples",
    "EV / EBITDA",
    ["operating_income", "depreciation_amortization"],
    bridge,
  ),
  multiple("ev_ebit_multiples", "EV / EBIT", ["operating_income"], bridge),
  multiple("pe_multiples", "Price / Earnings", ["net_income"], []),
  multiple("pb_multiples", "Price / Book", ["stockholders_equity"], []),
  multiple("ps_multiples", "Price / Sales", ["revenue"], []),
  plain({
    key: "wacc",
    name: "Weighted average cost of capital",
    family: "cost_of_capital",
    requiredMetricKeys: [
      "total_debt",
      "interest_expense",
      "public_float",
      "income_tax_expense",
      "income_before_tax",
    ],
    coreMetricKeys: [],
  }),
  plain({
    key: "earnings_power_value",
    aliases: ["epv"],
    name: "Earnings power value",
    family: "earnings_power",
    requiredMetricKeys: [
      ...dcfCore,
      "depreciation_amortization",
      "capital_expenditures",
      "property_plant_equipment_net",
      "income_before_tax",
      "income_tax_expense",
      ...bridge,
      "interest_expense",
      "shares_outstanding",
    ],
    coreMetricKeys: dcfCore,
  }),
  plain({
    key: "excess_return",
    name: "Excess return on equity",
    family: "equity",
    requiredMetricKeys: ["stockholders_equity", "net_income", "shares_outstanding"],
    coreMetricKeys: ["stockholders_equity", "net_income"],
  }),
  plain({
    key: "dividend_discount",
    name: "Dividend discount",
    family: "equity",
    requiredMetricKeys: ["dividends_paid", "net_income", "shares_outstanding"],
    coreMetricKeys: ["dividends_paid"],
  }),
  plain({
    key: "ffo_multiple",
    name: "Price / Funds from operations",
    family: "equity",
    requiredMetricKeys: ["funds_from_operations", "shares_outstanding"],
    coreMetricKeys: ["funds_from_operations"],
  }),
];

const byName = new Map(
  templates.flatMap((template) =>
    [template.key, ...template.aliases].map((name) => [name, template] as const),
  ),
);

/** Canonical keys and aliases. */
export const templateNames: readonly string[] = [...byName.keys()];

/** The template of a canonical key or an alias; null for anything else. */
export function findTemplate(name: string): Template | null {
  return byName.get(name) ?? null;
}
