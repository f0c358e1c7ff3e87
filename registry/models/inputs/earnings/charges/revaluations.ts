import { addDays } from "../../dates.ts";
import { factsOf, filedFact, ownElements, type Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import { flowAt, totalOf } from "../charge.ts";
import { contingentPayments } from "./gain-tags.ts";

/** True for a change in what is owed for businesses that is none in its value: it was paid, or a business was bought with it. */
export const isNoRevaluation = (source: ModelSource, span: Span, rise: number): boolean =>
  isSettled(source, span, -rise) || isMovement(source, span, rise);

/** True where payments are at least half of what a liability fell by: the fall is no gain (AMD 2025: 482, of which 284 was paid in cash). */
const isSettled = (source: ModelSource, span: Span, fall: number) =>
  totalOf(contingentPayments.flatMap((tag) => flowAt(source, [tag], span) ?? [])) * 2 >= fall &&
  fall > 0;

/** True where warrants are a liability of the company, and not what it has of others (Amazon 2022: a loss of 2,132). */
export const owesWarrants = (source: ModelSource): boolean =>
  factsOf(source, "us-gaap:WarrantsAndRightsOutstanding").length > 0 ||
  ownElements(source, /Warrant(Derivative)?Liabilit/).length > 0;

const owed = [
  ["us-gaap:BusinessCombinationContingentConsiderationLiability"],
  [
    "us-gaap:BusinessCombinationContingentConsiderationLiabilityCurrent",
    "us-gaap:BusinessCombinationContingentConsiderationLiabilityNoncurrent",
  ],
] as const;

/** A liability that was no more than this part of its rise was next to nothing before. */
const nextToNothing = 0.1;

/** True where the figure is just the rise of a liability that was next to nothing (SunEdison 2015: 492, from 43 to 535). */
function isMovement(source: ModelSource, { start, end, currency }: Span, rise: number): boolean {
  const [before = 0, after = 0] = [addDays(start, -1), end].map((day) => {
    const on = { start: null, end: day, unit: currency };
    const sums = owed.map((tags) =>
      tags.reduce((sum, tag) => sum + (numberOf(filedFact(source, [tag], on)?.value) ?? 0), 0),
    );
    return sums.find((sum) => sum !== 0) ?? 0;
  });
  return before > 0 && before <= nextToNothing * rise && after - before === rise;
}
