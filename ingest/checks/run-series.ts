import * as decimal from "#schemas/decimal.ts";
import type { Concept, Registry } from "#schemas/shapes/concept.ts";
import type { Fact } from "#schemas/shapes/fact.ts";
import type { PeriodColumn } from "#schemas/shapes/period-table.ts";
import type { CheckResult } from "#schemas/shapes/quality.ts";
import type { StatementPeriod } from "#schemas/shapes/statement.ts";
import { entry } from "../facts/entry.ts";
import { quantumOf } from "../facts/quantum.ts";
import { dayOf, isoOf } from "../periods/days.ts";
import type { OtherCheck } from "./check.ts";
import { type FactTable, filedOf, firstOf } from "./filed.ts";
import { compared, counted, judge, notRun } from "./judge.ts";

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
  soundOf(year: StatementPeriod): readonly { concept: Concept; fact: Fact }[];
}

interface Amount {
  label: string;
  weight: number;
  fact: Fact;
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
  const sound = new Map<StatementPeriod, ReturnType<Years["soundOf"]>>();
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
    ]),
    ...ttm.flatMap((column) => trailingYear(years, column)),
  ];
}

function soundLines(year: StatementPeriod, additive: readonly Concept[], table: FactTable) {
  return additive.flatMap((concept) => {
    const fact = factOf(year, concept.snakeKey, table);
    return fact && areOneVintage([fact], table) ? [{ concept, fact }] : [];
  });
}

/** The one fact that a line shows; null for a line of several facts, or a computed one. */
function factOf(period: StatementPeriod | undefined, key: string, table: FactTable): Fact | null {
  const line = period?.lines[key];
  // Most lines show one fact or none.
  if (typeof line?.lineage === "number") return table.facts[line.lineage] ?? null;
  if (!line || line.lineage === null) return null;
  const parts = filedOf(key, line, table)?.parts ?? [];
  return parts.length === 1 ? (parts[0]?.fact ?? null) : null;
}

/** The same tag over other days: the first report of it, so that later comparatives do not stand in. */
function over(fact: Fact, start: string | null, end: string, table: FactTable): Fact | null {
  return firstOf(table.find(fact, start, end));
}

/** A report is out within this many days of its period; what is filed later is a comparative. */
const reportDays = 200;

/**
 * True when all figures are those of their own reports and never changed since: a comparative of a later
 * year, or a restated figure, may be of another vintage than its neighbours.
 */
function areOneVintage(facts: readonly Fact[], table: FactTable): boolean {
  return facts.every(
    (fact) =>
      fact.filed !== null &&
      dayOf(fact.filed) - dayOf(fact.end) <= reportDays &&
      table.isSettled(fact),
  );
}

/** Σ weight × fact must be zero. */
function balance(
  about: { id: string; severity: "A" | "B" | "C"; period: string },
  amounts: readonly Amount[],
  table: FactTable,
): CheckResult {
  const difference = decimal.weightedSum(
    amounts.map(({ weight, fact }) => ({ weight, value: fact.value })),
  );
  const quantum = Math.max(...amounts.map(({ fact }) => quantumOf(fact, table.quanta)));
  const total = amounts[0]?.fact.value ?? "0";
  const outcome = judge(difference, { operands: amounts.length, quantum, total });
  return compared(
    about,
    outcome,
    difference,
    amounts.map(({ label, fact }) => ({ label, value: fact.value, accession: fact.accession })),
  );
}

/** The results of a check over many lines, or one result that says why no line could be tested. */
function orNotRun(
  check: OtherCheck,
  period: string,
  results: readonly (CheckResult | null)[],
  why: string,
): CheckResult[] {
  const run = results.filter((result) => result !== null);
  return run.length > 0 ? run : [notRun({ ...check, period }, why)];
}

function sumOfQuarters(years: Years, year: StatementPeriod): CheckResult[] {
  const { table } = years;
  const kinds = ["Q1", "Q2", "Q3", "Q4"];
  const quarters = kinds.map((kind) => years.quarterOf(year, kind));
  const results = years.additive.map(({ snakeKey }) => {
    // Hardly any filer states its fourth quarter.
    if (factOf(quarters[3], snakeKey, table) === null) return null;
    const facts = [year, ...quarters].map((period) => factOf(period, snakeKey, table));
    if (!isComplete(facts) || new Set(facts.map(tagOf)).size > 1) return null;
    if (!areOneVintage(facts, table)) return null;
    const about = { ...seriesChecks.year, period: `${year.key} ${snakeKey}` };
    const amounts = facts.map((fact, i) => ({
      label: `${snakeKey} ${i === 0 ? "FY" : kinds[i - 1]}`,
      weight: i === 0 ? 1 : -1,
      fact,
    }));
    return balance(about, amounts, table);
  });
  return orNotRun(seriesChecks.year, year.key, results, "no line has a filed fourth quarter");
}

function discreteQuarter(years: Years, year: StatementPeriod, kind: string): CheckResult[] {
  const { table } = years;
  const quarter = years.quarterOf(year, kind);
  const before = years.quarterOf(year, kind === "Q2" ? "Q1" : "Q2");
  if (!quarter || !before) return [];
  const results = years.additive.map(({ snakeKey }) => {
    const discrete = factOf(quarter, snakeKey, table);
    if (!discrete || !areOneVintage([discrete], table)) return null;
    const longer = over(discrete, year.start, quarter.end, table);
    const shorter = longer && over(discrete, year.start, before.end, table);
    if (!longer || !shorter || !areOneVintage([longer, shorter], table)) return null;
    const about = { ...seriesChecks.discrete, period: `${quarter.key} ${snakeKey}` };
    const amounts = [
      { label: `${snakeKey} ${kind}`, weight: 1, fact: discrete },
      { label: `year to ${longer.end}`, weight: -1, fact: longer },
      { label: `year to ${shorter.end}`, weight: 1, fact: shorter },
    ];
    return balance(about, amounts, table);
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
  const results = years.soundOf(year).map(({ concept: { snakeKey }, fact: full }) => {
    const line = column.lines[snakeKey];
    if (line?.value == null || hasRestatedOperand(line.flags)) return null;
    const current = over(full, yearToDateStart, column.end, table);
    const prior = current && over(full, year.start, priorEnd, table);
    if (!current || !prior) return null;
    if (!areOneVintage([current, prior], table)) return null;
    const about = { ...seriesChecks.trailing, period: `${column.key} ${snakeKey}` };
    const summed: Fact = { ...full, start: column.start, end: column.end, value: line.value };
    const amounts = [
      { label: `${snakeKey} ${column.key}`, weight: 1, fact: summed },
      { label: `year to ${full.end}`, weight: -1, fact: full },
      { label: `year to date ${current.end}`, weight: -1, fact: current },
      { label: `prior year to date ${prior.end}`, weight: 1, fact: prior },
    ];
    return balance(about, amounts, table);
  });
  const why = "no line has filed years to date of one tag";
  return orNotRun(seriesChecks.trailing, column.key, results, why);
}

const hasRestatedOperand = (flags: readonly string[]) =>
  flags.some((flag) => flag === "restated" || flag.startsWith("vintage:"));

function risingYear(years: Years, year: StatementPeriod): CheckResult[] {
  const { table } = years;
  const ends = ["Q1", "Q2", "Q3"].map((kind) => years.quarterOf(year, kind)?.end);
  const results = years
    .soundOf(year)
    .filter(({ concept }) => concept.nonNegative)
    .map(({ concept: { snakeKey }, fact: full }) => {
      const before = ends.map((end) => (end ? over(full, year.start, end, table) : null));
      const chain = [...before, full].filter((fact) => fact !== null);
      if (chain.length < 2) return null;
      if (!areOneVintage(chain, table)) return null;
      const about = { ...seriesChecks.rising, period: `${year.key} ${snakeKey}` };
      const operands = chain.map(({ end, value, accession }) => ({
        label: `year to ${end}`,
        value,
        accession,
      }));
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

const isComplete = (facts: readonly (Fact | null)[]): facts is Fact[] =>
  facts.every((fact) => fact !== null);

const tagOf = (fact: Fact) => `${fact.taxonomy}:${fact.tag}|${fact.unit}`;

const dayAfter = (iso: string) => isoOf(dayOf(iso) + 1);
const dayBefore = (iso: string) => isoOf(dayOf(iso) - 1);
