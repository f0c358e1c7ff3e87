import { read } from "../../answers/metrics.ts";
import type { QuotedValue } from "../../answers/provenance.ts";
import { isFinancialInstitution } from "../company-type.ts";
import { addDays, daysBetween } from "../dates.ts";
import { unreadRows } from "../rows/unread-rows.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading } from "./debt.ts";

/** The dearest debt that is usual: interest over it is the least debt there can be. */
const dearest = 0.15;
/** Interest above this share of the debt is that of another debt, too. */
const unbearable = 0.3;
/** Share of total assets that the missing debt must reach to matter. */
const noticeable = 0.02;
const lookBackDays = 370;

/**
 * Why there is debt that no filing tags at the day: interest of the newest period up to it needs noticeably more than is
 * tagged at any balance of the year. Null where it does not, and where the other liabilities have no room for what is missing:
 * then the debt is dear, or interest holds what is not paid (NioCorp: 4.49 on 7.66). Printed rows that are no debt leave no
 * room (Cardiff Lexington 2023: 8.0 million of other liabilities, of which 0.1 are not told). Filers that print their debt under
 * elements of their own are such ones: all of it (AES), or most (Cablevision).
 */
export function unknownDebt(source: ModelSource, at: At, debt: QuotedValue | null): string | null {
  // Interest of banks is on deposits.
  if (isFinancialInstitution(source)) return null;
  const assets = firstReading(at, "total_assets")?.value ?? null;
  const paid = newestInterest(source, at);
  if (assets === null || paid === null) return null;
  const most = Math.max(debt?.value ?? 0, ...debtsRepaid(source, at, debt?.value ?? 0));
  const isBearable = most > 0 && paid.yearly <= unbearable * most;
  const missing = paid.yearly / dearest - most;
  if (isBearable || missing <= noticeable * assets) return null;
  if (debt !== null && missing > roomForDebt(source, at, debt.value)) return null;
  const interest = `Interest of ${paid.value.toLocaleString("en-US")} is filed for ${paid.start} to ${paid.end}`;
  return debt === null
    ? `${interest}, and no debt is tagged at ${at.end}.`
    : `${interest}, which the debt of ${debt.value.toLocaleString("en-US")} tagged at ${at.end} cannot bear: it is a part.`;
}

const noDebt = ["accounts_payable", "deferred_revenue", "operating_lease_liability"] as const;

/** Liabilities that may be debt beside the one that is tagged: without rows and lines that are something else. */
function roomForDebt(source: ModelSource, at: At, debt: number): number {
  const liabilities = firstReading(at, "total_liabilities")?.value;
  if (liabilities === undefined) return Number.POSITIVE_INFINITY;
  const rows = unreadRows(source, at).filter(
    ({ side, kind }) => side === "liabilities" && kind !== null && kind !== "debt",
  );
  const lines = noDebt.map((key) => lineAt(at, key));
  const others = [...rows.map(({ quoted }) => quoted.value), ...lines];
  return others.reduce((left, value) => left - value, liabilities - debt);
}

const lineAt = ({ here }: At, key: string): number =>
  here.map(({ lines }) => numberOf(lines[key]?.value)).find((value) => value !== null) ?? 0;

function newestInterest(source: ModelSource, { end }: At) {
  const from = addDays(end, -lookBackDays);
  for (const period of source.periods) {
    if (period.end > end || period.end <= from) continue;
    const interest = read(period, "interest_expense");
    const days = daysBetween(period.start, period.end);
    if (interest === null || days <= 0) continue;
    const { value } = interest;
    return { value, start: period.start, end: period.end, yearly: (value * 365) / days };
  }
  return null;
}

/**
 * Debt may have been repaid just before the day: that of the balances within the year before, unless liabilities fell by less
 * than half of what is tagged no more (Air Products at 2023-12-31: 234 for 10,306 three months before, and liabilities that
 * rose).
 */
function debtsRepaid(source: ModelSource, at: At, debt: number): number[] {
  const { end, currency } = at;
  const from = addDays(end, -lookBackDays);
  const days = source.periods.map((one) => one.end).filter((day) => day < end && day > from);
  const liabilities = firstReading(at, "total_liabilities")?.value ?? null;
  return [...new Set(days)].flatMap((day) => {
    const then = { end: day, currency, here: periodsAt(source, day, currency) };
    const before = debtAt(source, then, "total_debt")?.value ?? 0;
    const owed = firstReading(then, "total_liabilities")?.value ?? null;
    const isKept =
      liabilities !== null && owed !== null && owed - liabilities < (before - debt) * repaidMin;
    return isKept ? [] : [before];
  });
}

/** Share of the debt tagged no more that liabilities fell by at least where it was repaid. */
const repaidMin = 0.5;
