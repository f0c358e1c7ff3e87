import type { HistoricalRow } from "#schemas/shapes/models/result.ts";
import type { LineKey, Template } from "../catalogue.ts";
import { netDebtAt, untoldDebt } from "../inputs/claims/claims.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { capitalValues } from "../inputs/working-capital.ts";
import type { Values } from "../inputs/year-row.ts";
import { compoundGrowth, growthOf, type HistoricalColumn } from "./historical-growth.ts";
import { type HistoricalRatio, marginsOf, ratioIn, returns } from "./historical-ratios.ts";

type Numbers = Record<string, number | null>;

const rowsMax = 10;

/** Annual rows, oldest first, and the twelve months to a later balance sheet last (models.md section 10). */
export function historicalRows(template: Template, facts: ModelFacts): HistoricalRow[] {
  const columns = historicalColumns(facts);
  const shown = columns.map((column, index) =>
    present(template, column, columns.slice(0, index + 1)),
  );
  return shown.slice(-(rowsMax + (shown.at(-1)?.basis === "TTM" ? 1 : 0)));
}

/** Every fiscal year known, oldest first, and the twelve months last; more than a table shows. */
export function historicalColumns(facts: ModelFacts): HistoricalColumn[] {
  return [
    ...facts.years.map((year): HistoricalColumn => ({ ...year, basis: "FY" })),
    ...ttmRow(facts),
  ].map((row) => {
    const values = withDerived(row);
    return {
      ...row,
      values,
      marks: {
        ...row.marks,
        ...derivedMarks(row.marks),
        ...partOf(values),
        ...ofOneScope(row),
      },
    };
  });
}

/** Debt and cash that come to no net debt are a part of what a balance sheet has. */
const partOf = (values: Values): HistoricalColumn["marks"] =>
  isEveryFiled(values) && values.net_debt === null
    ? { net_debt: { reason: "scope_conflict" } }
    : {};

/** Free cash flow without a discontinued business, or none where no report states its parts of one scope. */
function ofOneScope({ values, cashFlowOfCapex }: HistoricalColumn): HistoricalColumn["marks"] {
  const { value, scope } = cashFlowOfCapex;
  if (scope !== null) return { free_cash_flow: { scope } };
  const isFiled = values.operating_cash_flow != null && values.capital_expenditures != null;
  return isFiled && value === null ? { free_cash_flow: { reason: "scope_conflict" } } : {};
}

const isEveryFiled = ({ total_debt: debt, cash_and_equivalents: cash }: Values) =>
  debt != null && cash != null;

const operandsOf: Readonly<Partial<Record<LineKey, readonly LineKey[]>>> = {
  ebitda: ["operating_income", "depreciation_amortization"],
  free_cash_flow: ["operating_cash_flow", "capital_expenditures"],
  net_debt: ["total_debt", "cash_and_equivalents"],
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

function ttmRow({
  anchors,
  trailing,
  balance,
  claims,
  yearToDate,
  quarterlyCapital,
}: ModelFacts): HistoricalColumn[] {
  if (anchors === null || anchors.balanceSheetDate === anchors.yearEnd) return [];
  const values: Values = {};
  const untold = untoldDebt(claims);
  const columns = [trailing, claims.amounts, balance].flatMap((one) => Object.entries(one));
  for (const [key, quoted] of columns) {
    values[key as LineKey] = quoted?.value ?? null;
  }
  const capital = quarterlyCapital.find(({ periodEnd }) => periodEnd === anchors.balanceSheetDate);
  Object.assign(values, capital === undefined ? {} : capitalValues(capital));
  return [
    {
      fiscalYear: yearToDate?.fiscalYear ?? anchors.fiscalYear + 1,
      periodEnd: anchors.balanceSheetDate,
      basis: "TTM",
      values,
      netDebt: netDebtAt(claims),
      cashFlowOfCapex: { value: values.operating_cash_flow ?? null, scope: null },
      marks: Object.fromEntries(untold.map((key) => [key, { reason: "scope_conflict" as const }])),
    },
  ];
}

/**
 * EBITDA, free cash flow of one scope and net debt of the same column. Net debt has every line of the way to equity (`claimLines`). It
 * needs both debt and cash, and securities and debt that can be told.
 */
export function withDerived({
  values,
  netDebt,
  cashFlowOfCapex,
}: Pick<HistoricalColumn, "values" | "netDebt" | "cashFlowOfCapex">): Values {
  const at = (key: LineKey) => values[key] ?? null;
  const flow = cashFlowOfCapex.value;
  return {
    ...values,
    ebitda: plus(at("operating_income"), at("depreciation_amortization"), 1),
    free_cash_flow: plus(flow, at("capital_expenditures"), -1),
    net_debt: isEveryFiled(values) ? netDebt : null,
  };
}

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
  column: HistoricalColumn,
  upTo: readonly HistoricalColumn[],
): HistoricalRow {
  const isRatios = template.key === "historical_ratios";
  const lines = isRatios ? [] : template.requiredMetricKeys;
  const grown = growthOf(
    isRatios ? Object.values(growthKeys).flat() : (growthKeys[template.key] ?? []),
    upTo,
  );
  const margins = ratiosIn(column, marginsOf(template.key));
  const values: Figures = isRatios
    ? { ...ratiosIn(column, returns), ...compoundGrowth(upTo) }
    : Object.fromEntries(lines.map((key) => [key, lineIn(column, key)]));
  return {
    fiscalYear: column.fiscalYear,
    periodEnd: column.periodEnd,
    basis: column.basis,
    values: valuesOf(values),
    growth: valuesOf(grown),
    margins: valuesOf(margins),
    reasons: {
      ...reasonsOf(values, ""),
      ...reasonsOf(grown, "growth."),
      ...reasonsOf(margins, "margins."),
    },
    flags: flagsOf(column, lines),
  };
}

type Figures = Readonly<Record<string, { value: number | null; reason: string | null }>>;

const ratiosIn = (column: HistoricalColumn, ratios: readonly HistoricalRatio[]): Figures =>
  Object.fromEntries(ratios.map((one) => [one.key, ratioIn(column, one)]));

function lineIn({ values, marks }: HistoricalColumn, key: LineKey): Figures[string] {
  const value = values[key] ?? null;
  return { value, reason: value === null ? (marks[key]?.reason ?? "not_reported") : null };
}

const valuesOf = (of: Figures): Numbers =>
  Object.fromEntries(Object.entries(of).map(([key, { value }]) => [key, value]));

const reasonsOf = (of: Figures, block: string): Record<string, string> =>
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
