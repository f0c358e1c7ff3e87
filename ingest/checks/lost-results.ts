import type { CompanyQuality, PeriodCoverage } from "#schemas/shapes/companies/quality.ts";

/** By check, how many results that ran on a company before do not run any more. */
export type LostResults = Readonly<Record<string, number>>;

/**
 * Results that ran before and no longer do because values vanished: subject by subject, so that what starts to run
 * elsewhere hides none of them, and no more at a period than values vanished from it. A line that is computed where it
 * was filed loses none, nor one that became not applicable, undivided or deprecated, nor a period that got another template. A
 * period that only got another fiscal year is the same period. Pure.
 */
export function lostResults(before: CompanyQuality, after: CompanyQuality): LostResults {
  const vanished = vanishedBetween(before, after);
  const ran = ranBySubject(after);
  const lost: Record<string, number> = {};
  for (const [check, subjects] of ranBySubject(before)) {
    let count = 0;
    for (const [subject, then] of subjects) {
      const now = ran.get(check)?.get(subject) ?? 0;
      count += Math.max(0, Math.min(then - now, vanished(subject)));
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

/** How many values went at a subject. What is no period (twelve months, the company) has the most of any period. */
function vanishedBetween(
  before: CompanyQuality,
  after: CompanyQuality,
): (subject: string) => number {
  const now = new Map(after.periods.map((period) => [placeOf(period), period]));
  const counts = new Map(
    before.periods.map((period) => {
      const same = now.get(placeOf(period));
      return [placeOf(period), same ? vanishedFrom(period, same) : period.values];
    }),
  );
  const most = Math.max(0, ...counts.values());
  return (subject) => counts.get(subject) ?? most;
}

function vanishedFrom(before: PeriodCoverage, after: PeriodCoverage): number {
  if (before.template !== after.template) return 0;
  const excused = excusedIn(after) - excusedIn(before);
  const fewer = before.values - after.values - Math.max(0, excused);
  // Lines that get a value hide no other's loss where it left a null behind.
  const nulls = nullsIn(after) - nullsIn(before) - excused;
  return Math.max(0, fewer, nulls);
}

const excusedIn = ({
  reasons: { not_applicable_template: unfit = 0, undivided_costs: undivided = 0, deprecated = 0 },
}: PeriodCoverage) => unfit + undivided + deprecated;

const nullsIn = ({ reasons }: PeriodCoverage) =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0);

const placeOf = ({ end, fiscalPeriod }: PeriodCoverage) => `${fiscalPeriod} to ${end}`;
