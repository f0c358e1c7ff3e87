import type { View } from "#ingest/company-input.ts";
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
  figures: ReadonlyMap<string, number>;
  reasons: Readonly<Record<string, string>>;
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
    ...onOneBasis(
      own.flatMap(({ fields }) => Object.entries(fields)),
      Object.assign({}, ...own.map(({ reasons }) => reasons)),
      Object.assign({}, ...own.map(({ perShareAdjusted = {} }) => perShareAdjusted)),
    ),
  }));
}

/** The newest twelve months; empty without any. */
export async function trailingFigures(deps: FiguresDeps, of: FiguresOf): Promise<PeriodFigures[]> {
  const answer = await financialsOrNull(deps, of);
  if (answer === null) return [];
  const [newest] = dataOf<FinancialsPayload>(answer).ttm;
  return newest === undefined ? [] : [trailing(newest)];
}

async function financialsOrNull(deps: FiguresDeps, of: FiguresOf) {
  try {
    return await getFinancials(deps, of, null);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const trailing = (column: FinancialsColumn): PeriodFigures => ({
  key: "TTM",
  end: column.periodEnd,
  currency: column.currency,
  ...onOneBasis(
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

/** Adjusted figures in the place of the filed ones. */
function onOneBasis(
  filed: readonly Entry[],
  reasons: Readonly<Record<string, string>>,
  adjusted: Readonly<Record<string, Adjusted>>,
): Pick<PeriodFigures, "figures" | "reasons" | "factors"> {
  const figures = new Map<string, number>();
  const why = { ...reasons };
  const factors = new Map<string, string>();
  for (const [key, asFiled] of filed) {
    const { value, factor, reason } = adjusted[key] ?? { value: asFiled };
    if (value !== null) figures.set(key, Number(value));
    else if (reason != null) why[key] = reason;
    if (factor != null && factor !== "1") factors.set(key, factor);
  }
  return { figures, reasons: why, factors };
}
