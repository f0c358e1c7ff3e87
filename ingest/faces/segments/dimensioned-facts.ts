import type { FiledLine, FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { SegmentValue } from "#schemas/shapes/companies/segments.ts";
import { entry } from "../../facts/entry.ts";
import { type AxisMeaning, meaningOfAxis } from "./axis-meaning.ts";

/** A value of a report with what it is of. */
export interface DimensionedFact {
  element: string;
  start: string | null;
  end: string;
  unit: string;
  value: string;
  decimals: number | null;
  /** By axis; none for the company. */
  members: ReadonlyMap<string, string>;
  /** Where it is printed first. */
  source: NonNullable<SegmentValue["source"]>;
  /** Every statement and note that prints it. */
  statements: number[];
}

/** What a report has of segments: its values by element, each once, in printed order. */
export interface SegmentFacts {
  byElement: Map<string, DimensionedFact[]>;
  /** By `periodOf`. */
  byPeriod: Map<string, DimensionedFact[]>;
  /** Meanings of the axes that the facts have; null for an axis of something else. */
  axes: Map<string, AxisMeaning | null>;
}

const axesMax = 4;
const known = new WeakMap<FiledReport, SegmentFacts>();

/** The values of a report of the company, and of members of at most four axes. Computed once for each report. */
export function segmentFactsOf(report: FiledReport): SegmentFacts {
  let facts = known.get(report);
  if (!facts) {
    facts = readFacts(report);
    known.set(report, facts);
  }
  return facts;
}

function readFacts(report: FiledReport): SegmentFacts {
  const facts = new Map<string, DimensionedFact>();
  const axes = new Map<string, AxisMeaning | null>();
  for (const { order: statement, lines } of report.statements) {
    for (const line of lines) {
      if (line.dimensions.length > axesMax) continue;
      for (const { axis } of line.dimensions) entry(axes, axis, () => meaningIn(report, axis));
      addFacts(facts, statement, line);
    }
  }
  const byElement = new Map<string, DimensionedFact[]>();
  const byPeriod = new Map<string, DimensionedFact[]>();
  for (const fact of facts.values()) {
    entry(byElement, fact.element, () => []).push(fact);
    entry(byPeriod, periodOf(fact), () => []).push(fact);
  }
  return { byElement, byPeriod, axes };
}

/** Names the period and the unit of a fact. */
export function periodOf({ start, end, unit }: DimensionedFact): string {
  return `${start}/${end}/${unit}`;
}

function addFacts(facts: Map<string, DimensionedFact>, statement: number, line: FiledLine): void {
  const { element, dimensions } = line;
  const names = dimensions.map(({ axis, member }) => `${axis}=${member}`).join(";");
  const members = new Map(dimensions.map(({ axis, member }) => [axis, member]));
  for (const { start, end, unit, value, decimals, fact } of line.values) {
    if (unit === null) continue;
    const key = `${element}|${names}|${start}|${end}|${unit}`;
    const source = { statement, line: line.order, fact };
    const about = { element, start, end, unit, value, decimals, members };
    entry(facts, key, () => ({ ...about, source, statements: [] })).statements.push(statement);
  }
}

function meaningIn({ elements, domains }: FiledReport, axis: string): AxisMeaning | null {
  const about = elements[axis];
  const tops = domains
    .filter((domain) => domain.axis === axis)
    .flatMap(({ members }) => members[0]?.member ?? []);
  return meaningOfAxis({
    axis,
    isOwn: about?.isOwn ?? false,
    label: about?.label ?? null,
    domains: tops,
  });
}
