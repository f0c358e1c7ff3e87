import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";
import type { ShareScale } from "./share-scale.ts";
import { all, first, firstOfEach, foundBy, slotsOf, type TaggedLines } from "./tagged-lines.ts";

/** Of diluted and basic: how alike their shares must be, and how far from each other the earnings. */
const part = { sharesMost: 1.02, shareMost: 0.25, apartLeast: 0.05 };

/**
 * Facts under diluted earnings per share that are a part of them alone, such as that of discontinued operations, each with the rule that
 * says so. They are far below the basic earnings, though both have the same average shares, and the basic ones are nearer to the income
 * for each share.
 */
export function findPartsOfEarnings(filed: TaggedLines): ReadonlyMap<Fact, string> {
  const rules = rulesOf(filed.registry.rules, "part_of_earnings");
  return new Map(
    rules.flatMap((rule) =>
      slotsOf(filed).flatMap((slot) => foundBy(rule, partsAt(filed, slot, rule.applies))),
    ),
  );
}

function partsAt(
  filed: TaggedLines,
  slot: Slot,
  { pairs, incomes }: AppliesOf<"part_of_earnings">,
): Fact[] {
  const [basicKeys, dilutedKeys] = pairs;
  const basic = basicKeys ? first(filed, basicKeys.figure, slot) : null;
  if (!basic || !dilutedKeys) return [];
  const suspects = all(filed, dilutedKeys.figure, slot).filter(isPartOf(basic));
  if (suspects.length === 0) return [];
  const [count, diluted] = pairs.map(({ shares }) => first(filed, shares, slot)?.number);
  const income = firstOfEach(filed, incomes, slot)[0]?.number;
  if (!count || !diluted || !income || diluted > part.sharesMost * count) return [];
  const off = ({ number }: PickedVersion) => Math.abs(number - income / count);
  return suspects.filter((suspect) => off(basic) < off(suspect)).map(({ fact }) => fact);
}

const isPartOf =
  (basic: PickedVersion) =>
  ({ number }: PickedVersion): boolean => {
    const share = basic.number === 0 ? 1 : number / basic.number;
    return share <= part.shareMost && Math.abs(number - basic.number) >= part.apartLeast;
  };

/** How many times the income for each share, and a cent, earnings per share may be before they are something else. */
const timesMost = 1000;

/** Nothing smaller can be a thousand times a cent. */
const suspectLeast = timesMost / 100;

/**
 * Facts under earnings per share that are an amount of something else, the count of shares or the income, each with the rule that says
 * so: they are more than a thousand times what the income for each share is. `scales` are those of the average shares.
 */
export function findMisplacedAmounts(
  filed: TaggedLines,
  scales: ReadonlyMap<Fact, ShareScale>,
): ReadonlyMap<Fact, string> {
  const rules = rulesOf(filed.registry.rules, "misplaced_amount");
  return new Map(
    rules.flatMap((rule) =>
      slotsOf(filed).flatMap((slot) =>
        foundBy(rule, misplacedAt(filed, slot, rule.applies, scales)),
      ),
    ),
  );
}

function misplacedAt(
  filed: TaggedLines,
  slot: Slot,
  { pairs, incomes: keys }: AppliesOf<"misplaced_amount">,
  scales: ReadonlyMap<Fact, ShareScale>,
): Fact[] {
  return pairs.flatMap(({ figure, shares }) => {
    const suspects = all(filed, figure, slot).filter(
      ({ number }) => Math.abs(number) >= suspectLeast,
    );
    const average = suspects.length > 0 ? first(filed, shares, slot) : null;
    const scale = average ? (scales.get(average.fact)?.factor ?? 1) : "conflict";
    if (!average || scale === "conflict" || average.number <= 0) return [];
    const incomes = firstOfEach(filed, keys, slot).map(({ number }) => Math.abs(number));
    if (incomes.length === 0) return [];
    const earned = Math.max(...incomes) / (average.number * scale);
    const isMisplaced = ({ number }: PickedVersion) =>
      Math.abs(number) > timesMost * (earned + 0.01);
    return suspects.filter(isMisplaced).map(({ fact }) => fact);
  });
}
