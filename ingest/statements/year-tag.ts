import { point } from "../periods/slots.ts";
import type { Cell, CellsByPoint } from "./cells/cell.ts";
import { type AreAlike, newestOfScope } from "./choose-tag.ts";

/** The values of a line's tags in a year, and those that it keeps through the year. */
export interface TagsOfYear {
  /** Every tag, the year's first, else in order of preference. */
  byTag: readonly CellsByPoint[];
  /** The tag that states the whole year, with those that carry the same values. */
  ofYear: readonly CellsByPoint[];
}

interface Tags {
  byTag: readonly CellsByPoint[];
  areAlike: AreAlike;
  /** The line knows no negative values: a year is no less than a part of it. */
  isNeverNegative: boolean;
  /** Whether the tag states a whole fiscal year next to this one, and no guard refuses it there. */
  statesNeighbour(tag: string): boolean;
}

/**
 * A line keeps one tag through a fiscal year (standardization.md 2.10): the one that the whole year is taken from, before a
 * tag that goes first in order. Without a whole year it is the tag of a year beside it. Tags that carry the same values are one
 * tag. A sum of several tags is nothing to keep: its parts have each their own versions. Nor is a part of the line that another
 * tag states whole in each quarter.
 */
export function yearTagFirst(tags: Tags): TagsOfYear {
  const { byTag, areAlike, statesNeighbour } = tags;
  const unlocked = { byTag, ofYear: byTag };
  if (byTag.length < 2) return unlocked;
  const groups = groupAlike(byTag, areAlike);
  if (groups.length < 2) return unlocked;
  const whole = wholeYear(tags, groups);
  if (whole?.mapping?.scope === "partial" && byTag.some(hasFourQuarters)) return unlocked;
  const ofYear = groups.find((group) =>
    group.some((cells) => {
      const tag = anyOf(cells)?.tag ?? "";
      return whole ? tag === whole.tag : statesNeighbour(tag);
    }),
  );
  if (!ofYear?.every((cells) => anyOf(cells)?.picked)) return unlocked;
  return { byTag: [...ofYear, ...byTag.filter((cells) => !ofYear.includes(cells))], ofYear };
}

/** How much more the year to date must be than a year that is of another thing: less may be a correction at the end of the year. */
const partRatio = 1.5;

/** The tag states the whole line in each quarter, where the year is stated in parts. */
const hasFourQuarters = (cells: CellsByPoint): boolean =>
  quarters.every((at) => cells[at]?.mapping?.scope === "exact");

const quarters = [point.Q1, point.Q2, point.Q3, point.Q4];

type Group = readonly CellsByPoint[];

/**
 * The value of the whole year: of the first tag in order. A tag that carries the same values as an earlier one stands in its
 * place, unless what it takes the year from was filed since. A year that is less than a part of it is of another thing, where a
 * tag has a year that is not (Hertz 2023: a note's interest of nothing, after 200 million in nine months).
 */
function wholeYear(
  { byTag, areAlike, isNeverNegative }: Tags,
  groups: readonly Group[],
): Cell | undefined {
  const toDate = [point.Q1, point.M6, point.M9].flatMap(
    (at) => newestOfScope(byTag, at, areAlike) ?? [],
  );
  const isLessThanToDate = (cell: Cell | undefined) =>
    isNeverNegative &&
    cell?.mapping?.guards.length === 0 &&
    toDate.some(({ value }) => Number(value) > partRatio * Number(cell.value));
  const possible = (inOrder: readonly CellsByPoint[]) => {
    const left = inOrder.filter((cells) => !isLessThanToDate(cells[point.FY]));
    return newestOfScope(
      left.some((cells) => cells[point.FY]) ? left : inOrder,
      point.FY,
      areAlike,
    );
  };
  const first = possible(byTag);
  const moved = possible(groups.flat());
  const [filed, since] = [moved?.picked?.lastFiled, first?.picked?.lastFiled];
  return filed && since && filed >= since ? moved : first;
}

/** Tags that carry the same values stand together, where the first of them stands. */
function groupAlike(byTag: readonly CellsByPoint[], areAlike: AreAlike): Group[] {
  const groups: CellsByPoint[][] = [];
  for (const cells of byTag) {
    const group = groups.find(([first]) => first && areOneTag(first, cells, areAlike));
    if (group) group.push(cells);
    else groups.push([cells]);
  }
  return groups;
}

const anyOf = (cells: CellsByPoint): Cell | undefined => cells.find((cell) => cell !== undefined);

/** Each value of the year that both state is the same; where they state none in common, what they say of other years tells. */
function areOneTag(a: CellsByPoint, b: CellsByPoint, areAlike: AreAlike): boolean {
  const [own, other] = [anyOf(a), anyOf(b)];
  if (!own || !other) return false;
  const pairs = a.flatMap((cell, at) => {
    const beside = b[at];
    return cell && beside && cell.value !== "0" ? [{ cell, beside }] : [];
  });
  const isSame = pairs.length > 0 && pairs.every(({ cell, beside }) => cell.value === beside.value);
  return isSame || areAlike(own, other);
}
