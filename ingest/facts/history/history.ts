import type { Fact } from "#schemas/shapes/companies/fact.ts";

/** The versions of one fact (tag, unit, period, dimensions), oldest filing first; never empty. */
export type History = readonly Fact[];

/** Facts in canonical order, cut where the fact changes: there its versions stand together. */
export function listHistories(facts: readonly Fact[]): History[] {
  const histories: History[] = [];
  let from = 0;
  for (let i = 1; i <= facts.length; i += 1) {
    const [first, next] = [facts[from], facts[i]];
    if (first && next && compareFacts(first, next) === 0) continue;
    histories.push(facts.slice(from, i));
    from = i;
  }
  return histories;
}

/** Not all versions say the same. */
export function isDisputed(history: History): boolean {
  for (const { value } of history) if (value !== history[0]?.value) return true;
  return false;
}

/** Canonical order of facts: by tag, unit and period; 0 for two versions of the same fact. */
export function compareFacts(a: Fact, b: Fact): number {
  return (
    compareText(a.taxonomy, b.taxonomy) ||
    compareText(a.tag, b.tag) ||
    compareText(a.unit, b.unit) ||
    compareText(a.end, b.end) ||
    compareText(a.start ?? "", b.start ?? "") ||
    compareText(a.dimensions ?? "", b.dimensions ?? "")
  );
}

/** Canonical order of the versions of one fact: that of their filings. */
export const compareVersions = (a: Fact, b: Fact): number =>
  compareFilings(a, b) || compareText(a.value, b.value);

/** What tells when a filing came: its day, else its fiscal period or the last day of its report. */
export type PlacedFiling = Pick<Fact, "filed" | "accession" | "form"> &
  Partial<Pick<Fact, "fy" | "fp">> & { period?: string | null };

/** Filings by their day, undated ones first and by the period of their reports: an accession number may be a mere digest. */
export const compareFilings = (a: PlacedFiling, b: PlacedFiling): number =>
  compareText(a.filed ?? "", b.filed ?? "") ||
  (a.filed === null ? compareReports(a, b) : 0) ||
  compareText(a.accession, b.accession);

/** Fiscal periods by the order in which their reports come. */
const reportOrder = ["Q1", "Q2", "H1", "Q3", "Q4", "H2", "FY"];

/** The report of the later period states what is restated; an amendment comes after the report. */
const compareReports = (a: PlacedFiling, b: PlacedFiling): number =>
  (a.fy ?? 0) - (b.fy ?? 0) ||
  reportOrder.indexOf(a.fp ?? "") - reportOrder.indexOf(b.fp ?? "") ||
  compareText(a.period ?? "", b.period ?? "") ||
  compareText(a.form, b.form);

export function compareText(a: string, b: string): number {
  // Equal texts are mostly one and the same string, which is the cheapest thing to see.
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
