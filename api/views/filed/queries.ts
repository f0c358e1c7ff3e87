import { and, desc, eq, gte, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { View } from "#ingest/company-input.ts";
import { isTeamKey } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import { filedReport } from "#schemas/tables/companies/filed-report.ts";
import type { Question, StoredReport } from "../questions.ts";

/**
 * The statements as printed that an answer to the question needs, newest first: of one filing, or of all that the
 * view knows.
 */
export async function readReports(
  db: Db,
  { cik, question, view }: { cik: string; question: Question; view: View },
): Promise<StoredReport[]> {
  const wanted = wantedBy(question);
  if (wanted === null || isTeamKey(cik)) return [];
  const conditions: SQL[] = [eq(filedReport.companyKey, cik), isNotNull(filedReport.face)];
  if (wanted.accession !== undefined) conditions.push(eq(filedReport.accession, wanted.accession));
  if (view.kind === "asOf") conditions.push(lte(filedReport.filed, view.date));
  return selectReports(db, conditions, wanted.notes);
}

/**
 * The reports that may print the facts of these filings: their own, and those about the three years after the periods.
 * Oldest first.
 */
export async function readReportsOf(
  db: Db,
  cik: string,
  { accessions, from, to }: { accessions: readonly string[]; from: string; to: string },
): Promise<StoredReport[]> {
  const isNear = and(gte(filedReport.period, from), lte(filedReport.period, yearsAfter(to, 3)));
  const isOwn = inArray(filedReport.accession, [...accessions]);
  const conditions = [
    eq(filedReport.companyKey, cik),
    isNotNull(filedReport.face),
    or(isOwn, isNear),
  ];
  return (await selectReports(db, conditions, false)).reverse();
}

const yearsAfter = (date: string, years: number) =>
  `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;

async function selectReports(
  db: Db,
  conditions: readonly (SQL | undefined)[],
  notes: boolean,
): Promise<StoredReport[]> {
  const rows = await db
    .select({
      accession: filedReport.accession,
      form: filedReport.form,
      filed: filedReport.filed,
      face: filedReport.face,
      notes: notes ? filedReport.notes : sql<null>`null`,
    })
    .from(filedReport)
    .where(and(...conditions))
    .orderBy(desc(filedReport.filed), desc(filedReport.accession));
  return rows.flatMap(({ face, ...row }) => (face === null ? [] : [{ ...row, face }]));
}

/** Null for a question that needs none. */
function wantedBy(question: Question): { accession?: string; notes: boolean } | null {
  switch (question.kind) {
    case "filedStatements":
      return { accession: question.accession, notes: question.statement === "other" };
    case "segments":
    case "breakdowns":
      return { notes: true };
    case "statementHistory":
    case "statementQuality":
    case "cellSources":
    case "lineage":
      return { notes: false };
    default:
      return null;
  }
}
