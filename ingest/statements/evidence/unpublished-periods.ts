import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CompanyInput } from "../../company-input.ts";
import { tierOf } from "../../facts/forms.ts";
import { dayOf } from "../../periods/days.ts";

const toleranceDays = 3;
const usualDelayDays = 1;

/**
 * Whether a period's own report is in the filing index and its facts are not published yet, so that a line
 * without a value is `source_not_published` and not `not_reported` (standardization.md 2.19). The report
 * is newer than every fact that the view knows, and older than a day by the newest date at hand.
 */
export function unpublishedPeriods(
  { filings, documents }: CompanyInput,
  known: readonly Fact[],
): (periodEnd: string) => boolean {
  const newestFact = newestOf(known.map(({ filed }) => filed));
  const today = newestOf([
    ...filings.map(({ filed }) => filed),
    ...documents.map(({ fetchedAt }) => fetchedAt.slice(0, 10)),
  ]);
  const ends = filings.flatMap(({ form, filed, reportDate, isXbrl }) => {
    const isLate = filed > newestFact && dayOf(today) - dayOf(filed) > usualDelayDays;
    return isXbrl && isLate && reportDate && tierOf(form) === 1 ? [dayOf(reportDate)] : [];
  });
  return (periodEnd) => ends.some((end) => Math.abs(end - dayOf(periodEnd)) <= toleranceDays);
}

function newestOf(dates: readonly (string | null)[]): string {
  return dates.reduce<string>((newest, date) => (date && date > newest ? date : newest), "");
}
