import { randomUUID } from "node:crypto";
import { notification } from "#schemas/tables/accounts/notification.ts";
import type { TestApp } from "../../helpers/app.ts";

/** Tells an account that its report was viewed, or what `values` say. Answers the id. */
export async function makeNotification(
  { db }: TestApp,
  userId: string,
  values: Partial<typeof notification.$inferInsert> = {},
): Promise<string> {
  const [row] = await db
    .insert(notification)
    .values({
      ...{ userId, kind: "report_views", state: "viewed", subjectType: "report" },
      ...{ subjectId: randomUUID(), sourceId: randomUUID(), label: "Numbers of March" },
      ...values,
    })
    .returning({ id: notification.id });
  return row?.id ?? "";
}
