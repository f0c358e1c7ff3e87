import type { Way } from "#schemas/shapes/companies/rule-conditions.ts";
import { tolerance } from "./resolve.ts";

/** A line's amount in one filing and period; null where there is none. */
export type AmountOf = (snakeKey: string) => number | null;

/** The first of the sums that can be made; undefined where none can. */
export function wayThatIs(ways: readonly Way[], amount: AmountOf): Way | undefined {
  return ways.find(
    ({ terms, silent = [], nothing = [] }) =>
      terms.every(({ concept }) => amount(concept) !== null) &&
      silent.every((key) => amount(key) === null) &&
      nothing.every((key) => !amount(key)),
  );
}

/** The amount of the first of the sums that can be made; null where none can. */
export function amountBy(ways: readonly Way[], amount: AmountOf): number | null {
  const way = wayThatIs(ways, amount);
  if (!way) return null;
  return way.terms.reduce((so, { weight, concept }) => so + weight * (amount(concept) ?? 0), 0);
}

/** A whole and its parts; a part that is null is the tag that is judged. */
interface Parts {
  whole: readonly Way[];
  parts: readonly (readonly Way[] | null)[];
}

/**
 * Whether the whole is its parts within rounding, in one of the ways at least. `quantum` is the coarsest of the amounts. Null where
 * no way has all its amounts.
 */
export function sumHolds(
  ways: readonly Parts[],
  { amount, tag, quantum }: { amount: AmountOf; tag: number; quantum: number },
): boolean | null {
  let holds: boolean | null = null;
  for (const { whole, parts } of ways) {
    const total = amountBy(whole, amount);
    const rest = parts.reduce<number | null>((left, part) => {
      const own = part === null ? tag : amountBy(part, amount);
      return left === null || own === null ? null : left - own;
    }, total);
    if (rest === null) continue;
    if (Math.abs(rest) <= tolerance(1 + parts.length, quantum)) return true;
    holds = false;
  }
  return holds;
}
