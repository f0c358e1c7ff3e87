import { and, desc, eq, not } from "drizzle-orm";
import { has } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { type AuditSubject, auditEvent } from "#schemas/tables/accounts/audit.ts";
import { type PageQuery, page } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";

export async function insertEvent(db: Db, event: typeof auditEvent.$inferInsert): Promise<void> {
  await db.insert(auditEvent).values(event);
}

const columns = {
  ...pick(auditEvent, "id", "action"),
  actorId: userAccount.id,
  actorName: userAccount.name,
  ...pick(auditEvent, "detail", "at"),
};
const isActor = eq(userAccount.id, auditEvent.actorId);
const newest = [desc(auditEvent.id)];

/** Actions on one subject, newest first. Operators are not named. */
export async function listEvents(
  db: Db,
  about: { subjectType: AuditSubject; subjectId: string },
  query: PageQuery,
) {
  const isAbout = has(auditEvent, { subjectType: about.subjectType, subjectId: about.subjectId });
  const select = db
    .select(columns)
    .from(auditEvent)
    .leftJoin(userAccount, and(isActor, not(auditEvent.byOperator)))
    .where(isAbout);
  return page(db, select, newest, query);
}

/** What operators did, newest first. */
export async function listActs(db: Db, query: PageQuery) {
  const select = db
    .select({ ...columns, ...pick(auditEvent, "subjectType", "subjectId") })
    .from(auditEvent)
    .leftJoin(userAccount, isActor)
    .where(has(auditEvent, { byOperator: true }));
  return page(db, select, newest, query);
}
