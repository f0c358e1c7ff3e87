import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import { type QuotedValue, quote } from "../../answers/provenance.ts";
import { addDays } from "../dates.ts";
import { factsOf } from "../filed-facts.ts";
import { type ModelSource, numberOf } from "../source.ts";
import { endsBefore, periodsAt } from "../trailing.ts";
import { type At, firstReading, isIfrs, lessInterest } from "./debt.ts";
import { leasePayments } from "./debt-tags.ts";

/** What operating leases owe at a balance sheet date, beside the debt that models count. */
export interface OperatingLeases {
  /** Null where no filing states the whole, and where debt has it. */
  liability: QuotedValue | null;
  /** Why debt has the leases already; null where it does not. */
  inDebt: string | null;
}

export const noOperatingLeases: OperatingLeases = { liability: null, inDebt: null };

const metric = "operating_lease_liability";

/**
 * The liability at the day, else that of the newest day within 400 before: many filers tag it once a year. Where none is
 * stated it is all payments less the interest within them.
 */
export function operatingLeasesAt(source: ModelSource, at: At): OperatingLeases {
  const inDebt = heldByDebt(source, at);
  if (inDebt !== null) return { liability: null, inDebt };
  const here = quote(source, withCurrent(firstReading(at, metric)), "instant");
  return { liability: here ?? earlier(source, at) ?? fromPayments(source, at), inDebt: null };
}

/** The two parts, where a whole is filed that is the noncurrent one beside a current one (Upexi). */
function withCurrent(reading: Reading | null): Reading | null {
  if (reading === null) return null;
  const { lines } = reading.period;
  const [current, noncurrent] = [lines[`${metric}_current`], lines[`${metric}_noncurrent`]];
  const due = numberOf(current?.value);
  if (due === null || due <= 0 || numberOf(noncurrent?.value) !== reading.value) return reading;
  if (current?.lineage == null || noncurrent?.lineage == null) return reading;
  return {
    ...reading,
    value: reading.value + due,
    lineage: [
      "derivation",
      [1, `${metric}_current`, String(due), current.lineage],
      [1, `${metric}_noncurrent`, String(reading.value), noncurrent.lineage],
    ],
  };
}

function heldByDebt(source: ModelSource, at: At): string | null {
  if (isIfrs(source, at)) return "IFRS 16 counts all leases as debt: they are in total_debt";
  const leaves = leavesOf(firstReading(at, "total_debt")?.lineage ?? null, source.facts);
  return leaves.some(({ tag }) => /OperatingLease/i.test(tag))
    ? "the filed debt has operating leases in it"
    : null;
}

const lookBackDays = 400;

function fromPayments(source: ModelSource, at: At): QuotedValue | null {
  const from = addDays(at.end, -lookBackDays);
  const end = leasePayments.operating.due
    .flatMap((tag) => factsOf(source, tag))
    .flatMap((fact) => (fact.end <= at.end && fact.end > from ? [fact.end] : []))
    .sort()
    .at(-1);
  return end === undefined ? null : lessInterest(source, { ...at, end }, "operating", metric);
}

function earlier(source: ModelSource, { end, currency }: At): QuotedValue | null {
  const [newest] = endsBefore(source, end).flatMap((day) =>
    periodsAt(source, day, currency).flatMap((one) => withCurrent(read(one, metric)) ?? []),
  );
  const quoted = quote(source, newest ?? null, "instant");
  if (quoted === null || newest === undefined) return null;
  return { ...quoted, note: `of ${newest.period.end}, and not tagged later` };
}
