import { chartFigure } from "#api/pages/charts/figure.ts";
import { scatterFigure } from "#api/pages/charts/scatter.ts";
import { compactText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { flaggedText, whyText } from "#api/pages/null-reasons.ts";
import type { View } from "#ingest/company-input.ts";
import type { ScreenMetric } from "#schemas/screen-metrics.ts";
import { type FigureUnit, figureCell, figureText, lineageAddress } from "../page-parts.ts";
import type { CompareAsked } from "./compare-address.ts";
import {
  type ComparedCompany,
  type ComparedMetric,
  comparedMetric,
  countsMoney,
} from "./compared-figures.ts";

interface ComparisonOf {
  asked: CompareAsked;
  companies: readonly ComparedCompany[];
  metrics: readonly ScreenMetric[];
  /** In their order. */
  periods: readonly string[];
  view: View;
}

/** Charts and tables of some companies, one of each for each metric, and a scatter of two metrics. */
export async function comparison(of: ComparisonOf): Promise<Html> {
  const { asked, companies, metrics, periods, view } = of;
  const shown = metrics.map((metric) =>
    comparedMetric(metric, { companies, periods, show: asked.show }),
  );
  const [charts, scatter] = await Promise.all([
    Promise.all(shown.map((one) => metricChart(one, of))),
    scatterOf(of),
  ]);
  return html`${viewText(view)}${mixedNote(companies)}<div class="charts">${charts}${scatter}</div>
${shown.map((one) => metricTable(one, of))}`;
}

/** That figures are not those of today; of a day the page says that itself. */
const viewText = (view: View): Html =>
  view.kind === "asFirstReported"
    ? html`<p role="status">You see each figure as it was first reported.</p>`
    : nothing;

/** Lines of several currencies in one chart differ in height by their currency, too. */
function mixedNote(companies: readonly ComparedCompany[]): Html {
  const currencies = [...new Set(companies.flatMap(({ currency }) => currency ?? []))].sort();
  return currencies.length < 2
    ? nothing
    : html`<p role="status">Amounts are in ${currencies.join(", ")}, as each company reports. Only ratios and what is indexed can be compared across currencies.</p>`;
}

const colorOf = (place: number) => ((place % 6) + 1) as 1;

const fewPeriods = 3;

function metricChart(shown: ComparedMetric, { companies, periods }: ComparisonOf): Promise<Html> {
  const { metric, unit } = shown;
  const series = companies.map((one, place) => ({
    name: one.label,
    kind: periods.length < fewPeriods ? ("bar" as const) : ("line" as const),
    color: colorOf(place),
    values: periods.map((period) => chartedValue(shown, one, period)),
  }));
  return chartFigure({
    title: metric.label + unitWords(shown),
    heading: "h2",
    by: "by period",
    ticks: periods.map((period) => period.replace("FY", "")),
    periods,
    series,
    width: 480,
    height: 210,
    format: axisTexts[unit] ?? compactText,
    say: (value) => figureText(value, unit),
    cuts: unit === "money" || unit === "shares" ? "amount" : "ratio",
  });
}

const unitWords = ({ metric, unit, base }: ComparedMetric): string => {
  if (unit === "index") return base === null ? ", indexed" : `, ${base} is 100`;
  return unit === "per_share" && metric.unit === "money" ? " per diluted share" : "";
};

const axisTexts: Partial<Record<FigureUnit, (value: number) => string>> = {
  ratio: (part) => `${Math.round(part * 100)}%`,
  multiple: String,
  days: String,
  score: String,
  index: (value) => value.toFixed(0),
};

/** A line of a chart is in one currency, the newest: other amounts are in the table alone. */
function chartedValue(shown: ComparedMetric, one: ComparedCompany, period: string): number | null {
  const isOther = one.rows.get(period)?.currency !== one.currency;
  return countsMoney(shown.unit) && isOther ? null : shown.figureOf(one, period).value;
}

function metricTable(shown: ComparedMetric, { companies, periods, view }: ComparisonOf): Html {
  const { metric, unit } = shown;
  const day = view.kind === "asOf" ? `?asOf=${view.date}` : "";
  const isPlain = unit === metric.unit;
  const lines = companies.map((one) => {
    const { slug } = one.company;
    const cells = periods.map((period) => {
      const row = one.rows.get(period);
      const { value, reason } = shown.figureOf(one, period);
      const isTraced = isLine(metric, view) && reason !== "no_period" && row !== undefined;
      return figureCell({
        value,
        unit,
        href: isTraced ? lineageAddress(slug, metric, period) + day : null,
        why: whyText(reason) ?? (isPlain ? flaggedText(row?.flags[metric.key]) : undefined),
      });
    });
    const counted = countsMoney(unit) ? one.currency : null;
    return html`<tr><th scope="row"><a href="/companies/${slug}${day}">${one.label}</a> <span class="soft">${counted ?? ""}</span></th>${cells}</tr>\n`;
  });
  const title = metric.label + unitWords(shown);
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table><caption>${title}</caption><thead><tr><th scope="col">Company</th>${periods.map((period) => html`<th scope="col" class="n">${period}</th>`)}</tr></thead><tbody>
${lines}</tbody></table></div>\n`;
}

/** Lineage is of figures of today and of a day. */
const isLine = ({ derived }: ScreenMetric, { kind }: View) =>
  derived === undefined && kind !== "asFirstReported";

/** Two metrics against each other, of the newest period of each company that has both. */
function scatterOf({ asked, companies, metrics, periods }: ComparisonOf): Html | Promise<Html> {
  const named = (key: string, place: number) =>
    metrics.find((metric) => metric.key === key) ?? metrics[place];
  const [x, y] = [named(asked.x, 0), named(asked.y, 1)];
  if (x === undefined || y === undefined || x === y || companies.length < 2) return nothing;
  const show = asked.show === "per_share" ? asked.show : "amounts";
  const shown = [x, y].map((metric) => comparedMetric(metric, { companies, periods, show }));
  const points = companies.flatMap((one, place) => {
    const at = (period: string) => shown.map((of) => of.figureOf(one, period).value);
    const period = periods.findLast((own) => at(own).every((value) => value !== null));
    const [across = null, up = null] = period === undefined ? [] : at(period);
    return period === undefined || across === null || up === null
      ? []
      : [{ name: one.label, period, x: across, y: up, color: colorOf(place) }];
  });
  if (points.length < 2) return nothing;
  const axisOf = (place: number) => {
    const own = shown[place] as ComparedMetric;
    return {
      title: own.metric.label + unitWords(own),
      format: axisTexts[own.unit] ?? compactText,
      say: (value: number) => figureText(value, own.unit),
    };
  };
  return scatterFigure({ x: axisOf(0), y: axisOf(1), points, width: 480, height: 230 });
}
