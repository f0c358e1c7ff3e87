import { ratioNamed, ratioOf } from "#schemas/ratios.ts";
import { type Chart, type ChartSeries, chart } from "../../pages/chart.ts";
import { compactText, percentText } from "../../pages/figures.ts";
import { type Html, html } from "../../pages/html.ts";
import type { CompanyData } from "./load-company.ts";
import { annualColumns, type Column } from "./statements/statement-columns.ts";

type NumberOf = (key: string) => number | null;

interface Trend {
  title: string;
  unit: "money" | "shares" | "share";
  series: readonly {
    name: string;
    kind: ChartSeries["kind"];
    value(of: NumberOf): number | null;
  }[];
}

/** A ratio as it is defined everywhere. */
const ratio = (key: string) => (of: NumberOf) =>
  ratioOf(ratioNamed(key), (line) => {
    const figure = of(line);
    return figure === null
      ? { value: null, reason: "not_reported" }
      : { value: figure, reason: null };
  }).value;

const value = (key: string) => (of: NumberOf) => of(key);

const trends: readonly Trend[] = [
  {
    title: "Revenue and net income",
    unit: "money",
    series: [
      { name: "Revenue", kind: "bar", value: value("revenue") },
      { name: "Net income", kind: "bar", value: value("net_income") },
    ],
  },
  {
    title: "Margins",
    unit: "share",
    series: [
      { name: "Gross", kind: "line", value: ratio("gross_margin") },
      { name: "Operating", kind: "line", value: ratio("operating_margin") },
      { name: "Net", kind: "line", value: ratio("net_margin") },
    ],
  },
  {
    title: "Cash flow",
    unit: "money",
    series: [
      { name: "From operations", kind: "bar", value: value("operating_cash_flow") },
      { name: "Free", kind: "bar", value: value("free_cash_flow") },
    ],
  },
  {
    title: "Debt and cash",
    unit: "money",
    series: [
      { name: "Total debt", kind: "bar", value: value("total_debt") },
      { name: "Cash and short-term investments", kind: "bar", value: cash },
    ],
  },
  {
    title: "Equity and assets",
    unit: "money",
    series: [
      { name: "Total assets", kind: "bar", value: value("total_assets") },
      { name: "Equity", kind: "bar", value: value("stockholders_equity") },
    ],
  },
  {
    title: "Diluted shares, adjusted for splits",
    unit: "shares",
    series: [
      {
        name: "Weighted average, diluted",
        kind: "bar",
        value: value("weighted_average_shares_diluted"),
      },
    ],
  },
];

function cash(of: NumberOf): number | null {
  return of("cash_and_short_term_investments") ?? of("cash_and_equivalents");
}

/**
 * Charts of what a company has done, from its oldest loaded fiscal year to the newest. Those without figures are left
 * out.
 */
export async function trendCharts(data: CompanyData): Promise<Html> {
  const oldestFirst = annualColumns(data)
    .map(({ head, cells }) => ({ head, figures: figuresOf(cells) }))
    .toReversed();
  const figures = await Promise.all(trends.map((trend) => trendFigure(trend, oldestFirst)));
  return html`<div class="charts">${figures.flat()}</div>`;
}

/** One fiscal year of the charts. */
interface Year {
  head: string;
  figures: ReadonlyMap<string, number>;
}

function figuresOf(cells: Column["cells"]): Year["figures"] {
  const figures = new Map<string, number>();
  for (const [key, { value }] of cells) if (value !== null) figures.set(key, Number(value));
  return figures;
}

async function trendFigure(trend: Trend, years: readonly Year[]): Promise<Html[]> {
  const series = trend.series
    .map(({ name, kind, value }, at) => ({
      name,
      kind,
      color: (at + 1) as ChartSeries["color"],
      values: years.map(({ figures }) => value((key) => figures.get(key) ?? null)),
    }))
    .filter(({ values }) => values.some((one) => one !== null));
  if (series.length === 0) return [];
  const format = trend.unit === "share" ? percentText : compactText;
  const drawn: Chart = {
    label: labelOf(trend.title, series, { years, format }),
    ticks: years.map(({ head }) => head),
    series,
    format: trend.unit === "share" ? (part) => `${Math.round(part * 100)}%` : compactText,
  };
  const keys = series.map(
    ({ name, color, values }) =>
      html`<span class="key k${color}">${name} <b>${newest(values, format)}</b></span> `,
  );
  return [
    html`<figure><figcaption><h3>${trend.title}</h3>${keys}</figcaption>${await chart(drawn)}</figure>\n`,
  ];
}

const newest = (values: ChartSeries["values"], format: (value: number) => string) => {
  const last = values.at(-1) ?? null;
  return last === null ? "–" : format(last);
};

/** "Revenue: 2022 394.3B, 2023 383.3B" */
function labelOf(
  title: string,
  series: readonly ChartSeries[],
  { years, format }: { years: readonly Year[]; format(value: number): string },
): string {
  const said = series.map(({ name, values }) => {
    const points = values.flatMap((one, at) =>
      one === null ? [] : [`${years[at]?.head} ${format(one)}`],
    );
    return `${name}: ${points.join(", ")}`;
  });
  return `${title} by fiscal year. ${said.join(". ")}`;
}
