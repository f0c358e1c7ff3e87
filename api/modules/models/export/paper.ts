import type { Cell } from "./cells.ts";
import type { Row, Sheet } from "./sheet.ts";

/** How a sheet is set so that no text is cut, on screen and on paper. */
export interface Paper {
  /** Characters, by column. */
  widths: number[];
  /** Texts that take several lines; `to` is the last column of a text that reaches over empty cells. */
  wrapped: { row: number; column: number; to: number }[];
  /** Points, of rows with a wrapped text. */
  heights: Map<number, number>;
}

/** A column is not made wider than this for a text; the text is wrapped instead. */
const widest = 60;
const linePoints = 13.5;

/** Widens columns for texts that have no room beside them, and wraps what is longer still. */
export function setForPaper({ rows, widths: given }: Sheet): Paper {
  const widths = [...given];
  for (const row of rows) {
    eachText(row, (cell, index) => {
      if (room(row, index, widths).to > index) return;
      widths[index] = Math.max(widths[index] ?? 0, Math.min(widest, needed(cell)));
    });
  }
  const paper: Paper = { widths, wrapped: [], heights: new Map() };
  rows.forEach((row, at) => {
    eachText(row, (cell, index) => {
      const { to, characters } = room(row, index, widths);
      const lines = Math.ceil(needed(cell) / characters);
      if (lines <= 1) return;
      paper.wrapped.push({ row: at + 1, column: index + 1, to: to + 1 });
      paper.heights.set(at + 1, Math.max(paper.heights.get(at + 1) ?? 0, lines * linePoints));
    });
  });
  return paper;
}

/** A sheet of paper on its side, the smaller of A4 and Letter each way, without margins: in pixels and in points. */
const paperPixels = 920;
const paperPoints = 490;
/** A character of the default font is 7 pixels wide; programs differ by some percent. */
const characterPixels = 7.5;
/** The height of a row that sets none. */
const rowPoints = 15;

/**
 * The scale in percent, at most 100, at which the columns fit the width of a page, and the rows between two starts of
 * pages, charts included, its height.
 */
export function scaleOf({ rows, charts = [], pageStarts = [] }: Sheet, paper: Paper): number {
  const pixels = paper.widths.reduce(
    (sum, characters) => sum + characters * characterPixels + 5,
    0,
  );
  const last = Math.max(rows.length, ...charts.map(({ to }) => to.row));
  const starts = [1, ...pageStarts, last + 1];
  const heightOf = (row: number) => paper.heights.get(row) ?? rows[row - 1]?.height ?? rowPoints;
  const heights = starts.slice(1).map((next, at) => {
    const first = starts[at] ?? next;
    return Array.from({ length: next - first }, (_, offset) => heightOf(first + offset));
  });
  const tallest = Math.max(...heights.map((all) => all.reduce((sum, one) => sum + one, 0)));
  return Math.floor(100 * Math.min(1, paperPixels / pixels, paperPoints / tallest));
}

type Text = Extract<Cell, { kind: "text" }>;

/** Titles reach over the empty row beside them, and the disclaimer is wrapped already. */
function eachText({ cells, mergedTo }: Row, see: (cell: Text, index: number) => void): void {
  if (mergedTo !== undefined) return;
  cells.forEach((cell, index) => {
    if (cell?.kind === "text" && cell.look !== "title") see(cell, index);
  });
}

/** Bold characters of the default font are wider. */
const needed = ({ text, look }: Text) =>
  Math.ceil(text.length * (look === "label" || look === "note" ? 1.05 : 1.2)) +
  (look === "note" ? 3 : 1);

/** What a text has: its own column, and the empty ones to its right. */
function room(
  { cells }: Row,
  index: number,
  widths: readonly number[],
): { to: number; characters: number } {
  let to = index;
  while (to + 1 < widths.length && (cells[to + 1] ?? null) === null) to += 1;
  const characters = widths.slice(index, to + 1).reduce((sum, one) => sum + one, 0);
  return { to, characters };
}
