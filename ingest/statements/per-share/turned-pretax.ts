import { amountBy } from "#registry/resolve/amounts.ts";
import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import { type Amount, amountsIn, type FilingAmounts, slackOf } from "./filing-amounts.ts";
import { all, foundBy, slotsOf, type TaggedLines } from "./tagged-lines.ts";
import { incomesAfterTax, nearer } from "./turned-tax.ts";

/**
 * Incomes before tax that were filed with the wrong sign, each with the rule that says so. Only turned does one have the sign of the
 * rows above and come, with tax of either sign, to an income after tax of its filing that has this sign, too. Where as filed it comes to
 * another income of the filing, it must be nearer by far to the rows when it is turned.
 */
export function findTurnedPretax(filed: TaggedLines): [Fact, string][] {
  return rulesOf(filed.registry.rules, "turned_pretax").flatMap((rule) =>
    slotsOf(filed).flatMap((slot) => {
      const wrong = all(filed, rule.line, slot).filter((own) =>
        isTurned(rule.applies, own, amountsIn(filed, slot, own.fact.accession)),
      );
      return foundBy(
        rule,
        wrong.map(({ fact }) => fact),
      );
    }),
  );
}

function isTurned(keys: AppliesOf<"turned_pretax">, own: Amount, amount: FilingAmounts): boolean {
  const rows = amountBy(keys.operating, (key) => amount(key)?.number ?? null) ?? 0;
  if (rows * own.number >= 0) return false;
  const [tax, between] = [amount(keys.tax), amount(keys.between)];
  const after = incomesAfterTax(keys, amount);
  const slack = slackOf([own, tax, ...after]);
  const [taxes, more] = [tax?.number ?? 0, between?.number ?? 0];
  const comesTo = (before: number) =>
    after.some(
      ({ number }) =>
        number * before > 0 &&
        [taxes, -taxes].some((one) =>
          [0, more].some((plus) => Math.abs(before - one + plus - number) <= slack),
        ),
    );
  if (Math.abs(own.number) <= slack || !comesTo(-own.number)) return false;
  return (
    !comesTo(own.number) || Math.abs(own.number + rows) * nearer <= Math.abs(own.number - rows)
  );
}
