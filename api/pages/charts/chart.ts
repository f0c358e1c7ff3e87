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

/** Where a value stands on the axes of a drawing. */
interface Place {
  at: { xAxisIndex: number; yAxisIndex?: number };
  value: number | number[];
}

interface DrawOf {
  width: number;
  height: number;
  /** What is to be found in the drawing. */
  places: readonly Place[];
}

interface Drawn {
  svg: string;
  /** Of each place: pixels from the left, and from the top where it has a value on both axes. */
  places: number[][];
}

type Draw = (option: EChartsCoreOption, of: DrawOf) => Drawn;

let loading: Promise<Draw> | undefined;

/** The chart library takes a third of a second to load, so the first chart loads it. */
function loadLibrary(): Promise<Draw> {
  loading ??= (async () => {
    const [core, { BarChart, LineChart, ScatterChart }, { GridComponent }, { SVGRenderer }] =
      await Promise.all([
        import("echarts/core"),
        import("echarts/charts"),
        import("echarts/components"),
        import("echarts/renderers"),
      ]);
    core.use([BarChart, LineChart, ScatterChart, GridComponent, SVGRenderer]);
    return (option, { places, ...size }) => {
      const chart: ECharts = core.init(null, null, { renderer: "svg", ssr: true, ...size });
      try {
        chart.setOption(option);
        const svg = chart.renderToSVGString();
        const found = places.map(({ at, value }) => [chart.convertToPixel(at, value)].flat());
        return { svg, places: found };
      } finally {
        chart.dispose();
      }
    };
  })();
  return loading;
}

/** The library's drawing, with where some values stand in it. */
export async function drawSvg(option: EChartsCoreOption, of: DrawOf): Promise<Drawn> {
  const draw = await loadLibrary();
  return draw(option, of);
}

/** A chart as inline SVG in the stylesheet's colours, without style attributes, which the content policy refuses. */
export async function chart({ width = 380, height = 190, ...of }: Chart): Promise<Html> {
  const places = of.ticks.map((_, value) => ({ at: { xAxisIndex: 0 }, value }));
  const drawn = await drawSvg(optionOf(of), { width, height, places });
  const lefts = drawn.places.map(([left = 0]) => left);
  const bands = tickBands(lefts, { width, height, says: of.says });
  return { html: plainSvg(drawn.svg, of.label, bands) };
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

/** A drawing with ids that do not move from one to the next, a name for the whole, and over it what a pointer finds. */
export function plainSvg(svg: string, label: string, over: Html): string {
  const [, width, height] = /^<svg width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const inner = without(without(svg, "style"), "defs")
    .replace(/^<svg[^>]*>\s*<rect[^>]*><\/rect>/, "")
    .replace(/ (?:class|style|ecmeta_\w+|pointer-events)="[^"]*"/g, "")
    .replace(/ clip-path="[^"]*"/g, "")
    .replace(/\n/g, "")
    .replace(/<\/svg>\s*$/, "");
  const name = label.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg class="chart" role="img" aria-label="${name}" viewBox="0 0 ${width} ${height}">${inner}${over.html}</svg>`;
}

/** The text without its one element of that name. */
function without(svg: string, name: string): string {
  const from = svg.indexOf(`<${name} `);
  const to = svg.indexOf(`</${name}>`);
  return from < 0 || to < 0 ? svg : svg.slice(0, from) + svg.slice(to + name.length + 3);
}
