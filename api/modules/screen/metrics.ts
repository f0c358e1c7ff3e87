import { conceptNamed, nearConcepts } from "#registry/current/concept-names.ts";
import { didYouMean, nearest } from "#schemas/nearest.ts";
import { metricValue, type ScreenMetric, screenMetrics } from "#schemas/screen-metrics.ts";
import type { FinancialsColumn, FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest } from "../../http/errors.ts";
import { getByTicker, getFinancials } from "../companies/service.ts";
import { getStatements, type Statements } from "../company-statements/service.ts";
import { type PeriodsAsked, readPeriods } from "./read-periods.ts";
import type { MetricRow, MetricsQuery } from "./schemas.ts";

const tickersMax = 20;
const metricsMax = 30;
const usualMetrics = "revenue,net_income,operating_margin,free_cash_flow,roic";

/** One row for each company and period, in the order asked for. */
export interface MetricComparison {
  rows: MetricRow[];
  metrics: readonly ScreenMetric[];
}

/**
 * Figures and ratios of some companies side by side. Throws 404 for an unknown ticker and 400 for a metric or period
 * that cannot be read, naming what may be meant.
 */
export async function compareMetrics(
  deps: Pick<Deps, "db" | "registry" | "documents" | "views">,
  { tickers, metrics: names = usualMetrics, periods }: Omit<MetricsQuery, "format">,
): Promise<MetricComparison> {
  const tickerList = listed(tickers);
  if (tickerList.length > tickersMax) throw badRequest(`tickers takes at most ${tickersMax}`);
  const metrics = listed(names).map((name) => findMetric(name, deps.registry));
  if (metrics.length > metricsMax) throw badRequest(`metrics takes at most ${metricsMax}`);
  const selection = readPeriods(periods);
  const rows = await Promise.all(
    tickerList.map((ticker) => rowsOf(deps, ticker, { metrics, asked: selection })),
  );
  return { rows: rows.flat(), metrics };
}

const listed = (text: string) => [
  ...new Set(
    text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  ),
];

const units = {
  monetary: "money",
  per_share: "per_share",
  shares: "shares",
  pure: "ratio",
} as const;

/** A ratio of the screen, or any line of the registry. Throws 400 naming the nearest. */
function findMetric(name: string, registry: Deps["registry"]): ScreenMetric {
  const screenMetric = screenMetrics.find(({ key }) => key === name);
  if (screenMetric !== undefined) return screenMetric;
  const concept = conceptNamed(registry, name);
  if (concept !== null) {
    return { key: concept.snakeKey, label: concept.label, unit: units[concept.dataType] };
  }
  const near = nearest(
    name,
    screenMetrics.map(({ key }) => key),
  );
  const meant = near.length > 0 ? near : nearConcepts(registry, name);
  throw badRequest(`There is no metric "${name.slice(0, 60)}"${didYouMean(meant)}`);
}

interface MetricQuery {
  metrics: readonly ScreenMetric[];
  asked: PeriodsAsked;
}

/** The figures of one period, as the API's reads give them. */
interface PeriodFigures {
  key: string;
  end: string;
  currency: string | null;
  figures: ReadonlyMap<string, number>;
  reasons: Readonly<Record<string, string>>;
}

async function rowsOf(
  deps: Pick<Deps, "db" | "registry" | "documents" | "views">,
  ticker: string,
  { metrics, asked }: MetricQuery,
): Promise<MetricRow[]> {
  const { entityId, name, slug } = await getByTicker(
    deps.db,
    ticker,
    `Ticker ${ticker.slice(0, 20)}`,
  );
  const of = { entityId, view: { kind: "latest" as const }, viewer: null };
  const [annual, quarterly, ttm] = await Promise.all([
    asked.hasYears ? statementsOf(deps, of, "annual") : [],
    asked.hasQuarters ? statementsOf(deps, of, "quarterly") : [],
    asked.hasTtm ? twelveMonthsOf(deps, of) : [],
  ]);
  const columnsByKey = new Map([...annual, ...quarterly, ...ttm].map((one) => [one.key, one]));
  return asked.keys([...columnsByKey.keys()]).map((period) => {
    const column = columnsByKey.get(period);
    const shared = { entityId, ticker: ticker.toUpperCase(), name, slug, period };
    return column === undefined
      ? { ...shared, ...withoutPeriod(metrics) }
      : { ...shared, ...valuesOf(column, metrics) };
  });
}

type Of = Parameters<typeof getStatements>[1];

async function statementsOf(
  deps: Parameters<typeof getStatements>[0],
  of: Of,
  period: "annual" | "quarterly",
): Promise<PeriodFigures[]> {
  const answer = await getStatements(deps, { ...of, period });
  const { periods } = dataOf<Statements>(answer);
  return [...Map.groupBy(periods, ({ periodKey }) => periodKey)].map(([key, own]) => ({
    key,
    end: own[0]?.periodEnd ?? "",
    currency: own.find(({ currency }) => currency !== null)?.currency ?? null,
    figures: numbersOf(own.flatMap(({ fields }) => Object.entries(fields))),
    reasons: Object.assign({}, ...own.map(({ reasons }) => reasons)),
  }));
}

async function twelveMonthsOf(
  deps: Parameters<typeof getFinancials>[0],
  of: Of,
): Promise<PeriodFigures[]> {
  const answer = await financialsOrNull(deps, of);
  if (answer === null) return [];
  const [newest] = dataOf<FinancialsPayload>(answer).ttm;
  return newest === undefined ? [] : [trailing(newest)];
}

async function financialsOrNull(deps: Parameters<typeof getFinancials>[0], of: Of) {
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
  figures: numbersOf(
    Object.entries({ ...column.income, ...column.balanceSheet, ...column.cashFlow }),
  ),
  reasons: column.reasons,
});

const dataOf = <T>(answer: { data: unknown } | { identity: Buffer }): T =>
  ("data" in answer ? answer.data : JSON.parse(answer.identity.toString()).data) as T;

const numbersOf = (entries: readonly [string, string | number | null][]) =>
  new Map(
    entries.flatMap(([key, value]) => (value === null ? [] : [[key, Number(value)] as const])),
  );

function valuesOf(
  { end, currency, figures, reasons }: PeriodFigures,
  metrics: MetricQuery["metrics"],
) {
  const values: Record<string, number | null> = {};
  const why: Record<string, string> = {};
  for (const metric of metrics) {
    let missing: string | null = null;
    const value = metricValue(metric, (key) => {
      const figure = figures.get(key) ?? null;
      if (figure === null) missing ??= reasons[key] ?? "not_reported";
      return figure;
    });
    values[metric.key] = value;
    if (value === null) why[metric.key] = missing ?? "not_meaningful";
  }
  return { periodEnd: end, currency, values, reasons: why };
}

const withoutPeriod = (metrics: MetricQuery["metrics"]) => ({
  periodEnd: null,
  currency: null,
  values: Object.fromEntries(metrics.map(({ key }) => [key, null])),
  reasons: Object.fromEntries(metrics.map(({ key }) => [key, "no_period"])),
});
