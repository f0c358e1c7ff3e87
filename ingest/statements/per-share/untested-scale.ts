import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import type { Slot } from "../../periods/slots.ts";
import { all, firstOfEach, slotsOf, type TaggedLines } from "./tagged-lines.ts";

/** Income for each share, in the currency, from which on an average of shares is doubtful. */
const doubtfulFrom = 500;

/** How many averages of other filings must say the same, and how far they may be off. */
const neighbours = { fewest: 2, nearby: 1.5 };

/** By what a count must be multiplied, and the id of the rule that says so. */
export interface ProvenScale {
  factor: number;
  rule: string;
}

interface Average {
  slot: Slot;
  fact: Fact;
  number: number;
}

/**
 * Averages of shares in thousands or millions that no earnings per share can test, each with its factor: the income for each share
 * is no possible one, or a share is divided, and the factor makes the count that of other filings of the years around. Averages that are about the same count of
 * these years as filed share the factor. `tested` are left out.
 */
export function findUntestedScales(
  filed: TaggedLines,
  tested: ReadonlySet<Fact>,
): ReadonlyMap<Fact, ProvenScale> {
  const rules = rulesOf(filed.registry.rules, "untested_scale");
  return new Map(
    rules.flatMap(({ id, applies }) =>
      factorsBy(applies, filed, tested).map(([fact, factor]): [Fact, ProvenScale] => [
        fact,
        { factor, rule: id },
      ]),
    ),
  );
}

function factorsBy(
  { pairs, incomes }: AppliesOf<"untested_scale">,
  filed: TaggedLines,
  tested: ReadonlySet<Fact>,
): [Fact, number][] {
  const averages = slotsOf(filed).flatMap((slot) =>
    pairs.flatMap(({ shares }) =>
      all(filed, shares, slot).map(({ fact, number }): Average => ({ slot, fact, number })),
    ),
  );
  const untested = averages.filter(({ fact, number }) => number > 0 && !tested.has(fact));
  const proven = untested.flatMap((average) => {
    const factor = isDoubtful(filed, incomes, average) ? factorOf(average, averages) : undefined;
    return factor === undefined ? [] : [{ ...average, factor }];
  });
  return untested.flatMap((average): [Fact, number][] => {
    const like = proven.find((one) => one.fact === average.fact || isLike(one, average));
    return like ? [[average.fact, like.factor]] : [];
  });
}

const isDoubtful = (
  filed: TaggedLines,
  incomes: readonly string[],
  { slot, number }: Average,
): boolean =>
  !Number.isInteger(number) ||
  Math.abs(firstOfEach(filed, incomes, slot)[0]?.number ?? 0) / number >= doubtfulFrom;

function factorOf(average: Average, averages: readonly Average[]): number | undefined {
  const others = averages.filter(
    (other) => isAround(other, average) && other.fact.accession !== average.fact.accession,
  );
  return [1e3, 1e6].find((factor) => {
    const count = average.number * factor;
    return others.filter(({ number }) => isNear(number, count)).length >= neighbours.fewest;
  });
}

const isLike = (one: Average, other: Average): boolean =>
  isAround(one, other) && isNear(one.number, other.number);

const isAround = (one: Average, other: Average): boolean =>
  Math.abs((one.slot >> 4) - (other.slot >> 4)) <= 1;

const isNear = (one: number, other: number): boolean =>
  one / other < neighbours.nearby && other / one < neighbours.nearby;
