import type { z } from "zod";
import type { View } from "#ingest/company-input.ts";
import type { ScreenMetric } from "#schemas/screen-metrics.ts";
import type { Deps } from "../../deps.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { chartFigure } from "../../pages/charts/figure.ts";
import { compactText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { flaggedText, whyText } from "../../pages/null-reasons.ts";
import { page } from "../../pages/page.ts";
import { searchEntities } from "../entity-search/service.ts";
import { compareMetrics, type MetricComparison } from "./metrics.ts";
import { figureCell, figureText, lineageAddress, orSentence } from "./page-parts.ts";
import type { compareFields } from "./page-schemas.ts";
import type { MetricRow } from "./schemas.ts";

const comparedMax = 6;

type CompareFields = z.output<typeof compareFields>;

/** The page of some companies side by side. */
export async function showCompare(deps: Deps, fields: CompareFields): Promise<WebAnswer> {
  const { tickers = "", metrics = "", periods = "", asOf = "", view, perShare } = fields;
  const asked = {
    ...{ tickers, metrics: metrics || undefined, periods: periods || undefined },
    ...{ asOf: asOf || undefined, view, perShare },
  };
  const isTooMany = tickers.split(",").length > comparedMax;
  const compared = isTooMany
    ? `A page compares at most ${comparedMax} companies; GET /v2/metrics takes 20`
    : tickers.trim() === ""
      ? null
      : await orSentence(compareMetrics(deps, asked));
  const query = new URLSearchParams(
    Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const body = html`
${typeof compared === "string" ? html`<p role="alert">${compared}</p>` : nothing}
<form class="ask" action="/compare">
<label>Tickers <input name="tickers" value="${tickers}" placeholder="AAPL,NVDA" required></label>
<label>Metrics <input name="metrics" value="${metrics}" placeholder="revenue,net_income,operating_margin,free_cash_flow,roic"></label>
<label>Periods <input name="periods" value="${periods}" placeholder="2019FY..TTM"></label>
<label>As known on <input type="date" name="asOf" value="${asOf}" min="2009-01-01"></label>
${kept({ view, perShare })}
<button class="first">Compare</button></form>
${compared === null ? await examples(deps) : nothing}${compared === null || typeof compared === "string" ? nothing : await comparison(compared)}
${compared === null || typeof compared === "string" ? nothing : html`<p><a href="/v2/metrics?${query.toString()}&format=csv">CSV</a> · <a href="/v2/metrics?${query.toString()}">JSON</a></p>`}`;
  return page("Compare", body, { width: "wide", isEnhanced: true });
}

/** Query parameters that the form has no field for. */
const kept = (fields: Record<string, string | undefined>): Html[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  );

/** That figures are not those of today. */
const viewText = (view: View): Html => {
  if (view.kind === "latest") return nothing;
  return view.kind === "asOf"
    ? html`<p role="status">You see what had been filed by ${view.date}.</p>`
    : html`<p role="status">You see each figure as it was first reported.</p>`;
};

/** Some of the companies here, for who has not named any. */
async function examples({ db }: Deps): Promise<Html> {
  const { rows } = await searchEntities(db, { search: "", limit: 12, offset: 0 });
  const tickers = rows.flatMap(({ ticker }) => ticker ?? []);
  const sets = [tickers.slice(0, 2), tickers.slice(2, 5)].filter((one) => one.length > 1);
  return sets.length === 0
    ? nothing
    : html`<p class="small">Try</p><ul class="small">${sets.map((one) => html`<li><a href="/compare?tickers=${one.join(",")}">${one.join(", ")}</a></li>`)}</ul>`;
}

/** The rows of one company, by period, with how its amounts are counted. */
interface ComparedCompany {
  ticker: string;
  slug: string;
  currency: string | null;
  rows: ReadonlyMap<string, MetricRow>;
}

async function comparison({ rows, metrics, view }: MetricComparison): Promise<Html> {
  const companies = [...Map.groupBy(rows, ({ ticker }) => ticker ?? "")].map(([ticker, own]) => ({
    ...{ ticker, slug: own[0]?.slug ?? "" },
    currency: own.findLast(({ currency }) => currency !== null)?.currency ?? null,
    rows: new Map(own.map((row) => [row.period, row])),
  }));
  const periods = [...new Set(rows.map(({ period }) => period))].sort(byPeriod);
  const sections = await Promise.all(
    metrics.map(async (metric) => ({
      figure: await metricChart(metric, companies, periods),
      table: metricTable(metric, companies, { periods, view }),
    })),
  );
  return html`${viewText(view)}${mixedNote(companies)}<div class="charts">${sections.map(({ figure }) => figure)}</div>
${sections.map(({ table }) => table)}`;
}

/** Lines of several currencies in one chart differ in height by their currency, too. */
function mixedNote(companies: readonly ComparedCompany[]): Html {
  const currencies = [...new Set(companies.flatMap(({ currency }) => currency ?? []))].sort();
  return currencies.length < 2
    ? nothing
    : html`<p role="status">Amounts are in ${currencies.join(", ")}, as each company reports. Only ratios can be compared across currencies.</p>`;
}

async function metricChart(
  metric: ScreenMetric,
  companies: readonly ComparedCompany[],
  periods: readonly string[],
): Promise<Html> {
  const series = companies.map(({ ticker, rows, currency }, at) => ({
    name: ticker,
    kind: "line" as const,
    color: ((at % 6) + 1) as 1,
    values: periods.map((period) => chartedValue(rows.get(period), metric, currency)),
  }));
  return chartFigure({
    title: metric.label,
    heading: "h2",
    by: "by period",
    ticks: periods.map((period) => period.replace("FY", "")),
    series,
    ...{ width: 480, height: 210 },
    format: chartedText[metric.unit] ?? compactText,
    say: (value) => figureText(value, metric.unit),
    cuts: metric.unit === "money" || metric.unit === "shares" ? "amount" : "ratio",
  });
}

const chartedText: Partial<Record<ScreenMetric["unit"], (value: number) => string>> = {
  ratio: (part) => `${Math.round(part * 100)}%`,
  multiple: String,
  days: String,
  score: String,
};

const countsMoney = ({ unit }: ScreenMetric) => unit === "money" || unit === "per_share";

/** A line of a chart is in one currency, the newest: other amounts are in the table alone. */
function chartedValue(
  row: MetricRow | undefined,
  metric: ScreenMetric,
  currency: string | null,
): number | null {
  if (row === undefined || (countsMoney(metric) && row.currency !== currency)) return null;
  return row.values[metric.key] ?? null;
}

function metricTable(
  metric: ScreenMetric,
  companies: readonly ComparedCompany[],
  { periods, view }: { periods: readonly string[]; view: View },
): Html {
  const day = view.kind === "asOf" ? `?asOf=${view.date}` : "";
  const lines = companies.map(({ ticker, slug, currency, rows }) => {
    const cells = periods.map((period) => {
      const row = rows.get(period);
      const reason = row?.reasons[metric.key];
      const isTraced = isLine(metric, view) && reason !== "no_period" && row !== undefined;
      return figureCell({
        ...{ value: row?.values[metric.key] ?? null, unit: metric.unit },
        href: isTraced ? lineageAddress(slug, metric, period) + day : null,
        why: whyText(reason) ?? flaggedText(row?.flags[metric.key]),
      });
    });
    const counted = countsMoney(metric) ? currency : null;
    return html`<tr><th scope="row"><a href="/companies/${slug}">${ticker}</a> <span class="soft">${counted ?? ""}</span></th>${cells}</tr>\n`;
  });
  return html`<div class="scroll" role="region" aria-label="${metric.label}" tabindex="0"><table><caption>${metric.label}</caption><thead><tr><th scope="col">Company</th>${periods.map((period) => html`<th scope="col" class="n">${period}</th>`)}</tr></thead><tbody>
${lines}</tbody></table></div>\n`;
}

/** Lineage is of figures of today and of a day. */
const isLine = ({ derived }: ScreenMetric, { kind }: View) =>
  derived === undefined && kind !== "asFirstReported";

/** Years and quarters in order, twelve months last. */
const byPeriod = (a: string, b: string) =>
  Number(a === "TTM") - Number(b === "TTM") || (a < b ? -1 : 1);
