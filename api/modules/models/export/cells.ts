/** How a number is shown; the cell keeps it in full units. */
export type Format =
  | "money"
  | "perShare"
  | "percent"
  | "exactPercent"
  | "multiple"
  | "factor"
  | "years"
  | "date"
  | "count"
  | "number";

/** The same as spreadsheets say it. Money shows millions of the full units that its cells hold. */
export const numberFormats: Record<Format, string> = {
  money: '#,##0.0,,;(#,##0.0,,);"-"',
  perShare: "0.00;(0.00)",
  percent: '0.0%;(0.0%);"-"',
  exactPercent: '0.00%;(0.00%);"-"',
  multiple: '0.0"x"',
  factor: "0.0000",
  years: "0.00",
  date: "yyyy-mm-dd",
  count: "#,##0",
  number: "General",
};

export type TextLook = "title" | "disclaimer" | "heading" | "header" | "label" | "total" | "note";

/** What a formula gives: text where there is no number, such as "n/a". */
export type Result = number | string;

/** One cell as plain data; whoever writes the file decides fonts and colours. */
export type Cell =
  | { kind: "text"; text: string; look: TextLook; link?: string }
  /** `isInput`: meant to be changed by the reader; null is an empty cell that waits for a number. */
  | { kind: "number"; value: number | null; format: Format; isInput: boolean }
  /** `isLink`: shows a cell of another sheet. */
  | {
      kind: "formula";
      formula: string;
      result: Result;
      format: Format;
      isLink: boolean;
      /** Set off by a border and a fill. */
      isMarked?: true;
    };

export type Cells = (Cell | null)[];

/** Text where a formula has no number to show. */
const notAvailable = "n/a";

export const text = (value: string, look: TextLook = "label"): Cell => ({
  kind: "text",
  text: value,
  look,
});

/** A number that the reader may change. Null while it is unknown. */
export const input = (value: number | null, format: Format): Cell => ({
  kind: "number",
  value,
  format,
  isInput: true,
});

/** A number that is what it is: filed, or fixed by a rule. Null leaves the cell empty. */
export const fact = (value: number | null, format: Format): Cell | null =>
  value === null ? null : { kind: "number", value, format, isInput: false };

/** `result` is what the model itself computed: null is `notAvailable`, which the formula must give as well. */
export const formula = (of: string, result: Result | null, format: Format): Cell => ({
  kind: "formula",
  formula: of,
  result: result ?? notAvailable,
  format,
  isLink: false,
});

/** The same, set off from the cells around it. */
export const marked = (cell: Cell): Cell =>
  cell.kind === "formula" ? { ...cell, isMarked: true } : cell;

/** A formula that shows a cell of another sheet. */
export const link = (of: string, result: Result | null, format: Format): Cell => ({
  kind: "formula",
  formula: of,
  result: result ?? notAvailable,
  format,
  isLink: true,
});

/** The letters of a column: 1 is A, 27 is AA. */
export function letters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest === 0 ? "" : letters(rest)) + String.fromCharCode(65 + ((column - 1) % 26));
}

const dayMs = 86_400_000;
/** Day zero of spreadsheets. */
const epoch = Date.UTC(1899, 11, 30);

/** A calendar date (YYYY-MM-DD) as spreadsheets count it. */
export function serialOf(date: string): number {
  return (Date.parse(`${date}T00:00:00Z`) - epoch) / dayMs;
}
