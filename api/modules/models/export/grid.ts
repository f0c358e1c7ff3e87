import type { Scenario } from "#registry/models/answers/scenario-values.ts";
import { edgeKey } from "#registry/models/formula/evaluate.ts";
import type { Expression, Place } from "#registry/models/formula/expression.ts";
import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import { type Cell, type Format, formula, letters, text } from "./cells.ts";
import { assumptionNames, type CellNames, excelFormula } from "./excel-formula.ts";
import type { ExportedModel } from "./exported.ts";
import type { At, Line } from "./sheet.ts";

/** The columns of a DCF sheet: label, unit, last fiscal year, projected years, terminal. */
export interface Grid {
  exported: ExportedModel;
  detail: DcfDetail;
  years: readonly number[];
  /** Column of the last fiscal year. */
  base: string;
  first: string;
  last: string;
  terminal: string;
}

const baseColumn = 3;

export function gridOf(exported: ExportedModel, detail: DcfDetail): Grid {
  const years = detail.drivers.revenue_growth.map(({ fiscalYear }) => fiscalYear);
  return {
    exported,
    detail,
    years,
    base: letters(baseColumn),
    first: letters(baseColumn + 1),
    last: letters(baseColumn + years.length),
    terminal: letters(baseColumn + years.length + 1),
  };
}

/** The column of the k-th projected year; k = −1 is the last fiscal year. */
export const yearColumn = (k: number) => letters(baseColumn + 1 + k);

/** Column of each scenario in the value block. */
export const scenarioColumn = { low: "C", mid: "D", high: "E" } as const;
export const scenarioLabel = { low: "Low", mid: "Mid", high: "High" } as const;

/** Where a formula stands: in a projected year, in the terminal column, or in the column of its scenario. */
export interface Standing {
  year?: number;
  isTerminal?: boolean;
  scenario?: Scenario;
}

/** Lines that have a row for each scenario. */
const byScenario: ReadonlySet<string> = new Set(["factor", "presentValue"]);

/** The row of a line: some have one for each scenario. */
export const rowId = (id: string, scenario: Scenario | undefined) =>
  byScenario.has(id) ? `${id}_${scenario}` : id;

/** The cells that the names of a formula of a DCF stand for. */
export function dcfNames(grid: Grid, at: At, { year, isTerminal, scenario }: Standing): CellNames {
  const own =
    year === undefined
      ? isTerminal
        ? grid.terminal
        : scenarioColumn[scenario ?? "mid"]
      : yearColumn(year);
  const columns: Readonly<Record<Place, string>> = {
    here: own,
    before: yearColumn((year ?? 0) - 1),
    opening: `$${grid.base}$`,
    first: `$${grid.first}$`,
    last: `$${grid.last}$`,
    terminal: `$${grid.terminal}$`,
    scenario: `$${scenarioColumn[scenario ?? "mid"]}$`,
  };
  const row = (id: string) => at(rowId(id, scenario));
  return {
    ...assumptionNames,
    input: ({ key, edge }) => edgeKey(key, edge, scenario ?? "mid"),
    line: (id, place) => `${columns[place]}${row(id)}`,
    years: (id) => `$${grid.first}$${row(id)}:$${grid.last}$${row(id)}`,
  };
}

/** A row with a formula per projected year; `base` is the cell of the last fiscal year. */
export interface YearRow {
  id: string;
  label: string;
  unit: string;
  format: Format;
  base?: Cell | null;
  /** Of the model, or what no formula of it says: text of a year's cell. */
  formula: Expression | ((names: CellNames, k: number) => string);
  scenario?: Scenario;
  result(k: number): number | null;
  terminal?(names: CellNames): Cell;
}

export function yearLine(grid: Grid, row: YearRow): Line {
  const { id, label, unit, format, base = null, scenario } = row;
  const of = scenario === undefined ? {} : { scenario };
  return {
    id,
    cells: (at) => [
      text(label),
      text(unit, "note"),
      base,
      ...grid.years.map((_, k) => {
        const names = dcfNames(grid, at, { ...of, year: k });
        const shown =
          typeof row.formula === "function"
            ? row.formula(names, k)
            : excelFormula(row.formula, names);
        return formula(shown, row.result(k), format);
      }),
      ...(row.terminal === undefined
        ? []
        : [row.terminal(dcfNames(grid, at, { ...of, isTerminal: true }))]),
    ],
  };
}
