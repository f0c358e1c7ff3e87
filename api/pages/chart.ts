import type { ECharts, EChartsCoreOption } from "echarts/core";
import type { Html } from "./html.ts";

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
  /** Bars of one tick stand on each other instead of beside each other. */
  isStacked?: boolean;
  /** How a value of the axis is written. */
  format(value: number): string;
  width?: number;
  height?: number;
}

type Draw = (option: EChartsCoreOption, size: { width: number; height: number }) => string;

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
    return (option, size) => {
      const chart: ECharts = core.init(null, null, { renderer: "svg", ssr: true, ...size });
      try {
        chart.setOption(option);
        return chart.renderToSVGString();
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
  return { html: plainSvg(draw(optionOf(of), { width, height }), of.label) };
}

function optionOf({ ticks, series, format, isStacked }: Chart): EChartsCoreOption {
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
      axisLabel: { color: "var(--soft)", formatter: format, fontSize: 11 },
      splitLine: { lineStyle: { color: "var(--line)" } },
    },
    series: series.map(({ name, kind, color, values }) => ({
      name,
      type: kind,
      data: [...values],
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
