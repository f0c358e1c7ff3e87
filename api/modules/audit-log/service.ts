import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { AuditSubject } from "#schemas/tables/accounts/audit.ts";
import type { PageQuery } from "../../data/page.ts";
import { insertEvent, listActs, listEvents } from "./queries.ts";
import type { AuditEntry, OperatorAct } from "./schemas.ts";

/** An action on an entity or an organization. */
export interface AuditedAction {
  subjectType: AuditSubject;
  subjectId: string;
  /** Null for an operator at the command line, and for a job. */
  actorId: string | null;
  /** True for what is done for the service; default false. */
  byOperator?: boolean | undefined;
  /** Noun and past participle: "entity.updated". */
  action: string;
  /** Never a secret, never a document's content. People are named by `namingMembers` alone. */
  detail?: Record<string, unknown>;
}

/** Who acts for the service, and why: an administrator, or null at the command line. */
export interface Operator {
  adminId: string | null;
  reason?: string | undefined;
}

/** An operator at the command line. */
export const commandLine: Operator = { adminId: null };

/** What the audit log and a move are told of an operator's act. */
export const actedBy = ({ adminId, reason }: Operator) => ({
  actorId: adminId,
  byOperator: true,
  detail: reason === undefined ? {} : { reason },
});

/** Adds a line to the audit log; give it the transaction of the change, so that both are there or neither. */
export async function recordDone(db: Db, done: AuditedAction): Promise<void> {
  await insertEvent(db, done);
}

/** The audit log of an entity, newest first. */
export const listEntityLog = (
  db: Db,
  entityId: string,
  query: PageQuery,
): Promise<Page<AuditEntry>> =>
  listSubjectLog(db, { subjectType: "entity", subjectId: entityId }, query);

/** The audit log of anything that has one, newest first. */
export async function listSubjectLog(
  db: Db,
  about: { subjectType: AuditSubject; subjectId: string },
  query: PageQuery,
): Promise<Page<AuditEntry>> {
  return listEvents(db, about, query);
}

/** What was done for the service, newest first, with the names of the administrators. */
export const listOperatorActs = (db: Db, query: PageQuery): Promise<Page<OperatorAct>> =>
  listActs(db, query);

export { auditEntry, operatorAct, reasonText } from "./schemas.ts";
