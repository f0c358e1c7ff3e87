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
  const own = ownAmounts(histories, new Set(current.map(([first]) => labelOf(first))), slotOf);
  const counts = new Map<string, { against: number; for: number }>();
  for (const fact of current.flat()) {
    if (!isCurrent(fact)) continue;
    const slot = slotOf(fact);
    const stated = slot === null ? undefined : own.get(`${labelOf(fact)} ${slot}`);
    if (!stated) continue;
    const count = entry(counts, fact.accession, () => ({ against: 0, for: 0 }));
    const isAgainst = stated.every(
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

const labelOf = (fact: Fact | undefined) => `${fact?.taxonomy}:${fact?.tag} ${fact?.unit}`;
const daysOf = ({ start, end }: Fact) => `${start} ${end}`;

const isAmount = ({ unit, value, dimensions }: Fact) =>
  currencyCode.test(unit) && value !== "0" && dimensions === null;
const isCurrent = (fact: Fact) => tierOf(fact.form) === 2 && isAmount(fact);

/** What periodic reports state, by tag and slot, of the tags in question. */
function ownAmounts(
  histories: readonly History[],
  labels: ReadonlySet<string>,
  slotOf: (fact: Fact) => number | null,
): ReadonlyMap<string, Fact[]> {
  const own = new Map<string, Fact[]>();
  for (const history of histories) {
    const [first] = history;
    if (!first || !labels.has(labelOf(first))) continue;
    const facts = history.filter((fact) => tierOf(fact.form) === 1 && isAmount(fact));
    const slot = facts.length === 0 ? null : slotOf(first);
    if (slot !== null) entry(own, `${labelOf(first)} ${slot}`, () => []).push(...facts);
  }
  return own;
}
