import { type Html, html, nothing } from "../html.ts";
import { type Axis, axisOf } from "./axis.ts";

/** A value with its edges, on the axis that all bars of a column share. */
export interface RangeBar {
  low: number | null;
  mid: number;
  high: number | null;
}

const [width, height] = [200, 14];

/**
 * One small drawing for each row of a table: from the low to the high edge, with a tick at the middle and a line where
 * `mark` is. An edge far beyond the others is cut, with an arrow. The numbers stand beside it, so that it has no name.
 */
export function rangeBars(rows: readonly RangeBar[], mark: number | null): Html[] {
  const values = rows.flatMap(({ low, mid, high }) => [low, mid, high]);
  const axis = axisOf([{ values: [...values, mark] }], "ratio") ?? wholeAxis([...values, mark]);
  const place = (value: number) => (width * (value - axis.min)) / (axis.max - axis.min || 1);
  const line = mark === null ? nothing : tick("price", place(mark), 0);
  return rows.map(
    (row) =>
      html`<svg class="range" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${barOf(row, { axis, place })}${line}</svg>`,
  );
}

const wholeAxis = (values: readonly (number | null)[]): Axis => {
  const known = values.filter((value) => value !== null);
  return { min: Math.min(0, ...known), max: Math.max(0, ...known), step: 0 };
};

interface Scaled {
  axis: Axis;
  place(value: number): number;
}

function barOf({ low, mid, high }: RangeBar, { axis, place }: Scaled): Html {
  const [from, to] = [low ?? mid, high ?? mid].map((value) =>
    Math.min(Math.max(value, axis.min), axis.max),
  );
  const [left, right] = [place(from ?? 0), place(to ?? 0)];
  const isWithin = mid >= axis.min && mid <= axis.max;
  return html`<rect x="${left.toFixed(1)}" y="4" width="${Math.max(right - left, 1).toFixed(1)}" height="6"/>${isWithin ? tick("mid", place(mid), 2) : nothing}${(high ?? mid) > axis.max ? arrow(width, -1) : nothing}${(low ?? mid) < axis.min ? arrow(0, 1) : nothing}`;
}

const tick = (name: string, x: number, inset: number): Html =>
  html`<line class="${name}" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${inset}" y2="${height - inset}"/>`;

/** Points out of the drawing at its edge. */
const arrow = (edge: number, inwards: number): Html =>
  html`<polygon points="${edge},7 ${edge + inwards * 7},1 ${edge + inwards * 7},13"/>`;
