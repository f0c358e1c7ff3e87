import * as decimal from "#schemas/decimal.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { PeriodColumn } from "#schemas/shapes/companies/period-table.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { entry } from "../facts/entry.ts";
import { quantumOf, type RoundedFact } from "../facts/quantum.ts";
import { dayOf, isoOf } from "../periods/days.ts";
import type { OtherCheck } from "./check.ts";
import {
  type FactHistory,
  type FactTable,
  filedOf,
  findOver,
  firstReport,
  isSettled,
} from "./filed.ts";
import { compared, counted, judge, orNotRun } from "./judge.ts";
import { hasRestatedOperand, shownCheck, sumOfShown } from "./run-shown.ts";

export const seriesChecks = {
  year: {
    id: "TS-01",
    severity: "A",
    title: "Q1 + Q2 + Q3 + filed Q4 = year, per line",
  },
  discrete: {
    id: "TS-02",
    severity: "A",
    title: "filed discrete quarter = year-to-date difference, per line",
  },
  trailing: {
    id: "TS-03",
    severity: "A",
    title: "four quarters = year + year to date - prior year to date, per line",
  },
  rising: {
    id: "TS-04",
    severity: "B",
    title: "year to date does not fall for lines that cannot be negative",
  },
  shown: shownCheck,
} as const satisfies Record<string, OtherCheck>;

/** Periods of one company by fiscal year, for looking up neighbours. */
interface Years {
  /** What is added over time. */
  additive: readonly Concept[];
  table: FactTable;
  /** The period of this kind that lies in the year, by the year's key. */
  quarterOf(year: StatementPeriod, kind: string): StatementPeriod | undefined;
  years: readonly StatementPeriod[];
  /** The year's lines that show one fact of its own report that never changed since. */
  soundOf(year: StatementPeriod): readonly SoundLine[];
}

/** A version of a fact, and what else the filings say of the fact. */
interface StatedFact {
  fact: Fact;
  history: FactHistory;
}

interface SoundLine extends StatedFact {
  concept: Concept;
}

/** TS-01 to TS-04 over all periods and trailing columns of a company. */
export function runSeries(
  periods: readonly StatementPeriod[],
  ttm: readonly PeriodColumn[],
  registry: Registry,
  table: FactTable,
): CheckResult[] {
  const additive = registry.concepts.filter(
    (c) => c.status === "active" && c.additive && c.periodType === "duration",
  );
  const sound = new Map<StatementPeriod, SoundLine[]>();
  const years: Years = {
    additive,
    table,
    soundOf: (year) => entry(sound, year, () => soundLines(year, additive, table)),
    years: periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY"),
    quarterOf: (year, kind) =>
      periods.find((p) => p.fiscalPeriod === kind && p.start >= year.start && p.end <= year.end),
  };
  return [
    ...years.years.flatMap((year) => [
      ...sumOfQuarters(years, year),
      ...["Q2", "Q3"].flatMap((kind) => discreteQuarter(years, year, kind)),
      ...risingYear(years, year),
      ...sumOfShown([year, ...quarterKinds.map((kind) => years.quarterOf(year, kind))], additive),
    ]),
    ...ttm.flatMap((column) => trailingYear(years, column)),
  ];
}

function soundLines(
  year: StatementPeriod,
  additive: readonly Concept[],
  table: FactTable,
): SoundLine[] {
  const sound: SoundLine[] = [];
  for (const concept of additive) {
    const stated = statedBy(year, concept.snakeKey, table);
    if (stated && isOwnReport(stated, table)) sound.push({ ...stated, concept });
  }
  return sound;
}

/** The one fact that a line shows; null for a line of several facts, or a computed one. */
function statedBy(
  period: StatementPeriod | undefined,
  key: string,
  table: FactTable,
): StatedFact | null {
  const line = period?.lines[key];
  if (!line || line.lineage === null) return null;
  // Most lines show one fact or none.
  if (typeof line.lineage === "number") {
    const [fact, history] = [table.facts[line.lineage], table.historyOf[line.lineage]];
    return fact && history ? { fact, history } : null;
  }
  const [part, ...others] = filedOf(key, line, table)?.parts ?? [];
  return part && others.length === 0 ? part : null;
}

/** The same tag over other days: the first report of it, so that later comparatives do not stand in. */
function over({ history }: StatedFact, start: string | null, end: string): StatedFact | null {
  const found = findOver(history, start, end);
  return found && { fact: firstReport(found), history: found };
}

/** A report is out within this many days of its period; what is filed later is a comparative. */
const reportDays = 200;

/**
 * True when the figure is that of its own report and never changed since: a comparative of a later year, or a
 * restated figure, may be of another vintage than its neighbours.
 */
function isOwnReport({ fact, history }: StatedFact, table: FactTable): boolean {
  return (
    fact.filed !== null &&
    dayOf(fact.filed) - dayOf(fact.end) <= reportDays &&
    isSettled(history, table)
  );
}

/** Σ weight × fact must be zero. What the terms are called is asked only where it is not. */
function balance(
  about: { id: string; severity: "A" | "B" | "C"; period: string },
  weights: readonly number[],
  facts: readonly RoundedFact[],
  labelsOf: () => string[],
  table: FactTable,
): CheckResult {
  const difference = decimal.weightedSum(weights, facts);
  // Nearly all do balance, to the digit.
  if (decimal.isZero(difference)) return compared(about, "pass_exact", difference);
  const quantum = Math.max(...facts.map((fact) => quantumOf(fact, table.quanta)));
  const total = facts[0]?.value ?? "0";
  const outcome = judge(difference, { operands: facts.length, quantum, total });
  const labels = labelsOf();
  return compared(about, outcome, difference, () =>
    facts.map(({ value, accession }, i) => ({ label: labels[i] ?? "", value, accession })),
  );
}

const quarterKinds = ["Q1", "Q2", "Q3", "Q4"];

function sumOfQuarters(years: Years, year: StatementPeriod): CheckResult[] {
  const { table } = years;
  const quarters = quarterKinds.map((kind) => years.quarterOf(year, kind));
  const results = years.additive.map(({ snakeKey }) => {
    // Hardly any filer states its fourth quarter.
    if (statedBy(quarters[3], snakeKey, table) === null) return null;
    const stated = [year, ...quarters].map((period) => statedBy(period, snakeKey, table));
    if (!isComplete(stated) || new Set(stated.map(tagOf)).size > 1) return null;
    if (!stated.every((one) => isOwnReport(one, table))) return null;
    const about = { ...seriesChecks.year, period: `${year.key} ${snakeKey}` };
    const labels = () => ["FY", ...quarterKinds].map((kind) => `${snakeKey} ${kind}`);
    const facts = stated.map(({ fact }) => fact);
    return balance(about, [1, -1, -1, -1, -1], facts, labels, table);
  });
  return orNotRun(seriesChecks.year, year.key, results, "no line has a filed fourth quarter");
}

function discreteQuarter(years: Years, year: StatementPeriod, kind: string): CheckResult[] {
  const { table } = years;
  const quarter = years.quarterOf(year, kind);
  const before = years.quarterOf(year, kind === "Q2" ? "Q1" : "Q2");
  if (!quarter || !before) return [];
  const results = years.additive.map(({ snakeKey }) => {
    const discrete = statedBy(quarter, snakeKey, table);
    if (!discrete || !isOwnReport(discrete, table)) return null;
    const longer = over(discrete, year.start, quarter.end);
    const shorter = longer && over(discrete, year.start, before.end);
    if (!longer || !shorter || !isOwnReport(longer, table) || !isOwnReport(shorter, table))
      return null;
    const about = { ...seriesChecks.discrete, period: `${quarter.key} ${snakeKey}` };
    const labels = () => [
      `${snakeKey} ${kind}`,
      `year to ${longer.fact.end}`,
      `year to ${shorter.fact.end}`,
    ];
    return balance(about, [1, -1, 1], [discrete.fact, longer.fact, shorter.fact], labels, table);
  });
  const why = "no line is filed both as a quarter and as year to date";
  return orNotRun(seriesChecks.discrete, quarter.key, results, why);
}

/** A trailing column away from the year end, against the last year moved on by the filed years to date. */
function trailingYear(years: Years, column: PeriodColumn): CheckResult[] {
  const { table } = years;
  const year = years.years.find(({ end }) => end < column.end && end >= column.start);
  const isSummed = column.basis === "sum_of_quarters";
  if (!year || !isSummed) return [];
  const priorEnd = dayBefore(column.start);
  const yearToDateStart = dayAfter(year.end);
  const results = years.soundOf(year).map((full) => {
    const { snakeKey } = full.concept;
    const line = column.lines[snakeKey];
    if (line?.value == null || hasRestatedOperand(line.flags)) return null;
    const current = over(full, yearToDateStart, column.end);
    const prior = current && over(full, year.start, priorEnd);
    if (!current || !prior || !isOwnReport(current, table) || !isOwnReport(prior, table))
      return null;
    // A line that knows no negative values shows them turned: what was filed does not compare with it.
    const isTurned = [full, current, prior].some(({ fact }) => fact.value.startsWith("-"));
    if (full.concept.nonNegative && isTurned) return null;
    const about = { ...seriesChecks.trailing, period: `${column.key} ${snakeKey}` };
    const labels = () => [
      `${snakeKey} ${column.key}`,
      `year to ${full.fact.end}`,
      `year to date ${current.fact.end}`,
      `prior year to date ${prior.fact.end}`,
    ];
    const { tag, unit, accession, decimals, start, end } = full.fact;
    const summed = { tag, unit, accession, decimals, start, end, value: line.value };
    const facts = [summed, full.fact, current.fact, prior.fact];
    return balance(about, [1, -1, -1, 1], facts, labels, table);
  });
  const why = "no line has filed years to date of one tag";
  return orNotRun(seriesChecks.trailing, column.key, results, why);
}

function risingYear(years: Years, year: StatementPeriod): CheckResult[] {
  const { table } = years;
  const ends = ["Q1", "Q2", "Q3"].map((kind) => years.quarterOf(year, kind)?.end);
  const results = years
    .soundOf(year)
    .filter(({ concept }) => concept.nonNegative)
    .map((full) => {
      const before = ends.map((end) => (end ? over(full, year.start, end) : null));
      const stated = [...before, full].filter((one) => one !== null);
      if (stated.length < 2) return null;
      if (!stated.every((one) => isOwnReport(one, table))) return null;
      const about = { ...seriesChecks.rising, period: `${year.key} ${full.concept.snakeKey}` };
      const chain = stated.map(({ fact }) => fact);
      const operands = () =>
        chain.map(({ end, value, accession }) => ({ label: `year to ${end}`, value, accession }));
      return counted(about, falls(chain, table), operands);
    });
  return orNotRun(seriesChecks.rising, year.key, results, "no line is filed year to date");
}

function falls(chain: readonly Fact[], table: FactTable): string[] {
  return chain.slice(1).flatMap((fact, i) => {
    const before = chain[i];
    if (!before) return [];
    const quantum = Math.max(quantumOf(fact, table.quanta), quantumOf(before, table.quanta));
    const isLower = Number(fact.value) < Number(before.value) - 2 * 10 ** quantum;
    return isLower ? [`${before.value} to ${before.end} fell to ${fact.value} to ${fact.end}`] : [];
  });
}

const isComplete = (stated: readonly (StatedFact | null)[]): stated is StatedFact[] =>
  stated.every((one) => one !== null);

const tagOf = ({ fact }: StatedFact) => `${fact.taxonomy}:${fact.tag}|${fact.unit}`;

const dayAfter = (iso: string) => isoOf(dayOf(iso) + 1);
const dayBefore = (iso: string) => isoOf(dayOf(iso) - 1);
