import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue } from "../../answers/provenance.ts";
import type { Anchors } from "../anchors.ts";
import { factsOf } from "../filed-facts.ts";
import type { ModelSource } from "../source.ts";
import { endsBefore, periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading, leasesOn } from "./debt.ts";
import { unknownDebt } from "./unknown-debt.ts";

/**
 * Mean of debt on the days that the interest of twelve months is paid on. A day counts whose debt is whole and of the same
 * elements; where the last day has none, the year end before stands alone. The note names the days (models.md section 7).
 */
export function averageDebt(
  source: ModelSource,
  { end, yearEnd, between, currency }: DaysOfDebt,
): QuotedValue | null {
  const on = (day: string | null) => (day === null ? null : debtOn(source, day, currency));
  const [now, before] = [on(end), on(yearEnd)];
  const newest = now ?? before;
  if (newest === null) return null;
  if (now === null) return alone(newest, "");
  const isSame = (one: Debt) => isOfOneDefinition(source, now, one);
  const told = [now, ...[before].filter((one) => one !== null).filter(isSame)];
  const quarters = between.flatMap((day) => on(day) ?? []);
  const counted = [...told, ...quarters.filter((one) => isSame(one) && isNamedLike(one, told))];
  const others = [before, ...quarters]
    .filter((one) => one !== null)
    .filter((one) => !counted.includes(one));
  const other = others.length === 0 ? "" : `: other debt is counted on ${named(others)}`;
  if (counted.length === 1) return alone(now, other);
  const parts = counted.map(({ debt }) => debt);
  return {
    value: parts.reduce((total, { value }) => total + value, 0) / parts.length,
    provenance: computedProvenance("average_debt", "total_debt", end, parts),
    note: `of ${named(counted)}${other}`,
  };
}

interface DaysOfDebt {
  end: string;
  /** The last year end before the end; null where none is at hand. */
  yearEnd: string | null;
  /** Further quarter ends. */
  between: readonly string[];
  currency: string | null;
}

/**
 * The days of twelve months: the two year ends of a fiscal year, and of months that end at a quarter end every quarter end
 * that is at hand, the same day of the year before among them.
 */
export function daysOfDebt(
  source: ModelSource,
  { balanceSheetDate, yearEnd, currency }: Anchors,
  { before, isOfYear }: { before: string | null; isOfYear: boolean },
): DaysOfDebt {
  if (isOfYear || balanceSheetDate === yearEnd) {
    return { end: yearEnd, yearEnd: before, between: [], currency };
  }
  const between = endsBefore(source, balanceSheetDate).filter((day) => day !== yearEnd);
  return { end: balanceSheetDate, yearEnd, between, currency };
}

interface Debt {
  at: At;
  debt: QuotedValue;
  /** The facts that lines state it by; none where notes alone do. */
  facts: readonly Fact[];
}

function debtOn(source: ModelSource, end: string, currency: string | null): Debt | null {
  const at = { end, currency, here: periodsAt(source, end, currency) };
  const debt = debtAt(source, at, "total_debt");
  const { lineage = null } = firstReading(at, "total_debt") ?? {};
  return debt && { at, debt, facts: leavesOf(lineage, source.facts) };
}

const alone = ({ at, debt }: Debt, other: string): QuotedValue => ({
  ...debt,
  note: `the balance of ${at.end} alone${other}`,
});

const list = new Intl.ListFormat("en");
const named = (debts: readonly Debt[]) => list.format(debts.map(({ at }) => at.end).sort());

const tagsOf = ({ facts }: Debt) => facts.map(({ tag }) => tag);

/** True where a quarter end has no row that the last balances lack: SunEdison's of 2014-09-30 are of one of its businesses. */
function isNamedLike(one: Debt, told: readonly Debt[]): boolean {
  const known = new Set(told.flatMap(tagsOf));
  return tagsOf(one).every((tag) => known.has(tag));
}

/** Names of elements of debt that is due within a year: rows that come and go. */
const dueSoon = /(?<!Non|non)Current|ShortTerm|CommercialPaper/;

/**
 * True for whole debt of an older day where an element of debt that is due later than within a year is that of both days,
 * or the elements of the newer day, with finance leases, come to its figure: the filer renamed its rows (Tesla, Intuit).
 */
function isOfOneDefinition(source: ModelSource, newer: Debt, older: Debt): boolean {
  const { at, debt } = older;
  if (unknownDebt(source, at, debt) !== null) return false;
  if ((newer.facts.length === 0) !== (older.facts.length === 0)) return false;
  const [late = [], before = []] = [newer, older].map((one) =>
    tagsOf(one).filter((tag) => !dueSoon.test(tag)),
  );
  if (late.length === 0 || before.length === 0) return true;
  return late.some((tag) => before.includes(tag)) || comesTo(source, newer.facts, older);
}

/** True where the elements, by one of the amounts that filings state for the day, come to the balance of the day. */
function comesTo(
  source: ModelSource,
  elements: readonly Fact[],
  { at, debt: { value } }: Debt,
): boolean {
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
