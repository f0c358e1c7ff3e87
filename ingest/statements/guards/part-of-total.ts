import { isDwarfed, type Rival } from "#registry/resolve/resolve.ts";
import { rulesOf } from "#registry/rules/book.ts";
import { tierOf } from "../../facts/forms.ts";
import { type PickedVersion, valueIn } from "../../facts/history/versions.ts";
import { type Point, point, slotOf } from "../../periods/slots.ts";
import type { TaggedFacts } from "../evidence/evidence.ts";
import { isSalesOfLargerTotal } from "./equity-in-revenue.ts";
import { filedAt, type GuardQuestion, guardPoints, rawNumber, rivalsAt } from "./filed-beside.ts";

/** Whether the tag is but a part of a larger one at a point of the year: where nothing tells, as in most of the points that do. */
export function partOfTotal(question: GuardQuestion, ratio: number): (at: Point) => boolean {
  const judgements = dwarfedPoints(question, ratio);
  const parts = [...judgements].filter(([, { isPart }]) => isPart);
  const isMostly = 2 * parts.length > judgements.size;
  const isRefusedAt = (at: Point) =>
    judgements.get(at)?.isPart ?? (isMostly && !isLikeTotal(question, at, ratio, parts));
  const totalAt = (at: Point) => {
    const judged = judgements.get(at);
    if (judged?.isPart) return judged.total;
    return isRefusedAt(at) ? null : (ownAt(question, at)?.number ?? null);
  };
  return (at) => isRefusedAt(at) && !isBetweenTotals(question, at, totalAt);
}

/** Whether it is so at any of the points. */
export const isAnywherePart = (question: GuardQuestion, ratio: number): boolean =>
  dwarfedPoints(question, ratio)
    .values()
    .some(({ isPart }) => isPart);

/** Whether the tag, where nothing is filed beside it, is about as large as the total of another span of the year. */
function isLikeTotal(
  question: GuardQuestion,
  at: Point,
  ratio: number,
  parts: readonly [Point, Judged][],
): boolean {
  const own = ownAt(question, at);
  const perQuarter = parts.map(([other, { total }]) => total / quartersIn(other));
  return own !== null && own.number * ratio > Math.max(...perQuarter) * quartersIn(at);
}

const ownAt = ({ evidence, candidate, year }: GuardQuestion, at: Point) =>
  evidence.facts.index.pickOf(candidate.series, slotOf(year, at));

function quartersIn(at: Point): number {
  if (at === point.FY) return 4;
  if (at === point.M9) return 3;
  return at === point.M6 || at === point.H2 ? 2 : 1;
}

/** A quarter and the two spans that it is the difference of. */
const quarterBetween: Partial<Record<Point, readonly [longer: Point, shorter: Point]>> = {
  [point.Q1]: [point.M6, point.Q2],
  [point.Q2]: [point.M6, point.Q1],
  [point.Q3]: [point.M9, point.M6],
  [point.Q4]: [point.FY, point.M9],
};

/**
 * The quarter is what two totals differ by: however small, it is the quarter of that total. A note of quarters may state the total under
 * a tag that is gross of excise taxes in the income statement (Boston Beer 2013).
 */
function isBetweenTotals(
  question: GuardQuestion,
  at: Point,
  totalAt: (at: Point) => number | null,
): boolean {
  const own = ownAt(question, at);
  const [longer, shorter] = quarterBetween[at]?.map(totalAt) ?? [];
  if (own === null || longer == null || shorter == null) return false;
  return Math.abs(longer - shorter - own.number) <= 2 * 10 ** Math.max(own.quantum, 0);
}

/** Whether the tag is but a part of what is filed beside it, and how large the total is then. */
interface Judged {
  isPart: boolean;
  total: number;
}

/**
 * The points where a rival is filed beside the tag, in no lower a form. A tag that outlived its rivals at a point is the total
 * wherever it is about as large.
 */
function dwarfedPoints(question: GuardQuestion, ratio: number): Map<Point, Judged> {
  const { evidence, candidate, all, year } = question;
  const judgements = new Map<Point, Judged>();
  const outlived: [Point, Judged][] = [];
  const isSales = isSalesOfLargerTotal(question);
  for (const { at, picked } of filedAt(question, [...guardPoints.duration, point.Q4, point.H2])) {
    const tier = tierOf(picked.fact.form);
    const beside = rivalsAt(evidence, candidate, all, year, at);
    const rivals = beside.filter(({ fact }) => tierOf(fact.form) <= tier);
    if (beside.length === 0) continue;
    const shared = sharedFiling(picked, rivals);
    const totals = revenueTotals(evidence, { year, at, accession: shared.accession, isSales });
    const judge = (value: number): Rival => ({
      value,
      holds: isTotal(value, picked.quantum, totals),
    });
    const isPart = isDwarfed(judge(shared.value), shared.rivals.map(judge), ratio);
    judgements.set(at, { isPart, total: Math.max(0, ...shared.rivals) });
    if (isPart && hasOutlived(picked, rivals)) {
      outlived.push([at, { isPart: false, total: picked.number }]);
    }
  }
  if (outlived.length === 0) return judgements;
  const isTotalOf = (at: Point) => isLikeTotal(question, at, ratio, outlived);
  return new Map(judgements.entries().map(([at, one]) => [at, isTotalOf(at) ? notPart : one]));
}

const notPart: Judged = { isPart: false, total: 0 };

/** The newest filings state the shown value and none of the larger ones: those were a note's (Mastercard's before rebates). */
function hasOutlived(
  { lastFiled, versions, fact }: PickedVersion,
  rivals: readonly PickedVersion[],
): boolean {
  if (lastFiled === null || versions.at(-1)?.value !== fact.value) return false;
  return rivals.every((rival) => rival.lastFiled !== null && rival.lastFiled < lastFiled);
}

/**
 * The candidate and its rivals as the newest filing has them that states what the view shows of the candidate beside a rival:
 * vintages are not compared where one filing says both. Without such a filing, as the view shows them.
 */
function sharedFiling(
  picked: PickedVersion,
  rivals: readonly PickedVersion[],
): { accession: string | undefined; value: number; rivals: number[] } {
  for (const { accession, value } of picked.versions.toReversed()) {
    if (Math.abs(Number(value) - picked.number) >= 10 ** Math.max(picked.quantum, 0)) continue;
    const beside = rivals.flatMap((rival) => valueIn(rival, accession) ?? []);
    if (beside.length > 0) return { accession, value: Number(value), rivals: beside };
  }
  return { accession: undefined, value: picked.number, rivals: rivals.map((r) => r.number) };
}

/**
 * What revenue must be by the income identities that the filing lets us test (IS-01, IS-03, IS-12). Income before tax holds
 * equity-method income: sales beside a total that holds it, too, are not tested with it.
 */
function revenueTotals(
  evidence: TaggedFacts,
  { year, at, accession, isSales }: TotalsOf,
): number[] {
  const rules = rulesOf(evidence.registry.rules, "proven_total");
  const pairs = rules.flatMap(({ applies: { operating, pretax } }) =>
    isSales ? operating : [...operating, ...pretax],
  );
  return sumsOf(pairs, (key) => rawNumber(evidence, key, year, at, accession));
}

interface TotalsOf {
  year: number;
  at: Point;
  accession: string | undefined;
  isSales: boolean;
}

function sumsOf(
  pairs: readonly (readonly string[])[],
  amount: (key: string) => number | null,
): number[] {
  return pairs.flatMap((pair) => {
    const [profit, costs] = pair.map(amount);
    return profit != null && costs != null ? [profit + costs] : [];
  });
}

/** Whether a filed profit and its costs come to the value: then no equity-method or other income is in it. */
export function isRevenueOfOperations(
  evidence: TaggedFacts,
  year: number,
  at: Point,
  { number, quantum }: PickedVersion,
): boolean {
  const pairs = rulesOf(evidence.registry.rules, "proven_total").flatMap(
    (rule) => rule.applies.operating,
  );
  const totals = sumsOf(pairs, (key) => rawNumber(evidence, key, year, at));
  return isTotal(number, quantum, totals) === true;
}

function isTotal(value: number, quantum: number, totals: readonly number[]): boolean | null {
  if (totals.length === 0) return null;
  const slack = (total: number) => Math.max(2 * 10 ** quantum, 0.0005 * Math.abs(total));
  return totals.some((total) => Math.abs(total - value) <= slack(total));
}
