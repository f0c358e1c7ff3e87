import { type Cells, text } from "./cells.ts";

export interface Row {
  cells: Cells;
  /** The first cell reaches up to this column, wrapped. */
  mergedTo?: number;
  /** Points; the usual height when absent. */
  height?: number;
}

/** One series of a chart: its name and cells, such as `DCF!$D$15:$H$15`. */
export interface ChartSeries {
  name: string;
  values: string;
  /** Bars by default. `line` draws ratios on a second axis, at the right. */
  kind: "bar" | "line" | "ratio line";
}

/** A chart that follows its cells. */
export interface Chart {
  title: string;
  /** Labels of the values along the axis. */
  categories: string;
  series: ChartSeries[];
  /** Rows and columns that it covers, counted from 0. */
  from: { column: number; row: number };
  to: { column: number; row: number };
}

/** One sheet as plain data. Rows and columns count from 1, as spreadsheets do. */
export interface Sheet {
  name: string;
  rows: Row[];
  /** Characters, by column. */
  widths: number[];
  /** Rows and columns that stay in view; null when none do. */
  frozen: { rows: number; columns: number } | null;
  /** Row repeated on every printed page; null for none. */
  headerRow: number | null;
  /** Rows that begin a printed page. The sheet is as large as it can be with no part on two pages. */
  pageStarts?: number[];
  hasGridlines: boolean;
  /** Pages side by side in print; one when absent. */
  pagesWide?: number;
  /** Pages below each other; as many as the rows need when absent. */
  pagesHigh?: number;
  charts?: Chart[];
  /** Columns repeated on every printed page, such as "A:B". */
  titleColumns?: string;
}

export interface Workbook {
  title: string;
  sheets: Sheet[];
  /** Defined names and the one cell that each stands for, such as `Assumptions!$C$5`. */
  names: { name: string; cell: string }[];
  /** Printed at the foot of every page. */
  footer: string;
}

/** The number of the row with an id; throws for an unknown one. */
export type At = (id: string) => number;

/** A row that may refer to any other row of its sheet by id, wherever that one stands. */
export interface Line {
  id?: string;
  cells(at: At): Cells;
  mergedTo?: number;
  height?: number;
}

export interface LaidOut {
  rows: Row[];
  at: At;
}

export function layOut(lines: readonly Line[]): LaidOut {
  const numbers = new Map<string, number>();
  lines.forEach(({ id }, index) => {
    if (id !== undefined) numbers.set(id, index + 1);
  });
  const at: At = (id) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`no row "${id}"`);
    return number;
  };
  const rows = lines.map(({ cells, mergedTo, height }) => ({
    cells: cells(at),
    ...(mergedTo === undefined ? {} : { mergedTo }),
    ...(height === undefined ? {} : { height }),
  }));
  return { rows, at };
}

export const blank: Line = { cells: () => [] };
export const heading = (title: string, more: Cells = []): Line => ({
  cells: () => [text(title, "heading"), ...more],
});

/** Wider than this the disclaimer would run out of the first screen. */
const disclaimerColumns = 7;

/** The head of a sheet: what it is, and the disclaimer in row 3. */
export function frame(title: string, disclaimer: string, columns: number): Line[] {
  return [
    { cells: () => [text(title, "title")] },
    blank,
    {
      cells: () => [text(disclaimer, "disclaimer")],
      mergedTo: Math.min(columns, disclaimerColumns),
      height: 45,
    },
  ];
}
