import { and, count, desc, eq } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { userAccount } from "#schemas/tables/account.ts";
import { auditEvent } from "#schemas/tables/audit.ts";

export async function insertEvent(db: Db, event: typeof auditEvent.$inferInsert): Promise<void> {
  await db.insert(auditEvent).values(event);
}

/** What was done to one entity or organization, newest first. */
export async function listEvents(
  db: Db,
  about: { subjectType: "entity" | "organization"; subjectId: string },
  page: { limit: number; offset: number },
) {
  const isAbout = and(
    eq(auditEvent.subjectType, about.subjectType),
    eq(auditEvent.subjectId, about.subjectId),
  );
  const [counted] = await db.select({ total: count() }).from(auditEvent).where(isAbout);
  const rows = await db
    .select({
      id: auditEvent.id,
      action: auditEvent.action,
      actorId: auditEvent.actorId,
      actorName: userAccount.name,
      detail: auditEvent.detail,
      at: auditEvent.at,
    })
    .from(auditEvent)
    .leftJoin(userAccount, eq(userAccount.id, auditEvent.actorId))
    .where(isAbout)
    .orderBy(desc(auditEvent.id))
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total: counted?.total ?? 0 };
}
