import type { ProjectionRow } from "#registry/models/dcf/dcf.ts";
import { type DriverName, driverNames } from "#registry/models/dcf/drivers.ts";
import { type Cell, fact, formula, input, link, text } from "./cells.ts";
import { assumed, moneyUnit } from "./exported.ts";
import { type Grid, type YearRefs, yearColumn, yearLine } from "./grid.ts";
import { roundFormula } from "./rounding-formula.ts";
import { blank, heading, type Line } from "./sheet.ts";

const labels: Record<DriverName, string> = {
  revenue_growth: "Revenue growth",
  ebitda_margin: "EBITDA margin",
  other_income: "Other income",
  capex_pct_revenue: "Capital expenditures, % of revenue",
  nwc_pct_revenue: "Net working capital, % of revenue",
  da_pct_revenue: "D&A, % of revenue",
  tax_rate: "Tax rate",
};

/** The driver block: a cell that somebody set is an input, every other follows the assumptions. */
export function driverLines(grid: Grid): Line[] {
  return [
    heading("Drivers"),
    ...driverNames.map((name) => ({
      id: name,
      cells: () => [
        text(labels[name]),
        text(name === "other_income" ? moneyUnit(grid.exported.result) : "ratio", "note"),
        null,
        ...grid.years.map((_, k) => driverCell(grid, name, k)),
      ],
    })),
    blank,
  ];
}

function driverCell(grid: Grid, name: DriverName, k: number): Cell | null {
  const { overrides } = grid.exported;
  const cell = grid.detail.drivers[name][k];
  const format = name === "other_income" ? "money" : "exactPercent";
  if (cell === undefined || cell.value === null) return null;
  if (overrides.drivers.get(name)?.has(cell.fiscalYear)) return input(cell.value, format);
  if (name !== "revenue_growth") return link(name, cell.value, format);
  return formula(fadeFormula(grid, k), cell.value, format);
}

/** Growth falls in equal steps from the first year's to the last year's (models.md 6.2). */
function fadeFormula({ last }: Grid, k: number): string {
  const [step, steps] = [`(${yearColumn(k)}$${indexRow}-1)`, `($${last}$${indexRow}-1)`];
  const of = `initial_revenue_growth+(long_run_revenue_growth-initial_revenue_growth)*${step}/${steps}`;
  return roundFormula(of, 6);
}

/** Row that numbers the projected years, under the header. */
export const indexRow = 5;

type Money = Exclude<keyof ProjectionRow, "fiscalYear">;
type ProjectedLine = [id: Money, label: string, formula: (refs: YearRefs) => string];

const projected: readonly ProjectedLine[] = [
  ["revenue", "Revenue", (r) => `${r.before("revenue")}*(1+${r.of("revenue_growth")})`],
  ["ebitda", "EBITDA", (r) => `${r.of("revenue")}*${r.of("ebitda_margin")}`],
  ["otherIncome", "Other income", (r) => r.of("other_income")],
  ["depreciationAmortization", "D&A", (r) => `${r.of("revenue")}*${r.of("da_pct_revenue")}`],
  [
    "ebit",
    "EBIT",
    (r) => `${r.of("ebitda")}+${r.of("otherIncome")}-${r.of("depreciationAmortization")}`,
  ],
  ["proFormaTaxes", "Pro-forma taxes", (r) => `MAX(0,${r.of("ebit")})*${r.of("tax_rate")}`],
  ["nopat", "NOPAT", (r) => `${r.of("ebit")}-${r.of("proFormaTaxes")}`],
  [
    "capitalExpenditures",
    "Capital expenditures",
    (r) => `${r.of("revenue")}*${r.of("capex_pct_revenue")}`,
  ],
  [
    "netWorkingCapital",
    "Net working capital",
    (r) => `${r.of("revenue")}*${r.of("nwc_pct_revenue")}`,
  ],
  [
    "netWorkingCapitalInvestment",
    "Net working capital investment",
    (r) => `${r.of("netWorkingCapital")}-${r.before("netWorkingCapital")}`,
  ],
  [
    "freeCashFlow",
    "Free cash flow",
    (r) =>
      `${r.of("nopat")}+${r.of("depreciationAmortization")}-${r.of("capitalExpenditures")}-${r.of("netWorkingCapitalInvestment")}`,
  ],
];

/** The projection block of models.md 6.3; opening working capital is normalised at the assumed share. */
export function projectionLines(grid: Grid): Line[] {
  const { detail, exported } = grid;
  const value = (key: string) => assumed(exported.result, key) ?? 0;
  const [revenue, share] = [value("base_revenue"), value("nwc_pct_revenue")];
  const bases: Partial<Record<Money, Cell>> = {
    revenue: link("base_revenue", revenue, "money"),
    netWorkingCapital: formula("nwc_pct_revenue*base_revenue", share * revenue, "money"),
  };
  return [
    heading("Projection, full fiscal years"),
    ...projected.map(([id, label, of]) =>
      yearLine(grid, {
        ...{ id, label, unit: moneyUnit(exported.result), format: "money" },
        base: bases[id] ?? null,
        formula: of,
        result: (k) => detail.projections[k]?.[id] ?? null,
      }),
    ),
    blank,
  ];
}

/** The numbers of the projected years, which formulas count with. */
export function indexLine(grid: Grid): Line {
  return {
    id: "index",
    cells: () => [
      text("Projected year"),
      null,
      fact(0, "count"),
      ...grid.years.map((_, k) => formula(`${yearColumn(k - 1)}${indexRow}+1`, k + 1, "count")),
    ],
  };
}
