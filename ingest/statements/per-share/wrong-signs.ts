import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf, RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";
import { all, first, firstOfEach, foundBy, slotsOf, type TaggedLines } from "./tagged-lines.ts";
import { findTurnedIncomes } from "./turned-income.ts";
import { findTurnedPretax } from "./turned-pretax.ts";
import { findTurnedTaxes } from "./turned-tax.ts";

/**
 * Facts of the income statement that were filed with the wrong sign, each with the rule that says so: income before tax, income tax, net income and discontinued
 * operations, as identities of the filing prove, then earnings per share and preferred dividends beside them. Earnings of another sign than the income that
 * they are of, as much as it for each share, are a slip where another line of the income statement has the sign of the income:
 * filers tag a loss per share as it reads, 0.35. Negative preferred dividends are a slip where they take net income to
 * income to common as they stand.
 */
export function findWrongSigns(filed: TaggedLines): ReadonlyMap<Fact, string> {
  const turned = new Map(findTurnedPretax(filed));
  const right = { ...filed, turned };
  const found = new Map([...turned, ...findTurnedTaxes(right), ...findTurnedIncomes(right)]);
  const { rules } = filed.registry;
  const [figures, shares] = [rulesOf(rules, "turned_figure"), rulesOf(rules, "turned_share")];
  for (const slot of slotsOf(filed)) {
    const wrong = [
      ...figures.flatMap((rule) => foundBy(rule, earningsOf(filed, slot, rule.applies, found))),
      ...shares.flatMap((rule) => foundBy(rule, preferredOf(filed, slot, rule))),
    ];
    for (const [fact, rule] of wrong) found.set(fact, rule);
  }
  return found;
}

type Turned = ReadonlyMap<Fact, string>;

function earningsOf(
  filed: TaggedLines,
  slot: Slot,
  { pairs, incomes: keys, witnesses }: AppliesOf<"turned_figure">,
  turned: Turned,
): Fact[] {
  const incomes = firstOfEach(filed, keys, slot).map((income) => rightSign(income, turned));
  const [income] = incomes;
  if (!income || incomes.some(({ number }) => number * income.number <= 0)) return [];
  const wrong = pairs.flatMap(({ figure, shares: count }) => {
    const shares = first(filed, count, slot)?.number ?? 0;
    return all(filed, figure, slot).filter(
      (eps) =>
        eps.number * income.number < 0 &&
        incomes.some(({ number }) => isEarnedBy(eps, -number, shares)),
    );
  });
  if (wrong.length === 0) return [];
  const others = firstOfEach(filed, witnesses, slot);
  return areOfSign(income, others, turned) ? wrong.map(({ fact }) => fact) : [];
}

const rightSign = (income: PickedVersion, turned: Turned): PickedVersion =>
  turned.has(income.fact) ? { ...income, number: -income.number } : income;

/** How far earnings per share may be from income over shares: as they are rounded, and by what else shares in income. */
const shareOff = 0.05;

function isEarnedBy({ number, quantum }: PickedVersion, income: number, shares: number): boolean {
  if (shares <= 0) return false;
  const slack = Math.max(0.6 * 10 ** quantum, shareOff * Math.abs(number));
  return Math.abs(number - income / shares) <= slack;
}

/** Whether there are other lines, and all have the sign of the income. */
function areOfSign(
  income: PickedVersion,
  others: readonly PickedVersion[],
  turned: Turned,
): boolean {
  return (
    others.length > 0 &&
    others.every((other) => rightSign(other, turned).number * income.number > 0)
  );
}

/** How far from income to common the sum may be, as a share of the dividends: what else is allotted. */
const allotted = 0.3;

function preferredOf(
  filed: TaggedLines,
  slot: Slot,
  { line, applies: { whole, rest } }: RuleOf<"turned_share">,
): Fact[] {
  const negative = all(filed, line, slot).filter(({ number }) => number < 0);
  const [net, common] = [whole, rest].map((key) =>
    negative.length === 0 ? null : first(filed, key, slot),
  );
  if (!net || !common) return [];
  return negative
    .filter(
      ({ number }) => Math.abs(net.number + number - common.number) <= allotted * Math.abs(number),
    )
    .map(({ fact }) => fact);
}
