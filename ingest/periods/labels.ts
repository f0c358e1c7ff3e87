import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { formClass, isAmendment } from "../facts/forms.ts";
import { dayOf, isoOf } from "./days.ts";
import type { FiscalYear, LabelMismatch } from "./fiscal-calendar.ts";

interface Statement {
  accession: string;
  form: string;
  stated: number;
  year: FiscalYear;
}

/**
 * Labels the years in place: fiscalYear = year(end - 6 days) + offset, the offset learned per run of years
 * from the company's original annual filings, recent years first (standardization.md 2.3). Filings
 * that disagree are returned, not obeyed.
 */
export function labelFiscalYears(
  years: readonly FiscalYear[],
  facts: readonly Fact[],
): LabelMismatch[] {
  const statements = statedLabels(years, facts);
  const overall = learnOffset(statements) ?? 0;
  const offsets = new Map<number, number>();
  for (const segment of new Set(years.map((y) => y.segment))) {
    const own = statements.filter((s) => s.year.segment === segment);
    offsets.set(segment, learnOffset(own) ?? overall);
  }
  for (const year of years) year.label = plainYear(year) + (offsets.get(year.segment) ?? overall);
  return statements
    .filter((s) => s.stated !== s.year.label)
    .map((s) => ({
      accession: s.accession,
      form: s.form,
      stated: s.stated,
      learned: s.year.label,
      end: isoOf(s.year.end),
    }));
}

/** Years that end in the first days of January belong to the year before. */
function plainYear(year: FiscalYear): number {
  return Number(isoOf(year.end - 6).slice(0, 4));
}

/** Most frequent offset of the filings of the newest five years that state one; of equals the newest. */
function learnOffset(statements: readonly Statement[]): number | null {
  const counts = new Map<number, number>();
  const recent = [...statements].sort((a, b) => b.year.end - a.year.end).slice(0, 5);
  for (const s of recent) {
    const offset = s.stated - plainYear(s.year);
    if (Math.abs(offset) <= 1) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [offset, count] of counts)
    if (best === null || count > (counts.get(best) ?? 0)) best = offset;
  return best;
}

/** What each original annual filing calls the newest year that it reports. */
function statedLabels(years: readonly FiscalYear[], facts: readonly Fact[]): Statement[] {
  const byFiling = new Map<string, Statement>();
  const yearByEnd = new Map(years.filter((y) => !y.isTransition).map((y) => [y.end, y]));
  for (const fact of facts) {
    if (fact.fy === null || fact.start === null) continue;
    if (formClass(fact.form) !== "annual" || isAmendment(fact.form)) continue;
    const year = yearByEnd.get(dayOf(fact.end));
    if (!year || year.start < dayOf(fact.start) - 6) continue;
    const known = byFiling.get(fact.accession);
    if (known && known.year.end >= year.end) continue;
    const { accession, form, fy } = fact;
    byFiling.set(accession, { accession, form, stated: fy, year });
  }
  return [...byFiling.values()];
}
