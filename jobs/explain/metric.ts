import { buildView } from "#ingest/build-company.ts";
import type { View } from "#ingest/company-input.ts";
import { loadFactsDocument, type StoredIdentity } from "#ingest/store/stored-company.ts";
import { comparableIn, figureAt, type MetricPeriod } from "#ingest/terminal/figure-at.ts";
import { yearsBefore } from "#registry/series/years-before.ts";
import { toDigits } from "#schemas/decimal.ts";
import { linesOf, lineText } from "#schemas/metrics/formula.ts";
import { type DerivedScreenMetric, derivedMetrics, metricFigure } from "#schemas/screen-metrics.ts";
import type { Store } from "../commands/with-store.ts";
import { grouped, headLines, lineageLines } from "./print.ts";
import { findConcept, findPeriod } from "./subject.ts";
import { type Explanation, traceNumber } from "./trace.ts";

/** How one metric was computed: its formula, and each line of it down to filings. */
export interface MetricExplanation {
  company: StoredIdentity;
  metric: Pick<DerivedScreenMetric, "key" | "label" | "unit"> & {
    formula: string;
    meaning: string;
    source: string | null;
  };
  period: { key: string; start: string; end: string };
  view: View;
  /** Decimal text, quotients to twelve digits. */
  value: string | null;
  reason: string | null;
  lines: MetricOperand[];
}

interface MetricOperand {
  /** As the formula has it: "total_assets[-1]". */
  line: string;
  /** On the one basis of shares that metrics are computed on; the explanation has it as filed. */
  value: string | null;
  reason: string | null;
  /** Null where there is no such period. */
  explanation: Explanation | null;
}

interface Question {
  company: StoredIdentity;
  metric: DerivedScreenMetric;
  /** As typed: "2023FY", "TTM". */
  period: string;
  view: View;
}

/** The metric of that key or label, as it may be typed; null for a line. */
export const findMetric = (typed: string): DerivedScreenMetric | null => {
  const key = typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return (
    derivedMetrics.find(
      (one) => one.key === key || one.label.toLowerCase() === typed.trim().toLowerCase(),
    ) ?? null
  );
};

/** Traces a metric of a company; throws UsageError for a period that it does not have. */
export async function traceMetric(store: Store, question: Question): Promise<MetricExplanation> {
  const { company, metric, view } = question;
  const { key, label, unit, derived } = metric;
  const document = await loadFactsDocument(store.db, company.cik);
  const build = document && buildView(document, store.registry, view);
  const { ttm = [] } = build?.tables ?? {};
  const periods = build?.periods ?? [];
  const asOf = view.kind === "asOf" ? view.date : null;
  const period = findPeriod([...ttm, ...periods], question.period, asOf);
  const isTrailing = period.key.startsWith("TTM");
  const ofKind: readonly (MetricPeriod & { key: string })[] = isTrailing
    ? ttm
    : periods.filter(({ fiscalPeriod }) => fiscalPeriod === period.fiscalPeriod);
  if (build === null) throw new Error("a period without a build");
  const at = figureAt(comparableIn(build), period, ofKind);
  const lines: MetricOperand[] = [];
  for (const line of linesOf(derived.formula)) {
    const from = line.yearsBefore === 0 ? period : yearsBefore(ofKind, period, line.yearsBefore);
    const concept = findConcept(store.registry, line.key);
    const explanation =
      from && (await traceNumber(store, { company, concept, period: from.key, view }));
    const figure = at(line.key, line.yearsBefore);
    lines.push({ line: lineText(line), ...figure, explanation: explanation ?? null });
  }
  const { value, reason } = metricFigure(metric, at);
  return {
    company,
    metric: {
      key,
      label,
      unit,
      formula: derived.text,
      meaning: derived.meaning,
      source: derived.source,
    },
    period: { key: period.key, start: period.start, end: period.end },
    view,
    value: value === null ? null : toDigits(value, 12),
    reason,
    lines,
  };
}

/** The explanation of a metric as text, line by line. */
export function metricLines(explanation: MetricExplanation): string[] {
  const { metric, value, reason, lines } = explanation;
  return [
    ...headLines(explanation, metric),
    "",
    value === null ? `no value: ${reason}` : `${grouped(value)} ${metric.unit}`,
    `= ${metric.formula}`,
    `  ${metric.meaning}`,
    ...(metric.source === null ? [] : [`  ${metric.source}`]),
    ...lines.flatMap(operandLines),
  ];
}

function operandLines({ line, value, reason, explanation }: MetricOperand): string[] {
  const period = explanation === null ? "" : `, ${explanation.period.key}`;
  const shown = value === null ? `no value: ${reason}` : grouped(value);
  const tree = explanation === null ? [] : lineageLines(explanation);
  return ["", `${line}${period}: ${shown}`, ...tree.map((text) => `  ${text}`)];
}
