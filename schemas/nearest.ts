/** Longer than every name. The work grows with the length of what was typed, for each candidate. */
const typedCharsMax = 100;

/**
 * The candidates that a mistyped name may mean, nearest first: those that contain it or differ by one or two typing
 * errors. A text of more than 100 characters means none.
 */
export function nearest(typed: string, candidates: readonly string[], most = 3): string[] {
  if (typed.length > typedCharsMax) return [];
  const lowerCased = typed.toLowerCase();
  const allowed = lowerCased.length <= 3 ? 1 : lowerCased.length <= 8 ? 2 : 3;
  return [...new Set(candidates)]
    .map((candidate) => {
      const text = candidate.toLowerCase();
      const slips = slipsBetween(lowerCased, text);
      const isPart =
        lowerCased.length >= 3 && (text.includes(lowerCased) || lowerCased.includes(text));
      return { candidate, isNear: slips <= allowed || isPart, slips };
    })
    .filter(({ isNear }) => isNear)
    .sort((a, b) => a.slips - b.slips || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Edit distance: inserted, deleted, replaced and swapped letters between two words. */
export function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Appends suggestions to a message about an unknown name: "; did you mean a, b?", or nothing. */
export const didYouMean = (near: readonly string[]) =>
  near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
