import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  lt,
  max,
  min,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { has } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { ReportStatus, ReportType } from "#schemas/shapes/companies/report.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { document } from "#schemas/tables/accounts/document.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { report, reportDocument, reportView } from "#schemas/tables/companies/report.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findOne, first, firstValue, pick, replaceRows } from "../../data/rows.ts";
import { containing } from "../../data/text-search.ts";

export type ReportRow = typeof report.$inferSelect;
/** With the keys of its documents. */
export type WholeReport = ReportRow & { documents: string[] };

export interface ReportFilter extends PageQuery {
  status?: ReportStatus | undefined;
  report_type?: ReportType | undefined;
  search?: string | undefined;
}

export const findReport = (db: Db, id: string): Promise<ReportRow | null> =>
  findOne(db, report, eq(report.id, id));

/** Own reports, newest first. */
export async function listReports(
  db: Db,
  userId: string,
  { status, report_type, search, ...query }: ReportFilter,
): Promise<Page<WholeReport>> {
  const conditions: (SQL | undefined)[] = [
    eq(report.userId, userId),
    status && eq(report.status, status),
    report_type && eq(report.reportType, report_type),
    search ? ilike(report.title, containing(search)) : undefined,
  ];
  const select = db
    .select()
    .from(report)
    .where(and(...conditions));
  const reports = await page(db, select, newestFirst(report), query);
  return { ...reports, rows: await withDocuments(db, reports.rows) };
}

/** All reports of an entity, newest first. */
export async function listOf(
  db: Db,
  entityId: string,
  query: PageQuery,
): Promise<Page<WholeReport>> {
  const select = db.select().from(report).where(eq(report.entityId, entityId));
  const reports = await page(db, select, newestFirst(report), query);
  return { ...reports, rows: await withDocuments(db, reports.rows) };
}

/** Public reports of an entity that are neither drafts nor rejected or archived, newest first. */
export const listPublicOf = (db: Db, entityId: string): Promise<ReportRow[]> =>
  db
    .select()
    .from(report)
    .where(
      and(
        eq(report.entityId, entityId),
        eq(report.isPublic, true),
        inArray(report.status, ["submitted", "under_review", "verified"]),
      ),
    )
    .orderBy(...newestFirst(report))
    .limit(100);

/** Reports that wait for a verifier, the one that was submitted first before the others. */
export async function listWaiting(db: Db, query: PageQuery) {
  const select = db
    .select({
      ...pick(report, "id", "title", "description", "reportType", "status", "isPublic"),
      entityId: report.entityId,
      entityName: entity.name,
      userId: report.userId,
      userName: userAccount.name,
      updatedAt: report.updatedAt,
    })
    .from(report)
    .innerJoin(userAccount, eq(userAccount.id, report.userId))
    .leftJoin(entity, eq(entity.id, report.entityId))
    .where(inArray(report.status, ["submitted", "under_review"]));
  return page(db, select, [asc(report.updatedAt), asc(report.id)], query);
}

/** The same rows with the keys of their documents. */
export async function withDocuments(db: Db, rows: readonly ReportRow[]): Promise<WholeReport[]> {
  const ids = rows.map(({ id }) => id);
  const named =
    ids.length === 0
      ? []
      : await db
          .select({ reportId: reportDocument.reportId, key: document.key })
          .from(reportDocument)
          .innerJoin(document, eq(document.id, reportDocument.documentId))
          .where(inArray(reportDocument.reportId, ids))
          .orderBy(asc(reportDocument.position));
  const byReport = Map.groupBy(named, ({ reportId }) => reportId);
  return rows.map((row) => ({
    ...row,
    documents: (byReport.get(row.id) ?? []).map(({ key }) => key),
  }));
}

/** The report carries exactly these documents. */
export function replaceDocuments(tx: Db, reportId: string, ids: readonly string[]) {
  const rows = ids.map((documentId, position) => ({ reportId, documentId, position }));
  return replaceRows(tx, reportDocument, eq(reportDocument.reportId, reportId), rows);
}

/** A document of a report: the one of the key, or the first. Null when there is none. */
export const findReportDocument = (db: Db, reportId: string, key: string | undefined) =>
  firstValue(
    db
      .select({ document })
      .from(reportDocument)
      .innerJoin(document, eq(document.id, reportDocument.documentId))
      .where(
        and(
          eq(reportDocument.reportId, reportId),
          key === undefined ? undefined : eq(document.key, key),
        ),
      )
      .orderBy(asc(reportDocument.position))
      .limit(1),
    "document",
  );

export const insertReport = (tx: Db, values: typeof report.$inferInsert) =>
  tx.insert(report).values(values).returning();
export const deleteReport = (db: Db, id: string) => db.delete(report).where(eq(report.id, id));

/** Null when the report is not in one of the states any more. */
export const updateReport = (
  tx: Db,
  id: string,
  change: Partial<typeof report.$inferInsert>,
  states: readonly ReportStatus[],
): Promise<ReportRow | null> =>
  first(
    tx
      .update(report)
      .set(change)
      .where(and(eq(report.id, id), inArray(report.status, [...states])))
      .returning(),
  );

/** The subject of reports: an entity, or a person for reports about no entity. */
export type ReportSubject = { entityId: string } | { userId: string };

const published: ReportStatus[] = ["submitted", "under_review", "verified"];

/** The newest of a subject's reports that are out of draft and public or among `named`, and how many there are. */
export async function readPublished(db: Db, subject: ReportSubject, named: readonly string[]) {
  const isOf =
    "entityId" in subject
      ? eq(report.entityId, subject.entityId)
      : and(eq(report.userId, subject.userId), isNull(report.entityId));
  const isNamed = named.length === 0 ? undefined : inArray(report.id, [...named]);
  const isListed = and(
    isOf,
    inArray(report.status, published),
    or(eq(report.isPublic, true), isNamed),
  );
  // One after the other, because acts ask in a transaction, whose connection takes one query at a time.
  const [totals] = await db
    .select({
      reports: count(),
      open: sql<number>`count(*) filter (where ${report.isPublic})::int`,
      first: min(report.createdAt),
      last: max(report.createdAt),
    })
    .from(report)
    .where(isListed);
  const index = await db
    .select({
      id: report.id,
      title: report.title,
      publishedAt: report.createdAt,
      isPublic: report.isPublic,
    })
    .from(report)
    .where(isListed)
    .orderBy(desc(report.createdAt), desc(report.id))
    .limit(20);
  return { ...(totals ?? { reports: 0, open: 0, first: null, last: null }), index };
}

/** Stores the receipt of a delivery. */
export const insertReceipt = (db: Db, values: typeof reportView.$inferInsert) =>
  db.insert(reportView).values(values);

/** Null for a receipt that is unknown, or of another report or reader. */
export async function lockReceipt(
  tx: Db,
  of: { id: string; reportId: string; readerDigest: string },
): Promise<typeof reportView.$inferSelect | null> {
  const isThis = has(reportView, {
    id: of.id,
    reportId: of.reportId,
    readerDigest: of.readerDigest,
  });
  return first(tx.select().from(reportView).where(isThis).for("update"));
}

export const updateReceipt = (
  tx: Db,
  id: string,
  values: Pick<typeof reportView.$inferInsert, "outcome" | "acknowledgedAt" | "viewerId">,
) => tx.update(reportView).set(values).where(eq(reportView.id, id));

const isCounted = (reportId: string) =>
  and(eq(reportView.reportId, reportId), eq(reportView.outcome, "recorded"));

export async function countAllViews(db: Db, reportId: string) {
  const [row] = await db
    .select({ total: count(), named: count(reportView.viewerId) })
    .from(reportView)
    .where(isCounted(reportId));
  return row ?? { total: 0, named: 0 };
}

/** The last 90 days that have views, newest first. */
export function listViewDays(db: Db, reportId: string) {
  const day = sql<string>`to_char(${reportView.acknowledgedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({ date: day, views: count() })
    .from(reportView)
    .where(isCounted(reportId))
    .groupBy(day)
    .orderBy(desc(day))
    .limit(90);
}

/** The hundred people who looked last and did not browse privately. */
export function listViewers(db: Db, reportId: string) {
  const last = max(reportView.acknowledgedAt);
  return db
    .select({ userId: userAccount.id, name: userAccount.name, views: count(), lastViewedAt: last })
    .from(reportView)
    .innerJoin(userAccount, eq(userAccount.id, reportView.viewerId))
    .where(isCounted(reportId))
    .groupBy(userAccount.id, userAccount.name)
    .orderBy(desc(last), userAccount.id)
    .limit(100);
}

export async function deleteEndedReceipts(db: Db, at: string): Promise<number> {
  const isOver = and(isNull(reportView.outcome), lt(reportView.expiresAt, at));
  const gone = await db.delete(reportView).where(isOver).returning({ id: reportView.id });
  return gone.length;
}
