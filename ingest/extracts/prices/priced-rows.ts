import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { sourceOfBuild } from "#registry/models/inputs/source.ts";
import {
  figuresOfPrice,
  isMarketInput,
  type MarketFigures,
  withoutMarket,
} from "#registry/models/market/market-figures.ts";
import { listedAs } from "#registry/models/market/price.ts";
import { factorOfClose } from "#registry/models/market/splits.ts";
import { pricedMetrics } from "#schemas/screen-metrics.ts";
import type { Price } from "#schemas/shapes/models/price.ts";
import type { CompanyBuild } from "../../company-input.ts";
import { comparableIn, figureAt } from "../../terminal/figure-at.ts";
import type { Row, Subject } from "../company-rows.ts";
import { type Measured, metricRow, periodsBefore } from "../metrics/metric-rows.ts";
import type { ExtractPrices } from "./extract-prices.ts";

/** A company whose closes are asked for. */
export interface PricedSubject extends Subject {
  ticker: string | null;
  sic: string | null;
}

/** Collects the metrics of a company that take a price, from builds of days in order. */
export interface PricedRows {
  /** Takes the company as it was known on a day: what counts is the first day of each column of twelve months. */
  take(build: CompanyBuild, day: string): Promise<void>;
  /** All rows: of the days taken, and of the columns of the latest build that no day had, with a reason. */
  finish(): Row[];
}

/**
 * Rows of the day on which twelve months first were the newest known: with the newest close on or before it, and the
 * shares, claims and lines known then, as `GET /v2/metrics` has them for `asOf` that day.
 */
export function collectPriced(
  of: PricedSubject,
  latest: CompanyBuild,
  prices: ExtractPrices | null,
): PricedRows {
  const { splits } = modelFactsOf(of, latest, null);
  const rows = new Map<string, Row[]>();
  return {
    async take(build, day) {
      const [newest] = build.tables.ttm;
      if (prices === null || newest === undefined || rows.has(newest.key)) return;
      const facts = modelFactsOf(of, build, day);
      const price = await priceOn(prices, { ticker: of.ticker, facts, splits, day });
      rows.set(newest.key, rowsOf(of, { build, market: figuresOfPrice(facts, price), day }));
    },
    finish() {
      const market = withoutMarket(prices === null ? "prices_not_configured" : "no_price");
      for (const column of latest.tables.ttm) {
        if (rows.has(column.key)) continue;
        rows.set(column.key, rowsOf(of, { build: latest, column, market, day: null }));
      }
      return [...rows.values()].flat();
    },
  };
}

const modelFactsOf = ({ sic }: PricedSubject, build: CompanyBuild, knownOn: string | null) =>
  extractFacts(sourceOfBuild(build, { sic, knownOn }));

interface Asked {
  ticker: string | null;
  facts: ModelFacts;
  splits: ModelFacts["splits"];
  day: string;
}

/** The newest close on or before a day, on the shares of that day; null where there is none. */
async function priceOn(
  prices: ExtractPrices,
  { ticker, facts, splits, day }: Asked,
): Promise<Price | null> {
  if (ticker === null) return null;
  const answer = await prices.closeOn(ticker, day, facts.anchors?.balanceSheetDate ?? day);
  if (answer.state !== "available") return null;
  const { close } = answer;
  const factor = factorOfClose(splits, close);
  if (factor === null) return null;
  const { date, currency, jump } = close;
  const price = { value: close.value * factor, currency, of: listedAs(facts), date, jump };
  return { ...price, ageDays: null, source: prices.source };
}

type Column = CompanyBuild["tables"]["ttm"][number];

function rowsOf(
  of: Subject,
  given: { build: CompanyBuild; column?: Column; market: MarketFigures; day: string | null },
): Row[] {
  const { build, market, day } = given;
  const { ttm } = build.tables;
  const period = given.column ?? ttm[0];
  if (period === undefined) return [];
  const line = figureAt(comparableIn(build), period, ttm);
  const measured: Omit<Measured, "metric"> = {
    period,
    periodOf: periodsBefore(ttm, period),
    known: () => day,
    priceDay: market.day,
    at: (key, ago) => (isMarketInput(key) ? market.of(key) : line(key, ago)),
  };
  return pricedMetrics.flatMap((metric) => metricRow(of, { ...measured, metric }));
}
