import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type {
  NotificationKind,
  NotificationState,
  NotificationSubject,
} from "../../shapes/accounts/notification.ts";
import { createdAt, id, instant } from "../columns.ts";
import { entity } from "../companies/company.ts";
import { userAccount, userId } from "./account.ts";

/** What an account is told of the acts of others. */
export const notification = pgTable(
  "notification",
  {
    id: id(),
    /** Who is told. */
    userId: userId(),
    kind: text("kind").notNull().$type<NotificationKind>(),
    state: text("state").notNull().$type<NotificationState>(),
    /** Names the act: an account is told of it once, however often its job runs. */
    sourceId: text("source_id").notNull(),
    /** Who did it; null for what no person did, and for who must not be named. The row goes with the person. */
    actorId: uuid("actor_id").references(() => userAccount.id, { onDelete: "cascade" }),
    subjectType: text("subject_type").notNull().$type<NotificationSubject>(),
    /** An id, or the accession number of a regulator's filing. */
    subjectId: text("subject_id").notNull(),
    /** The company or startup that it is about; null for a report of a person. */
    entityId: uuid("entity_id").references(() => entity.id, { onDelete: "cascade" }),
    /** Title of the role or report, or form of the filing. */
    label: text("label"),
    /** Null while unread. */
    readAt: instant("read_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("notification_once").on(t.userId, t.sourceId),
    index("notification_list").on(t.userId, t.createdAt, t.id),
    index("notification_unread").on(t.userId, t.createdAt, t.id).where(sql`${t.readAt} is null`),
    index("notification_actor").on(t.actorId),
    index("notification_entity").on(t.entityId),
    index("notification_age").on(t.createdAt),
  ],
);
