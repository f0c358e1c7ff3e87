import { bigserial, index, json, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Who did what to an entity or an organization. Rows name what they are about without referring to it: they
 * outlive it.
 */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    subjectType: text("subject_type").notNull().$type<"entity" | "organization">(),
    subjectId: uuid("subject_id").notNull(),
    /** Null for an operator at the command line. */
    actorId: uuid("actor_id"),
    /** Noun and past participle: "entity.updated". */
    action: text("action").notNull(),
    detail: json("detail").notNull().$type<Record<string, unknown>>().default({}),
    at: timestamp("at", { withTimezone: true, mode: "string" }).notNull().defaultNow(),
  },
  (t) => [index("audit_event_subject").on(t.subjectType, t.subjectId, t.id)],
);
