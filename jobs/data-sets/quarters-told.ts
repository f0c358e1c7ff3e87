import type { AskedQuarters } from "#ingest/fetch/data-sets/quarters.ts";
import type { QuartersOutcome } from "#ingest/fetch/data-sets/take-quarters.ts";

/** Quarters that were asked for and not taken, in sentences; an open range may end with one that is not published yet. */
export function troubleOf(outcome: QuartersOutcome, { quarters, isOpen }: AskedQuarters): string[] {
  const { absent, nowhere, damaged, busy } = outcome;
  const newest = isOpen ? quarters.at(-1) : undefined;
  const missing = absent.filter((quarter) => quarter !== newest);
  const lines = damaged.map(({ quarter, reason }) => `${quarter}: ${reason}`);
  if (busy.length > 0) lines.push(`${busy.join(", ")}: another process is taking it`);
  if (nowhere.length > 0 && (missing.length > 0 || quarters.length > 1)) {
    return [`the source has no data sets: nothing at ${nowhere.join(" and ")}`, ...lines];
  }
  if (missing.length > 0) lines.push(`${missing.join(", ")}: the source has no such data set`);
  return lines;
}

/** What is stored of the run of a job or command. */
export function resultOfQuarters(outcome: QuartersOutcome, asked: AskedQuarters) {
  const { taken, unchanged, added, known, refused } = outcome;
  const trouble = troubleOf(outcome, asked);
  return {
    quarters: taken,
    unchanged,
    filings: added,
    known,
    refused: refused.length,
    ...(trouble.length > 0 && { problem: trouble.slice(0, 5).join("; ") }),
    refusedFirst: refused.slice(0, 20),
  };
}
