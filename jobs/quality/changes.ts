import type { QualityTotals } from "./totals.ts";
import { percentText, rateOf } from "./totals.ts";

/** One difference from the previous report. */
export interface Change {
  what: string;
  before: string;
  after: string;
}

/**
 * Lists the differences from an earlier report: size, pass rates, labels, coverage of reasons, and single companies.
 */
export function listChanges(
  before: QualityTotals,
  after: QualityTotals,
  nameOf: (cik: string) => string,
): Change[] {
  const change = (what: string, old: string | number, now: string | number): Change[] =>
    String(old) === String(now) ? [] : [{ what, before: String(old), after: String(now) }];
  const keys = (a: object, b: object) =>
    [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return [
    ...change("companies", before.companies, after.companies),
    ...change("periods", before.periods, after.periods),
    ...change("lines with a value", before.lines.values, after.lines.values),
    ...keys(before.labels, after.labels).flatMap((label) =>
      change(
        `companies labelled ${label}`,
        before.labels[label as keyof typeof before.labels] ?? 0,
        after.labels[label as keyof typeof after.labels] ?? 0,
      ),
    ),
    ...keys(before.checks, after.checks).flatMap((id) =>
      change(`pass rate of ${id}`, rateText(before, id), rateText(after, id)),
    ),
    ...keys(before.lines.nulls, after.lines.nulls).flatMap((reason) =>
      change(`nulls: ${reason}`, before.lines.nulls[reason] ?? 0, after.lines.nulls[reason] ?? 0),
    ),
    ...keys(before.failing, after.failing).flatMap((cik) =>
      change(nameOf(cik), failingText(before, cik), failingText(after, cik)),
    ),
  ];
}

function rateText({ checks }: QualityTotals, id: string): string {
  const counts = checks[id];
  if (!counts) return "not run";
  const rate = rateOf(counts);
  return `${percentText(rate)} % of ${rate.run}`;
}

function failingText({ failing }: QualityTotals, cik: string): string {
  const own = failing[cik];
  return own ? `${own.a} of severity A and ${own.b} of B do not pass` : "everything passes";
}
