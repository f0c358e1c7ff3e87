import type { DcfDetail } from "#registry/models/answers/result.ts";
import { type Cell, type Format, formula, letters, text } from "./cells.ts";
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

/** What a formula of one year may refer to: a row of the same year, and of the year before. */
export interface YearRefs {
  k: number;
  of(id: string): string;
  before(id: string): string;
  at: At;
}

/** A row with a formula per projected year; `base` is the cell of the last fiscal year. */
export function yearLine(
  grid: Grid,
  row: {
    id: string;
    label: string;
    unit: string;
    format: Format;
    base?: Cell | null;
    formula(refs: YearRefs): string;
    result(k: number): number | null;
    terminal?(at: At): Cell;
  },
): Line {
  const { id, label, unit, format, base = null } = row;
  return {
    id,
    cells: (at) => [
      text(label),
      text(unit, "note"),
      base,
      ...grid.years.map((_, k) => {
        const refs: YearRefs = {
          k,
          of: (other) => `${yearColumn(k)}${at(other)}`,
          before: (other) => `${yearColumn(k - 1)}${at(other)}`,
          at,
        };
        return formula(row.formula(refs), row.result(k), format);
      }),
      ...(row.terminal === undefined ? [] : [row.terminal(at)]),
    ],
  };
}

/** All projected years of a row, such as $D$24:$H$24. */
export const rangeOf = ({ first, last }: Grid, row: number) => `$${first}$${row}:$${last}$${row}`;
