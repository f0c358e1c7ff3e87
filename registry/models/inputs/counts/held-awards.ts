import { type Averages, dilution } from "../average-shares.ts";
import { addDays } from "../dates.ts";
import { near } from "../filed-facts.ts";
import { classesMin } from "../scopes/all-owners.ts";
import type { ModelSource } from "../source.ts";
import { areApart } from "./apart.ts";
import { countOfClasses } from "./count-of-classes.ts";

/** Counts of some weeks apart are this near. */
const sameCount = 0.005;

/** A count of a balance sheet. */
export interface BalanceCount {
  value: number;
  date: string;
}

/** What a count near the balance sheet has already of what dilutes, in words; null where it is to be diluted. */
export function heldIn(
  source: ModelSource,
  averages: Averages | null,
  counts: { count: number; balances: readonly BalanceCount[] },
): string | null {
  if (averages === null) return null;
  if (holdsClasses(counts.count, averages)) {
    return "it counts the classes that the diluted average adds";
  }
  return holdAwards(source, averages, counts)
    ? "it counts shares that have not vested, which the basic average leaves out"
    : null;
}

/** A count this near to the diluted average has what it adds. */
const sameAverage = 0.1;

/** True for a count that has these already: it is about the diluted average (Rocket: class D). */
function holdsClasses(count: number, averages: Averages): boolean {
  if (averages.hasBasic !== true || dilution(averages) < classesMin) return false;
  return Math.abs(count / averages.diluted.value - 1) <= sameAverage;
}

/**
 * True for counts that have shares which the basic average leaves out, such as those that have not vested: at both ends of its span the
 * balance sheet counts more than that average and half of what dilutes it (Cablevision 2010: 302.0 and 305.6 million, with 293.9 on
 * average and 302.8 diluted). The shares outstanding on average lie between those of both ends. The count itself must be about that of the
 * end: a column of issued shares may hold treasury shares (Verizon).
 */
function holdAwards(
  source: ModelSource,
  { basic, diluted, start, end, hasBasic }: Averages,
  { count, balances }: { count: number; balances: readonly BalanceCount[] },
): boolean {
  if (hasBasic !== true || end === undefined) return false;
  const [first, last] = [addDays(start, -1), end].map((day) => countAt(source, day, balances));
  if (first == null || last == null || areApart(first, last)) return false;
  if (Math.abs(count / last - 1) > sameCount) return false;
  return Math.min(first, last) > (basic.value + diluted.value) / 2;
}

function countAt(source: ModelSource, day: string, counts: readonly BalanceCount[]): number | null {
  const line = counts.find(({ date }) => near(date, day));
  if (line !== undefined) return line.value;
  const periods = source.periods.filter(({ end }) => near(end, day));
  const [ofClasses = null] = periods.flatMap(
    (period) => countOfClasses(source, period, null) ?? [],
  );
  return ofClasses?.value ?? null;
}
