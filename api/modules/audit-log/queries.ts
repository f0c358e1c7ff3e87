import { desc, eq } from "drizzle-orm";
import { has } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { type AuditSubject, auditEvent } from "#schemas/tables/accounts/audit.ts";
import { type PageQuery, page } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";

export async function insertEvent(db: Db, event: typeof auditEvent.$inferInsert): Promise<void> {
  await db.insert(auditEvent).values(event);
}

/** Actions on one entity or organization, newest first. */
export async function listEvents(
  db: Db,
  about: { subjectType: AuditSubject; subjectId: string },
  query: PageQuery,
) {
  const isAbout = has(auditEvent, { subjectType: about.subjectType, subjectId: about.subjectId });
  const select = db
    .select({
      ...pick(auditEvent, "id", "action", "actorId"),
      actorName: userAccount.name,
      detail: auditEvent.detail,
      at: auditEvent.at,
    })
    .from(auditEvent)
    .leftJoin(userAccount, eq(userAccount.id, auditEvent.actorId))
    .where(isAbout);
  return page(db, select, [desc(auditEvent.id)], query);
}
