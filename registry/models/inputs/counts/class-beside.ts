import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { type ClassOfShares, classesOf, statedByClass, weighted } from "../shares-of-earnings.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";
import { membersAt } from "./count-of-classes.ts";

/** A count of several classes as one of the largest class, by what a share of each earns. */
export function asOfLargestClass(
  source: ModelSource,
  reading: Reading,
  at: { count: QuotedValue; date: string },
): QuotedValue {
  const classes = classesOf(reading);
  return weighted(source, classes.length > 0 ? classes : withClassesBeside(source, reading), at);
}

/** Earnings per share are of two decimals. */
const half = 0.005;
const roundedBy = 0.01;

/**
 * The classes of a count that a filing states without a member and that is of one class: others have members beside it, and
 * earnings per share of all come to net income, those without a member alone do not (SEALSQ 2022: 0.41 of 6.6 million shares and 2.04 of
 * 1.5 million F shares are 5.77 million).
 */
function withClassesBeside(source: ModelSource, { lineage }: Reading): ClassOfShares[] {
  const [leaf, ...more] = leavesOf(lineage, source.facts);
  if (leaf === undefined || more.length > 0 || leaf.dimensions !== null) return [];
  const whole = numberOf(leaf.value) ?? 0;
  const members = membersAt(source, `${leaf.taxonomy}:${leaf.tag}`, leaf.end);
  const others = members
    .filter(({ kind, value }) => kind === "common" && value > 0)
    .map(({ fact, value }) => ({ label: fact.dimensions, value }));
  const isApart = others.every(({ value }) => value < whole);
  if (others.length === 0 || !isApart || !areEarnedApart(source, others, leaf.end)) return [];
  return [{ label: null, value: whole }, ...others];
}

/** True where what the classes earn comes to net income of a period only with what is filed without a class. */
const areEarnedApart = (source: ModelSource, others: readonly ClassOfShares[], date: string) =>
  source.periods.some((period) => {
    const stated = statedByClass(source, date).filter(
      ({ start, end }) => start === period.start && end === period.end,
    );
    const earned = others.map(({ label, value }) => {
      const perShare = stated.find(({ dimensions }) => dimensions === label);
      return perShare === undefined ? null : value * Number(perShare.value);
    });
    return !earned.includes(null) && isRest(period, others, sum(earned));
  });

function isRest(period: SourcePeriod, others: readonly ClassOfShares[], earned: number): boolean {
  const income = (read(period, "net_income_common") ?? read(period, "net_income"))?.value ?? null;
  const perShare = numberOf(period.lines.eps_basic?.value);
  const basic = read(period, "basic_shares")?.value ?? null;
  if (income === null || perShare === null || basic === null) return false;
  const left = income - perShare * basic;
  const shares = basic + sum(others.map(({ value }) => value));
  const slack = half * shares + roundedBy * Math.abs(income);
  return Math.abs(left) > 2 * slack && Math.abs(left - earned) <= slack;
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
