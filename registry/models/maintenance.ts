import type { Maintenance } from "#schemas/shapes/models/result.ts";
import { mean } from "./answers/rounding.ts";
import { continuing } from "./estimates.ts";
import { figuresOf, LineNumbers } from "./formula/evaluate.ts";
import { type LineTable, type LineText, lineTable, moneyLine, ratioLine } from "./formula/lines.ts";
import { averageYears } from "./inputs/dates.ts";
import type { ModelFacts } from "./inputs/facts.ts";
import type { YearRow } from "./inputs/year-row.ts";

const numbers = new LineNumbers();
const table = (lines: readonly LineText[]): LineTable => lineTable(lines, { numbers });

/** What is filed of each year, under the names that formulas have for it. */
export const filedLines = {
  yearBefore: "Revenue of the year before",
  revenue: "Revenue",
  property: "Property, plant and equipment, net",
  capex: "Capital expenditures",
} as const;

/** What a year's revenue asks for of property. */
export const intensityLines = table([
  ratioLine("perRevenue", "Property over revenue", "property / revenue"),
]);

/** Spending of each year without the part that growth asked for; `propertyMean` is the mean of all years. */
export const maintenanceLines = table([
  moneyLine("change", "Change of revenue", "revenue - yearBefore"),
  moneyLine(
    "growthCapex",
    "Growth capital expenditures",
    "min(capex, max(0, propertyMean * change))",
  ),
  moneyLine("maintenanceCapex", "Maintenance capital expenditures", "capex - growthCapex"),
  ratioLine("maintenancePct", "Maintenance, % of revenue", "maintenanceCapex / revenue"),
]);

interface Filed extends Record<keyof typeof filedLines, number> {
  fiscalYear: number;
}

/** Capital expenditures less those that growth asked for, by year. */
export function maintenanceYears({ yearsInRow: years }: ModelFacts): Maintenance {
  const used = years
    .map((row, index) => filedOf(row, years[index - 1]))
    .slice(-averageYears)
    .filter((one) => one !== null);
  const columns = used.map((filed) => {
    const column = numbers.column();
    for (const id of Object.keys(filedLines) as (keyof typeof filedLines)[]) {
      column[numbers.of(id)] = filed[id];
    }
    intensityLines.fill(figuresOf(column, noInputs));
    return column;
  });
  const propertyPerRevenue = mean(columns.map((column) => numbers.read(column, "perRevenue") ?? 0));
  for (const column of columns) {
    column[numbers.of("propertyMean")] = propertyPerRevenue ?? 0;
    maintenanceLines.fill(figuresOf(column, noInputs));
  }
  return {
    propertyPerRevenue,
    years: used.map(({ fiscalYear, revenue, property, capex }, index) => {
      const of = (id: string) => numbers.read(columns[index] ?? [], id) ?? 0;
      return {
        fiscalYear,
        revenue,
        revenueChange: of("change"),
        propertyPlantEquipmentNet: property,
        capitalExpenditures: capex,
        growthCapex: of("growthCapex"),
        maintenanceCapex: of("maintenanceCapex"),
        maintenanceCapexPctRevenue: of("maintenancePct"),
      };
    }),
  };
}

const noInputs = { input: () => null, scenario: "mid" } as const;

/** Null where a figure that maintenance rests on is not filed. */
function filedOf(row: YearRow, before: YearRow | undefined): Filed | null {
  const { revenue, property_plant_equipment_net: property } = row.values;
  const capex = continuing(row, "capital_expenditures");
  const yearBefore = before?.values.revenue;
  if (revenue == null || yearBefore == null || property == null || capex == null) return null;
  return revenue > 0 ? { fiscalYear: row.fiscalYear, yearBefore, revenue, property, capex } : null;
}
