import { dayOf } from "#ingest/periods/days.ts";
import type { FiscalYear, Span } from "#ingest/periods/fiscal-calendar.ts";

/** A span with the number of facts that annual reports, quarterly reports and others state of it. */
export const span = (
  start: string,
  end: string,
  [annual = 0, interim = 0, other = 0] = [9],
): Span => ({ start: dayOf(start), end: dayOf(end), annual, interim, other });

export const fiscalYear = (
  start: string,
  end: string,
  over: Partial<FiscalYear> = {},
): FiscalYear => ({
  start: dayOf(start),
  end: dayOf(end),
  isTransition: false,
  isExpected: false,
  quarterEnds: [null, null, null],
  hasHalves: false,
  segment: 0,
  label: 0,
  ...over,
});
