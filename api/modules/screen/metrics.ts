import type { View } from "#ingest/company-input.ts";
import { conceptNamed, nearConcepts } from "#registry/current/concept-names.ts";
import { didYouMean, nearest } from "#schemas/nearest.ts";
import { metricFigure, type ScreenMetric, screenMetrics } from "#schemas/screen-metrics.ts";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../http/errors.ts";
import type { PerShare } from "../../views/questions.ts";
import { viewOf } from "../../views/view-query.ts";
import { getByTicker } from "../companies/service.ts";
import {
  type FiguresDeps,
  type PeriodFigures,
  statementFigures,
  trailingFigures,
} from "./period-figures.ts";
import { type PeriodsAsked, readPeriods } from "./read-periods.ts";
import type { MetricRow, MetricsQuery } from "./schemas.ts";

const tickersMax = 20;
const metricsMax = 30;
const usualMetrics = "revenue,net_income,operating_margin,free_cash_flow,roic";

/** One row for each company and period, in the order asked for. */
export interface MetricComparison {
  rows: MetricRow[];
  metrics: readonly ScreenMetric[];
  view: View;
}

/**
 * Figures and ratios of some companies side by side, each company's on one basis of shares unless `perShare` is
 * "filed". Throws 404 for an unknown ticker and 400 for a metric or period
 * that cannot be read, naming what may be meant.
 */
export async function compareMetrics(
  deps: FiguresDeps & Pick<Deps, "now">,
  { tickers, metrics: names = usualMetrics, periods, ...query }: Omit<MetricsQuery, "format">,
): Promise<MetricComparison> {
  const tickerList = listed(tickers);
  if (tickerList.length > tickersMax) throw badRequest(`tickers takes at most ${tickersMax}`);
  const metrics = listed(names).map((name) => findMetric(name, deps.registry));
  if (metrics.length > metricsMax) throw badRequest(`metrics takes at most ${metricsMax}`);
  const view = viewOf(query, deps.now());
  // Only what counts shares is computed on another basis: the stored statements have the rest.
  const perShare = metrics.some(isCounted) ? (query.perShare ?? "adjusted") : "filed";
  const asked = { metrics, asked: readPeriods(periods), view, perShare };
  const rows = await Promise.all(tickerList.map((ticker) => rowsOf(deps, ticker, asked)));
  return { rows: rows.flat(), metrics, view };
}

const isCounted = ({ unit }: ScreenMetric) => unit === "per_share" || unit === "shares";

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
  view: View;
  perShare: PerShare;
}

async function rowsOf(
  deps: FiguresDeps,
  ticker: string,
  { metrics, asked, view, perShare }: MetricQuery,
): Promise<MetricRow[]> {
  const { entityId, name, slug } = await getByTicker(
    deps.db,
    ticker,
    `Ticker ${ticker.slice(0, 20)}`,
  );
  const of = { entityId, view, perShare, viewer: null };
  const [annual, quarterly, ttm] = await Promise.all([
    asked.hasYears ? statementFigures(deps, of, "annual") : [],
    asked.hasQuarters ? statementFigures(deps, of, "quarterly") : [],
    asked.hasTtm ? trailingFigures(deps, of) : [],
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

function valuesOf(
  { end, currency, figures, reasons, factors }: PeriodFigures,
  metrics: MetricQuery["metrics"],
) {
  const values: Record<string, number | null> = {};
  const why: Record<string, string> = {};
  const flags: Record<string, string[]> = {};
  for (const metric of metrics) {
    const { value, reason } = metricFigure(metric, (key) => {
      const figure = figures.get(key);
      return figure === undefined
        ? { value: null, reason: reasons[key] ?? "not_reported" }
        : { value: figure, reason: null };
    });
    values[metric.key] = value;
    if (reason !== null) why[metric.key] = reason;
    const factor = factors.get(metric.key);
    if (factor !== undefined) flags[metric.key] = [`split_adjusted:${factor}`];
  }
  return { periodEnd: end, currency, values, reasons: why, flags };
}

const withoutPeriod = (metrics: MetricQuery["metrics"]) => ({
  periodEnd: null,
  currency: null,
  values: Object.fromEntries(metrics.map(({ key }) => [key, null])),
  reasons: Object.fromEntries(metrics.map(({ key }) => [key, "no_period"])),
  flags: {},
});
