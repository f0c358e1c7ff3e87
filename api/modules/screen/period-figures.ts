import type { View } from "#ingest/company-input.ts";
import { fromNumber } from "#schemas/decimal.ts";
import type { ExactFigure } from "#schemas/metrics/compute.ts";
import type { FinancialsColumn, FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import type { PerShare } from "../../views/questions.ts";
import { getFinancials } from "../companies/service.ts";
import { getStatements, type Statements } from "../company-statements/service.ts";

export type FiguresDeps = Pick<Deps, "db" | "registry" | "documents" | "views">;

/** Of which company, in which view, and whether figures per share and counts of shares stand on one basis. */
interface FiguresOf {
  entityId: string;
  view: View;
  perShare: PerShare;
  viewer: null;
}

/** The figures of one period, as the API's reads give them. */
export interface PeriodFigures {
  key: string;
  end: string;
  currency: string | null;
  asFiled: Figures;
  /** On one basis of shares; the same as filed where the read did not ask for it. */
  adjusted: Figures;
}

export interface Figures {
  /** A line's exact value, or why there is none. */
  of(key: string): ExactFigure;
  /** Shares that one share of the filing has become, by line, where splits came after it. */
  factors: ReadonlyMap<string, string>;
}

/** Fiscal years or quarters, newest first. */
export async function statementFigures(
  deps: FiguresDeps,
  of: FiguresOf,
  period: "annual" | "quarterly",
): Promise<PeriodFigures[]> {
  const answer = await getStatements(deps, { ...of, period });
  const { periods } = dataOf<Statements>(answer);
  return [...Map.groupBy(periods, ({ periodKey }) => periodKey)].map(([key, own]) => ({
    key,
    end: own[0]?.periodEnd ?? "",
    currency: own.find(({ currency }) => currency !== null)?.currency ?? null,
    ...onBothBases(
      own.flatMap(({ fields }) => Object.entries(fields)),
      Object.assign({}, ...own.map(({ reasons }) => reasons)),
      Object.assign({}, ...own.map(({ perShareAdjusted = {} }) => perShareAdjusted)),
    ),
  }));
}

/** Columns of twelve months, newest first: the newest as TTM, older ones by the day they end on. Empty without any. */
export async function trailingFigures(deps: FiguresDeps, of: FiguresOf): Promise<PeriodFigures[]> {
  const answer = await financialsOrNull(deps, of);
  if (answer === null) return [];
  const { ttm } = dataOf<FinancialsPayload>(answer);
  return ttm.map((column, at) => trailing(column, at === 0 ? "TTM" : `TTM${column.periodEnd}`));
}

async function financialsOrNull(deps: FiguresDeps, of: FiguresOf) {
  try {
    return await getFinancials(deps, of, null);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const trailing = (column: FinancialsColumn, key: string): PeriodFigures => ({
  key,
  end: column.periodEnd,
  currency: column.currency,
  ...onBothBases(
    Object.entries({ ...column.income, ...column.balanceSheet, ...column.cashFlow }),
    column.reasons,
    column.perShareAdjusted ?? {},
  ),
});

const dataOf = <T>(answer: { data: unknown } | { identity: Buffer }): T =>
  ("data" in answer ? answer.data : JSON.parse(answer.identity.toString()).data) as T;

type Entry = [string, string | number | null];
interface Adjusted {
  value: string | number | null;
  factor: string | null;
  reason: string | null;
}

type Reasons = Readonly<Record<string, string>>;

const onBothBases = (
  filed: readonly Entry[],
  reasons: Reasons,
  adjusted: Readonly<Record<string, Adjusted>>,
) => ({
  asFiled: figuresOf(filed, reasons, {}),
  adjusted: figuresOf(filed, reasons, adjusted),
});

/** Adjusted figures in the place of the filed ones. */
function figuresOf(
  filed: readonly Entry[],
  reasons: Reasons,
  adjusted: Readonly<Record<string, Adjusted>>,
): Figures {
  const figures = new Map<string, string>();
  const why = { ...reasons };
  const factors = new Map<string, string>();
  for (const [key, asFiled] of filed) {
    const { value, factor, reason } = adjusted[key] ?? { value: asFiled };
    if (value !== null) figures.set(key, typeof value === "number" ? fromNumber(value) : value);
    else if (reason != null) why[key] = reason;
    if (factor != null && factor !== "1") factors.set(key, factor);
  }
  const of = (key: string): ExactFigure => {
    const value = figures.get(key);
    return value === undefined
      ? { value: null, reason: why[key] ?? "not_reported" }
      : { value, reason: null };
  };
  return { of, factors };
}
