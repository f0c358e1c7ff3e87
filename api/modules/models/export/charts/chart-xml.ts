import { type Cell, numberFormats } from "../cells.ts";
import type { Chart, ChartSeries, Sheet } from "../sheet.ts";

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "http://schemas.openxmlformats.org/drawingml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const charts = "http://schemas.openxmlformats.org/drawingml/2006/chart";
const placing = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";

const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => marks[one] ?? one);

const colours = ["4472C4", "ED7D31", "A5A5A5", "FFC000", "70AD47"];

/**
 * A chart as a part of a workbook (ECMA-376, DrawingML charts). Its values are cells, with what they hold in the file.
 */
export function chartXml(chart: Chart, sheet: Sheet): string {
  const bars = chart.series.filter(({ kind }) => kind === "bar");
  const lines = chart.series.filter(({ kind }) => kind === "line");
  const ratios = chart.series.filter(({ kind }) => kind === "ratio line");
  const draw = (of: readonly ChartSeries[]) =>
    of.map((one) => seriesXml(one, chart, sheet)).join("");
  const first = '<c:axId val="1"/><c:axId val="2"/>';
  const isStacked = bars.length > 1;
  const plots = [
    bars.length === 0
      ? ""
      : `<c:barChart><c:barDir val="col"/><c:grouping val="${isStacked ? "stacked" : "clustered"}"/><c:varyColors val="0"/>${draw(bars)}<c:gapWidth val="80"/>${isStacked ? '<c:overlap val="100"/>' : ""}${first}</c:barChart>`,
    lines.length === 0 ? "" : `${lineOpen}${draw(lines)}<c:marker val="1"/>${first}</c:lineChart>`,
    ratios.length === 0
      ? ""
      : `${lineOpen}${draw(ratios)}<c:marker val="1"/><c:axId val="3"/><c:axId val="4"/></c:lineChart>`,
  ].join("");
  const shown = (of: string | undefined) => formatOf(of === undefined ? [] : cellsOf(of, sheet));
  const categories = shown(chart.categories);
  const axes = axesXml(
    { category: 1, value: 2, isSecond: false },
    { categories, values: shown((bars[0] ?? lines[0])?.values) },
  );
  const second =
    ratios.length === 0
      ? ""
      : axesXml({ category: 3, value: 4, isSecond: true }, { categories, values: "0%" });
  return (
    `${head}<c:chartSpace xmlns:c="${charts}" xmlns:a="${main}" xmlns:r="${relations}"><c:chart>` +
    `<c:title>${richText(chart.title)}<c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>` +
    `<c:plotArea><c:layout/>${plots}${axes}${second}</c:plotArea>` +
    '<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/>' +
    '<c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>'
  );
}

const lineOpen = '<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>';

const richText = (text: string) =>
  `<c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1100" b="1"/></a:pPr><a:r><a:rPr lang="en-US" sz="1100" b="1"/><a:t>${escaped(text)}</a:t></a:r></a:p></c:rich></c:tx>`;

function seriesXml(series: ChartSeries, chart: Chart, sheet: Sheet): string {
  const index = chart.series.indexOf(series);
  const colour = `<a:solidFill><a:srgbClr val="${colours[index % colours.length]}"/></a:solidFill>`;
  const isBar = series.kind === "bar";
  const look = isBar ? colour : `<a:ln w="22225">${colour}</a:ln>`;
  const name = `<c:tx><c:v>${escaped(series.name)}</c:v></c:tx>`;
  const shape = isBar
    ? '<c:invertIfNegative val="0"/>'
    : '<c:marker><c:symbol val="none"/></c:marker>';
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${name}<c:spPr>${look}</c:spPr>${shape}` +
    `<c:cat>${references(chart.categories, sheet)}</c:cat><c:val>${references(series.values, sheet)}</c:val>` +
    `${isBar ? "" : '<c:smooth val="0"/>'}</c:ser>`
  );
}

/** Cells and their values; texts if no cell has a number. */
function references(cells: string, sheet: Sheet): string {
  const held = cellsOf(cells, sheet);
  const values = held.map(resultOf);
  const isText = values.every((value) => typeof value !== "number");
  const points = values
    .map((value, index) => {
      if (value === null || (!isText && typeof value !== "number")) return "";
      return `<c:pt idx="${index}"><c:v>${escaped(String(value))}</c:v></c:pt>`;
    })
    .join("");
  const of = `<c:f>${escaped(cells)}</c:f>`;
  const count = `<c:ptCount val="${values.length}"/>`;
  return isText
    ? `<c:strRef>${of}<c:strCache>${count}${points}</c:strCache></c:strRef>`
    : `<c:numRef>${of}<c:numCache><c:formatCode>${escaped(formatOf(held))}</c:formatCode>${count}${points}</c:numCache></c:numRef>`;
}

const range = /^\w+!\$([A-Z]+)\$(\d+):\$([A-Z]+)\$(\d+)$/;

function cellsOf(cells: string, { rows }: Sheet): (Cell | null)[] {
  const [, first = "A", row = "1", last = "A"] = range.exec(cells) ?? [];
  const line = rows[Number(row) - 1]?.cells ?? [];
  const [from, to] = [columnOf(first), columnOf(last)];
  return Array.from({ length: to - from + 1 }, (_, offset) => line[from + offset - 1] ?? null);
}

function resultOf(cell: Cell | null): number | string | null {
  if (cell === null) return null;
  return cell.kind === "text" ? cell.text : cell.kind === "number" ? cell.value : cell.result;
}

/** As the cells show their numbers. */
function formatOf(cells: readonly (Cell | null)[]): string {
  const [numeric] = cells.filter((cell) => cell !== null && cell.kind !== "text");
  return numeric === undefined ? "General" : numberFormats[numeric.format];
}

const columnOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

interface Axes {
  category: number;
  value: number;
  /** On the right, for ratios. */
  isSecond: boolean;
}

/** `shown`: the formats of the numbers along both axes. */
function axesXml(
  { category, value, isSecond }: Axes,
  shown: { categories: string; values: string },
): string {
  const scaling = '<c:scaling><c:orientation val="minMax"/></c:scaling>';
  const ends =
    '<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>';
  const format = (code: string) => `<c:numFmt formatCode="${escaped(code)}" sourceLinked="0"/>`;
  const lines = isSecond ? "" : "<c:majorGridlines/>";
  return (
    `<c:catAx><c:axId val="${category}"/>${scaling}<c:delete val="${isSecond ? 1 : 0}"/><c:axPos val="b"/>` +
    `${format(shown.categories)}${ends}<c:crossAx val="${value}"/><c:crosses val="autoZero"/></c:catAx>` +
    `<c:valAx><c:axId val="${value}"/>${scaling}<c:delete val="0"/><c:axPos val="${isSecond ? "r" : "l"}"/>${lines}` +
    `${format(shown.values)}${ends}<c:crossAx val="${category}"/><c:crosses val="${isSecond ? "max" : "autoZero"}"/></c:valAx>`
  );
}

/** Where the charts of a sheet lie; the relation of the n-th is `rId<n>`, from 1. */
export function drawingXml(of: readonly Chart[]): string {
  const anchors = of.map(({ from, to, title }, index) => {
    const id = index + 1;
    const at = (name: string, { column, row }: Chart["from"]) =>
      `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
    return (
      `<xdr:twoCellAnchor>${at("from", from)}${at("to", to)}<xdr:graphicFrame macro="">` +
      `<xdr:nvGraphicFramePr><xdr:cNvPr id="${id + 1}" name="Chart ${id}" descr="${escaped(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
      `<a:graphic><a:graphicData uri="${charts}"><c:chart xmlns:c="${charts}" xmlns:r="${relations}" r:id="rId${id}"/></a:graphicData></a:graphic>` +
      "</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>"
    );
  });
  return `${head}<xdr:wsDr xmlns:xdr="${placing}" xmlns:a="${main}">${anchors.join("")}</xdr:wsDr>`;
}

/** The relations of a part. */
export function relationsXml(of: readonly { id: string; kind: string; target: string }[]): string {
  const all = of.map(({ id, kind, target }) => {
    return `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  });
  const namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `${head}<Relationships xmlns="${namespace}">${all.join("")}</Relationships>`;
}
