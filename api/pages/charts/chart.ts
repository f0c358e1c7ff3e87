import type { ECharts, EChartsCoreOption } from "echarts/core";
import { type Html, html } from "../html.ts";
import type { Axis } from "./axis.ts";

/** One series of a chart. A null is a gap. */
export interface ChartSeries {
  name: string;
  kind: "bar" | "line";
  /** Which of the stylesheet's six colours. */
  color: 1 | 2 | 3 | 4 | 5 | 6;
  values: readonly (number | null)[];
}

export interface Chart {
  /** What it shows and says, for who cannot see it. */
  label: string;
  /** Under the axis, one for each value. */
  ticks: readonly string[];
  series: readonly ChartSeries[];
  /** What each tick's values are, in words. */
  says: readonly string[];
  /** Bars of one tick stand on each other instead of beside each other. */
  isStacked?: boolean;
  /** The value axis; null leaves it to the values. What is beyond it is drawn at its end, with a mark. */
  axis: Axis | null;
  /** How a value of the axis is written. */
  format(value: number): string;
  width?: number;
  height?: number;
}

interface Drawn {
  svg: string;
  /** Where each tick is, in pixels from the left. */
  places: number[];
}

type Draw = (
  option: EChartsCoreOption,
  of: { width: number; height: number; ticks: number },
) => Drawn;

let loading: Promise<Draw> | undefined;

/** The chart library takes a third of a second to load, so the first chart loads it. */
function loadLibrary(): Promise<Draw> {
  loading ??= (async () => {
    const [core, { BarChart, LineChart }, { GridComponent }, { SVGRenderer }] = await Promise.all([
      import("echarts/core"),
      import("echarts/charts"),
      import("echarts/components"),
      import("echarts/renderers"),
    ]);
    core.use([BarChart, LineChart, GridComponent, SVGRenderer]);
    return (option, { ticks, ...size }) => {
      const chart: ECharts = core.init(null, null, { renderer: "svg", ssr: true, ...size });
      try {
        chart.setOption(option);
        const svg = chart.renderToSVGString();
        const places = Array.from({ length: ticks }, (_, at) =>
          Number(chart.convertToPixel({ xAxisIndex: 0 }, at)),
        );
        return { svg, places };
      } finally {
        chart.dispose();
      }
    };
  })();
  return loading;
}

/** A chart as inline SVG in the stylesheet's colours, without style attributes, which the content policy refuses. */
export async function chart({ width = 380, height = 190, ...of }: Chart): Promise<Html> {
  const draw = await loadLibrary();
  const { svg, places } = draw(optionOf(of), { width, height, ticks: of.ticks.length });
  const bands = tickBands(places, { width, height, says: of.says });
  return { html: plainSvg(svg, of.label).replace(/<\/svg>\s*$/, `${bands.html}</svg>`) };
}

/** Over each tick a band that a pointer finds: what it says is the browser's own note. */
function tickBands(
  places: readonly number[],
  { width, height, says }: { width: number; height: number; says: readonly string[] },
): Html {
  const [first = 0, second = first + width] = places;
  const wide = second - first;
  const bands = places.map(
    (place, at) =>
      html`<rect class="at" x="${(place - wide / 2).toFixed(1)}" width="${wide.toFixed(1)}" height="${height}"><title>${says[at] ?? ""}</title></rect>`,
  );
  return html`${bands}`;
}

function optionOf({ ticks, series, format, isStacked, axis }: Chart): EChartsCoreOption {
  return {
    animation: false,
    grid: {
      left: 4,
      right: 8,
      top: 10,
      bottom: 4,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: {
      type: "category",
      data: [...ticks],
      axisLine: { lineStyle: { color: "var(--line)" } },
      axisTick: { show: false },
      axisLabel: { color: "var(--soft)", hideOverlap: true, fontSize: 11 },
    },
    yAxis: {
      type: "value",
      splitNumber: 3,
      ...(axis !== null && { min: axis.min, max: axis.max, interval: axis.step }),
      axisLabel: { color: "var(--soft)", formatter: format, fontSize: 11 },
      splitLine: { lineStyle: { color: "var(--line)" } },
    },
    series: series.map(({ name, kind, color, values }) => ({
      name,
      type: kind,
      data: values.map((value) => pointOf(value, kind, axis)),
      silent: true,
      ...(kind === "bar"
        ? {
            barMaxWidth: 22,
            barGap: "12%",
            ...(isStacked === true && { stack: "all", barMaxWidth: 44 }),
          }
        : { symbolSize: 5, symbol: "circle" }),
      itemStyle: { color: `var(--c${color})` },
      lineStyle: { color: `var(--c${color})`, width: 2 },
    })),
  };
}

/** A value, or where it is beyond the axis the axis' end with an arrow. */
function pointOf(value: number | null, kind: ChartSeries["kind"], axis: Axis | null) {
  if (value === null || axis === null || (value >= axis.min && value <= axis.max)) return value;
  const isAbove = value > axis.max;
  const end = isAbove ? axis.max : axis.min;
  if (kind === "line") {
    return { value: end, symbol: "triangle", symbolSize: 9, symbolRotate: isAbove ? 0 : 180 };
  }
  const position = isAbove ? "insideTop" : "insideBottom";
  const formatter = isAbove ? "↑" : "↓";
  return { value: end, label: { show: true, formatter, position, color: "var(--card)" } };
}

/** Ids that do not move from one drawing to the next, nothing for a pointer, and a name for the whole. */
function plainSvg(svg: string, label: string): string {
  const [, width, height] = /^<svg width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const inner = without(without(svg, "style"), "defs")
    .replace(/^<svg[^>]*>\s*<rect[^>]*><\/rect>/, "")
    .replace(/ (?:class|style|ecmeta_\w+|pointer-events)="[^"]*"/g, "")
    .replace(/ clip-path="[^"]*"/g, "")
    .replace(/\n/g, "");
  const name = label.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg class="chart" role="img" aria-label="${name}" viewBox="0 0 ${width} ${height}">${inner}`;
}

/** The text without its one element of that name. */
function without(svg: string, name: string): string {
  const from = svg.indexOf(`<${name} `);
  const to = svg.indexOf(`</${name}>`);
  return from < 0 || to < 0 ? svg : svg.slice(0, from) + svg.slice(to + name.length + 3);
}
