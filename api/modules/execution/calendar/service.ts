import { invalid } from "#api/http/errors.ts";
import type { Platform } from "#api/platform.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { listFilingDates } from "../../filings/service.ts";
import { listPlanned, type Span } from "./queries.ts";
import type { CalendarEvent, CalendarQuery } from "./schemas.ts";

const dayMs = 86_400_000;
const usualDays = 90;
const daysMax = 1830;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days that are asked for. Throws 400 for an end before the start and for more than five years. */
function spanOf(entityId: string, query: Pick<CalendarQuery, "from" | "to">, now: Date): Span {
  const from = query.from ?? dayOf(now.getTime());
  const start = Date.parse(`${from}T00:00:00Z`);
  const to = query.to ?? dayOf(start + usualDays * dayMs);
  if (to < from) throw invalid("querystring/to: is before from");
  if (Date.parse(`${to}T00:00:00Z`) - start > daysMax * dayMs) {
    throw invalid("querystring/to: is more than five years after from");
  }
  return { entityId, from, to };
}

/** Dates of cycles, seasons, commitments and filings, merged in the order of the calendar. */
export async function listEvents(
  { db, now }: Pick<Platform, "db" | "now">,
  entityId: string,
  { limit, offset, ...query }: CalendarQuery,
): Promise<Page<CalendarEvent>> {
  const span = spanOf(entityId, query, now());
  // A full page of each: the page is cut from both together.
  const asMany = { limit: limit + offset, offset: 0 };
  const planned = await listPlanned(db, span, asMany);
  const filingDates = await listFilingDates(db, span, asMany);
  const filings = filingDates.rows.map(
    ({ id, date, schemaType, reportingPeriodId, status }): CalendarEvent => ({
      date,
      id,
      status,
      kind: "filing_submitted",
      title: `${schemaType} ${reportingPeriodId}`,
    }),
  );
  const rows = [...planned.rows, ...filings].sort(inOrder).slice(offset, offset + limit);
  return { rows, total: planned.total + filingDates.total, limit, offset };
}

const keyOf = ({ date, kind, id }: CalendarEvent) => `${date} ${kind} ${id}`;
const inOrder = (a: CalendarEvent, b: CalendarEvent) => (keyOf(a) < keyOf(b) ? -1 : 1);
