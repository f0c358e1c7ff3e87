import type { Maintenance, MaintenanceYear } from "#registry/models/epv.ts";
import { fact, formula, letters, text } from "./cells.ts";
import { type ExportedModel, moneyUnit } from "./exported.ts";
import { heading, type Line } from "./sheet.ts";

const firstColumn = 3;

type FiledLine = readonly [id: string, label: string, value: (year: MaintenanceYear) => number];

const filed: readonly FiledLine[] = [
  ["yearBefore", "Revenue of the year before", (year) => year.revenue - year.revenueChange],
  ["revenue", "Revenue", (year) => year.revenue],
  ["property", "Property, plant and equipment, net", (year) => year.propertyPlantEquipmentNet],
  ["capex", "Capital expenditures", (year) => year.capitalExpenditures],
];

interface ComputedLine {
  id: string;
  label: string;
  isShare: boolean;
  formula(of: (id: string) => string, mean: string): string;
  value(year: MaintenanceYear): number;
}

const perRevenue: ComputedLine = {
  ...{ id: "perRevenue", label: "Property over revenue", isShare: true },
  formula: (of) => `${of("property")}/${of("revenue")}`,
  value: (year) => year.propertyPlantEquipmentNet / year.revenue,
};

const computed: readonly ComputedLine[] = [
  {
    ...{ id: "change", label: "Change of revenue", isShare: false },
    formula: (of) => `${of("revenue")}-${of("yearBefore")}`,
    value: (year) => year.revenueChange,
  },
  {
    ...{ id: "growthCapex", label: "Growth capital expenditures", isShare: false },
    formula: (of, mean) => `MIN(${of("capex")},MAX(0,${mean}*${of("change")}))`,
    value: (year) => year.growthCapex,
  },
  {
    ...{ id: "maintenanceCapex", label: "Maintenance capital expenditures", isShare: false },
    formula: (of) => `${of("capex")}-${of("growthCapex")}`,
    value: (year) => year.maintenanceCapex,
  },
  {
    ...{ id: "maintenancePct", label: "Maintenance, % of revenue", isShare: true },
    formula: (of) => `${of("maintenanceCapex")}/${of("revenue")}`,
    value: (year) => year.maintenanceCapexPctRevenue,
  },
];

/** Spending of each year without the part that growth asked for: what the maintenance share is the mean of. */
export function maintenanceLines(
  exported: ExportedModel,
  { years, propertyPerRevenue }: Maintenance,
): Line[] {
  if (years.length === 0) return [];
  const unit = moneyUnit(exported.result);
  const column = (k: number) => letters(firstColumn + k);
  const line = ({ id, label, isShare, ...row }: ComputedLine): Line => ({
    id,
    cells: (at) => [
      text(label),
      text(isShare ? "ratio" : unit, "note"),
      ...years.map((year, k) => {
        const of = row.formula(
          (other) => `${column(k)}${at(other)}`,
          `$${column(0)}$${at("propertyMean")}`,
        );
        return formula(of, row.value(year), isShare ? "exactPercent" : "money");
      }),
    ],
  });
  return [
    heading("Maintenance capital expenditures by year", [
      null,
      ...years.map(({ fiscalYear }) => text(`FY${fiscalYear}`, "header")),
    ]),
    ...filed.map(
      ([id, label, value]): Line => ({
        id,
        cells: () => [
          text(label),
          text(unit, "note"),
          ...years.map((year) => fact(value(year), "money")),
        ],
      }),
    ),
    line(perRevenue),
    {
      id: "propertyMean",
      cells: (at) => {
        const row = at(perRevenue.id);
        const range = `${column(0)}${row}:${column(years.length - 1)}${row}`;
        return [
          text("Property over revenue, mean"),
          text("ratio", "note"),
          formula(`AVERAGE(${range})`, propertyPerRevenue, "exactPercent"),
        ];
      },
    },
    ...computed.map(line),
  ];
}
