import type { CompanyQuality, PeriodCoverage } from "#schemas/shapes/quality.ts";

/** By check, how many results that ran on a company before do not run any more. */
export type LostResults = Readonly<Record<string, number>>;

/**
 * Results that ran before and no longer do because values vanished, subject by subject, so that what starts to run
 * elsewhere hides none of them. At most as many are lost as values are: a line that is computed now and was filed before
 * is there, though a check of filed figures does not run on it. None is lost where lines became not applicable, as many
 * as did, nor in a period that got another template. A period that only got another fiscal year is the same. Pure.
 */
export function lostResults(before: CompanyQuality, after: CompanyQuality): LostResults {
  const vanished = vanishedFrom(before, after);
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

/** How many values are missed at a subject. Of what is no period (twelve months, the company) as many as of any period. */
function vanishedFrom(before: CompanyQuality, after: CompanyQuality): (subject: string) => number {
  const now = new Map(after.periods.map((period) => [placeOf(period), period]));
  const missed = new Map(
    before.periods.map((period) => {
      const same = now.get(placeOf(period));
      return [placeOf(period), same ? missedOf(period, same) : period.values];
    }),
  );
  const most = Math.max(0, ...missed.values());
  return (subject) => missed.get(subject) ?? most;
}

function missedOf(before: PeriodCoverage, after: PeriodCoverage): number {
  if (before.template !== after.template) return 0;
  const notApplicable = ({ reasons }: PeriodCoverage) => reasons.not_applicable_template ?? 0;
  const excused = Math.max(0, notApplicable(after) - notApplicable(before));
  return Math.max(0, before.values - after.values - excused);
}

const placeOf = ({ end, fiscalPeriod }: PeriodCoverage) => `${fiscalPeriod} to ${end}`;
