import { addDays } from "../../dates.ts";
import { factsOf, flowFact, near, type Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import type { OneOff } from "../one-off-tags.ts";

/**
 * The charge without elements that state the cost of programs from their start to the end of the span: no other span has such an
 * element, and another element of the charge has less for the span and states the year before, too (American Express
 * 2016: 875 to date beside 329 of the year and -26 of the year before).
 */
export function withoutCostToDate(source: ModelSource, span: Span, of: OneOff): OneOff {
  const dayBefore = addDays(span.start, -1);
  const amountOf = (tag: string) => numberOf(flowFact(source, [tag], span)?.value);
  const hasYearBefore = (tag: string) =>
    factsOf(source, tag).some(({ start, end }) => start !== null && near(end, dayBefore));
  const ofYears = of.tags.filter(hasYearBefore);
  const isToDate = (tag: string): boolean => {
    const amount = amountOf(tag);
    if (amount === null || factsOf(source, tag).some(({ end }) => !near(end, span.end)))
      return false;
    return ofYears.some((other) => {
      const ofYear = amountOf(other);
      return ofYear !== null && ofYear > 0 && ofYear < amount;
    });
  };
  return { ...of, tags: of.tags.filter((tag) => !isToDate(tag)) };
}
