import type { View } from "#ingest/company-input.ts";
import { conceptNamed, nearConcepts } from "#registry/current/concept-names.ts";
import {
  isMarketInput,
  type MarketFigures,
  withoutMarket,
} from "#registry/models/market/market-figures.ts";
import { countsShares } from "#registry/series/adjust-for-splits.ts";
import { yearsBefore } from "#registry/series/years-before.ts";
import type { ExactFigure } from "#schemas/metrics/compute.ts";
import { linesOf, lineText } from "#schemas/metrics/formula.ts";
import { didYouMean, nearest } from "#schemas/nearest.ts";
import { asNumber } from "#schemas/ratios.ts";
import {
  metricFigure,
  pricedMetrics,
  type ScreenMetric,
  screenMetrics,
} from "#schemas/screen-metrics.ts";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../http/errors.ts";
import type { PerShare } from "../../views/questions.ts";
import { viewOf } from "../../views/view-query.ts";
import { getByTicker } from "../companies/service.ts";
import {
  type Figures,
  type FiguresDeps,
  type PeriodFigures,
  statementFigures,
  trailingFigures,
} from "./period-figures.ts";
import { marketFigures } from "./priced/market-figures.ts";
import { type PeriodsAsked, readPeriods } from "./read-periods.ts";
import type { MetricRow, MetricsQuery } from "./schemas.ts";

const tickersMax = 20;
const metricsMax = 30;
const usualMetrics = "revenue,net_income,operating_margin,free_cash_flow,roic";

/** A company whose figures are read; its ticker as it was asked for. */
export interface MetricCompany {
  entityId: string;
  ticker: string | null;
  name: string;
  slug: string;
}

/** What is asked of each company. */
export interface MetricQuestion {
  metrics: readonly ScreenMetric[];
  view: View;
  /** The rows of one company, one for each period. */
  rowsOf(company: MetricCompany): Promise<MetricRow[]>;
}

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
  deps: MetricDeps,
  { tickers, ...query }: MetricsAsked,
): Promise<MetricComparison> {
  const tickerList = listed(tickers);
  if (tickerList.length > tickersMax || isEveryCompany(tickers)) {
    throw badRequest(`tickers takes at most ${tickersMax}; with format=csv or ndjson more, or all`);
  }
  const question = askMetrics(deps, query);
  const companies = await Promise.all(tickerList.map((ticker) => companyOf(deps.db, ticker)));
  const rows = await Promise.all(companies.map((company) => question.rowsOf(company)));
  return { rows: rows.flat(), metrics: question.metrics, view: question.view };
}

export type MetricDeps = FiguresDeps & Pick<Deps, "now" | "prices">;
export type MetricsAsked = Omit<MetricsQuery, "format">;

/** True where the tickers say that every company is meant. */
export const isEveryCompany = (tickers: string) => tickers.trim().toLowerCase() === "all";

/** The companies of tickers, in their order. Throws 400 for too many and 404 for an unknown one. */
export async function companiesOf(
  db: Deps["db"],
  tickers: string,
  most: number,
): Promise<MetricCompany[]> {
  const tickerList = listed(tickers);
  if (tickerList.length > most) throw badRequest(`tickers takes at most ${most}, or all`);
  const companies: MetricCompany[] = [];
  for (const ticker of tickerList) companies.push(await companyOf(db, ticker));
  return companies;
}

async function companyOf(db: Deps["db"], ticker: string): Promise<MetricCompany> {
  const found = await getByTicker(db, ticker, `Ticker ${ticker.slice(0, 20)}`);
  const { entityId, name, slug } = found;
  return { entityId, ticker: ticker.toUpperCase(), name, slug };
}

/** Reads what is asked of each company. Throws 400 for a metric or period that cannot be read. */
export function askMetrics(
  deps: MetricDeps,
  { metrics: names = usualMetrics, periods, currency, ...query }: Omit<MetricsAsked, "tickers">,
): MetricQuestion {
  const metrics = listed(names).map((name) => findMetric(name, deps.registry));
  if (metrics.length > metricsMax) throw badRequest(`metrics takes at most ${metricsMax}`);
  const view = viewOf(query, deps.now());
  const perShare = query.perShare ?? "adjusted";
  // Only what counts shares is computed on another basis: the stored statements have the rest.
  const isOnOneBasis = metrics.some(
    (metric) =>
      (metric.derived !== undefined || perShare === "adjusted") &&
      readsShares(metric, deps.registry),
  );
  const asked = { metrics, asked: readPeriods(periods), view, perShare, isOnOneBasis };
  const wanted = currency?.toUpperCase();
  return {
    metrics,
    view,
    async rowsOf(company) {
      const rows = await rowsOf(deps, company, asked);
      return wanted === undefined ? rows : rows.filter((row) => row.currency === wanted);
    },
  };
}

/** Whether splits change the metric's figures, or those that it is computed from. */
function readsShares({ key, derived }: ScreenMetric, registry: Deps["registry"]): boolean {
  const keys = derived === undefined ? [key] : linesOf(derived.formula).map((line) => line.key);
  return keys.some((one) => {
    const concept = registry.bySnakeKey.get(one);
    return concept !== undefined && countsShares(concept);
  });
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
  const known = [...screenMetrics, ...pricedMetrics];
  const screenMetric = known.find(({ key }) => key === name);
  if (screenMetric !== undefined) return screenMetric;
  const concept = conceptNamed(registry, name);
  if (concept !== null) {
    return { key: concept.snakeKey, label: concept.label, unit: units[concept.dataType] };
  }
  const near = nearest(
    name,
    known.map(({ key }) => key),
  );
  const meant = near.length > 0 ? near : nearConcepts(registry, name);
  throw badRequest(`There is no metric "${name.slice(0, 60)}"${didYouMean(meant)}`);
}

interface MetricQuery {
  metrics: readonly ScreenMetric[];
  asked: PeriodsAsked;
  view: View;
  perShare: PerShare;
  /** Whether figures on one basis of shares are needed. */
  isOnOneBasis: boolean;
}

async function rowsOf(
  deps: MetricDeps,
  { entityId, ticker, name, slug }: MetricCompany,
  { metrics, asked, view, perShare, isOnOneBasis }: MetricQuery,
): Promise<MetricRow[]> {
  const basis = isOnOneBasis ? "adjusted" : "filed";
  const of = { entityId, view, perShare: basis, viewer: null } as const;
  const kinds = await Promise.all([
    asked.hasYears ? statementFigures(deps, of, "annual") : [],
    asked.hasQuarters ? statementFigures(deps, of, "quarterly") : [],
    asked.hasTtm ? trailingFigures(deps, of) : [],
  ]);
  const columnsByKey = new Map(
    kinds.flatMap((peers) => peers.map((column) => [column.key, { column, peers }])),
  );
  const market =
    metrics.some(isPriced) && asked.hasTtm ? await marketIn(deps, entityId, view) : atTtm;
  return asked.keys([...columnsByKey.keys()]).map((period) => {
    const found = columnsByKey.get(period);
    const shared = { entityId, ticker, name, slug, period };
    if (found === undefined) return { ...shared, ...withoutPeriod(metrics) };
    const placed = { ...found, market: period === "TTM" ? market : atTtm };
    return { ...shared, ...valuesOf(placed, metrics, perShare) };
  });
}

/** A close stands beside the newest figures known on its day, and beside no others. */
const atTtm = withoutMarket("price_is_of_the_day");

const marketIn = (deps: MetricDeps, entityId: string, view: View) =>
  view.kind === "asFirstReported"
    ? atTtm
    : marketFigures(deps, { entityId, asOf: view.kind === "asOf" ? view.date : undefined });

const isPriced = ({ derived }: ScreenMetric) =>
  derived !== undefined && linesOf(derived.formula).some(({ key }) => isMarketInput(key));

/** A period among those of its kind. */
interface Placed {
  column: PeriodFigures;
  peers: readonly PeriodFigures[];
  market: MarketFigures;
}

function valuesOf(
  { column, peers, market }: Placed,
  metrics: MetricQuery["metrics"],
  perShare: PerShare,
): Pick<MetricRow, "periodEnd" | "currency" | "values" | "reasons" | "flags"> {
  const { end: periodEnd, currency } = column;
  const shown = perShare === "filed" ? column.asFiled : column.adjusted;
  const values: Record<string, number | null> = {};
  const reasons: Record<string, string> = {};
  const flags: Record<string, string[]> = {};
  for (const metric of metrics) {
    const figure = isLine(metric)
      ? shown.of(metric.key)
      : derivedFigure(metric, { column, peers, market });
    const { value, reason } = asNumber(figure);
    values[metric.key] = value;
    if (reason !== null) reasons[metric.key] = reason;
    const said = flagsOf(metric, shown, market.day);
    if (said.length > 0) flags[metric.key] = said;
  }
  return { periodEnd, currency, values, reasons, flags };
}

/** The lines that a metric is derived from, and the day of its price; the factor of a line that splits have changed. */
function flagsOf(metric: ScreenMetric, { factors }: Figures, priceDay: string | null): string[] {
  const { key, derived } = metric;
  if (derived !== undefined) {
    const day = isPriced(metric) && priceDay !== null ? [`price_day:${priceDay}`] : [];
    return [`derived_from:${linesOf(derived.formula).map(lineText).join(",")}`, ...day];
  }
  const factor = factors.get(key);
  return factor === undefined ? [] : [`split_adjusted:${factor}`];
}

const isLine = ({ derived }: ScreenMetric) => derived === undefined;

const none = (reason: string) => ({ value: null, reason });

/** A metric's figure in a period, with what a price of its day gives. */
export function derivedFigure(
  metric: ScreenMetric,
  { column, peers, market }: Placed,
): ExactFigure {
  const isQuarter = /Q\d$/.test(column.key);
  if (isQuarter && metric.derived?.isOfYear === true) return none("needs_twelve_months");
  return metricFigure(metric, (key, ago) => {
    if (isMarketInput(key)) return market.of(key);
    const from = ago === 0 ? column : yearsBefore(peers, column, ago);
    if (from === undefined) return none("no_period");
    return from.currency === column.currency ? from.adjusted.of(key) : none("currency_changed");
  });
}

const withoutPeriod = (metrics: MetricQuery["metrics"]) => ({
  periodEnd: null,
  currency: null,
  values: Object.fromEntries(metrics.map(({ key }) => [key, null])),
  reasons: Object.fromEntries(metrics.map(({ key }) => [key, "no_period"])),
  flags: {},
});
