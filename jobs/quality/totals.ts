import { countLetters } from "#ingest/checks/company-quality.ts";
import { checks as catalog } from "#ingest/checks/run-checks.ts";
import type { StoredQuality } from "#ingest/store/stored-quality.ts";
import type {
  CompanyQuality,
  OutcomeCounts,
  QualityLabel,
} from "#schemas/shapes/companies/quality.ts";

/** Checks that passed and checks that ran; the difference is small differences and failures. */
export interface Rate {
  passed: number;
  run: number;
}

/** Results of severity A and B that do not pass, of a company that has any. */
export interface Failing {
  a: number;
  b: number;
  label: QualityLabel;
  /** How many by check. */
  checks: Record<string, number>;
  /** Fiscal year of the newest one of severity A; null where none is of a year. */
  newestA: number | null;
}

/** Everything the report says of all companies together. */
export interface QualityTotals {
  companies: number;
  periods: number;
  labels: Partial<Record<QualityLabel, number>>;
  checks: Record<string, OutcomeCounts>;
  /** Why results were not run, by check and reason; absent in reports that were stored without it. */
  notRun?: Record<string, Record<string, number>>;
  /** By check, then fiscal year; what belongs to no year (filings, the company) is left out. */
  years: Record<string, Record<string, Rate>>;
  /** Universal lines with a value, and those that apply, by template and fiscal year. */
  coverage: Record<string, Record<string, { valued: number; applicable: number }>>;
  lines: { values: number; nulls: Record<string, number>; unexplained: number; unsourced: number };
  /** Companies with nulls without a reason or values without lineage: there should be none. */
  unsound: Record<string, { unexplained: number; unsourced: number }>;
  failing: Record<string, Failing>;
}

const severityOf = new Map(catalog.map(({ id, severity }) => [id, severity]));

/** Adds up what the checks found on every company. */
export async function totalQuality(
  companies: AsyncIterable<StoredQuality>,
): Promise<QualityTotals> {
  const totals: QualityTotals = {
    companies: 0,
    periods: 0,
    labels: {},
    checks: {},
    years: {},
    coverage: {},
    lines: { values: 0, nulls: {}, unexplained: 0, unsourced: 0 },
    unsound: {},
    failing: {},
  };
  for await (const company of companies) addCompany(totals, company);
  return totals;
}

function addCompany(totals: QualityTotals, { cik, label, quality }: StoredQuality): void {
  totals.companies += 1;
  totals.periods += quality.periods.length;
  totals.labels[label] = (totals.labels[label] ?? 0) + 1;
  addLines(totals, quality);
  const unsound = unsoundIn(quality);
  if (unsound.unexplained + unsound.unsourced > 0) totals.unsound[cik] = unsound;
  const years = yearsOf(quality);
  for (const { id, results, notRun } of quality.checks) {
    addNotRun(totals, id, notRun);
    const counts = countLetters(Object.values(results).join(""));
    totals.checks[id] = addCounts(totals.checks[id], counts);
    for (const [subject, letters] of Object.entries(results)) {
      const year = years.get(subject);
      if (year !== undefined) addYear(totals, { id, year, letters });
    }
  }
  const failing = failingIn(quality, label);
  if (failing.a + failing.b > 0) totals.failing[cik] = failing;
}

function addNotRun(totals: QualityTotals, id: string, reasons: Record<string, number>): void {
  if (Object.keys(reasons).length === 0) return;
  totals.notRun ??= {};
  const own = kept(totals.notRun, id, (): Record<string, number> => ({}));
  for (const [why, count] of Object.entries(reasons)) own[why] = (own[why] ?? 0) + count;
}

/** Fiscal years of periods and columns of twelve months, by key. */
const yearsOf = ({ periods, columns }: CompanyQuality) =>
  new Map<string, number>([
    ...periods.map(({ key, fiscalYear }) => [key, fiscalYear] as const),
    ...Object.entries(columns),
  ]);

function failingIn(quality: CompanyQuality, label: QualityLabel): Failing {
  const failing: Failing = { a: 0, b: 0, label, checks: {}, newestA: null };
  const years = yearsOf(quality);
  for (const { id, subject, severity, count } of listNotPassed(quality)) {
    failing.checks[id] = (failing.checks[id] ?? 0) + count;
    if (severity === "B") failing.b += count;
    if (severity !== "A") continue;
    failing.a += count;
    failing.newestA = newerOf(failing.newestA, years.get(subject) ?? null);
  }
  return failing;
}

/** By check and subject: how many results of severity A and B do not pass, where any. */
function listNotPassed({ checks }: CompanyQuality) {
  return checks.flatMap(({ id, results }) => {
    const severity = severityOf.get(id);
    if (severity !== "A" && severity !== "B") return [];
    return Object.entries(results).flatMap(([subject, letters]) => {
      const [, , small, failed] = countLetters(letters);
      return small + failed === 0 ? [] : [{ id, subject, severity, count: small + failed }];
    });
  });
}

const newerOf = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const unsoundIn = ({ periods }: CompanyQuality) =>
  periods.reduce(
    (sum, { unexplained, unsourced }) => ({
      unexplained: sum.unexplained + unexplained,
      unsourced: sum.unsourced + unsourced,
    }),
    { unexplained: 0, unsourced: 0 },
  );

function addYear(
  { years }: QualityTotals,
  { id, year, letters }: { id: string; year: number; letters: string },
): void {
  const [exact, rounding, small, failed] = countLetters(letters);
  const run = exact + rounding + small + failed;
  if (run === 0) return;
  const ofCheck = kept(years, id, () => ({}));
  const rate = kept(ofCheck, String(year), () => ({ passed: 0, run: 0 }));
  rate.passed += exact + rounding;
  rate.run += run;
}

function addLines({ lines, coverage }: QualityTotals, { periods }: CompanyQuality): void {
  for (const period of periods) {
    lines.values += period.values;
    lines.unexplained += period.unexplained;
    lines.unsourced += period.unsourced;
    for (const [reason, count] of Object.entries(period.reasons)) {
      lines.nulls[reason] = (lines.nulls[reason] ?? 0) + count;
    }
    const ofTemplate = kept(coverage, period.template, () => ({}));
    const own = kept(ofTemplate, String(period.fiscalYear), () => ({ valued: 0, applicable: 0 }));
    own.valued += period.valued;
    own.applicable += period.applicable;
  }
}

/** The value of a key, made and kept on first use. */
function kept<V>(record: Record<string, V>, key: string, make: () => V): V {
  const value = record[key] ?? make();
  record[key] = value;
  return value;
}

function addCounts(so: OutcomeCounts | undefined, more: OutcomeCounts): OutcomeCounts {
  return so === undefined
    ? more
    : (more.map((count, at) => count + (so[at] ?? 0)) as OutcomeCounts);
}

/** Passed of all that ran. */
export const rateOf = ([exact, rounding, small, failed]: OutcomeCounts): Rate => ({
  passed: exact + rounding,
  run: exact + rounding + small + failed,
});

/** "99.84", or a dash where nothing ran; never rounded up to 100. */
export const percentText = ({ passed, run }: Rate): string =>
  run === 0 ? "–" : (Math.floor((10_000 * passed) / run) / 100).toFixed(2);
