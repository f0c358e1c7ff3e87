import type { FaceMeasure } from "#ingest/faces/measured/measure-faces.ts";
import { addToTally, emptyTally, type FaceTally } from "#ingest/faces/measured/tally-faces.ts";
import type { StoredIdentity } from "#ingest/store/stored-company.ts";
import { readQuality } from "#ingest/store/stored-quality.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";

/** What was measured on one company, counted. */
export interface CompanyFaces {
  cik: string;
  name: string;
  reports: number;
  values: number;
  off: number;
  lines: number;
  unfed: number;
  sums: number;
  open: number;
}

/** An element that statements print and that feeds nothing. */
export interface UnfedElement {
  statement: string;
  element: string;
  /** As one of the filings prints it. */
  label: string;
  count: number;
}

export interface AllFaces {
  /** Companies with a printed statement. */
  companies: CompanyFaces[];
  tally: FaceTally;
  /** The commonest first. */
  unfed: UnfedElement[];
}

/** Collects measures of companies. Of the values and lines only counts stay in memory. */
export function collectFaces(registry: Registry) {
  const tally = emptyTally();
  const companies: CompanyFaces[] = [];
  const unfed = new Map<string, UnfedElement>();
  return {
    add({ cik, name }: Pick<StoredIdentity, "cik" | "name">, measure: FaceMeasure): void {
      addToTally(tally, measure, registry);
      companies.push({ cik, name, ...countsOf(measure) });
      for (const { statement, element, label } of unfedIn(measure)) {
        const key = `${statement} ${element}`;
        const known = unfed.get(key);
        if (known) known.count += 1;
        else unfed.set(key, { statement, element, label, count: 1 });
      }
    },
    all(): AllFaces {
      const commonest = [...unfed.values()].sort((a, b) => b.count - a.count);
      return { companies, tally, unfed: commonest };
    },
  };
}

/** Printed lines of the statements proper that feed nothing. */
export const unfedIn = ({ lines }: FaceMeasure) =>
  lines.filter(({ feeds, isBelow }) => feeds === null && !isBelow);

function countsOf(measure: FaceMeasure): Omit<CompanyFaces, "cik" | "name"> {
  const { reports, values, lines, sums } = measure;
  return {
    reports,
    values: values.length,
    off: values.filter(({ standing }) => standing === "off").length,
    lines: lines.filter(({ isBelow }) => !isBelow).length,
    unfed: unfedIn(measure).length,
    sums: sums.length,
    open: sums.filter(({ closes }) => !closes).length,
  };
}

/** Most values off the face first, then open sums, then lines that feed nothing, each as a share. */
export function worstFaces(companies: readonly CompanyFaces[]): CompanyFaces[] {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const score = ({ off, values, open, sums, unfed, lines }: CompanyFaces) =>
    4 * share(off, values) + share(open, sums) + share(unfed, lines);
  return companies.toSorted((a, b) => score(b) - score(a) || (a.cik < b.cik ? -1 : 1));
}

/** How often the identities between shown lines hold, by statement, as the stored checks found. */
export async function countIdentities(db: Queryable, only: string | null) {
  const counts = new Map<string, { checked: number; closed: number }>();
  for await (const { cik, quality } of readQuality(db)) {
    if (only !== null && cik !== only) continue;
    for (const { id, results } of quality.checks) {
      const statement = statementOf(id);
      if (statement === null) continue;
      const letters = Object.values(results).join("").replaceAll("n", "");
      const known = counts.get(statement) ?? { checked: 0, closed: 0 };
      known.checked += letters.length;
      known.closed += letters.replaceAll(/[^er]/g, "").length;
      counts.set(statement, known);
    }
  }
  return Object.fromEntries(counts);
}

/** The statement that an identity between shown lines is about; null for other checks. */
function statementOf(id: string): string | null {
  const [, prefix] = /^(IS|BS|CF)-\d+-shown$/.exec(id) ?? [];
  if (prefix === undefined) return null;
  return prefix === "IS" ? "income" : prefix === "BS" ? "balance" : "cash_flow";
}
