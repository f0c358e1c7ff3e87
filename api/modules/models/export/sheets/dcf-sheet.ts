import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import { text } from "../cells.ts";
import { dcfCharts } from "../charts/dcf-charts.ts";
import { discountingBlock } from "../discounting-lines.ts";
import { type ExportedModel, titleOf } from "../exported.ts";
import { type Grid, gridOf } from "../grid.ts";
import { driverLines, indexLine, projectionBlock } from "../projection-lines.ts";
import { centreColumn, centreRow, sensitivityLines } from "../sensitivity-lines.ts";
import { frame, type Line, layOut } from "../sheet.ts";
import { valueBlock } from "../value-lines.ts";
import { finder, type ModelSheet } from "./model-sheet.ts";

const name = "DCF";
const firstWidths = [40, 15, 15];
const yearWidth = 14;

/**
 * The DCF sheet: drivers, projection, discounting, value, sensitivity. Where the company has no result whatever
 * is set, or an input is not known, it ends with what there is and the reason.
 */
export function dcfSheet(exported: ExportedModel): ModelSheet {
  const { dcfDetail: detail } = exported.result;
  if (detail === null) throw new Error("a DCF result has its detail");
  const grid = gridOf(exported, detail);
  const isLive = isLiveDcf(exported, detail);
  const columns = grid.years.length + firstWidths.length + 1;
  const lines = [
    ...frame(titleOf(exported), exported.result.disclaimer, columns),
    headerLine(grid),
    indexLine(grid),
    ...driverLines(grid),
    ...(isLive ? liveLines(grid) : reasonLines(exported)),
  ];
  const laidOut = layOut(lines);
  const { rows, at } = laidOut;
  const cell = finder(name, laidOut);
  return {
    sheet: {
      name,
      rows,
      widths: [...firstWidths, ...grid.years.map(() => yearWidth), yearWidth],
      frozen: { rows: at("index"), columns: 2 },
      // Below the years stand low, mid and high in the same columns.
      headerRow: isLive ? null : at("header"),
      ...(isLive ? { pageStarts: [at("valueHeader"), at("sensitivityHeader")] } : {}),
      hasGridlines: true,
      ...(isLive ? { charts: dcfCharts(grid, at, rows.length) } : {}),
    },
    names: isLive ? [{ name: "net_debt", cell: cell("netDebt", "D").address }] : [],
    cell: isLive ? cell : null,
    centre: isLive ? cell(centreRow, centreColumn).address : null,
    drivers: `${name}!$${grid.first}$${at("revenue_growth")}:$${grid.last}$${at("tax_rate")}`,
  };
}

/** False where no formula could ever give the company a value, or an input is missing. */
function isLiveDcf({ result }: ExportedModel, detail: DcfDetail): boolean {
  const code = result.stateReason?.code ?? "terminal_metric_not_positive";
  return detail.discounting !== null && code === "terminal_metric_not_positive";
}

const liveLines = (grid: Grid): Line[] => [
  ...projectionBlock(grid),
  ...discountingBlock(grid),
  ...valueBlock(grid),
  ...sensitivityLines(grid),
];

const reasonLines = ({ result }: ExportedModel): Line[] => [
  { cells: () => [text(`No value: ${result.stateReason?.message ?? ""}`, "total")] },
];

function headerLine(grid: Grid): Line {
  const base = grid.exported.model.facts.anchors?.fiscalYear;
  return {
    id: "header",
    cells: () => [
      text("Fiscal year", "header"),
      text("Unit", "header"),
      text(base === undefined ? "" : `FY${base}`, "header"),
      ...grid.years.map((year) => text(`FY${year}`, "header")),
      text("Terminal", "header"),
    ],
  };
}
