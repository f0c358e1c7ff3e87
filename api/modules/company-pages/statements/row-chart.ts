import type { ChartSeries } from "#api/pages/charts/chart.ts";
import { chartFigure } from "#api/pages/charts/figure.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { axisTexts, type ChartUnit, said, shortHead } from "../chart-words.ts";
import type { Show } from "./shown-as.ts";
import type { Column, Period } from "./statement-columns.ts";

const unitOf: Readonly<Record<Concept["dataType"], ChartUnit>> = {
  monetary: "money",
  shares: "shares",
  per_share: "perShare",
  pure: "share",
};

const periodWords: Readonly<Record<Period, string>> = {
  annual: "by fiscal year",
  quarterly: "by quarter",
  ttm: "by twelve months to the end of a quarter",
};

const size = { width: 760, height: 220 };

/** The chart of a line over the shown columns, oldest first, as a row below the line. Nothing without a value. */
export async function chartRow(
  { label, snakeKey, dataType }: Concept,
  { shown, show, period }: { shown: readonly Column[]; show: Show; period: Period },
): Promise<Html> {
  const columns = shown.toReversed();
  const values = columns.map(({ cells }) => numberOf(cells.get(snakeKey)?.value));
  if (values.every((value) => value === null)) return nothing;
  const unit = show === "amounts" ? unitOf[dataType] : "share";
  const kind: ChartSeries["kind"] = unit === "share" ? "line" : "bar";
  const heads = columns.map(({ head }) => head);
  const figure = await chartFigure({
    title: label,
    heading: "h2",
    by: periodWords[period],
    periods: heads,
    ticks: heads.map(shortHead),
    series: [{ name: wordsOf[show], kind, color: 1, values }],
    say: said[unit],
    format: axisTexts[unit],
    cuts: unit === "share" ? "ratio" : "amount",
    ...size,
  });
  return html`<tr class="charted"><td colspan="${shown.length + 1}"><div>${figure}</div></td></tr>\n`;
}

const wordsOf: Readonly<Record<Show, string>> = {
  amounts: "Amount",
  growth: "Change on the year before",
  common: "Share of the whole",
};

const numberOf = (value: string | null | undefined) => (value == null ? null : Number(value));
