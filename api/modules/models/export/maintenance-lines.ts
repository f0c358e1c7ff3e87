import type { ModelLine } from "#registry/models/formula/lines.ts";
import { filedLines, intensityLines, maintenanceLines } from "#registry/models/maintenance.ts";
import type { Maintenance, MaintenanceYear } from "#schemas/shapes/models/result.ts";
import { fact, formula, letters, text } from "./cells.ts";
import { assumptionNames, excelFormula } from "./excel-formula.ts";
import { type ExportedModel, lineFormats, moneyUnit, unitText } from "./exported.ts";
import { type At, heading, type Line } from "./sheet.ts";

const firstColumn = 3;
const column = (k: number) => letters(firstColumn + k);
const meanId = "propertyMean";

/** What the answer says of each line. */
const values: Readonly<Record<string, (year: MaintenanceYear) => number>> = {
  yearBefore: (year) => year.revenue - year.revenueChange,
  revenue: (year) => year.revenue,
  property: (year) => year.propertyPlantEquipmentNet,
  capex: (year) => year.capitalExpenditures,
  perRevenue: (year) => year.propertyPlantEquipmentNet / year.revenue,
  change: (year) => year.revenueChange,
  growthCapex: (year) => year.growthCapex,
  maintenanceCapex: (year) => year.maintenanceCapex,
  maintenancePct: (year) => year.maintenanceCapexPctRevenue,
};

/** Spending of each year without the part that growth asked for: what the maintenance share is the mean of. */
export function maintenanceBlock(exported: ExportedModel, maintenance: Maintenance): Line[] {
  const { years } = maintenance;
  if (years.length === 0) return [];
  const computed = (line: ModelLine) => computedLine(exported, line, years);
  return [
    heading("Maintenance capital expenditures by year", [
      null,
      ...years.map(({ fiscalYear }) => text(`FY${fiscalYear}`, "header")),
    ]),
    ...Object.entries(filedLines).map(
      ([id, label]): Line => ({
        id,
        cells: () => [
          text(label),
          text(moneyUnit(exported.result), "note"),
          ...years.map((year) => fact(values[id]?.(year) ?? null, "money")),
        ],
      }),
    ),
    ...intensityLines.lines.map(computed),
    meanLine(maintenance),
    ...maintenanceLines.lines.map(computed),
  ];
}

/** Only the first column has a cell for the mean of all years. */
const meanLine = ({ propertyPerRevenue, years }: Maintenance): Line => ({
  id: meanId,
  cells: (at) => {
    const row = at("perRevenue");
    const range = `${column(0)}${row}:${column(years.length - 1)}${row}`;
    return [
      text("Property over revenue, mean"),
      text("ratio", "note"),
      formula(`AVERAGE(${range})`, propertyPerRevenue, "exactPercent"),
    ];
  },
});

function computedLine(
  { result }: ExportedModel,
  { id, label, unit, formula: of }: ModelLine,
  years: readonly MaintenanceYear[],
): Line {
  const cellOf = (at: At, k: number) => (other: string) =>
    other === meanId ? `$${column(0)}$${at(other)}` : `${column(k)}${at(other)}`;
  return {
    id,
    cells: (at) => [
      text(label),
      text(unitText(unit, result), "note"),
      ...years.map((year, k) =>
        formula(
          excelFormula(of, { ...assumptionNames, line: cellOf(at, k) }),
          values[id]?.(year) ?? null,
          lineFormats[unit],
        ),
      ),
    ],
  };
}
