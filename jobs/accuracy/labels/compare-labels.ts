import { dayOf } from "#ingest/periods/days.ts";
import type { StoredPeriod } from "#ingest/store/stored-company.ts";
import { addsUp } from "#registry/statement-sums.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import { provenance } from "../explain-miss.ts";
import { isAnnual, type LabelReading } from "./read-labels.ts";

/**
 * "right": ours is what is printed. "sign": it is, but for the sign. "part": ours adds up several rows of the filing by its definition, and the
 * printed one is among them. "wrong": it is something else. "null": we show nothing.
 * "restated": ours is of a later filing, and this one states what is printed. "not_held": we have no such period, as of a
 * year to date.
 */
export const labelOutcomes = [
  "right",
  "sign",
  "part",
  "wrong",
  "null",
  "restated",
  "not_held",
] as const;
export type LabelOutcome = (typeof labelOutcomes)[number];

export interface LabelResult {
  reading: LabelReading;
  outcome: LabelOutcome;
  /** Key of our period; null without one. */
  period: string | null;
  ours: string | null;
  /** Where ours comes from, or the reason of a null. */
  from: string;
}

interface StoredCompany {
  periods: readonly StoredPeriod[];
  facts: readonly Fact[];
}

/** Compares what a filing prints with the stored statements of the period that it is about. */
export function compareLabel(reading: LabelReading, company: StoredCompany): LabelResult {
  const period = periodOf(reading, company.periods);
  if (period === null) return { reading, outcome: "not_held", period, ours: null, from: "" };
  const { key } = period;
  const line = period.lines[reading.line.line];
  if (line?.value == null) {
    const from = line?.reason ?? "no such line";
    return { reading, outcome: "null", period: key, ours: null, from };
  }
  const outcome = judge(reading, line, company.facts);
  const from = provenance(line.lineage, company.facts);
  return { reading, outcome, period: key, ours: line.value, from };
}

/** Data sets round the end of a period to a month end. */
const apartMax = 16;

function periodOf(
  { filing, quarters }: LabelReading,
  periods: readonly StoredPeriod[],
): StoredPeriod | null {
  if (quarters > 1 && quarters < 4) return null;
  const isOfKind = isAnnual(filing.form)
    ? ({ fiscalPeriod }: StoredPeriod) => fiscalPeriod === "FY"
    : ({ fiscalPeriod }: StoredPeriod) => fiscalPeriod.startsWith("Q");
  const apart = ({ end }: StoredPeriod) => Math.abs(dayOf(end) - dayOf(filing.period));
  return periods.find((period) => isOfKind(period) && apart(period) <= apartMax) ?? null;
}

function judge(reading: LabelReading, line: Line, facts: readonly Fact[]): LabelOutcome {
  const value = line.value ?? "";
  if (isPrinted(reading, value)) return "right";
  const own = factsIn(line.lineage, facts);
  if (isRestated(reading, own, facts)) return "restated";
  if (isPart(reading, line, own)) return "part";
  return decimal.equal(decimal.abs(value), decimal.abs(reading.printed)) ? "sign" : "wrong";
}

function isPrinted({ printed, line, label }: LabelReading, value: string): boolean {
  if (line.type === "shares" && isScaled(printed, value)) return true;
  if (decimal.equal(printed, value)) return true;
  const onlyNames = line.sign === "flow" && !/provided|increase|generated|from/i.test(label);
  const hasEither = line.sign === "any" || onlyNames || /loss|deficit/i.test(label);
  return hasEither && decimal.equal(decimal.abs(printed), decimal.abs(value));
}

/** Counts of shares that a filing states in thousands or millions without saying so. */
const isScaled = (printed: string, value: string): boolean =>
  [1e3, 1e6, 1e-3, 1e-6].some(
    (factor) => Math.abs(Number(value) / (Number(printed) * factor) - 1) < 1e-9,
  );

/** Ours adds up rows that this filing states, the printed one among them, where the line is meant to. */
function isPart(
  { filing: { accession }, line, printed }: LabelReading,
  { lineage }: Line,
  own: readonly Fact[],
): boolean {
  const isSum =
    addsUp.has(line.line) && typeof lineage === "object" && lineage?.[0] === "sum_of_tags";
  if (!isSum || !own.every((fact) => fact.accession === accession)) return false;
  return own.some(({ value }) => decimal.equal(decimal.abs(value), decimal.abs(printed)));
}

/** Ours is of other filings alone, and this filing states for one of its facts what it prints. */
function isRestated(
  { filing: { accession }, printed }: LabelReading,
  own: readonly Fact[],
  facts: readonly Fact[],
): boolean {
  if (own.length === 0 || own.some((fact) => fact.accession === accession)) return false;
  const stated = facts.filter(
    (fact) =>
      fact.accession === accession && decimal.equal(decimal.abs(fact.value), decimal.abs(printed)),
  );
  return own.some((fact) =>
    stated.some(
      ({ tag, start, end }) => tag === fact.tag && start === fact.start && end === fact.end,
    ),
  );
}

function factsIn(lineage: Lineage | null, facts: readonly Fact[]): Fact[] {
  if (lineage === null) return [];
  if (typeof lineage === "number") return facts[lineage] ? [facts[lineage]] : [];
  const [, ...operands] = lineage;
  return operands.flatMap(([, , , of]) => factsIn(of, facts));
}
