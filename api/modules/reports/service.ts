import type { Db } from "#schemas/database/db.ts";
import { reportStatuses } from "#schemas/shapes/companies/report.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import { tellCompanyChanged } from "../../data/company-changed.ts";
import type { PageQuery } from "../../data/page.ts";
import { inserted, pick, required } from "../../data/rows.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { offeredReportIds } from "../access-packages/service.ts";
import { actedBy, commandLine, type Operator, recordDone } from "../audit-log/service.ts";
import { ownDocument } from "../documents/service.ts";
import type { ReportFilter, ReportRow, ReportSubject, WholeReport } from "./queries.ts";
import * as queries from "./queries.ts";
import { belongsTo, checkManages, isOpenTo } from "./rows.ts";
import type { Report, ReportBody, ReportChange } from "./schemas.ts";

export { sweepReceipts } from "./views.ts";

import { ownersActTo, reportMoves } from "./moves.ts";

export async function listOwnReports(
  db: Db,
  userId: string,
  filter: ReportFilter,
): Promise<Page<WholeReport>> {
  return queries.listReports(db, userId, filter);
}

/** Throws 404 or 403 for an entity that the caller does not manage. */
export async function checkSubject(
  db: Db,
  { entity_id }: Pick<ReportBody, "entity_id">,
  caller: Caller,
): Promise<void> {
  if (entity_id) await checkManages(db, entity_id, caller);
}

/**
 * Creates a draft. Throws 404 for documents of others, and 404 or 403 for an entity that the caller does not manage.
 */
export async function createReport(
  { transaction }: Pick<Platform, "transaction">,
  caller: Caller & { userId: string },
  { report_type, is_public, documents, entity_id, title, description, data }: ReportBody,
): Promise<Report> {
  return transaction(async ({ db }) => {
    await checkSubject(db, { entity_id }, caller);
    const row = inserted(
      await queries.insertReport(db, {
        userId: caller.userId,
        entityId: entity_id ?? null,
        title,
        description: description ?? null,
        reportType: report_type,
        isPublic: is_public,
        data,
      }),
    );
    await setDocuments(db, row, documents);
    return getReport(db, row);
  });
}

async function setDocuments(db: Db, { id, userId }: ReportRow, keys: readonly string[]) {
  const ids: string[] = [];
  // One after the other: a transaction has one connection.
  for (const key of new Set(keys)) ids.push((await ownDocument(db, userId, key)).id);
  await queries.replaceDocuments(db, id, ids);
}

/** Who may read it changes in every state but `archived`. */
const openable = reportStatuses.filter((status) => status !== "archived");

/**
 * Changes a report, or its state. What a verifier judges (all but who may read it) changes only in a draft, so that a
 * state and a score are always those of the content. Throws 409 for a content that is no draft any more and for a state
 * that cannot follow, 403 for a state that only a verifier may set. All of it happens or nothing.
 */
export async function changeReport(
  { transaction }: Pick<Platform, "transaction">,
  row: ReportRow,
  actorId: string,
  { status, documents, ...change }: ReportChange,
): Promise<Report> {
  return transaction(async ({ db }) => {
    const values = columnsOf(change);
    const { isPublic: _audience, ...judged } = values;
    const isContent = Object.keys(judged).length > 0 || documents !== undefined;
    if (isContent || Object.keys(values).length > 0) {
      const states = isContent ? (["draft"] as const) : openable;
      const changed = await queries.updateReport(
        db,
        row.id,
        { ...values, userId: row.userId },
        states,
      );
      if (changed === null) await refuseChange(db, row.id, isContent);
      await recordOpened(db, row, actorId, values);
    }
    await tellEntityChanged(db, row);
    if (documents !== undefined) await setDocuments(db, row, documents);
    if (status !== undefined) await moveReport(db, row, actorId, status);
    return getReport(db, required(await queries.findReport(db, row.id), "Report"));
  });
}

/** Other processes keep what the directory shows of an entity for a second. */
async function tellEntityChanged(db: Db, { entityId }: ReportRow): Promise<void> {
  if (entityId !== null) await tellCompanyChanged(db, entityId);
}

/** The columns of what is given. */
function columnsOf({ title, description, is_public, report_type, data }: ReportChange) {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(is_public !== undefined && { isPublic: is_public }),
    ...(report_type !== undefined && { reportType: report_type }),
    ...(data !== undefined && { data }),
  };
}

/** Notes in the entity's audit log that a report became public. Alerts tell a report from then. */
async function recordOpened(
  db: Db,
  { id, entityId, isPublic: was }: ReportRow,
  actorId: string,
  { isPublic = false }: { isPublic?: boolean },
): Promise<void> {
  if (entityId === null || was || !isPublic) return;
  const about = { subjectType: "entity", subjectId: entityId } as const;
  await recordDone(db, { ...about, actorId, action: "report.opened", detail: { id } });
}

async function refuseChange(db: Db, id: string, isContent: boolean): Promise<never> {
  const { status } = required(await queries.findReport(db, id), "Report");
  throw conflict(
    isContent
      ? `Report is ${status}; its content changes only while it is a draft`
      : `Report is ${status}; it does not change any more`,
  );
}

async function moveReport(
  db: Db,
  { id }: ReportRow,
  actorId: string,
  status: NonNullable<ReportChange["status"]>,
): Promise<void> {
  const act = ownersActTo[status];
  if (act === undefined) throw forbidden(`Only a verifier can set the status ${status}`);
  await reportMoves.make(db, act, { id, actorId });
}

/** An operator's decision: review, verify (with a score of 0 to 100) or reject. Throws 404 and 409. */
export async function decideReport(
  db: Db,
  id: string,
  { decision, score }: { decision: "review" | "verify" | "reject"; score?: number | undefined },
  by: Operator = commandLine,
): Promise<ReportRow> {
  const set = score === undefined ? {} : { set: { verificationScore: score } };
  return (await reportMoves.make(db, decision, { id, ...actedBy(by), ...set })).row;
}

/** Reports that wait for a verifier or are under review, oldest first, with whose they are. */
export const listWaitingReports = (db: Db, query: PageQuery) => queries.listWaiting(db, query);

/** The relation of a caller to a report: "owner" (also the team of its entity), "reader" of a public one, or "none". */
export async function standingOnReport(
  db: Db,
  id: string,
  caller: Caller,
): Promise<"owner" | "reader" | "none"> {
  const row = await queries.findReport(db, id);
  if (row === null) return "none";
  if (await belongsTo(db, row, caller)) return "owner";
  return row.isPublic || (await isOpenTo(db, row, caller)) ? "reader" : "none";
}

/**
 * The reports of a subject that everybody may know of: public ones, and those that a package opens, whose text only
 * those with access read. Drafts, rejected and archived ones are not among them.
 */
export async function publishedReports(db: Db, subject: ReportSubject) {
  const named = "entityId" in subject ? await offeredReportIds(db, subject.entityId) : [];
  return queries.readPublished(db, subject, named);
}

/** All reports of an entity for its team, newest first. */
export const listTeamReports = (
  db: Db,
  entityId: string,
  query: PageQuery,
): Promise<Page<WholeReport>> => queries.listOf(db, entityId, query);

/** The public reports of an entity that were submitted, newest first, to 100. */
export const listPublicReportsOf = (db: Db, entityId: string): Promise<ReportRow[]> =>
  queries.listPublicOf(db, entityId);

export async function getReport(db: Db, row: ReportRow): Promise<Report> {
  const [whole] = await queries.withDocuments(db, [row]);
  return present(required(whole, "Report"));
}

/** The shape of /v2. */
export const present = (row: WholeReport): Report => ({
  id: row.id,
  title: row.title,
  report_type: row.reportType,
  status: row.status,
  is_public: row.isPublic,
  owner_id: row.userId,
  entity_id: row.entityId,
  description: row.description,
  data: row.data,
  verification_score: row.verificationScore,
  documents: row.documents,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});

/** The shape of /v1/reports.*: the same record. */
export const presentRpc = ({ id, title, description, status, ...row }: ReportRow) => ({
  id,
  title,
  description,
  status,
  ...pick(row, "verificationScore", "createdAt", "updatedAt"),
});
