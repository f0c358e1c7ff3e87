import type { Template } from "#schemas/shapes/companies/statement.ts";
import type { Attribution, HealthSignal, Terminal } from "#schemas/shapes/companies/terminal.ts";
import { multiple, percent } from "./format.ts";
import {
  essentialSignal,
  type Grade,
  gradeMeaning,
  grades,
  type HealthRule,
  healthRules,
  healthSignalTexts,
  leastGraded,
  overallCuts,
  risksThatCap,
} from "./health-rules.ts";
import type { ComputedMetric } from "./metrics.ts";

type Health = Terminal["financialHealth"];
type Signal = Health["signals"][number];
type SignalText = (typeof healthSignalTexts)[number];

/**
 * The financial-health section (TRM-11 to TRM-14): the rules of `health-rules.ts` read over the metrics
 * of the payload. A signal without its figures is "unavailable" and says why; it counts neither way.
 */
export function buildFinancialHealth(
  template: Template,
  computed: readonly ComputedMetric[],
  source: Attribution,
): Health {
  const byKey = new Map(computed.map((item) => [item.metric.key, item]));
  const signals = healthSignalTexts
    .map((text) => buildSignal(text, template, byKey))
    .filter((signal) => signal !== null);
  return { ...overall(signals), signals, source };
}

/** Null for a signal that only other kinds of company have. */
function buildSignal(
  text: SignalText,
  template: Template,
  byKey: ReadonlyMap<string, ComputedMetric>,
): Signal | null {
  const rules = healthRules.filter(({ signal }) => signal === text.key);
  const own = rules.filter(({ templates }) => templates.includes(template));
  if (own.length === 0) return text.omitElsewhere ? null : notApplicable(text, template);
  for (const rule of own) {
    const reading = byKey.get(rule.metric);
    if (!reading) continue;
    const graded = gradeReading(rule, reading, text);
    if (graded) return { ...graded, metricKeys: metricKeys(rule, byKey) };
  }
  const notes = own.map((rule) => byKey.get(rule.metric)?.absence?.note);
  return {
    ...ungraded(text, "Not enough data"),
    explanation: `No grade: ${notes.filter((note) => note !== undefined).join("; ")}.`,
    metricKeys: own.flatMap((rule) => (byKey.has(rule.metric) ? [rule.metric] : [])),
  };
}

function gradeReading(
  rule: HealthRule,
  { metric, name, when, operands, absence }: ComputedMetric,
  text: SignalText,
): Omit<Signal, "metricKeys"> | null {
  if (metric.value === null) {
    if (absence?.kind !== "zero_denominator" || !rule.whenZero) return null;
    const { grade, headline } = rule.whenZero;
    return {
      ...header(text, grade),
      headline,
      explanation: `${name}: ${absence.note}. Graded ${grade}.`,
    };
  }
  const grade = gradeOf(rule, metric.value);
  const figures = operands.length > 0 ? ` (${operands.join(", ")})` : "";
  return {
    ...header(text, grade),
    headline: text.headlines[grade],
    explanation: `${name} was ${metric.displayValue} ${when}${figures}. ${band(rule, grade, metric.displayValue)}`,
  };
}

/** The first cut that the value reaches; F beyond the last. */
export function gradeOf(
  { better, cuts }: Pick<HealthRule, "better" | "cuts">,
  value: number,
): Grade {
  const index = cuts.findIndex((cut) => (better === "higher" ? value >= cut : value <= cut));
  return grades[index] ?? "F";
}

/** "Graded B: 5.0% or more." */
function band({ better, cuts }: HealthRule, grade: Grade, shown: string | null): string {
  const write = shown?.endsWith("x") ? multiple : percent;
  const cut = cuts[grades.indexOf(grade)];
  if (cut !== undefined) {
    return `Graded ${grade}: ${write(cut)} or ${better === "higher" ? "more" : "less"}.`;
  }
  return `Graded F: ${better === "higher" ? "below" : "above"} ${write(cuts[3])}.`;
}

function header(
  { key, label }: SignalText,
  grade: Grade,
): Pick<Signal, "key" | "label" | "signal" | "grade"> {
  return { key, label, signal: gradeMeaning[grade].signal, grade };
}

function ungraded(
  { key, label }: SignalText,
  headline: string,
): Omit<Signal, "explanation" | "metricKeys"> {
  return { key, label, signal: "unavailable", grade: null, headline };
}

function notApplicable(text: SignalText, template: Template): Signal {
  return {
    ...ungraded(text, "Not applicable"),
    explanation: `${text.label} is not graded for ${plural[template]}.`,
    metricKeys: [],
  };
}

const plural: Record<Template, string> = {
  industrial: "industrial companies",
  bank: "banks",
  insurer: "insurers",
  reit: "real estate investment trusts",
  broker: "brokers",
};

function metricKeys(rule: HealthRule, byKey: ReadonlyMap<string, ComputedMetric>): string[] {
  return [rule.metric, ...rule.related].filter((key) => byKey.has(key));
}

function overall(
  signals: readonly Signal[],
): Pick<Health, "state" | "overallSignal" | "headline" | "explanation"> {
  const graded = signals.flatMap(({ key, label, signal, grade }) =>
    grade === null ? [] : [{ key, label, signal, points: gradeMeaning[grade].points }],
  );
  if (graded.length < leastGraded || !graded.some(({ key }) => key === essentialSignal)) {
    return {
      state: graded.length > 0 ? "partial" : "unavailable",
      overallSignal: "unavailable",
      headline: "Not enough data",
      explanation:
        `An overall signal needs ${leastGraded} graded signals including ${essentialSignal}; ` +
        `${graded.length} ${graded.length === 1 ? "is" : "are"} graded.`,
    };
  }
  const mean = graded.reduce((sum, { points }) => sum + points, 0) / graded.length;
  const capped = isCapped(graded);
  const reached = overallCuts.find(({ points }) => mean >= points)?.signal ?? "risk";
  const overallSignal = capped && reached !== "risk" ? "watch" : reached;
  return {
    state: "available",
    overallSignal,
    headline: overallHeadlines[overallSignal],
    explanation: explain(graded, mean, capped && overallSignal !== reached),
  };
}

const overallHeadlines: Record<HealthSignal, string> = {
  great: "Financially strong",
  good: "Financially sound",
  watch: "Mixed picture",
  risk: "Under financial strain",
  unavailable: "Not enough data",
};

type GradedSignal = { key: string; label: string; signal: HealthSignal; points: number };

function isCapped(graded: readonly GradedSignal[]): boolean {
  const risks = graded.filter(({ signal }) => signal === "risk");
  return risks.length >= risksThatCap || risks.some(({ key }) => key === essentialSignal);
}

/** "Strong: profitability, leverage. Weak: growth. Mean of 6 signals 3.3 of 4." */
function explain(graded: readonly GradedSignal[], mean: number, lowered: boolean): string {
  const named = (wanted: readonly HealthSignal[]) =>
    graded.filter(({ signal }) => wanted.includes(signal)).map(({ label }) => label.toLowerCase());
  const strong = named(["great", "good"]);
  const weak = named(["watch", "risk"]);
  return [
    strong.length > 0 ? `Strong: ${strong.join(", ")}.` : null,
    weak.length > 0 ? `To watch: ${weak.join(", ")}.` : null,
    `Mean of ${graded.length} signals: ${mean.toFixed(1)} of 4.`,
    lowered ? "Held at watch: a loss, or two or more signals of risk." : null,
  ]
    .filter((part) => part !== null)
    .join(" ");
}
