import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { isCountInWords } from "../model/count-in-words.ts";
import { type Face, type FaceValue, plainName, type Span } from "./face-values.ts";
import type { ShownValue } from "./shown-values.ts";

interface Given {
  report: FiledReport;
  face: Face;
  registry: Registry;
}

/**
 * True where the value, whatever it was made of, equals a printed line of its period, a count of shares in the words of a line, the sum of
 * the printed lines of one statement whose elements mean the concept, or a sum along the filing's calculations. Zeros prove nothing.
 */
export function equalsFace(value: ShownValue, { report, face, registry }: Given): boolean {
  const amount = Number(value.line.value);
  if (amount === 0) return false;
  const { periodType } = registry.bySnakeKey.get(value.concept) ?? {};
  const { start, end } = value.period;
  const span = { start: periodType === "instant" ? null : start, end };
  const isPrinted = face.ofAmount(amount, span).some(({ unit }) => unit === value.line.unit);
  return (
    isPrinted ||
    (value.line.unit === "shares" && face.words.some((words) => isCountInWords(amount, words))) ||
    sumsOfConcept(value.concept, span, { face, registry }).includes(amount) ||
    sumsOfTree(span, { report, face }).has(amount)
  );
}

/** For each statement what its lines of the concept's elements add up to; one line alone is no sum. */
function sumsOfConcept(
  concept: string,
  span: Span,
  { face, registry }: Omit<Given, "report">,
): number[] {
  const mappings = registry.bySnakeKey.get(concept)?.mappings ?? [];
  const names = new Map(mappings.map(({ xbrlConcept, sign }) => [xbrlConcept, sign]));
  const found = [...names].flatMap(([name, sign]) =>
    onceALine(face.of(name, span)).map((value) => ({ ...value, value: sign * value.value })),
  );
  const byStatement = Map.groupBy(found, ({ statement }) => statement);
  return [...byStatement.values()]
    .filter((values) => values.length > 1)
    .map((values) => values.reduce((sum, { value }) => sum + value, 0));
}

/** A value may stand on two statements. */
const onceALine = (values: readonly FaceValue[]) => [
  ...new Map(values.map((value) => [value.statement, value])).values(),
];

/**
 * What the calculations give at a time beside their own lines: a total that is not printed as the sum of its parts, and
 * a total less each of its parts.
 */
function sumsOfTree(span: Span, { report, face }: Omit<Given, "registry">): Set<number> {
  const sums = new Set<number>();
  const amountOf = (element: string) => face.of(plainName(element), span)[0]?.value ?? null;
  const byTotal = Map.groupBy(report.calculations, ({ role, parent }) => `${role} ${parent}`);
  for (const parts of byTotal.values()) {
    const shown = parts.flatMap(({ child, weight }) => {
      const amount = amountOf(child);
      return amount === null ? [] : [weight * amount];
    });
    if (shown.length > 1) sums.add(shown.reduce((a, b) => a + b, 0));
    const total = parts[0] ? amountOf(parts[0].parent) : null;
    if (total !== null) for (const part of shown) sums.add(total - part);
  }
  return sums;
}
