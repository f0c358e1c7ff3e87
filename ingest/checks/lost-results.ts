import type { CompanyQuality, PeriodCoverage } from "#schemas/shapes/quality.ts";

/** By check, how many results that ran on a company before do not run any more. */
export type LostResults = Readonly<Record<string, number>>;

/**
 * Results that ran before and no longer do, subject by subject, so that what starts to run elsewhere hides none of
 * them. No result is lost where lines became not applicable, as many as did, nor in a period that got another
 * template. A period that only got another fiscal year is the same period. Pure.
 */
export function lostResults(before: CompanyQuality, after: CompanyQuality): LostResults {
  const excused = excusesOf(before, after);
  const ran = ranBySubject(after);
  const lost: Record<string, number> = {};
  for (const [check, subjects] of ranBySubject(before)) {
    let count = 0;
    for (const [subject, then] of subjects) {
      const now = ran.get(check)?.get(subject) ?? 0;
      count += Math.max(0, then - now - excused(subject));
    }
    if (count > 0) lost[check] = count;
  }
  return lost;
}

/** By check and subject, the results that ran. */
function ranBySubject(quality: CompanyQuality): Map<string, Map<string, number>> {
  const places = new Map(quality.periods.map((period) => [period.key, placeOf(period)]));
  return new Map(
    quality.checks.map(({ id, results }) => {
      const subjects = new Map<string, number>();
      for (const [subject, letters] of Object.entries(results)) {
        const place = places.get(subject) ?? subject;
        const ran = letters.replaceAll("n", "").length;
        subjects.set(place, (subjects.get(place) ?? 0) + ran);
      }
      return [id, subjects];
    }),
  );
}

/** How many results may go at a subject. What is no period (twelve months, the company) has the most of any period. */
function excusesOf(before: CompanyQuality, after: CompanyQuality): (subject: string) => number {
  const now = new Map(after.periods.map((period) => [placeOf(period), period]));
  const excuses = new Map(
    before.periods.map((period) => {
      const same = now.get(placeOf(period));
      return [placeOf(period), same ? excuseOf(period, same) : 0];
    }),
  );
  const most = Math.max(0, ...excuses.values());
  return (subject) => excuses.get(subject) ?? most;
}

function excuseOf(before: PeriodCoverage, after: PeriodCoverage): number {
  if (before.template !== after.template) return Number.POSITIVE_INFINITY;
  const count = ({ reasons }: PeriodCoverage) => reasons.not_applicable_template ?? 0;
  return Math.max(0, count(after) - count(before));
}

const placeOf = ({ end, fiscalPeriod }: PeriodCoverage) => `${fiscalPeriod} to ${end}`;
