import { conceptsOf, leavesOf, type Reading, read, readConcept } from "../../answers/metrics.ts";
import { daysBetween } from "../dates.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { outstandingOf, withoutTreasury } from "../treasury-shares.ts";
import { areApart, isSplit } from "./apart.ts";
import { asOfLargestClass } from "./class-beside.ts";
import { countOfClasses } from "./count-of-classes.ts";

/** A share count as filed: on the cover or the balance sheet, else the diluted average. */
export interface YearShares {
  value: number;
  on: "cover" | "balance sheet" | "diluted average";
  /** Day of the filing, else of the count, which says which splits the count has. */
  filedDate: string;
}

/** A cover further from the balance sheet than this comes after its count. */
const coverDaysMax = 120;

/**
 * The first count of the year that a fact stands behind; one rounded to two digits, a late cover and one far from the
 * classes of the balance sheet after that of the balance sheet.
 */
export function yearShares(
  source: ModelSource,
  period: SourcePeriod,
  ofAnotherClass: number,
): YearShares | null {
  const readings = [
    ...conceptsOf.shares_outstanding.map((concept) =>
      readConcept(period, "shares_outstanding", concept),
    ),
    read(period, "diluted_shares"),
  ];
  const beside = ofClasses(source, period);
  const counts = [
    ...readings.flatMap((reading) => countOf(source, period, reading) ?? []),
    ...beside,
  ].sort((one, other) => Number(isAverage(one)) - Number(isAverage(other)));
  const [first, ...others] = counts;
  const other = others.find((one) => !isAverage(one));
  if (first === undefined) return null;
  const isOther = [
    isLateCover(period, first),
    isRounded(first.value),
    isContradicted(first, beside[0]),
  ].includes(true);
  const { date: _, ...found } = isOther ? (other ?? first) : first;
  return { ...found, value: found.value + ofAnotherClass };
}

const isLateCover = ({ end }: SourcePeriod, { on, date }: YearShares & { date: string }) =>
  on === "cover" && daysBetween(end, date) > coverDaysMax;

/** True for a cover that counts other shares than the classes of the balance sheet, where no split stands between. */
const isContradicted = ({ on, value }: YearShares, classes: YearShares | undefined): boolean =>
  on === "cover" &&
  classes !== undefined &&
  areApart(value, classes.value) &&
  !isSplit(value, classes.value);

const isAverage = ({ on }: YearShares) => on === "diluted average";

/** The count of classes that no line has. */
function ofClasses(source: ModelSource, period: SourcePeriod): (YearShares & { date: string })[] {
  const count = countOfClasses(source, period, null);
  if (count === null) return [];
  const [filing] = period.filings;
  const filedDate = filing?.filedDate ?? period.end;
  return [{ value: count.value, on: "balance sheet", filedDate, date: period.end }];
}

/** True for millions or more of which all digits but two are zero. */
const isRounded = (count: number) =>
  count >= 1_000_000 && count % 10 ** (Math.floor(Math.log10(count)) - 1) === 0;

function countOf(
  source: ModelSource,
  period: SourcePeriod,
  reading: Reading | null,
): (YearShares & { date: string }) | null {
  const [leaf] = leavesOf(reading?.lineage ?? null, source.facts);
  if (reading === null || reading.value <= 0 || leaf === undefined) return null;
  const names = { cover_shares_outstanding: "cover", shares_outstanding: "balance sheet" } as const;
  const on = names[reading.concept as keyof typeof names] ?? "diluted average";
  const stated = { value: reading.value, provenance: null };
  const count = asOfLargestClass(source, reading, { count: stated, date: leaf.end });
  const basic = read(period, "basic_shares")?.value ?? null;
  const less = {
    cover: () => withoutTreasury(source, period, count),
    "balance sheet": () => outstandingOf(source, period, count, basic),
    "diluted average": () => count,
  };
  // Some filings have no known day. The day of the count is near it.
  return { value: less[on]().value, on, filedDate: leaf.filed ?? leaf.end, date: leaf.end };
}
