import { amountBy } from "#registry/resolve/amounts.ts";
import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { Slot } from "../../periods/slots.ts";
import { type Amount, amountsIn, type FilingAmounts, slackOf } from "./filing-amounts.ts";
import { all, foundBy, slotsOf, type TaggedLines } from "./tagged-lines.ts";

/**
 * Incomes that were filed with the wrong sign, each with the rule that says so. An identity of what one filing states of the period holds when the sign of one line is
 * turned and fails as filed:
 * 1. income from continuing operations and discontinued operations are net income, or the parent's net income and that of noncontrolling
 *    interests are the consolidated one: then the smaller part is turned;
 * 2. two lines of net income are each other's negative, save for what noncontrolling or preferred holders get: then the one is turned
 *    that has another sign than the income above it.
 */
export function findTurnedIncomes(filed: TaggedLines): [Fact, string][] {
  const { rules } = filed.registry;
  return slotsOf(filed).flatMap((slot) => [
    ...rulesOf(rules, "turned_part").flatMap((rule) => foundBy(rule, partsAt(filed, slot, rule))),
    ...rulesOf(rules, "turned_twin").flatMap((rule) =>
      foundBy(rule, incomesAt(filed, slot, rule.applies)),
    ),
  ]);
}

function partsAt(
  filed: TaggedLines,
  slot: Slot,
  { line, applies: { rest, totals, others } }: RuleOf<"turned_part">,
): Fact[] {
  return all(filed, line, slot).flatMap(({ fact, number, quantum }) => {
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

function incomesAt(filed: TaggedLines, slot: Slot, keys: AppliesOf<"turned_twin">): Fact[] {
  return keys.pairs.flatMap(({ first, second, share }) =>
    all(filed, second, slot).flatMap(({ fact, number, quantum }) => {
      const amount = amountsIn(filed, slot, fact.accession);
      const own = { fact, number, quantum };
      const other = amount(first);
      if (!other || !areOpposite(own, other, amount(share))) return [];
      const sign = signAbove(keys, amount);
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
function signAbove({ above, plus }: AppliesOf<"turned_twin">, amount: FilingAmounts): number {
  const numberOf = (key: string) => amount(key)?.number ?? null;
  const nearest = above.map((ways) => amountBy(ways, numberOf)).find(Boolean);
  return nearest ? Math.sign(nearest + (numberOf(plus) ?? 0)) : 0;
}
