import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { SlotFinder } from "../../periods/slots.ts";
import type { Cell } from "../cells/cell.ts";
import type { FactIndex, Series } from "./series.ts";

/** How far a report must move a figure of the year before to be of another scope. */
const otherScope = 0.01;

/**
 * A function that tells whether a year and a part of it are of two scopes, though neither was restated (2.6): the report of the
 * year moves the year before it, as one does that leaves out a business, and the report of the part left that part of the year
 * before as it was. A part that was filed again since the year is of its scope.
 */
export function recastFinder(
  index: FactIndex,
  slotOf: SlotFinder,
): (year: Cell, part: Cell) => boolean {
  return (year, part) => {
    const [whole, some] = [year.picked, part.picked];
    if (!whole || !some || whole.restated || some.restated || year.tag === null) return false;
    const [ofYear, ofPart] = [whole.versions[0], some.versions[0]];
    if (!ofYear?.filed || !ofPart?.filed || (some.lastFiled ?? "") >= ofYear.filed) return false;
    const series = index.seriesOf(year.tag, year.unit);
    if (!series || year.tag !== part.tag) return false;
    return (
      moves(series, slotOf(ofYear), ofYear) === true &&
      moves(series, slotOf(ofPart), ofPart) === false
    );
  };
}

/** Whether the filing of a fact states the same days of the year before otherwise than filings before it; null where none tells. */
function moves(series: Series, slot: number | null, { accession, filed }: Fact): boolean | null {
  const versions = series[(slot ?? 0) - yearOfSlots]?.versions ?? [];
  const own = versions.find((one) => one.accession === accession);
  const before = versions.findLast((one) => one.filed !== null && one.filed < (filed ?? ""));
  if (own === undefined || before === undefined) return null;
  const [a, b] = [Number(own.value), Number(before.value)];
  return Math.abs(a - b) > otherScope * Math.max(Math.abs(a), Math.abs(b));
}

const yearOfSlots = 16;
