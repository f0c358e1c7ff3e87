import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { FiscalPeriod, Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { formClass, tierOf } from "../facts/forms.ts";
import { isScaleSlip } from "../facts/scale.ts";
import { classifySpan, dayOf } from "../periods/days.ts";
import type { OtherCheck } from "./check.ts";
import { counted, notRun } from "./judge.ts";

export const calendarChecks = {
  contiguity: {
    id: "TS-05",
    severity: "A",
    title: "each quarter starts where the one before ended",
  },
  windows: {
    id: "TS-06",
    severity: "B",
    title: "length of the period inside its window (the wider window of long quarters is small)",
  },
  scale: {
    id: "TS-08",
    severity: "A",
    title: "no jump by a thousand or a million against both neighbours",
  },
  staleness: {
    id: "TS-09",
    severity: "A",
    title: "newest period not older than the newest periodic report by a quarter",
  },
} as const satisfies Record<string, OtherCheck>;

/** TS-05, TS-06, TS-08 and TS-09 over a company's periods, newest first. */
export function runCalendar(
  periods: readonly StatementPeriod[],
  facts: readonly Fact[],
  registry: Registry,
): CheckResult[] {
  return [
    ...contiguity(periods, facts),
    ...periods.map(windows),
    ...scale(periods, registry),
    staleness(periods, facts),
  ];
}

const isQuarter = ({ fiscalPeriod, start, end }: StatementPeriod) =>
  fiscalPeriod.startsWith("Q") ||
  (fiscalPeriod === "T" && classifySpan(dayOf(end) - dayOf(start) + 1) === "quarter");

function contiguity(periods: readonly StatementPeriod[], facts: readonly Fact[]): CheckResult[] {
  const quarters = periods.filter(isQuarter).reverse();
  const reported = reportedEnds(facts);
  return quarters.slice(1).map((quarter, i) => {
    const before = quarters[i];
    const about = { ...calendarChecks.contiguity, period: quarter.key };
    if (!before) return notRun(about, "the first quarter");
    const gap = dayOf(quarter.start) - dayOf(before.end) - 1;
    if (gap > quarterDays.from && !isReportedBetween(reported, before, quarter)) {
      return notRun(about, "no report of the quarter before is at hand");
    }
    const fault = `${gap} days between ${before.key} (to ${before.end}) and ${quarter.start}`;
    return counted(about, Math.abs(gap) <= 7 ? [] : [fault]);
  });
}

/** The shortest and the longest quarter. */
const quarterDays = { from: 65, to: 115 };

/** The newest days that reports carry figures of, by the class of their form. */
function reportedEnds(facts: readonly Fact[]): { end: number; form: "annual" | "interim" }[] {
  const newest = new Map<string, Fact>();
  for (const fact of facts) {
    if (tierOf(fact.form) !== 1 || fact.taxonomy === "dei" || fact.start === null) continue;
    const known = newest.get(fact.accession);
    if (!known || fact.end > known.end) newest.set(fact.accession, fact);
  }
  return [...newest.values()].map(({ end, form }) => ({
    end: dayOf(end),
    form: formClass(form) === "annual" ? "annual" : "interim",
  }));
}

/**
 * Whether a report at hand states a quarter between the two. A year states the quarter that ends it, where the one before
 * is known.
 */
function isReportedBetween(
  reported: ReturnType<typeof reportedEnds>,
  before: StatementPeriod,
  quarter: StatementPeriod,
): boolean {
  const [from, to] = [dayOf(before.end), dayOf(quarter.start) - 1];
  return reported.some(({ end, form }) => {
    const after = end - from;
    if (after < quarterDays.from || end > to + 7) return false;
    return form === "interim" || after <= quarterDays.to;
  });
}

const days: Partial<Record<FiscalPeriod, [number, number]>> = {
  FY: [340, 390],
  Q1: [quarterDays.from, quarterDays.to],
  Q2: [quarterDays.from, quarterDays.to],
  Q3: [quarterDays.from, quarterDays.to],
  Q4: [quarterDays.from, quarterDays.to],
  H1: [155, 205],
  H2: [155, 205],
};

function windows(period: StatementPeriod): CheckResult {
  const about = { ...calendarChecks.windows, period: period.key };
  const window = days[period.fiscalPeriod];
  if (!window) return notRun(about, "a transition period has no usual length");
  const length = dayOf(period.end) - dayOf(period.start) + 1;
  const result = counted(
    about,
    length >= window[0] && length <= window[1] ? [] : [`${length} days`],
  );
  const isUsual = classifySpan(length) !== "other";
  return result.outcome === "fail" && isUsual ? { ...result, outcome: "small" } : result;
}

function scale(periods: readonly StatementPeriod[], { concepts }: Registry): CheckResult[] {
  return periods.map((period, i) => {
    const about = { ...calendarChecks.scale, period: period.key };
    const isSame = (p: StatementPeriod) => p.fiscalPeriod === period.fiscalPeriod;
    const before = periods.find((p, at) => at > i && isSame(p));
    if (!before) return notRun(about, "no earlier period of the kind");
    const after = periods.findLast((p, at) => at < i && isSame(p));
    return counted(about, scaleFaults(concepts, period, before, after));
  });
}

function scaleFaults(
  concepts: readonly Concept[],
  period: StatementPeriod,
  before: StatementPeriod,
  after: StatementPeriod | undefined,
): string[] {
  const faults: string[] = [];
  // By index: an iterator makes an object for every line of every period.
  for (let i = 0; i < concepts.length; i += 1) {
    const key = concepts[i]?.snakeKey ?? "";
    const line = period.lines[key];
    if (typeof line?.lineage !== "number") continue;
    const value = line.value ?? "0";
    if (
      isScaleJump(value, before.lines[key]) &&
      (after === undefined || isScaleJump(value, after.lines[key]))
    ) {
      faults.push(`${key} ${value}`);
    }
  }
  return faults;
}

/** A thousand or a million times as much, or as little, to 0.1 %. */
function isScaleJump(value: string, other: Line | undefined): boolean {
  if (other === undefined || other.value === null) return false;
  // Whole numbers of one length are never so far apart, which spares reading most of them.
  if (value.length === other.value.length && !value.includes(".") && !other.value.includes("."))
    return false;
  return isScaleSlip(Number(value), Number(other.value));
}

/** A quarter and a little: figures older than the newest periodic report by more are stale. */
const lagDays = 100;

function staleness(periods: readonly StatementPeriod[], facts: readonly Fact[]): CheckResult {
  const about = { ...calendarChecks.staleness, period: "company" };
  const reported = newestReportedEnd(facts);
  if (reported === null) return notRun(about, "no periodic report");
  const newest = periods.reduce((last, { end }) => (end > last ? end : last), "");
  const isStale = newest === "" || dayOf(reported) - dayOf(newest) > lagDays;
  const fault = `newest period ${newest || "none"}, newest report is about ${reported}`;
  return counted(about, isStale ? [fault] : []);
}

/** The newest period end that the newest periodic report carries figures of. */
function newestReportedEnd(facts: readonly Fact[]): string | null {
  let last: Fact | null = null;
  for (const fact of facts) {
    if (tierOf(fact.form) !== 1 || fact.filed === null || fact.taxonomy === "dei") continue;
    if (fact.end > fact.filed) continue;
    const isLater =
      last === null ||
      fact.filed > (last.filed ?? "") ||
      (fact.filed === last.filed && fact.end > last.end);
    if (isLater) last = fact;
  }
  return last?.end ?? null;
}
