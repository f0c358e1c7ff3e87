import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport, FiledValue } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { dayOf } from "../../periods/days.ts";

/** Data sets round to the nearest month end. */
const apartMax = 16;

interface Span {
  start: string | null;
  end: string;
}

/**
 * The report with the dates of the company's own facts where its source is the data sets: they round days to month
 * ends, and say of a duration only how many quarters it has. A column gets the dates that most facts of its elements and
 * values have, else those of the nearest fact. One that no fact is near keeps its estimate.
 */
export function withExactDates(report: FiledReport, facts: readonly Fact[]): FiledReport {
  return datesOf(facts)(report);
}

/** As `withExactDates`, for many reports of a company. */
export function datesOf(facts: readonly Fact[]): (report: FiledReport) => FiledReport {
  let known: { alike: FactsAlike; spans: ReturnType<typeof spansOf> } | null = null;
  return (report) => {
    if (report.source !== "data_set") return report;
    if (known === null) {
      const exact = facts.filter(({ isEndRounded }) => isEndRounded !== true);
      known = { alike: alikeIn(exact), spans: spansOf(exact) };
    }
    return dated(report, statedColumns(report, known.alike), known.spans);
  };
}

/** Facts by element and value. */
type FactsAlike = ReadonlyMap<string, readonly Fact[]>;

const alikeIn = (facts: readonly Fact[]): FactsAlike =>
  Map.groupBy(facts, ({ tag, value }) => `${tag} ${value}`);

function dated(
  report: FiledReport,
  stated: ReturnType<typeof statedColumns>,
  spans: ReturnType<typeof spansOf>,
): FiledReport {
  const found = new Map<string, Span | null>();
  const spanOfColumn = (value: FiledValue): Span | null =>
    mostStated(stated.get(columnOf(value))) ??
    closest(value, value.start === null ? spans.instants : spans.durations);
  const nearest = (value: FiledValue): FiledValue => {
    const column = columnOf(value);
    let span = found.get(column);
    if (span === undefined) {
      span = spanOfColumn(value);
      found.set(column, span);
    }
    return span === null ? value : { ...value, ...span, isRounded: false };
  };
  const statements = report.statements.map((statement) => {
    const lines = statement.lines.map((line) => ({ ...line, values: line.values.map(nearest) }));
    return { ...statement, lines };
  });
  return { ...report, statements };
}

const columnOf = ({ start, end }: Span) => `${start}|${end}`;

/** For each estimated period the near dates of facts with an element and value that it prints, with their counts. */
function statedColumns(
  { statements }: FiledReport,
  alike: FactsAlike,
): Map<string, Map<string, { span: Span; count: number }>> {
  const columns = new Map<string, Map<string, { span: Span; count: number }>>();
  for (const { element, values } of statements.flatMap(({ lines }) => lines)) {
    const tag = element.slice(element.indexOf(":") + 1);
    for (const value of values) {
      const dates = entry(columns, columnOf(value), () => new Map());
      for (const { start, end } of alike.get(`${tag} ${value.value}`) ?? []) {
        if (apartOf(value, { start, end }) === null) continue;
        entry(dates, columnOf({ start, end }), () => ({
          span: { start, end },
          count: 0,
        })).count += 1;
      }
    }
  }
  return columns;
}

/** Of equally many the earlier ones. */
function mostStated(dates: ReadonlyMap<string, { span: Span; count: number }> = new Map()) {
  const [best] = [...dates].sort(([a, m], [b, n]) => n.count - m.count || (a < b ? -1 : 1));
  return best?.[1].span ?? null;
}

function spansOf(facts: readonly Fact[]): { instants: Span[]; durations: Span[] } {
  const found = new Map<string, Span>();
  for (const { start, end } of facts) found.set(`${start}|${end}`, { start, end });
  const spans = [...found.values()];
  return {
    instants: spans.filter(({ start }) => start === null),
    durations: spans.filter(({ start }) => start !== null),
  };
}

function closest(value: FiledValue, spans: readonly Span[]): Span | null {
  let best: { span: Span; apart: number } | null = null;
  for (const span of spans) {
    const apart = apartOf(value, span);
    if (apart !== null && (best === null || apart < best.apart)) best = { span, apart };
  }
  return best?.span ?? null;
}

/** Days between a value's dates and others; null where they are not near. */
function apartOf({ start, end }: FiledValue, span: Span): number | null {
  if ((start === null) !== (span.start === null)) return null;
  const atEnd = Math.abs(dayOf(span.end) - dayOf(end));
  const atStart =
    span.start === null || start === null ? 0 : Math.abs(dayOf(span.start) - dayOf(start));
  return atEnd > apartMax || atStart > apartMax ? null : atEnd + atStart;
}
