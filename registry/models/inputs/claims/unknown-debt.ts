import { read } from "../../answers/metrics.ts";
import { addDays, daysBetween } from "../dates.ts";
import type { ModelSource } from "../source.ts";
import { type At, firstReading } from "./debt.ts";

/** The dearest debt that is usual: interest over it is the least debt there can be. */
const dearest = 0.15;
/** Share of total assets that the least debt must reach to matter. */
const noticeable = 0.02;
const lookBackDays = 370;

/**
 * Why debt is there although no filing tags it at the day: interest of the newest period up to it needs a noticeable debt.
 * Null where it needs none. Filers that print their debt under elements of their own are such ones (AES).
 */
export function unknownDebt(source: ModelSource, at: At): string | null {
  const assets = firstReading(at, "total_assets")?.value ?? null;
  const from = addDays(at.end, -lookBackDays);
  const paid = source.periods
    .filter(({ end }) => end <= at.end && end > from)
    .flatMap((period) => {
      const interest = read(period, "interest_expense");
      return interest === null ? [] : [{ interest, days: daysBetween(period.start, period.end) }];
    });
  const [newest] = paid;
  if (assets === null || newest === undefined || newest.days <= 0) return null;
  const yearly = (newest.interest.value * 365) / newest.days;
  if (yearly / dearest <= noticeable * assets) return null;
  const { period, value } = newest.interest;
  return `Interest of ${value.toLocaleString("en-US")} is filed for ${period.start} to ${period.end}, and no debt is tagged at ${at.end}.`;
}
