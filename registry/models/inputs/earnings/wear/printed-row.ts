import { daysBetween } from "../../dates.ts";
import { factsOf } from "../../filed-facts.ts";
import type { ModelSource, SourcePeriod } from "../../source.ts";
import { printedRows } from "../income-parts.ts";

const longerThanQuarter = 120;
const shorterThanYear = 300;

/** True for an element of a row that the cash flow statement of the period prints, and that no line holds alone. */
export const isPrintedRow = ({ lines }: SourcePeriod, element: string): boolean =>
  printedRows(lines.remaining_operating_cash_flow?.lineage ?? null).some(
    ([, label]) => label === element,
  );

/**
 * True for an element of a row of cash flow statements, as spans tell it: a report of two or three quarters states the year
 * to date and not its own quarter. Notes and income statements state both (Snowflake).
 */
export function isRowOfCashFlow(source: ModelSource, element: string): boolean {
  const spans = factsOf(source, element).flatMap((fact) =>
    fact.start === null ? [] : [{ ...fact, days: daysBetween(fact.start, fact.end) }],
  );
  return spans.some(
    (year) =>
      year.days > longerThanQuarter &&
      year.days < shorterThanYear &&
      !spans.some(
        ({ accession, end, days }) =>
          accession === year.accession && end === year.end && days <= longerThanQuarter,
      ),
  );
}
