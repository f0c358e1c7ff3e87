import { dayOf, isoOf } from "#ingest/periods/days.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";

/** A fiscal year of a made-up filer: its first day, the ends of its quarters, the last one being its own. */
export type FiledYear = readonly [start: string, q1: string, q2: string, q3: string, end: string];

export const calendarYear = (year: number): FiledYear => [
  `${year}-01-01`,
  ...(["03-31", "06-30", "09-30", "12-31"].map((end) => `${year}-${end}`) as [
    string,
    string,
    string,
    string,
  ]),
];

const dayAfter = (iso: string) => isoOf(dayOf(iso) + 1);

/** The report about the quarter that ends here: quarterly ones 30 days after, the annual one 45. */
export const reportOf = (end: string, isAnnual: boolean): Partial<Fact> => ({
  accession: `report ${end}`,
  form: isAnnual ? "10-K" : "10-Q",
  filed: isoOf(dayOf(end) + (isAnnual ? 45 : 30)),
  fy: Number(end.slice(0, 4)),
  fp: isAnnual ? "FY" : "Q1",
});

/** What the reports of a year state of one tag: quarters, years to date and the year, each in its own report. */
export function statedFlow(
  [start, ...ends]: FiledYear,
  quarters: readonly number[],
  over: Partial<Fact> = {},
): Fact[] {
  return quarters.flatMap((value, q) => {
    const end = ends[q] ?? "";
    const filing = reportOf(end, q === 3);
    const toDate = quarters.slice(0, q + 1).reduce((sum, one) => sum + one, 0);
    const of = (from: string, amount: number) =>
      makeFact({ tag: "Revenues", start: from, end, value: String(amount), ...filing, ...over });
    const discrete = q < 3 ? [of(q === 0 ? start : dayAfter(ends[q - 1] ?? ""), value)] : [];
    return q === 0 ? discrete : [...discrete, of(start, toDate)];
  });
}

/** What the report about the period to `end` states of a balance. */
export const statedBalance = (end: string, isAnnual: boolean, tag: string, value: number): Fact =>
  makeFact({ tag, start: null, end, value: String(value), ...reportOf(end, isAnnual) });
