import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import type { Anchors } from "../anchors.ts";
import { factsOf } from "../filed-facts.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading, leasesOn } from "./debt.ts";
import { unknownDebt } from "./unknown-debt.ts";

/**
 * Mean of the balances at B and at the year end before it. The balance at B alone where the other one is not filed, is a
 * part of the debt, or is told by elements of other long-term debt; the note says so (models.md section 7).
 */
export function averageDebt(
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  periods: readonly SourcePeriod[],
): QuotedValue | null {
  const before = balanceSheetDate > yearEnd ? yearEnd : (periods.at(-2)?.end ?? null);
  const on = (end: string): At => ({ end, currency, here: periodsAt(source, end, currency) });
  const now = debtAt(source, on(balanceSheetDate), "total_debt");
  const then = before === null ? null : debtAt(source, on(before), "total_debt");
  if (now === null || then === null || before === null) {
    const [one, end] = now === null ? [then, before] : [now, balanceSheetDate];
    return one === null ? null : { ...one, note: `the balance of ${end} alone` };
  }
  const isSame =
    unknownDebt(source, on(before), then) === null &&
    haveOneDefinition(source, on(balanceSheetDate), { at: on(before), value: then.value });
  if (!isSame) {
    const note = `the balance of ${balanceSheetDate} alone: that of ${before} counts other debt`;
    return { ...now, note };
  }
  return {
    value: (now.value + then.value) / 2,
    provenance: computedProvenance("average_debt", "total_debt", balanceSheetDate, [now, then]),
    note: `of ${before} and ${balanceSheetDate}`,
  };
}

/** Names of elements of debt that is due within a year: rows that come and go. */
const dueSoon = /(?<!Non|non)Current|ShortTerm|CommercialPaper/;

/**
 * True where an element of debt that is due later than within a year is that of both days, or the elements of the newer
 * day, with finance leases, come to the figure of the older one: the filer renamed its rows (Tesla, Intuit).
 */
function haveOneDefinition(source: ModelSource, now: At, then: Balance): boolean {
  const [newer, older] = [now, then.at].map((at) =>
    leavesOf(firstReading(at, "total_debt")?.lineage ?? null, source.facts),
  );
  if (newer === undefined || older === undefined) return true;
  const [late, before] = [newer, older].map((facts) =>
    facts.map(({ tag }) => tag).filter((tag) => !dueSoon.test(tag)),
  );
  if (late === undefined || before === undefined) return true;
  if (late.length === 0 || before.length === 0) return true;
  return late.some((tag) => before.includes(tag)) || comesTo(source, newer, then);
}

interface Balance {
  at: At;
  value: number;
}

/** True where the elements, by one of the amounts that filings state for the day, come to the balance of the day. */
function comesTo(source: ModelSource, elements: readonly Fact[], { at, value }: Balance): boolean {
  const stated = elements.map(({ taxonomy, tag, unit }) =>
    factsOf(source, `${taxonomy}:${tag}`)
      .filter((fact) => fact.end === at.end && fact.unit === unit)
      .map((fact) => Number(fact.value)),
  );
  if (stated.every((amounts) => amounts.length === 0)) return false;
  const leases = leasesOn(source, at)?.value ?? 0;
  const sums = [...stated, [0, leases]].reduce<readonly number[]>(
    (totals, amounts) =>
      amounts.length === 0
        ? totals
        : [...new Set(totals.flatMap((total) => amounts.map((one) => total + one)))],
    [0],
  );
  return sums.includes(value);
}
