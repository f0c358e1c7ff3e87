import { clamp } from "../answers/rounding.ts";
import type { LineKey, Template } from "../catalogue.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { netWorkingCapital } from "../inputs/working-capital.ts";
import type { Values } from "../inputs/year-row.ts";
import type { Reference } from "../rates/reference.ts";
import { compoundGrowth, growthOf, type HistoricalColumn } from "./historical-growth.ts";

type Numbers = Record<string, number | null>;

/**
 * One year of a historical table; null is "not in filings", never zero. Figures per share and counts of shares are
 * as if all splits had come before.
 */
export interface HistoricalRow {
  fiscalYear: number;
  periodEnd: string;
  basis: "FY" | "TTM";
  values: Numbers;
  /** Change on the year before; null on a TTM row, which has no year before, and where its basis breaks. */
  growth: Numbers;
  margins: Numbers;
  /** Why a value is null, by its key; "growth.revenue" and "margins.net_margin" for those of a block. */
  reasons: Record<string, string>;
  /** "split_adjusted:4" where one share of the filing has become four, and "scope:continuing" for a part of a line. */
  flags: Record<string, string[]>;
}

const rowsMax = 10;

/** Annual rows, oldest first, and the twelve months to a later balance sheet last (models.md section 10). */
export function historicalRows(
  template: Template,
  facts: ModelFacts,
  reference: Reference,
): HistoricalRow[] {
  const rows = historicalColumns(facts);
  const shown = rows.map((row, index) => {
    const before = row.basis === "FY" ? rows[index - 1] : undefined;
    const taxRate = taxRateOf(row.values, reference);
    return present(template, row, before?.values ?? {}, {
      taxRate,
      upTo: rows.slice(0, index + 1),
    });
  });
  return shown.slice(-(rowsMax + (shown.at(-1)?.basis === "TTM" ? 1 : 0)));
}

/** Every fiscal year known, oldest first, and the twelve months last; more than a table shows. */
export function historicalColumns(facts: ModelFacts): HistoricalColumn[] {
  return [
    ...facts.years.map((year): HistoricalColumn => ({ ...year, basis: "FY" })),
    ...ttmRow(facts),
  ].map((row) => ({
    ...row,
    values: withDerived(row.values),
    marks: { ...row.marks, ...derivedMarks(row.marks) },
  }));
}

const operandsOf: Readonly<Partial<Record<LineKey, readonly LineKey[]>>> = {
  ebitda: ["operating_income", "depreciation_amortization"],
  free_cash_flow: ["operating_cash_flow", "capital_expenditures"],
};

/** What is known of the operands holds for what is computed from them. */
function derivedMarks(marks: HistoricalColumn["marks"]): HistoricalColumn["marks"] {
  const derived = Object.entries(operandsOf).map(([key, operands]) => {
    const own = operands.flatMap((operand) => marks[operand] ?? []);
    const reason = own.find((mark) => mark.reason !== undefined)?.reason;
    const scope = [...new Set(own.flatMap((mark) => mark.scope ?? []))].sort().join("+");
    return [key, { ...(reason && { reason }), ...(scope !== "" && { scope }) }];
  });
  return Object.fromEntries(derived);
}

function ttmRow({ anchors, trailing, balance, yearToDate }: ModelFacts): HistoricalColumn[] {
  if (anchors === null || anchors.balanceSheetDate === anchors.yearEnd) return [];
  const values: Values = {};
  for (const [key, quoted] of [...Object.entries(trailing), ...Object.entries(balance)]) {
    values[key as LineKey] = quoted?.value ?? null;
  }
  return [
    {
      fiscalYear: yearToDate?.fiscalYear ?? anchors.fiscalYear + 1,
      periodEnd: anchors.balanceSheetDate,
      basis: "TTM",
      values,
      marks: {},
    },
  ];
}

/** EBITDA, free cash flow, net debt and working capital of the same column. */
export function withDerived(values: Values): Values {
  const at = (key: LineKey) => values[key] ?? null;
  const [debt, cash] = [at("total_debt"), at("cash_and_equivalents")];
  const capital = netWorkingCapital({
    totalCurrentAssets: at("total_current_assets"),
    cash,
    shortTermInvestments: at("short_term_investments"),
    totalCurrentLiabilities: at("total_current_liabilities"),
    shortTermDebt: at("debt_due_within_a_year"),
  });
  return {
    ...values,
    ebitda: plus(at("operating_income"), at("depreciation_amortization"), 1),
    free_cash_flow: plus(at("operating_cash_flow"), at("capital_expenditures"), -1),
    net_debt: debt === null || cash === null ? null : debt + otherClaims(values) - cashOf(values),
    net_working_capital: capital?.net ?? null,
  };
}

const otherClaims = (values: Values) =>
  (values.noncontrolling_interest ?? 0) + (values.preferred_equity ?? 0);

const cashOf = (values: Values) =>
  (values.cash_and_equivalents ?? 0) +
  (values.short_term_investments ?? 0) +
  (values.long_term_marketable_securities ?? 0);

function plus(a: number | null, b: number | null, weight: 1 | -1): number | null {
  return a === null || b === null ? null : a + weight * b;
}

const growthKeys: Readonly<Record<string, readonly LineKey[]>> = {
  historical_income_statement: ["revenue", "operating_income", "net_income", "eps_diluted"],
  historical_balance_sheet: ["total_assets", "stockholders_equity"],
  historical_cash_flow: ["operating_cash_flow", "free_cash_flow"],
};

function present(
  template: Template,
  row: HistoricalColumn,
  before: Values,
  { taxRate, upTo }: { taxRate: number; upTo: readonly HistoricalColumn[] },
): HistoricalRow {
  const isRatios = template.key === "historical_ratios";
  const grown = growthOf(
    isRatios ? Object.values(growthKeys).flat() : (growthKeys[template.key] ?? []),
    upTo,
  );
  const margins = isRatios
    ? Object.assign({}, ...Object.values(marginsOf).map((of) => of(row.values)))
    : (marginsOf[template.key]?.(row.values) ?? {});
  const compounded = isRatios ? compoundGrowth(upTo) : {};
  const shown = isRatios ? [] : template.requiredMetricKeys;
  return {
    fiscalYear: row.fiscalYear,
    periodEnd: row.periodEnd,
    basis: row.basis,
    values: isRatios
      ? { ...returns(row.values, before, taxRate), ...valuesOf(compounded) }
      : Object.fromEntries(shown.map((key) => [key, row.values[key] ?? null])),
    growth: valuesOf(grown),
    margins,
    reasons: {
      ...reasonsOf(compounded, ""),
      ...reasonsOf(grown, "growth."),
      ...reasonsOf(Object.fromEntries(shown.map((key) => [key, row.marks[key] ?? {}])), ""),
    },
    flags: flagsOf(row, shown),
  };
}

const valuesOf = (of: Readonly<Record<string, { value: number | null }>>): Numbers =>
  Object.fromEntries(Object.entries(of).map(([key, { value }]) => [key, value]));

const reasonsOf = (
  of: Readonly<Record<string, { reason?: string | null }>>,
  block: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([key, { reason }]) => (reason ? [[block + key, reason]] : [])),
  );

function flagsOf({ marks }: HistoricalColumn, keys: readonly LineKey[]): HistoricalRow["flags"] {
  const flags = keys.flatMap((key) => {
    const { scope, splitFactor } = marks[key] ?? {};
    const own = [
      ...(splitFactor === undefined ? [] : [`split_adjusted:${splitFactor}`]),
      ...(scope === undefined ? [] : [`scope:${scope}`]),
    ];
    return own.length === 0 ? [] : [[key, own] as const];
  });
  return Object.fromEntries(flags);
}

/** a / b; null unless b is above zero. */
function over(a: number | null | undefined, b: number | null | undefined): number | null {
  return a == null || b == null || b <= 0 ? null : a / b;
}

const marginsOf: Readonly<Record<string, (values: Values) => Numbers>> = {
  historical_income_statement: (v) => ({
    gross_margin: over(v.gross_profit, v.revenue),
    operating_margin: over(v.operating_income, v.revenue),
    ebitda_margin: over(v.ebitda, v.revenue),
    net_margin: over(v.net_income, v.revenue),
    effective_tax_rate: over(v.income_tax_expense, v.income_before_tax),
  }),
  historical_balance_sheet: (v) => ({
    current_ratio: over(v.total_current_assets, v.total_current_liabilities),
    debt_to_equity: over(v.total_debt, v.stockholders_equity),
    net_debt_to_ebitda: over(v.net_debt, v.ebitda),
    nwc_pct_revenue: over(v.net_working_capital, v.revenue),
  }),
  historical_cash_flow: (v) => ({
    fcf_margin: over(v.free_cash_flow, v.revenue),
    capex_pct_revenue: over(v.capital_expenditures, v.revenue),
    cash_conversion: over(v.free_cash_flow, v.net_income),
  }),
};

/** Labels of ratios that a screen or a statement has under the same words with other operands. */
export const ratioLabels: Readonly<Record<string, string>> = {
  cash_conversion: "Free cash flow to net income",
  debt_to_equity: "Debt with leases to equity",
  effective_tax_rate: "Income tax to income before tax",
  return_on_equity: "Return on average equity",
  return_on_invested_capital: "Return on average invested capital",
};

/** Returns on the average of the opening and closing balance; null in the first year. */
function returns(now: Values, before: Values, taxRate: number): Numbers {
  const average = (of: (values: Values) => number | null) => {
    const [a, b] = [of(now), of(before)];
    return a === null || b === null ? null : (a + b) / 2;
  };
  const income = now.operating_income ?? null;
  return {
    return_on_equity: over(
      now.net_income,
      average((v) => v.stockholders_equity ?? null),
    ),
    return_on_invested_capital: over(
      income === null ? null : income * (1 - taxRate),
      average(investedCapital),
    ),
  };
}

/** Effective rate of the year between 0 and 35 %; the statutory rate after a loss. */
export function taxRateOf(values: Values, { rates }: Reference): number {
  const { income_tax_expense: tax, income_before_tax: income } = values;
  if (income == null || tax == null || income <= 0) return rates.statutoryTaxRate.value;
  return clamp(tax / income, 0, 0.35);
}

/** Debt plus equity less cash; null without equity. Absent debt counts as none. */
export function investedCapital(values: Values): number | null {
  const equity = values.stockholders_equity ?? null;
  return equity === null ? null : (values.total_debt ?? 0) + equity - cashOf(values);
}
