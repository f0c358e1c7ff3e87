import { leavesOf } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import type { Anchors } from "../anchors.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading } from "./debt.ts";
import { unknownDebt } from "./unknown-debt.ts";

/**
 * Mean of the balances at B and at the year end before it. The balance at B alone where the other one is not filed, is a
 * part of the debt, or is told by other elements of long-term debt (Tesla); the note says so (models.md section 7).
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
    haveOneDefinition(source, on(balanceSheetDate), on(before));
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

/** False where no element of debt that is due later than within a year is that of both days. */
function haveOneDefinition(source: ModelSource, now: At, then: At): boolean {
  const [newer, older] = [now, then].map((at) =>
    leavesOf(firstReading(at, "total_debt")?.lineage ?? null, source.facts)
      .map(({ tag }) => tag)
      .filter((tag) => !dueSoon.test(tag)),
  );
  if (newer === undefined || older === undefined) return true;
  return newer.length === 0 || older.length === 0 || newer.some((tag) => older.includes(tag));
}
