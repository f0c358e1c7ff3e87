import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { entry } from "../facts/entry.ts";
import { formClass } from "../facts/forms.ts";
import type { History } from "../facts/history/history.ts";
import { classifySpan, dayOf } from "./days.ts";
import type { Calendar, Span } from "./fiscal-calendar.ts";
import { chainFiscalYears, withFormation } from "./fiscal-years.ts";
import { labelFiscalYears } from "./labels.ts";
import { findQuarterEnds } from "./quarter-ends.ts";

/**
 * The fiscal calendar that the filings' own periods describe. The `fy` and `fp` of company facts describe
 * the filing and are never read to classify a fact (2.2); they only teach the company's year labels (2.3).
 */
export function buildCalendar(
  histories: readonly History[],
  facts: readonly Fact[],
  yearEnd: string | null,
): Calendar {
  const all = collectSpans(histories);
  const spans = all.filter((s) => classifySpan(s.end - s.start + 1) !== "other");
  const years = withFormation(chainFiscalYears(spans, lastDay(facts), yearEnd), all);
  for (const year of years) year.quarterEnds = findQuarterEnds(year, spans);
  return { years, mismatches: labelFiscalYears(years, facts) };
}

function collectSpans(histories: readonly History[]): Span[] {
  const spans: Span[] = [];
  const byStart = new Map<string, Map<string, Span>>();
  for (const history of histories) {
    const first = history[0];
    if (!first || first.start === null || history.every(isAfterFiling)) continue;
    const { start, end } = first;
    const byEnd = entry(byStart, start, () => new Map<string, Span>());
    let span = byEnd.get(end);
    if (!span) {
      span = { start: dayOf(start), end: dayOf(end), annual: 0, interim: 0, other: 0 };
      byEnd.set(end, span);
      spans.push(span);
    }
    for (const fact of history) {
      if (isAfterFiling(fact)) continue;
      const kind = formClass(fact.form);
      span[kind === "annual" || kind === "interim" ? kind : "other"] += 1;
    }
  }
  return spans;
}

/** Maturity and amortization schedules end after their filing: they are not reported periods (2.2). */
export function isAfterFiling(fact: Fact): boolean {
  return fact.filed !== null && fact.end > fact.filed;
}

function lastDay(facts: readonly Fact[]): number {
  let last = "";
  for (const fact of facts) if (fact.end > last && !isAfterFiling(fact)) last = fact.end;
  return last === "" ? 0 : dayOf(last);
}
