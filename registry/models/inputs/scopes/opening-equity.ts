import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { addDays } from "../dates.ts";
import { factsByMember, filedFact } from "../filed-facts.ts";
import { isEquityColumn, ofOwners, withMinorities } from "../members/partitions.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";

const minorityTags = ["us-gaap:MinorityInterest", "us-gaap:NonredeemableNoncontrollingInterest"];
const minorityColumn =
  /^us-gaap:StatementEquityComponentsAxis=[\w-]+:(Nonredeemable)?NoncontrollingInterestMember$/;

/**
 * Equity of the owners on the day before a year: as filed, else all equity less the minorities of the same report, which may be
 * a column of it (Uber 2021: 701 within 12,967), else the
 * columns of a statement of changes in equity. All equity where the year's end has no minorities. Null where a report
 * states the very sum of the year's end (Petrobras).
 */
export function openingEquity(
  source: ModelSource,
  { start, end, currency: unit }: SourcePeriod,
  minoritiesAtEnd: number,
): number | null {
  const filed = (on: string, tags: readonly string[]) =>
    filedFact(source, tags, { start: null, end: on, unit });
  const ownersOn = (day: string) => numberOf(filed(day, ofOwners)?.value);
  const dayBefore = addDays(start, -1);
  const owners = ownersOn(dayBefore);
  if (owners !== null) return owners;
  const all = filed(dayBefore, withMinorities);
  const whole = numberOf(all?.value);
  if (all === null || whole === null) return sumOfColumns(source, dayBefore, { unit, ownersOn });
  if (all.value === filed(end, withMinorities)?.value) return null;
  const minorities = filed(dayBefore, minorityTags) ?? columnOf(source, all);
  if (minorities?.accession === all.accession) return whole - (numberOf(minorities.value) ?? 0);
  return minoritiesAtEnd === 0 ? whole : null;
}

/** The column of minorities beside a sum of all equity; null without one. */
const columnOf = (source: ModelSource, { accession, end, unit }: Fact): Fact | null =>
  withMinorities
    .flatMap((tag) => factsByMember(source, tag))
    .find(
      (one) =>
        one.accession === accession &&
        one.end === end &&
        one.unit === unit &&
        minorityColumn.test(one.dimensions ?? ""),
    ) ?? null;

/** Columns of one report and day, by member. */
type Columns = ReadonlyMap<string, number>;

const totalOf = (columns: Columns) => columns.values().reduce((sum, one) => sum + one, 0);

/**
 * Equity of the owners on a day of which a statement of changes in equity has the columns alone, as no column adds them up
 * (Abbott). Null unless the same columns come to the filed equity of the owners on another day of that report.
 */
function sumOfColumns(
  source: ModelSource,
  day: string,
  { unit, ownersOn }: { unit: string | null; ownersOn: (end: string) => number | null },
): number | null {
  for (const tag of [...withMinorities, ...ofOwners]) {
    const facts = factsByMember(source, tag).filter(
      (fact) => fact.unit === unit && isEquityColumn(tag, fact.dimensions ?? ""),
    );
    const reports = new Set(
      facts.filter(({ end }) => end === day).map(({ accession }) => accession),
    );
    for (const report of reports) {
      const byDay = Map.groupBy(
        facts.filter(({ accession }) => accession === report),
        ({ end }) => end,
      );
      const columnsOn = (end: string): Columns =>
        new Map(
          byDay.get(end)?.map(({ dimensions, value }) => [dimensions ?? "", numberOf(value) ?? 0]),
        );
      const columns = columnsOn(day);
      const isProof = (end: string) => {
        const others = columnsOn(end);
        return haveSameKeys(columns, others) && totalOf(others) === ownersOn(end);
      };
      if ([...byDay.keys()].some((end) => end !== day && isProof(end))) return totalOf(columns);
    }
  }
  return null;
}

const haveSameKeys = (one: Columns, other: Columns) =>
  one.size === other.size && one.keys().every((key) => other.has(key));
