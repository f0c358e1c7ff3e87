export interface Solutions {
  /** Every x found in the range, ascending. */
  roots: number[];
  /** The least and greatest value seen in the range; null where the function has no value at all. */
  attained: { least: number; greatest: number } | null;
}

interface Point {
  x: number;
  y: number | null;
}

type Of = (x: number) => number | null;

const cells = 60;
const halvings = 80;
/** Of the target: beyond it a change of sign was a jump, not a solution. */
const tolerance = 1e-9;

/**
 * Finds where a function takes a value. It looks at a grid of the range and bisects every change of sign, so that of
 * two solutions within one cell of the grid neither may be found. Null is where the function has no value.
 */
export function solve(of: Of, range: { min: number; max: number }, target: number): Solutions {
  const points = withEdges(of, grid(of, range));
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const roots: number[] = [];
  points.forEach((right, index) => {
    const left = points[index - 1];
    if (right.y === target) roots.push(right.x);
    if (left === undefined || left.y === null || right.y === null) return;
    if ((left.y - target) * (right.y - target) >= 0) return;
    const x = bisect(of, left.x, right.x, target);
    if (x !== null) roots.push(x);
  });
  const attained =
    values.length === 0 ? null : { least: Math.min(...values), greatest: Math.max(...values) };
  return { roots, attained };
}

function grid(of: Of, { min, max }: { min: number; max: number }): Point[] {
  return Array.from({ length: cells + 1 }, (_, index) => {
    const x = min + ((max - min) * index) / cells;
    return { x, y: of(x) };
  });
}

/** Adds the outermost point with a value wherever the function begins or ceases to have one. */
function withEdges(of: Of, points: readonly Point[]): Point[] {
  return points.flatMap((right, index) => {
    const left = points[index - 1];
    if (left === undefined || (left.y === null) === (right.y === null)) return [right];
    let [inside, outside] = left.y === null ? [right, left] : [left, right];
    for (let step = 0; step < halvings; step += 1) {
      const x = (inside.x + outside.x) / 2;
      if (x === inside.x || x === outside.x) break;
      const y = of(x);
      if (y === null) outside = { x, y };
      else inside = { x, y };
    }
    return [inside, right];
  });
}

function bisect(of: Of, from: number, to: number, target: number): number | null {
  const isBelow = (of(from) ?? 0) < target;
  let [low, high] = [from, to];
  for (let step = 0; step < halvings; step += 1) {
    const x = (low + high) / 2;
    if (x === low || x === high) break;
    const y = of(x);
    if (y === null) return null;
    if (y === target) return x;
    if (y < target === isBelow) low = x;
    else high = x;
  }
  const valueAtHigh = of(high);
  const isReached =
    valueAtHigh !== null &&
    Math.abs(valueAtHigh - target) <= tolerance * Math.max(1, Math.abs(target));
  return isReached ? high : null;
}
