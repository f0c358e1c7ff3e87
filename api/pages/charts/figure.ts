import { type Html, html, nothing } from "../html.ts";
import { type Axis, axisOf } from "./axis.ts";
import { type Chart, type ChartSeries, chart } from "./chart.ts";

/** A chart with its title, what its colours mean, the values of a period, and what its axis leaves out. */
export interface ChartFigure extends Omit<Chart, "label" | "says" | "axis"> {
  title: string;
  heading?: "h2" | "h3";
  /** What the ticks are, such as "by fiscal year". */
  by: string;
  /** Names of the ticks where they are said in full; the ticks themselves unless given. */
  periods?: readonly string[];
  /** How a value is said. */
  say(value: number): string;
  /** Ratios leave the axis earlier than amounts, of which growth alone is no outlier; null never cuts. */
  cuts?: "ratio" | "amount" | null;
  id?: string;
}

/**
 * A figure of a page. Without scripts a pointer finds the values of each period as the browser's own note; the script of
 * public pages (`browser/chart.js`) shows them in the legend, for a pointer and the keyboard.
 */
export async function chartFigure(of: ChartFigure): Promise<Html> {
  const { title, heading = "h3", by, say, cuts = "amount", id, ...drawing } = of;
  const { ticks, series, periods = ticks, isStacked } = drawing;
  const axis = cuts === null || isStacked === true ? null : axisOf(series, cuts);
  const text = (value: number | null | undefined) => (value == null ? "–" : say(value));
  const said = { periods, text };
  const svg = await chart({
    ...drawing,
    axis,
    label: labelOf(`${title} ${by}`, series, said),
    says: periods.map((period, at) => pointText(period, series, { at, text })),
  });
  const keys = series.map(
    ({ name, color, values }) =>
      html`<span class="key k${color}" data-values="${values.map(text).join("|")}">${name} <b>${text(values.at(-1))}</b></span> `,
  );
  const anchor = id === undefined ? nothing : html` id="${id}"`;
  const head = { html: `<${heading}>${html`${title}`.html}</${heading}>` };
  return html`<figure${anchor}><figcaption>${head}<span class="when" data-values="${periods.join("|")}">${periods.at(-1) ?? ""}</span> ${keys}</figcaption>${svg}${cutNote(series, axis, said)}</figure>\n`;
}

interface Said {
  periods: readonly string[];
  text(value: number | null | undefined): string;
}

/** "2023: Revenue 383.3B, Net income 97B" */
const pointText = (
  period: string,
  series: readonly ChartSeries[],
  { at, text }: { at: number; text: Said["text"] },
): string =>
  `${period}: ${series.map(({ name, values }) => `${name} ${text(values[at])}`).join(", ")}`;

/** "Revenue by fiscal year. Revenue: 2022 394.3B, 2023 383.3B" */
function labelOf(title: string, series: readonly ChartSeries[], { periods, text }: Said): string {
  const lines = series.map(({ name, values }) => {
    const points = values.flatMap((one, at) =>
      one === null ? [] : [`${periods[at]} ${text(one)}`],
    );
    return `${name}: ${points.join(", ")}`;
  });
  return `${title}. ${lines.join(". ")}`;
}

/** The values that the axis is too short for. */
function cutNote(series: readonly ChartSeries[], axis: Axis | null, { periods, text }: Said): Html {
  if (axis === null) return nothing;
  const lines = series.flatMap(({ name, values }) => {
    const points = values.flatMap((value, at) =>
      value !== null && (value < axis.min || value > axis.max)
        ? [`${periods[at]} ${text(value)}`]
        : [],
    );
    return points.length === 0 ? [] : [`${name} ${points.join(", ")}`];
  });
  return lines.length === 0
    ? nothing
    : html`<p class="soft small cut">Beyond the axis: ${lines.join("; ")}.</p>`;
}
