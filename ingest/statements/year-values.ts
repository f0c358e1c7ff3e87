import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { entry } from "../facts/entry.ts";
import { trailingZeros } from "../facts/quantum.ts";
import { type Point, point } from "../periods/slots.ts";
import { combinePeriods } from "./arithmetic.ts";
import { type Cell, type DirectYear, type Gap, gap, isCell, type Outcome } from "./cells/cell.ts";
import { filedQuarter } from "./cells/filed-quarter.ts";
import { firstKnown } from "./cells/first-known.ts";
import { nothingIn } from "./cells/nothing-between.ts";
import { outcomeAt } from "./direct.ts";
import { derivedPerShare } from "./per-share/judge-per-share.ts";
import { type Arithmetic, cellsAt, difference, labelAt, withFlag } from "./period-difference.ts";
import { instantPoints, type PeriodPoint } from "./period-points.ts";

/** The filed or period-derived value of a concept in each of a year's periods, before rollups and derivations. */
export type YearValues = Partial<Record<PeriodPoint, Outcome>>;

/** The values at the given points: those that the calendar has periods for. */
export function yearValues(arithmetic: Arithmetic, points: readonly PeriodPoint[]): YearValues {
  const { concept, direct } = arithmetic;
  if (direct.byTag.length === 0 && direct.troubles.size === 0) return allGaps(direct.gap);
  const values: YearValues = {};
  if (concept.periodType === "instant") {
    for (const at of points) values[at] = outcomeAt(direct, instantPoints[at]);
    return values;
  }
  const ofYear = keepsYearTag(direct) ? { ...arithmetic, direct: withYearTag(direct) } : null;
  for (const at of points) {
    const own = ofYear && flowValue[at](ofYear);
    const value = isCell(own) ? own : flowValue[at](arithmetic);
    values[at] = isSilent(value) ? (nothingIn(arithmetic, at) ?? value) : value;
  }
  return values;
}

/** The filings say nothing of the period, rather than what cannot be right. */
const isSilent = (outcome: Outcome) =>
  !isCell(outcome) && ["not_reported", "insufficient_quarters"].includes(outcome.reason);

const keepsYearTag = ({ byTag, ofYear }: DirectYear) => ofYear.length < byTag.length;

/** The values of the year's tag alone: what they give goes before anything that rests on another tag (2.10). */
function withYearTag(direct: DirectYear): DirectYear {
  const tags = new Set(direct.ofYear.flatMap((cells) => cells.flatMap((cell) => cell?.tag ?? [])));
  const isYearAgain = isWholeYear(direct);
  const cells = direct.cells.map((cell, at) => {
    const isKept = cell && tags.has(cell.tag ?? "") && !(isYearAgain && at === point.Q4);
    return isKept ? cell : undefined;
  });
  return { ...direct, cells, byTag: direct.ofYear };
}

const gapsOf = new Map<Gap, YearValues>();

function allGaps(gap: Gap): YearValues {
  return entry(gapsOf, gap, () => {
    return { FY: gap, Q1: gap, Q2: gap, Q3: gap, Q4: gap, H1: gap, H2: gap };
  });
}

const flowValue: Record<PeriodPoint, (arithmetic: Arithmetic) => Outcome> = {
  FY: wholeYear,
  Q1: ({ direct }) => outcomeAt(direct, point.Q1),
  Q2: (arithmetic) => quarter(arithmetic, point.Q2, point.M6, point.Q1),
  Q3: (arithmetic) => quarter(arithmetic, point.Q3, point.M9, point.M6),
  Q4: fourthQuarter,
  H1: ({ direct }) => outcomeAt(direct, point.M6),
  H2: secondHalf,
};

/** A quarter that no note states: of another statement than cash flows, or printed as a column of its own. */
const goesFirst = ({ statement }: Concept, filed: Cell | undefined) =>
  statement !== "cash_flow_statement" || filed?.isPrinted === true;

/**
 * Income statements file the discrete quarter; cash flows file year to date, where a discrete
 * fact usually comes from a note and is only a check (standardization.md 2.4).
 */
function quarter(arithmetic: Arithmetic, discrete: Point, longer: Point, shorter: Point): Outcome {
  const { series, showsFirst, concept, direct } = arithmetic;
  const filed = direct.cells[discrete];
  const isFiledFirst = goesFirst(concept, filed);
  if (filed && isFiledFirst && !showsFirst) return filed;
  const derived = difference(arithmetic, "ytd_difference", [longer, shorter]);
  if (filed && showsFirst) {
    const inOrder = isFiledFirst ? [filed, derived] : [derived, filed];
    return firstKnown(series, inOrder) ?? filed;
  }
  if (isCell(derived)) return filedQuarter(direct, derived, discrete, longer, shorter) ?? derived;
  return filed ?? derived ?? unfinished(direct, discrete, longer, shorter);
}

/** FY less nine months, else less the three quarters; a filed fourth quarter wins outside the cash flow (2.5). */
function fourthQuarter(arithmetic: Arithmetic): Outcome {
  const { series, showsFirst, concept, direct } = arithmetic;
  const filed = isWholeYear(direct) ? undefined : direct.cells[point.Q4];
  const isFiledFirst = goesFirst(concept, filed);
  const mayBeKnownBefore = showsFirst && concept.additive;
  if (filed && isFiledFirst && !mayBeKnownBefore) return filed;
  if (isOfTwoScopes(arithmetic, point.M9)) return filed ?? gap("vintage_conflict");
  const derived = fourthByYear(arithmetic, filed);
  if (!filed || !mayBeKnownBefore) return derived;
  return firstKnown(series, isFiledFirst ? [filed, derived] : [derived, filed]) ?? filed;
}

function fourthByYear(arithmetic: Arithmetic, filed: Cell | undefined): Outcome {
  const { concept, direct } = arithmetic;
  if (!direct.cells[point.FY]) return filed ?? outcomeAt(direct, point.Q4, point.FY);
  if (!concept.additive && isOfShares(concept)) return fourthOfShares(arithmetic);
  const derived = difference(arithmetic, "fy_less_nine_months", [point.FY, point.M9]);
  if (isCell(derived)) {
    const own = filed ? filedQuarter(direct, derived, point.Q4, point.FY, point.M9) : null;
    if (own || isContradicted(arithmetic, derived)) return own ?? gap("conflict");
    return withFlag(derived, "derived_q4");
  }
  const byQuarters = difference(arithmetic, "fy_less_quarters", allQuarters);
  if (isCell(byQuarters)) return withFlag(byQuarters, "derived_q4");
  return (
    filed ??
    derived ??
    byQuarters ??
    (concept.additive ? unfinished(direct, point.Q4, point.FY, point.M9) : gap("non_additive"))
  );
}

/**
 * A fourth quarter that is stated as the whole year, while earlier quarters were not nothing, carries the year's value under
 * the quarter's dates.
 */
function isWholeYear({ cells }: DirectYear): boolean {
  const [year, fourth] = [cells[point.FY], cells[point.Q4]];
  if (!year || !fourth || fourth.value !== year.value || fourth.value === "0") return false;
  const before = [point.M9, point.M6, point.Q1, point.Q2, point.Q3].flatMap(
    (at) => cells[at] ?? [],
  );
  return before.some(({ value }) => value !== "0");
}

/** The weights of year and nine months: an average of shares weighs each quarter alike. */
const perShareWeights = { per_share: [1, -1], shares: [4, -3] };

type OfShares = Concept & { dataType: keyof typeof perShareWeights };

const isOfShares = (concept: Concept): concept is OfShares => concept.dataType in perShareWeights;

/**
 * Earnings per share of a fourth quarter from the fewest filed values, year and nine months, and average shares likewise. The
 * period's other lines have still to confirm it (`judgePerShare`).
 */
function fourthOfShares({ series, concept, fiscalYear, direct }: Arithmetic): Outcome {
  const points = [point.FY, point.M9];
  const tagged = [direct.cells, ...direct.byTag].map((cells) => cellsAt(cells, points));
  const cells = tagged.find((found) => found !== null && found[0]?.tag === found[1]?.tag);
  if (!cells) return gap("non_additive");
  const weights = perShareWeights[(concept as OfShares).dataType];
  const labelOf = (term: number) => labelAt(fiscalYear, concept, points[term] ?? point.FY);
  const combined = combinePeriods(series, "fy_less_nine_months", cells, weights, labelOf);
  if (!isCell(combined)) return combined;
  return { ...combined, flags: [...combined.flags, "derived_q4", derivedPerShare] };
}

const allQuarters = [point.FY, point.Q1, point.Q2, point.Q3];

const fourQuarters = [point.Q1, point.Q2, point.Q3, point.Q4];

/**
 * The filed year. Where that is only a part of the line (cost of goods without services) and all four quarters were filed
 * whole, under one tag and none restated, their sum is the year.
 */
function wholeYear({ series, concept, fiscalYear, direct }: Arithmetic): Outcome {
  const filed = outcomeAt(direct, point.FY);
  if (!isCell(filed) || !filed.flags.includes("scope:partial") || !concept.additive) return filed;
  const quarters = cellsAt(direct.cells, fourQuarters);
  const [first] = quarters ?? [];
  const isWhole = quarters?.every(({ tag, flags }) => tag === first?.tag && flags.length === 0);
  if (!first || !quarters || !isWhole || !series.mayCombine(quarters)) return filed;
  return {
    ...first,
    value: decimal.sum(quarters.map(({ value }) => value)),
    lineage: [
      "sum_of_quarters",
      ...quarters.map((cell, i): Operand => {
        const label = labelAt(fiscalYear, concept, fourQuarters[i] ?? point.FY);
        return [1, label, cell.value, cell.lineage];
      }),
    ],
    rank: null,
    picked: null,
    basis: first.picked?.fact ?? first.basis,
    quantum: Math.max(...quarters.map(({ quantum }) => quantum)),
  };
}

/** The longer period is filed and a shorter one to subtract is not: nothing is spread or assumed (2.4). */
function unfinished(direct: DirectYear, at: Point, longer: Point, shorter: Point): Outcome {
  const own = outcomeAt(direct, at, longer);
  if (isCell(own) || own.reason !== "not_reported" || !direct.cells[longer]) return own;
  const lacking = outcomeAt(direct, shorter);
  const isTroubled = !isCell(lacking) && lacking.reason !== "not_reported";
  return isTroubled ? lacking : gap("insufficient_quarters");
}

/**
 * The quarters give another fourth quarter than the nine months, and no half with its quarter confirms the
 * nine months (2.5). Cash flows have no quarters of their own; other vintages are no contradiction.
 */
function isContradicted(arithmetic: Arithmetic, fourth: Cell): boolean {
  if (arithmetic.concept.statement === "cash_flow_statement") return false;
  if (isSumOfQuarters(arithmetic, fourth)) return false;
  if (!disagree(fourth, difference(arithmetic, "fy_less_quarters", allQuarters))) return false;
  const byHalf = difference(arithmetic, "fy_less_quarters", [point.FY, point.M6, point.Q3]);
  return !isCell(byHalf) || disagree(fourth, byHalf);
}

/** The usual case, seen without working the difference out with its lineage: the quarters of one tag do add up. */
function isSumOfQuarters({ direct }: Arithmetic, fourth: Cell): boolean {
  const shown = cellsAt(direct.cells, allQuarters);
  return (
    shown?.every(({ tag }) => tag === shown[0]?.tag) === true &&
    decimal.weightedSum([1, -1, -1, -1], shown) === fourth.value
  );
}

const largestQuantum = 6;

function disagree(a: Cell, b: Outcome | null): boolean {
  if (!isCell(b) || [...a.flags, ...b.flags].some((flag) => flag.startsWith("vintage")))
    return false;
  // A note in tenths of millions stands in filings that report in thousands.
  const quantum = Math.max(trailingZeros(a.value), trailingZeros(b.value));
  const slack = decimal.fromNumber(3 * 10 ** Math.min(quantum, largestQuantum));
  return !decimal.within(a.value, b.value, slack);
}

/** The year is without what the part of it still holds: their difference is no quarter. */
function isOfTwoScopes({ series, concept, direct }: Arithmetic, at: Point): boolean {
  if (!concept.additive) return false;
  const [year, part] = [direct.cells[point.FY], direct.cells[at]];
  return year !== undefined && part !== undefined && series.isRecast(year, part);
}

function secondHalf(arithmetic: Arithmetic): Outcome {
  const filed = arithmetic.direct.cells[point.H2];
  if (isOfTwoScopes(arithmetic, point.M6)) return filed ?? gap("vintage_conflict");
  const derived = () => difference(arithmetic, "fy_less_half", [point.FY, point.M6]);
  return filed ?? derived() ?? unfinished(arithmetic.direct, point.H2, point.FY, point.M6);
}
