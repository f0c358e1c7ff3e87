import { scopeIn } from "#registry/series/comparable.ts";
import { compare, ratio, sub } from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Template } from "#schemas/shapes/companies/statement.ts";
import type { TerminalMetric } from "#schemas/shapes/companies/terminal.ts";
import {
  attribute,
  type Figures,
  noAttribution,
  reasonNotes,
  stateTogether,
} from "./attribution.ts";
import { display, multiple, percent, signedPercent, signedPoints, toNumber } from "./format.ts";
import { reasonOf } from "./groups.ts";
import { type MetricDefinition, metricsByTemplate } from "./metric-definitions.ts";
import type { Column, Point, Points } from "./points.ts";

/** A metric of the payload with what the health rules and highlights say about it. */
export interface ComputedMetric {
  metric: TerminalMetric;
  /** The label without its period, for sentences. */
  name: string;
  highlight: boolean;
  /** When the figure holds, as a sentence part; null without a value. */
  when: string | null;
  /** "net income $97.00B": the figures a ratio was computed from; empty for a figure as it stands. */
  operands: string[];
  /** Why there is no value, as a sentence part; "zero_denominator" lets a rule read no debt as no risk. */
  absence: { note: string; kind: "missing" | "not_applicable" | "zero_denominator" } | null;
}

type Absence = NonNullable<ComputedMetric["absence"]>;
type RatioDefinition = Extract<MetricDefinition, { kind: "ratio" }>;
type Figure = { line: Line; value: string; unit: string };

/** The metrics of a company of this template, in display order, each with a value or a reason (TRM-08, TRM-09, TRM-32). */
export function computeMetrics(
  template: Template,
  points: Points,
  build: Figures,
): ComputedMetric[] {
  const definitions = metricsByTemplate[template];
  const oneSpan = { ...points, flows: asList(spanOf(definitions, points.flows)) };
  return definitions.map((definition) => compute(definition, oneSpan, build));
}

/**
 * The one span that all flows are of, so that figures beside each other belong together: the first that has all highlighted
 * flows of which another has one, else the first.
 */
function spanOf(definitions: readonly MetricDefinition[], flows: readonly Point[]): Point | null {
  const concepts = definitions.flatMap((one) =>
    one.kind === "flow" && one.highlight === true ? [one.concept] : [],
  );
  const known = concepts.filter((key) => flows.some(({ column }) => figureOf(column, key)));
  const whole = flows.find(({ column }) => known.every((key) => figureOf(column, key)));
  return whole ?? flows[0] ?? null;
}

function compute(
  definition: MetricDefinition,
  { flows, balance }: Points,
  build: Figures,
): ComputedMetric {
  switch (definition.kind) {
    case "flow":
      return computeFigure(definition, flows, [definition.concept], build);
    case "instant":
      return computeFigure(definition, asList(balance), definition.concepts, build);
    case "ratio":
      return computeRatio(definition, definition.at === "flow" ? flows : asList(balance), build);
    case "growth":
      return computeGrowth(definition, flows, definition.concept, build);
  }
}

function asList(point: Point | null): Point[] {
  return point === null ? [] : [point];
}

function computeFigure(
  definition: MetricDefinition,
  points: readonly Point[],
  concepts: readonly string[],
  build: Figures,
): ComputedMetric {
  for (const point of points) {
    for (const concept of concepts) {
      const figure = figureOf(point.column, concept);
      if (!figure) continue;
      const earlier = point.yearEarlier && figureOf(point.yearEarlier, concept);
      return available(definition, point, {
        value: toNumber(figure.value),
        displayValue: display(figure),
        unit: figure.unit,
        deltaDisplay: earlier ? deltaOf(figure, earlier, build.facts) : null,
        source: attribute([figure.line], build),
      });
    }
  }
  return unavailable(definition, absenceOf(points, concepts));
}

function computeRatio(
  definition: RatioDefinition,
  points: readonly Point[],
  build: Figures,
): ComputedMetric {
  let absence: Absence | null = null;
  for (const point of points) {
    const ratio = ratioAt(point.column, definition);
    if ("kind" in ratio) {
      absence ??= ratio;
      continue;
    }
    const earlier = point.yearEarlier && ratioAt(point.yearEarlier, definition);
    const { numerator, denominator } = ratio;
    const names = `${words(definition.numerator)} ÷ ${words(definition.denominator)}`;
    return available(definition, point, {
      value: ratio.value,
      displayValue: definition.format === "percent" ? percent(ratio.value) : multiple(ratio.value),
      unit: "ratio",
      deltaDisplay:
        earlier && "value" in earlier ? ratioDelta(definition, ratio.value, earlier.value) : null,
      source: attribute([numerator.line, denominator.line], build, names),
      operands: [
        `${words(definition.numerator)} ${display(numerator)}`,
        `${words(definition.denominator)} ${display(denominator)}`,
      ],
    });
  }
  return unavailable(definition, absence ?? absenceOf(points, []));
}

function ratioAt(
  column: Column,
  { numerator, denominator }: RatioDefinition,
): { value: number; numerator: Figure; denominator: Figure } | Absence {
  const over = figureOf(column, numerator);
  const under = figureOf(column, denominator);
  if (!over) return absenceAt(column, numerator);
  if (!under) return absenceAt(column, denominator);
  if (over.unit !== under.unit) return missing("the operands are in different units");
  const sign = compare(under.value, "0");
  if (sign === 0) return { note: `${words(denominator)} is zero`, kind: "zero_denominator" };
  if (sign < 0) return missing(`${words(denominator)} is negative (${display(under)})`);
  const value = toNumber(ratio(over.value, under.value) ?? "");
  if (value === null) return missing("the ratio is out of range");
  return { value, numerator: over, denominator: under };
}

function ratioDelta({ format }: RatioDefinition, now: number, before: number): string {
  if (format === "percent") return `${signedPoints(now - before)} YoY`;
  return `from ${multiple(before)} a year earlier`;
}

function computeGrowth(
  definition: MetricDefinition,
  points: readonly Point[],
  concept: string,
  build: Figures,
): ComputedMetric {
  for (const point of points) {
    const now = figureOf(point.column, concept);
    const before = point.yearEarlier && figureOf(point.yearEarlier, concept);
    if (!now || !before) continue;
    const growth = growthOf(now, before);
    if (growth === null) continue;
    return available(definition, point, {
      value: growth,
      displayValue: signedPercent(growth),
      unit: "ratio",
      deltaDisplay: null,
      source: attribute([now.line, before.line], build, "Change against a year earlier"),
      operands: [`${words(concept)} ${display(now)}`, `${display(before)} a year earlier`],
    });
  }
  const [first] = points;
  if (!first || !figureOf(first.column, concept)) {
    return unavailable(definition, absenceOf(points, [concept]));
  }
  return unavailable(definition, missing("no comparable figure a year earlier"));
}

/** (now - before) / before as a fraction; null unless both are of one unit and scope and the base is positive. */
function growthOf(now: Figure, before: Figure): number | null {
  if (now.unit !== before.unit || scopeIn(now.line.flags) !== scopeIn(before.line.flags))
    return null;
  if (compare(before.value, "0") <= 0) return null;
  return toNumber(ratio(sub(now.value, before.value), before.value) ?? "");
}

/** Share counts that move more than this within a year may have been split; the change is not shown. */
const plausibleShareChange = 0.25;

function deltaOf(now: Figure, before: Figure, facts: readonly Fact[]): string | null {
  if (now.unit !== before.unit) return null;
  if (now.unit.endsWith("/shares") && !stateTogether(now.line, before.line, facts)) return null;
  const growth = growthOf(now, before);
  if (growth === null) return `from ${display(before)} a year earlier`;
  if (now.unit === "shares" && Math.abs(growth) > plausibleShareChange) return null;
  return `${signedPercent(growth)} YoY`;
}

function figureOf(column: Column, concept: string): Figure | null {
  const line = column.lines[concept];
  if (!line || line.value === null || line.unit === null || toNumber(line.value) === null)
    return null;
  return { line, value: line.value, unit: line.unit };
}

/** Absence in the first point: it is the one the reader would have been shown. */
function absenceOf(points: readonly Point[], concepts: readonly string[]): Absence {
  const [point] = points;
  const [concept] = concepts;
  if (!point || concept === undefined) return missing("no current figures in the filings");
  return absenceAt(point.column, concept);
}

function absenceAt(column: Column, concept: string): Absence {
  const reason = reasonOf(column.lines[concept]);
  return {
    note: `${words(concept)}: ${reasonNotes[reason]} (${reason})`,
    kind: reason === "not_applicable_template" ? "not_applicable" : "missing",
  };
}

function missing(note: string): Absence {
  return { note, kind: "missing" };
}

function words(snakeKey: string): string {
  return snakeKey.replaceAll("_", " ");
}

type MetricDisplay = Pick<
  TerminalMetric,
  "value" | "displayValue" | "unit" | "deltaDisplay" | "source"
> & {
  operands?: string[];
};

function available(
  definition: MetricDefinition,
  point: Point,
  { operands = [], ...shown }: MetricDisplay,
): ComputedMetric {
  const label = point.label === null ? definition.label : `${definition.label} (${point.label})`;
  return {
    metric: {
      key: definition.key,
      label,
      state: "available",
      periodEnd: point.column.end,
      ...shown,
    },
    name: definition.label,
    highlight: definition.highlight ?? false,
    when: point.when,
    operands,
    absence: null,
  };
}

function unavailable(definition: MetricDefinition, absence: Absence): ComputedMetric {
  return {
    metric: {
      key: definition.key,
      label: definition.label,
      state: absence.kind === "not_applicable" ? "not_applicable" : "unavailable",
      value: null,
      displayValue: null,
      unit: null,
      periodEnd: null,
      deltaDisplay: null,
      source: noAttribution(absence.note),
    },
    name: definition.label,
    highlight: false,
    when: null,
    operands: [],
    absence,
  };
}
