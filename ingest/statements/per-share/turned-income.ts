import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Slot } from "../../periods/slots.ts";
import { all, type FiledLines, slotsOf } from "./filed-lines.ts";
import { type Amount, amountsIn, type FilingAmounts, slackOf } from "./filing-amounts.ts";

interface Sum {
  part: string;
  rest: string;
  /** The lines that may be the sum. */
  totals: readonly string[];
  /** What may be taken out of the sum. */
  others: readonly string[];
}

const parts: readonly Sum[] = [
  {
    part: "income_discontinued",
    rest: "income_continuing",
    totals: ["net_income_consolidated", "net_income"],
    others: ["net_income_nci"],
  },
  { part: "net_income_nci", rest: "net_income", totals: ["net_income_consolidated"], others: [] },
];

/** Lines that are the income of one period, before and after some holders' share, and that share. */
const pairs = [
  ["net_income", "net_income_to_common", "preferred_dividends"],
  ["net_income_consolidated", "net_income_to_common", "preferred_dividends"],
  ["net_income_consolidated", "net_income", "net_income_nci"],
] as const;

/**
 * Incomes that were filed with the wrong sign. An identity of what one filing states of the period holds when the sign of one line is
 * turned and fails as filed:
 * 1. income from continuing operations and discontinued operations are net income, or the parent's net income and that of noncontrolling
 *    interests are the consolidated one: then the smaller part is turned;
 * 2. two lines of net income are each other's negative, save for what noncontrolling or preferred holders get: then the one is turned
 *    that has another sign than the income above it.
 */
export function findTurnedIncomes(filed: FiledLines): Fact[] {
  return slotsOf(filed).flatMap((slot) => [
    ...parts.flatMap((sum) => partsAt(filed, slot, sum)),
    ...incomesAt(filed, slot),
  ]);
}

function partsAt(filed: FiledLines, slot: Slot, { part, rest, totals, others }: Sum): Fact[] {
  return all(filed, part, slot).flatMap(({ fact, number, quantum }) => {
    const amount = number === 0 ? () => null : amountsIn(filed, slot, fact.accession);
    const most = amount(rest);
    const sums = totals.flatMap((key) => amount(key) ?? []);
    if (!most || sums.length === 0) return [];
    const slack = slackOf([most, { fact, number, quantum }, ...sums]);
    const other = others.map((key) => amount(key)?.number ?? 0);
    const isSum = (own: number) =>
      sums.some((total) =>
        [0, ...other].some((one) => Math.abs(most.number + own - one - total.number) <= slack),
      );
    if (isSum(number) || isSum(0)) return [];
    return Math.abs(number) > 2 * slack && isSum(-number) ? [fact] : [];
  });
}

function incomesAt(filed: FiledLines, slot: Slot): Fact[] {
  return pairs.flatMap(([first, second, share]) =>
    all(filed, second, slot).flatMap(({ fact, number, quantum }) => {
      const amount = amountsIn(filed, slot, fact.accession);
      const own = { fact, number, quantum };
      const other = amount(first);
      if (!other || !areOpposite(own, other, amount(share))) return [];
      const sign = signAbove(amount);
      if (sign === 0) return [];
      return [(sign * number < 0 ? own : other).fact];
    }),
  );
}

/** Both lines have other signs, and are as large: with the share of the other holders, or without it. */
function areOpposite(own: Amount, other: Amount, share: Amount | null): boolean {
  if (own.number * other.number >= 0) return false;
  const slack = slackOf([own, other, share]);
  const part = share?.number ?? 0;
  const sum = own.number + other.number;
  const isApart = Math.abs(other.number - own.number) - Math.abs(part) > 2 * slack;
  return isApart && [0, part, -part].some((one) => Math.abs(sum - one) <= slack);
}

/** The sign of the income that leads to net income: the nearest one that the filing states; 0 where it states none. */
function signAbove(amount: FilingAmounts): number {
  const discontinued = amount("income_discontinued")?.number ?? 0;
  const pretax = amount("pretax_income");
  const tax = amount("income_tax_expense");
  const nearest = [
    amount("income_continuing")?.number,
    pretax && tax ? pretax.number - tax.number : pretax?.number,
    amount("operating_income")?.number,
    amount("eps_basic")?.number,
  ].find((one) => one !== undefined && one !== 0);
  return nearest === undefined ? 0 : Math.sign(nearest + discontinued);
}
