import type { Get } from "#registry/models/assumption.ts";
import { capitalLineTexts } from "#registry/models/dcf/capital-lines.ts";
import { openingLines, projectionLines } from "#registry/models/dcf/dcf-lines.ts";
import { driverLabels, growthFade } from "#registry/models/dcf/drivers.ts";
import { computeScenario, type ModelLine } from "#registry/models/formula/lines.ts";
import {
  type CapitalisedYear,
  type DriverName,
  driverNames,
  type ProjectionRow,
} from "#schemas/shapes/models/dcf.ts";
import { type Cell, fact, formula, input, link, text } from "./cells.ts";
import { assumptionNames, excelFormula } from "./excel-formula.ts";
import { assumed, moneyUnit } from "./exported.ts";
import { dcfNames, type Grid, yearLine } from "./grid.ts";
import { type At, blank, heading, type Line } from "./sheet.ts";

/** The driver block: a cell that somebody set is an input, every other follows the assumptions. */
export function driverLines(grid: Grid): Line[] {
  return [
    heading("Drivers"),
    ...driverNames.map((name) => ({
      id: name,
      cells: (at: At) => [
        text(driverLabels[name]),
        text(name === "other_income" ? moneyUnit(grid.exported.result) : "ratio", "note"),
        null,
        ...grid.years.map((_, k) => driverCell(grid, at, { name, k })),
      ],
    })),
    blank,
  ];
}

function driverCell(grid: Grid, at: At, { name, k }: { name: DriverName; k: number }): Cell | null {
  const { overrides } = grid.exported;
  const cell = grid.detail.drivers[name][k];
  const format = name === "other_income" ? "money" : "exactPercent";
  if (cell === undefined || cell.value === null) return null;
  if (overrides.drivers.get(name)?.has(cell.fiscalYear)) return input(cell.value, format);
  if (name !== "revenue_growth") return link(name, cell.value, format);
  return formula(excelFormula(growthFade, dcfNames(grid, at, { year: k })), cell.value, format);
}

const capitalIds: ReadonlySet<string> = new Set(capitalLineTexts.map(({ id }) => id));

/** The projection block of models.md 6.3, and below it what may be capitalised. */
export function projectionBlock(grid: Grid): Line[] {
  const { lines } = projectionLines;
  return [
    heading("Projection, full fiscal years"),
    ...lines.filter(({ id }) => !capitalIds.has(id)).map((line) => projectionLine(grid, line)),
    blank,
    heading("Capitalised research and operating leases"),
    ...lines.filter(({ id }) => capitalIds.has(id)).map((line) => projectionLine(grid, line)),
    blank,
  ];
}

function projectionLine(grid: Grid, { id, label, formula: of }: ModelLine): Line {
  const { detail, exported } = grid;
  return yearLine(grid, {
    id,
    label,
    unit: moneyUnit(exported.result),
    format: "money",
    base: openingCell(grid, id),
    formula: of,
    result: (k) =>
      capitalIds.has(id)
        ? (detail.capitalised[k]?.[id as keyof CapitalisedYear] ?? 0)
        : (detail.projections[k]?.[id as keyof ProjectionRow] ?? null),
  });
}

const openingLinesOf = (get: Get) => computeScenario(openingLines, get, "mid");

/** What the projection starts from. */
function openingCell({ exported: { result } }: Grid, id: string): Cell | null {
  const line = openingLines.lines.find((one) => one.id === id);
  if (line === undefined) return null;
  const make = id === "revenue" ? link : formula;
  const value = openingLinesOf((key) => assumed(result, key))(id) ?? 0;
  return make(excelFormula(line.formula, assumptionNames), value, "money");
}

/** The numbers of the projected years, which formulas count with. */
export function indexLine(grid: Grid): Line {
  return {
    id: "index",
    cells: (at) => [
      text("Projected year"),
      null,
      fact(0, "count"),
      ...grid.years.map((_, k) =>
        formula(`${dcfNames(grid, at, { year: k }).line("index", "before")}+1`, k + 1, "count"),
      ),
    ],
  };
}
