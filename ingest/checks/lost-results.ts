import type {
  CompanyQuality,
  CountsByCheck,
  PeriodCoverage,
} from "#schemas/shapes/companies/quality.ts";
import type { NullReason } from "#schemas/shapes/companies/statement.ts";
import { countLetters } from "./company-quality.ts";
import { matchPeriods, type PeriodMatch } from "./match-periods.ts";

/** By check, how many results that ran on a company before do not run any more. */
export type LostResults = Readonly<Record<string, number>>;

/** What a change does to the results of one company. */
export interface ComparedResults {
  /** Results that ran before and no longer do because values vanished. */
  lost: LostResults;
  /** The counts of after, without results of periods that were not there before: new periods lower no rate. */
  after: CountsByCheck;
}

/**
 * Compares what the checks found on a company, period by period: those are the same that end on the same day, whatever they
 * are named (see `matchPeriods`). What starts to run elsewhere hides no lost result, and no more are lost at a period
 * than values vanished from it. A line that is computed where it was filed loses none, nor one that became not applicable,
 * undivided or deprecated or gave way to what is filed, nor a period that got another template. Pure.
 */
export function compareResults(before: CompanyQuality, after: CompanyQuality): ComparedResults {
  const matches = matchPeriods(before.periods, after.periods);
  const now = new Map(after.checks.map(({ id, results }) => [id, results]));
  const lost: Record<string, number> = {};
  const vanished = vanishedBetween(matches);
  const nameOf = new Map(
    matches.flatMap(({ before: { key }, after: same }): [string, string | null][] => [
      [key, same?.key ?? null],
      [`TTM${key}`, same && `TTM${same.key}`],
    ]),
  );
  for (const { id, results } of before.checks) {
    let count = 0;
    for (const [subject, letters] of Object.entries(results)) {
      const name = nameOf.has(subject) ? nameOf.get(subject) : subject;
      const still = ranIn(now.get(id)?.[name ?? ""] ?? "");
      count += Math.max(0, Math.min(ranIn(letters) - still, vanished(subject)));
    }
    if (count > 0) lost[id] = count;
  }
  return { lost, after: countsOfKnown(before, after, matches) };
}

const ranIn = (letters: string) => letters.replaceAll("n", "").length;

/** Counts without the results of new periods; of a quarter that was a half-year, those of checks of quarters are new. */
function countsOfKnown(
  before: CompanyQuality,
  after: CompanyQuality,
  matches: readonly PeriodMatch[],
): CountsByCheck {
  const then = new Map(before.checks.map(({ id, results }) => [id, results]));
  const wasNamed = new Map(matches.map(({ before: { key }, after: same }) => [same?.key, key]));
  const wasHalf = new Set(matches.filter(isRenamedHalf).map(({ after: same }) => same?.key));
  const periods = new Set(after.periods.map(({ key }) => key));
  const isNew = (id: string, subject: string) => {
    if (!periods.has(subject)) return false;
    const name = wasNamed.get(subject);
    return name === undefined || (wasHalf.has(subject) && then.get(id)?.[name] === undefined);
  };
  return Object.fromEntries(
    after.checks.map(({ id, results }) => {
      const known = Object.entries(results).filter(([subject]) => !isNew(id, subject));
      return [id, countLetters(known.map(([, letters]) => letters).join(""))];
    }),
  );
}

/** How many values went at a subject. What is no period (twelve months, the company) has the most of any period. */
function vanishedBetween(matches: readonly PeriodMatch[]): (subject: string) => number {
  const counts = new Map(matches.map((match) => [match.before.key, vanishedFrom(match)]));
  const most = Math.max(0, ...counts.values());
  return (subject) => counts.get(subject) ?? most;
}

function vanishedFrom(match: PeriodMatch): number {
  const { before, after } = match;
  if (match.isHalfOfQuarters) return 0;
  if (after === null) return before.values;
  if (before.template !== after.template) return 0;
  const grown = excusedIn(after, match) - excusedIn(before, match);
  const fewer = before.values - after.values - Math.max(0, grown);
  // Lines that get a value hide no other's loss where it left a null behind.
  const nulls = nullsIn(after) - nullsIn(before) - grown;
  return Math.max(0, fewer, nulls);
}

const excused: readonly NullReason[] = [
  "not_applicable_template",
  "undivided_costs",
  "no_printed_statement",
  "not_itemized",
  "printed_alone",
  "deprecated",
  "identity_conflict",
];

/** Six months are no quarter: what only they state is missing from the quarter for want of the one before. */
function excusedIn({ reasons }: PeriodCoverage, match: PeriodMatch): number {
  const all = isRenamedHalf(match) ? [...excused, "insufficient_quarters" as const] : excused;
  return all.reduce((sum, reason) => sum + (reasons[reason] ?? 0), 0);
}

const isRenamedHalf = ({ before, after }: PeriodMatch) =>
  before.fiscalPeriod.startsWith("H") && after !== null && !after.fiscalPeriod.startsWith("H");

const nullsIn = ({ reasons }: PeriodCoverage) =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);
