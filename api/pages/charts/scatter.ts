import type { EChartsCoreOption } from "echarts/core";
import { type Html, html } from "../html.ts";
import { type ChartSeries, drawSvg, plainSvg } from "./chart.ts";

/** One axis of a scatter. */
interface ScatterAxis {
  title: string;
  /** How a value of the axis is written. */
  format(value: number): string;
  /** How a point's value is said. */
  say(value: number): string;
}

export interface Scatter {
  x: ScatterAxis;
  y: ScatterAxis;
  points: readonly {
    name: string;
    /** What the point is of. */
    period: string;
    x: number;
    y: number;
    color: ChartSeries["color"];
  }[];
  width: number;
  height: number;
}

/** A figure of points by two measures, each named in the legend with both values. */
export async function scatterFigure({ x, y, points, width, height }: Scatter): Promise<Html> {
  const said = points.map(
    (one) => `${one.name}, ${one.period}: ${x.title} ${x.say(one.x)}, ${y.title} ${y.say(one.y)}`,
  );
  const title = `${y.title} by ${x.title}`;
  const { svg, places } = await drawSvg(optionOf({ x, y, points }), {
    width,
    height,
    places: points.map((one) => ({ at: { xAxisIndex: 0, yAxisIndex: 0 }, value: [one.x, one.y] })),
  });
  const marks = places.map(
    ([left = 0, top = 0], at) =>
      html`<circle class="at" cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="12"><title>${said[at] ?? ""}</title></circle>`,
  );
  const keys = points.map(
    ({ name, color, period, ...one }) =>
      html`<span class="key k${color}">${name} ${period} <b>${x.say(one.x)}, ${y.say(one.y)}</b></span> `,
  );
  const drawn = plainSvg(svg, `${title}. ${said.join(". ")}`, html`${marks}`);
  return html`<figure><figcaption><h2>${title}</h2>${keys}</figcaption>${{ html: drawn }}<p class="soft small cut">Across: ${x.title}. Up: ${y.title}.</p></figure>\n`;
}

function optionOf({ x, y, points }: Pick<Scatter, "x" | "y" | "points">): EChartsCoreOption {
  const axis = ({ format }: ScatterAxis) => ({
    type: "value",
    splitNumber: 4,
    axisLabel: { color: "var(--soft)", formatter: format, fontSize: 11, hideOverlap: true },
    splitLine: { lineStyle: { color: "var(--line)" } },
  });
  return {
    animation: false,
    grid: {
      left: 4,
      right: 12,
      top: 10,
      bottom: 4,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: axis(x),
    yAxis: axis(y),
    series: points.map((one, _, all) => ({
      type: "scatter",
      symbolSize: 11,
      silent: true,
      data: [[one.x, one.y]],
      itemStyle: { color: `var(--c${one.color})` },
      label: {
        show: true,
        position: isLeft(one.x, all) ? "right" : "left",
        formatter: () => one.name,
        fontSize: 11,
        color: "var(--ink)",
      },
    })),
  };
}

/** Names stand towards the middle, where there is room. */
const isLeft = (x: number, all: Scatter["points"]): boolean => {
  const values = all.map((one) => one.x);
  return x <= (Math.min(0, ...values) + Math.max(0, ...values)) / 2;
};
