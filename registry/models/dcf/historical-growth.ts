import {
  type BreakReason,
  type ComparableFigure,
  growthAYear,
  growthOnYearBefore,
} from "../../series/comparable.ts";
import { monthsBetween } from "../../series/months-between.ts";
import type { LineKey } from "../catalogue.ts";
import type { ScopedCashFlow } from "../inputs/scopes/cash-flow-scope.ts";
import type { Mark, Values } from "../inputs/year-row.ts";

/** One column of a historical table with every line that models know, derived ones included. */
export interface HistoricalColumn {
  fiscalYear: number;
  periodEnd: string;
  basis: "FY" | "TTM";
  values: Values;
  /** Debt and claims less cash and assets outside the business; null where they cannot be told. */
  netDebt: number | null;
  cashFlowOfCapex: ScopedCashFlow;
  marks: Partial<Record<LineKey, Mark>>;
}

type Growth = ReturnType<typeof growthAYear>;

const spans = [3, 5, 10] as const;
const compounded = ["revenue", "ebitda", "net_income", "free_cash_flow"] as const;

/** Growth on the year before, by line; a column of twelve months has no year before. */
export function growthOf(
  keys: readonly LineKey[],
  columns: readonly HistoricalColumn[],
): Record<string, Growth> {
  const [before, now] = [columns.at(-2), columns.at(-1)];
  if (now === undefined) return {};
  const earlier = now.basis === "FY" ? before : undefined;
  return Object.fromEntries(
    keys.map((key) => [
      key,
      growthOnYearBefore(earlier && figureIn(earlier, key), figureIn(now, key)),
    ]),
  );
}

/**
 * Growth a year up to the last column from 3, 5 and 10 fiscal years before it, over the months that passed. Null with
 * its reason, as of every growth.
 */
export function compoundGrowth(columns: readonly HistoricalColumn[]): Record<string, Growth> {
  const cells = compounded.flatMap((key) =>
    spans.map((span) => {
      const ends = endsOf(columns, span);
      const growth = ends && growthAYear(figureIn(ends.from, key), figureIn(ends.to, key));
      return [`${key}_cagr_${span}_year`, growth ?? noGrowth] as const;
    }),
  );
  return Object.fromEntries(cells);
}

const noGrowth: { value: null; reason: BreakReason } = { value: null, reason: "no_period" };

/** The last column and the fiscal year `span` before it, with the years between their ends; null without one of them. */
export function endsOf<Column extends Pick<HistoricalColumn, "basis" | "fiscalYear" | "periodEnd">>(
  columns: readonly Column[],
  span: number,
): { from: Column; to: Column; years: number } | null {
  const to = columns.at(-1);
  if (to === undefined || to.basis !== "FY") return null;
  const from = columns.find(({ fiscalYear }) => fiscalYear === to.fiscalYear - span);
  return from === undefined
    ? null
    : { from, to, years: monthsBetween(from.periodEnd, to.periodEnd) / 12 };
}

/** All columns of a table are in one currency. */
function figureIn({ values, marks, periodEnd }: HistoricalColumn, key: LineKey): ComparableFigure {
  const value = values[key] ?? null;
  const { reason, scope = null, splitFactor = null } = marks[key] ?? {};
  return {
    value: value === null ? null : String(value),
    reason: value === null ? (reason ?? "not_reported") : null,
    factor: splitFactor,
    unit: null,
    scope,
    end: periodEnd,
  };
}
