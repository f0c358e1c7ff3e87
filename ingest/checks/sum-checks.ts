import type { SumCheck, Term } from "./check.ts";

const plus = (concept: string): Term => ({ weight: 1, concept });
const minus = (concept: string): Term => ({ weight: -1, concept });
const optional = (term: Term): Term => ({ ...term, optional: true });

/** Some filers show equity-method income above operating income. */
const equityPlacedFreely: Term = {
  ...optional(plus("equity_method_income")),
  isPlacedFreely: true,
};

type SumCheckOptions = Pick<SumCheck, "id" | "severity" | "title" | "total" | "terms"> &
  Partial<SumCheck>;
const sum = (options: SumCheckOptions): SumCheck => ({
  relation: "=",
  templates: null,
  allowedScopes: [],
  ...options,
});

/** The identities of standardization.md, Checks between lines of one statement period. */
export const sumChecks: readonly SumCheck[] = [
  sum({
    id: "BS-01",
    severity: "A",
    title: "assets = liabilities and equity",
    total: "total_assets",
    terms: [plus("liabilities_and_equity")],
  }),
  sum({
    id: "BS-02",
    severity: "B",
    title: "assets = current + non-current",
    total: "total_assets",
    terms: [plus("current_assets"), plus("noncurrent_assets")],
  }),
  sum({
    id: "BS-03",
    severity: "B",
    title: "liabilities = current + non-current",
    total: "total_liabilities",
    terms: [plus("current_liabilities"), plus("noncurrent_liabilities")],
  }),
  sum({
    id: "BS-04",
    severity: "A",
    title: "liabilities and equity = liabilities + temporary equity + total equity",
    total: "liabilities_and_equity",
    terms: [plus("total_liabilities"), optional(plus("temporary_equity")), plus("total_equity")],
  }),
  sum({
    id: "BS-05",
    severity: "A",
    title: "total equity = parent + noncontrolling",
    total: "total_equity",
    terms: [plus("stockholders_equity"), plus("noncontrolling_interest")],
  }),
  sum({
    id: "BS-06",
    severity: "C",
    title: "cash + short-term investments = reported combined",
    total: "cash_and_short_term_investments",
    terms: [plus("cash_and_equivalents"), plus("short_term_investments")],
  }),
  sum({
    id: "BS-07",
    severity: "B",
    title: "current + long-term debt = reported total debt",
    total: "total_debt",
    terms: [plus("debt_current"), plus("long_term_debt")],
  }),
  sum({
    id: "IS-01",
    severity: "A",
    title: "gross profit = revenue - cost of revenue",
    total: "gross_profit",
    terms: [plus("revenue"), minus("cost_of_revenue")],
  }),
  sum({
    id: "IS-02",
    severity: "B",
    title: "operating income = gross profit - operating expenses (+ equity method)",
    total: "operating_income",
    terms: [plus("gross_profit"), minus("operating_expenses"), equityPlacedFreely],
  }),
  sum({
    id: "IS-03",
    severity: "B",
    title: "operating income = revenue - costs and expenses (+ equity method)",
    total: "operating_income",
    terms: [plus("revenue"), minus("costs_and_expenses"), equityPlacedFreely],
  }),
  sum({
    id: "IS-04",
    severity: "B",
    title: "operating expenses = costs and expenses - cost of revenue",
    total: "operating_expenses",
    terms: [plus("costs_and_expenses"), minus("cost_of_revenue")],
  }),
  sum({
    id: "IS-05",
    severity: "B",
    title: "income before tax = operating income + non-operating (+ equity method)",
    total: "pretax_income",
    terms: [
      plus("operating_income"),
      plus("nonoperating_income"),
      {
        ...optional(plus("equity_method_income")),
        isPlacedFreely: true,
        when: { concept: "pretax_income", scope: "pre_equity_method", holds: false },
      },
    ],
    allowedScopes: ["pretax_income:pre_equity_method"],
  }),
  sum({
    id: "IS-06",
    severity: "A",
    title: "income before tax (+ equity method by scope) - tax = income from continuing operations",
    total: "income_continuing",
    terms: [
      plus("pretax_income"),
      {
        ...plus("equity_method_income"),
        isPlacedFreely: true,
        when: { concept: "pretax_income", scope: "pre_equity_method", holds: true },
      },
      minus("income_tax_expense"),
    ],
    allowedScopes: ["pretax_income:pre_equity_method"],
  }),
  sum({
    id: "IS-07",
    severity: "A",
    title: "continuing + discontinued = consolidated net income",
    total: "net_income_consolidated",
    terms: [plus("income_continuing"), optional(plus("income_discontinued"))],
  }),
  sum({
    id: "IS-08",
    severity: "A",
    title: "consolidated net income = parent + noncontrolling",
    total: "net_income_consolidated",
    terms: [
      plus("net_income"),
      { ...optional(plus("net_income_nci")), absentWith: ["noncontrolling_interest"] },
    ],
  }),
  sum({
    id: "IS-09",
    severity: "C",
    title: "available to common <= net income - preferred dividends",
    total: "net_income_to_common",
    terms: [plus("net_income"), optional(minus("preferred_dividends"))],
    relation: "<=",
  }),
  sum({
    id: "IS-10",
    severity: "B",
    title: "comprehensive income = consolidated net income + other comprehensive income",
    total: "comprehensive_income",
    terms: [plus("net_income_consolidated"), plus("other_comprehensive_income")],
  }),
  sum({
    id: "IS-11",
    severity: "B",
    title: "bank: net interest income = interest income - interest expense",
    total: "net_interest_income",
    terms: [plus("interest_and_dividend_income"), minus("interest_expense_operating")],
    templates: ["bank"],
  }),
  sum({
    id: "IS-11",
    severity: "B",
    title: "bank: revenue = net interest income + non-interest income",
    total: "revenue",
    terms: [plus("net_interest_income"), plus("noninterest_income")],
    templates: ["bank"],
  }),
  sum({
    id: "IS-12",
    severity: "B",
    title: "insurer: revenue - benefits, losses and expenses = income before tax",
    total: "pretax_income",
    terms: [plus("revenue"), minus("benefits_losses_and_expenses")],
    templates: ["insurer"],
  }),
  sum({
    id: "CF-01",
    severity: "A",
    title: "operating + investing + financing (+ exchange rates by scope) = net change in cash",
    total: "net_change_in_cash",
    terms: [
      plus("operating_cash_flow"),
      plus("investing_cash_flow"),
      plus("financing_cash_flow"),
      {
        ...optional(plus("fx_effect_on_cash")),
        when: { concept: "net_change_in_cash", scope: "ex_fx", holds: false },
      },
    ],
    allowedScopes: ["net_change_in_cash:ex_fx"],
  }),
];
