import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport, FiledValue } from "#schemas/shapes/companies/filed-report.ts";
import { dayOf } from "../../periods/days.ts";

/** Data sets round to the nearest month end. */
const apartMax = 16;

interface Span {
  start: string | null;
  end: string;
}

/**
 * The report with the dates of the company's own facts where its source is the data sets: they round days to month
 * ends, and say of a duration only how many quarters it has. A period that no fact is near keeps its estimate.
 */
export function withExactDates(report: FiledReport, facts: readonly Fact[]): FiledReport {
  if (report.source !== "data_set") return report;
  const spans = spansOf(facts);
  const nearest = (value: FiledValue): FiledValue => {
    const found = closest(value, value.start === null ? spans.instants : spans.durations);
    return found === null ? value : { ...value, ...found, isRounded: false };
  };
  const statements = report.statements.map((statement) => {
    const lines = statement.lines.map((line) => ({ ...line, values: line.values.map(nearest) }));
    return { ...statement, lines };
  });
  return { ...report, statements };
}

function spansOf(facts: readonly Fact[]): { instants: Span[]; durations: Span[] } {
  const found = new Map<string, Span>();
  for (const { start, end, isEndRounded } of facts) {
    if (isEndRounded !== true) found.set(`${start}|${end}`, { start, end });
  }
  const spans = [...found.values()];
  return {
    instants: spans.filter(({ start }) => start === null),
    durations: spans.filter(({ start }) => start !== null),
  };
}

function closest(value: FiledValue, spans: readonly Span[]): Span | null {
  let best: { span: Span; apart: number } | null = null;
  for (const span of spans) {
    const atEnd = Math.abs(dayOf(span.end) - dayOf(value.end));
    const atStart =
      span.start === null ? 0 : Math.abs(dayOf(span.start) - dayOf(value.start ?? ""));
    if (atEnd > apartMax || atStart > apartMax) continue;
    const apart = atEnd + atStart;
    if (best === null || apart < best.apart) best = { span, apart };
  }
  return best?.span ?? null;
}
