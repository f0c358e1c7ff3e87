import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { AuditSubject } from "#schemas/tables/accounts/audit.ts";
import type { PageQuery } from "../../data/page.ts";
import { insertEvent, listEvents } from "./queries.ts";
import type { AuditEntry } from "./schemas.ts";

/** An action on an entity or an organization. */
export interface AuditedAction {
  subjectType: AuditSubject;
  subjectId: string;
  /** Null for an operator at the command line. */
  actorId: string | null;
  /** Noun and past participle: "entity.updated". */
  action: string;
  /** Never a secret, never a document's content. People are named by `namingMembers` alone. */
  detail?: Record<string, unknown>;
}

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

export { auditEntry } from "./schemas.ts";
