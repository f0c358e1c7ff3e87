import { queryText } from "#api/pages/query.ts";
import { ratioNamed, ratioOf } from "#schemas/ratios.ts";
import type { ChartSeries } from "../../pages/charts/chart.ts";
import { chartFigure } from "../../pages/charts/figure.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { axisTexts, type ChartUnit, said, shortHead } from "./chart-words.ts";
import { baseOf, type Frame } from "./company-frame.ts";
import type { CompanyData } from "./load-company.ts";
import { annualColumns, type Column, quarterColumns } from "./statements/statement-columns.ts";

type NumberOf = (key: string) => number | null;

interface Trend {
  title: string;
  unit: ChartUnit;
  series: readonly TrendSeries[];
}

interface TrendSeries {
  name: string;
  kind: ChartSeries["kind"];
  value(of: NumberOf): number | null;
  /** What is drawn of a company of which no period has the value. Periods of one series never mean different things. */
  orElse?: TrendSeries;
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
      {
        name: "Cash and short-term investments",
        kind: "bar",
        value: cashAndInvestments,
        orElse: { name: "Cash and equivalents", kind: "bar", value: value("cash_and_equivalents") },
      },
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
    title: "Per share, adjusted for splits",
    unit: "perShare",
    series: [
      { name: "Earnings, diluted", kind: "bar", value: value("eps_diluted") },
      { name: "Dividends", kind: "bar", value: value("dividends_per_share") },
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

function cashAndInvestments(of: NumberOf): number | null {
  const [cash, investments] = [of("cash_and_equivalents"), of("short_term_investments")];
  const sum = cash === null || investments === null ? null : cash + investments;
  return of("cash_and_short_term_investments") ?? sum;
}

/** Of which periods trends are. */
export type TrendPeriod = "annual" | "quarterly";

/** What an address says of it: what is usual is left out. */
export const trendQuery = (period: TrendPeriod) => ({
  period: period === "annual" ? undefined : period,
});

/** Links to the trends of other periods. */
export function trendChoices(frame: Frame, chosen: TrendPeriod): Html {
  const links = (
    [
      ["annual", "Annual"],
      ["quarterly", "Quarterly"],
    ] as const
  ).map(([period, text]) => {
    const query = queryText({ ...trendQuery(period), asOf: frame.day });
    const here = period === chosen ? html` aria-current="true"` : nothing;
    return html`<a href="${baseOf(frame)}${query}#trends"${here}>${text}</a>`;
  });
  return html`<nav class="choices" aria-label="Periods of the trends"><div>${links}</div></nav>`;
}

const periodsShown = 12;

/** Charts of what a company has done, oldest period first. Those without figures are left out. */
export async function trendCharts(data: CompanyData, period: TrendPeriod): Promise<Html> {
  const columns = period === "annual" ? annualColumns(data) : quarterColumns(data);
  const oldestFirst = columns
    .slice(0, periodsShown)
    .map(({ head, cells }) => ({ head, figures: figuresOf(cells) }))
    .toReversed();
  const figures = await Promise.all(
    trends.map((trend) => trendFigure(trend, { columns: oldestFirst, period })),
  );
  return html`<div class="charts">${figures.flat()}</div>`;
}

/** One period of the charts. */
interface TrendColumn {
  head: string;
  figures: ReadonlyMap<string, number>;
}

function figuresOf(cells: Column["cells"]): TrendColumn["figures"] {
  const figures = new Map<string, number>();
  for (const [key, { value }] of cells) if (value !== null) figures.set(key, Number(value));
  return figures;
}

/** The values of a series, or of what is drawn instead; null where no period has one. */
function drawnOf(
  { name, kind, value, orElse }: TrendSeries,
  columns: readonly TrendColumn[],
): Pick<ChartSeries, "name" | "kind" | "values"> | null {
  const values = columns.map(({ figures }) => value((key) => figures.get(key) ?? null));
  if (values.some((one) => one !== null)) return { name, kind, values };
  return orElse === undefined ? null : drawnOf(orElse, columns);
}

const periodWords = { annual: "by fiscal year", quarterly: "by quarter" } as const;

async function trendFigure(
  { title, unit, series: wanted }: Trend,
  { columns, period }: { columns: readonly TrendColumn[]; period: TrendPeriod },
): Promise<Html[]> {
  const series = wanted.flatMap((one, at) => {
    const drawn = drawnOf(one, columns);
    return drawn === null ? [] : [{ ...drawn, color: (at + 1) as ChartSeries["color"] }];
  });
  if (series.length === 0) return [];
  const heads = columns.map(({ head }) => head);
  const drawn = await chartFigure({
    title,
    series,
    by: periodWords[period],
    periods: heads,
    ticks: heads.map(shortHead),
    say: said[unit],
    format: axisTexts[unit],
    cuts: unit === "share" ? "ratio" : "amount",
  });
  return [drawn];
}
