/** A value that may be part of a total. */
export interface Candidate {
  /** In units of `unitsFor`. */
  value: bigint;
  /** What rounding can have moved it by. */
  rounding: bigint;
  /** Places of the candidates that the filing arranges below this one. */
  below: readonly number[];
}

export interface Whole {
  value: bigint;
  rounding: bigint;
}

/** Which candidates add up to the whole. */
export interface Parts {
  isExact: boolean;
  /** Places of the parts, ascending. */
  parts: number[];
  /** Why each other candidate does not count, by its place. */
  others: Map<number, "subtotal" | "alternative" | "memo">;
}

const leftOutMax = 3;
/** Fewer members may add up by chance. */
const tableMin = 3;
/** Beyond it only a few sets are tried: a filer with that many members states few subtotals among them. */
const candidatesMax = 40;
const subsetsMax = 12;

/**
 * The candidates that add up to the whole, as many as possible. One is left out only for a reason: it is the sum of
 * others (a subtotal), or part of another set that adds up to the whole as well, or stands before or after a table that
 * adds up exactly. Exact sums come before those that differ by rounding. Of sets without a common member `prefer` decides:
 * the one with most members, or the one that is printed first. Null where no set adds up.
 */
export function chooseParts(
  candidates: readonly Candidate[],
  whole: Whole,
  prefer: "most" | "first",
): Parts | null {
  let best: Parts | null = null;
  for (const parts of setsToTry(candidates, whole)) {
    const match = matchOf(sumOf(candidates, parts), roundingOf(candidates, parts), whole);
    if (match === null || !isBetter(parts, match === "exact", best, prefer)) continue;
    const others = reasonsOf(candidates, parts, whole) ?? besides(candidates, parts, match);
    if (others !== null) best = { isExact: match === "exact", parts: [...parts], others };
  }
  return best;
}

function isBetter(
  parts: readonly number[],
  isExact: boolean,
  best: Parts | null,
  prefer: "most" | "first",
): boolean {
  if (best === null) return true;
  if (isExact !== best.isExact) return isExact;
  const isOther = parts.every((place) => !best.parts.includes(place));
  if (isOther && prefer === "first") return (parts[0] ?? 0) < (best.parts[0] ?? 0);
  return parts.length > best.parts.length;
}

/**
 * Members of a table that adds up to the last digit, beside which the filing states others (countries of a region).
 */
function besides(
  candidates: readonly Candidate[],
  parts: readonly number[],
  match: "exact" | "rounding",
): Parts["others"] | null {
  const [first = 0, last = 0] = [parts[0], parts.at(-1)];
  const isRun = last - first === parts.length - 1;
  if (match !== "exact" || !isRun || parts.length < tableMin) return null;
  const others: Parts["others"] = new Map();
  candidates.forEach((_, place) => {
    if (place < first || place > last) others.set(place, "memo");
  });
  return others;
}

function matchOf(sum: bigint, rounding: bigint, whole: Whole): "exact" | "rounding" | null {
  const difference = sum - whole.value;
  if (difference === 0n) return "exact";
  const size = difference < 0n ? -difference : difference;
  return size <= rounding + whole.rounding ? "rounding" : null;
}

function sumOf(candidates: readonly Candidate[], places: readonly number[]): bigint {
  return places.reduce((total, place) => total + (candidates[place]?.value ?? 0n), 0n);
}

function roundingOf(candidates: readonly Candidate[], places: readonly number[]): bigint {
  return places.reduce((total, place) => total + (candidates[place]?.rounding ?? 0n), 0n);
}

/** All; without those that stand above others; without up to three; each run of neighbours. */
function* setsToTry(candidates: readonly Candidate[], whole: Whole): Generator<number[]> {
  const all = candidates.map((_, place) => place);
  yield all;
  const lowest = all.filter((place) => candidates[place]?.below.length === 0);
  if (lowest.length < all.length) yield lowest;
  // A zero is never a reason for a difference.
  const removable = all.filter((place) => candidates[place]?.value !== 0n);
  const deepest = removable.length <= candidatesMax ? leftOutMax : 1;
  const surplus = sumOf(candidates, all) - whole.value;
  const bound = roundingOf(candidates, all) + whole.rounding;
  for (let count = 1; count <= deepest; count += 1) {
    for (const out of combinations(removable, count)) {
      const left = surplus - sumOf(candidates, out);
      if (left > bound || left < -bound) continue;
      yield all.filter((place) => !out.includes(place));
    }
  }
  yield* runsOf(all);
  const totals = subtotalsIn(candidates.map(({ value }) => value));
  if (totals.size > 0) yield* runsOf(all.filter((place) => !totals.has(place)));
}

/** The values that are the sum of two or more neighbours right before or after them. */
export function subtotalsIn(values: readonly bigint[]): Set<number> {
  const found = new Set<number>();
  values.forEach((value, place) => {
    if (value === 0n) return;
    if (isReached(value, values.slice(0, place).reverse())) found.add(place);
    else if (isReached(value, values.slice(place + 1))) found.add(place);
  });
  return found;
}

function isReached(value: bigint, next: readonly bigint[]): boolean {
  let total = 0n;
  return next.some((one, count) => {
    total += one;
    return total === value && count > 0;
  });
}

function* combinations(places: readonly number[], count: number, from = 0): Generator<number[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= places.length - count; i += 1) {
    const first = places[i] ?? 0;
    for (const rest of combinations(places, count - 1, i + 1)) yield [first, ...rest];
  }
}

/** Null where one is left out without a reason. */
function reasonsOf(
  candidates: readonly Candidate[],
  parts: readonly number[],
  whole: Whole,
): Parts["others"] | null {
  const kept = new Set(parts);
  const out = candidates.map((_, place) => place).filter((place) => !kept.has(place));
  const others: Parts["others"] = new Map();
  const open: number[] = [];
  for (const place of out) {
    if (isSubtotal(candidates, place, parts, whole)) others.set(place, "subtotal");
    else open.push(place);
  }
  if (open.length === 0) return others;
  // What is left may be another whole breakdown, with or without subtotals.
  const totals = subtotalsIn(open.map((place) => candidates[place]?.value ?? 0n));
  const lowest = open.filter((_, place) => !totals.has(place));
  const isWhole = [open, out, lowest].some(
    (places) => matchOf(sumOf(candidates, places), roundingOf(candidates, places), whole) !== null,
  );
  if (!isWhole && !isUnionOfWholes(candidates, open, whole)) return null;
  for (const place of open) others.set(place, "alternative");
  return others;
}

/** Several other breakdowns, one after the other. */
function isUnionOfWholes(
  candidates: readonly Candidate[],
  places: readonly number[],
  whole: Whole,
): boolean {
  let run: number[] = [];
  for (const place of places) {
    run.push(place);
    if (matchOf(sumOf(candidates, run), roundingOf(candidates, run), whole) !== null) run = [];
  }
  return run.length === 0;
}

function isSubtotal(
  candidates: readonly Candidate[],
  place: number,
  parts: readonly number[],
  whole: Whole,
): boolean {
  const candidate = candidates[place];
  if (!candidate) return false;
  const fits = (places: readonly number[]) =>
    matchOf(sumOf(candidates, places), roundingOf(candidates, places), candidate) !== null;
  const below = candidate.below.filter((one) => parts.includes(one));
  if (below.length > 0 && fits(below)) return true;
  const isRestated = candidate.value === whole.value;
  return isRestated || runsOf(parts).some(fits) || isSumOfSome(candidates, parts, candidate);
}

function runsOf(parts: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = from + 2; to <= parts.length; to += 1) runs.push(parts.slice(from, to));
  }
  return runs;
}

/** Whether two or more of the parts add up to the candidate to the last digit. Only for few parts: chance grows. */
function isSumOfSome(
  candidates: readonly Candidate[],
  parts: readonly number[],
  { value }: Candidate,
): boolean {
  if (parts.length > subsetsMax) return false;
  const search = (at: number, left: bigint, taken: number): boolean => {
    if (at === parts.length) return left === 0n && taken > 1;
    const own = candidates[parts[at] ?? 0]?.value ?? 0n;
    return search(at + 1, left - own, taken + 1) || search(at + 1, left, taken);
  };
  return search(0, value, 0);
}
