import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { currencyCode } from "./currency-code.ts";
import { entry } from "./entry.ts";
import { tierOf } from "./forms.ts";
import type { History } from "./history/history.ts";

const fewestContradictions = 3;

/**
 * The facts of current reports that carry another company's statements: those of a business that was bought, say. The days
 * of its periods are others than those of the registrant's own reports, three of its amounts at least are
 * not what these state of the period, and none is.
 */
export function findOthersStatements(
  histories: readonly History[],
  slotOf: (fact: Fact) => number | null,
): ReadonlySet<Fact> {
  const current = histories.filter((history) => history.some(isCurrent));
  if (current.length === 0) return new Set();
  const facts = current.flat().filter(isCurrent);
  const own = ownAmounts(histories, facts, slotOf);
  const counts = new Map<string, { against: number; for: number }>();
  for (const fact of facts) {
    const slot = slotOf(fact);
    const statedFacts = slot === null ? undefined : own.get(labelOf(fact))?.get(slot);
    if (!statedFacts || statedFacts.length === 0) continue;
    const count = entry(counts, fact.accession, () => ({ against: 0, for: 0 }));
    const isAgainst = statedFacts.every(
      (one) => daysOf(one) !== daysOf(fact) && one.value !== fact.value,
    );
    count[isAgainst ? "against" : "for"] += 1;
  }
  const isOthers = ({ accession }: Fact) => {
    const count = counts.get(accession);
    return count !== undefined && count.for === 0 && count.against >= fewestContradictions;
  };
  return new Set(current.flat().filter(isOthers));
}

const labelOf = ({ taxonomy, tag, unit }: Fact) => `${taxonomy}:${tag} ${unit}`;
const daysOf = ({ start, end }: Fact) => `${start} ${end}`;

const isAmount = ({ unit, value, dimensions }: Fact) =>
  currencyCode.test(unit) && value !== "0" && dimensions === null;
const isCurrent = (fact: Fact) => tierOf(fact.form) === 2 && isAmount(fact);

/** What periodic reports state of the tags and slots of some facts. */
type Amounts = ReadonlyMap<string, ReadonlyMap<number, Fact[]>>;

function ownAmounts(
  histories: readonly History[],
  facts: readonly Fact[],
  slotOf: (fact: Fact) => number | null,
): Amounts {
  const own = new Map<string, Map<number, Fact[]>>();
  for (const fact of facts) {
    const slot = slotOf(fact);
    if (slot === null) continue;
    const bySlot = entry(own, labelOf(fact), () => new Map<number, Fact[]>());
    bySlot.set(slot, []);
  }
  const tags = new Set(facts.map(({ tag }) => tag));
  for (const history of histories) {
    const [first] = history;
    if (!first || !tags.has(first.tag)) continue;
    const bySlot = own.get(labelOf(first));
    const amounts = bySlot?.get(slotOf(first) ?? Number.NaN);
    amounts?.push(...history.filter((fact) => tierOf(fact.form) === 1 && isAmount(fact)));
  }
  return own;
}
