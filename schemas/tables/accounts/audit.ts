import { sql } from "drizzle-orm";
import { bigserial, boolean, index, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** What has an audit log. */
export type AuditSubject = "entity" | "organization" | "room" | "flag" | "person" | "startup";

/**
 * Members of a `detail` that name an account, by its id. A detail names people by these members alone, never by name,
 * slug or address. They become null when the account is deleted.
 */
export const namingMembers = ["accountId", "followerId", "userId"] as const;

/** Members of a `detail` that describe the account that it names. They become null with it. */
export const describingMembers = ["title", "reason"] as const;

/**
 * Who did what to an entity, an organization, a room, a feature flag, a person's listing or a startup listing. Rows
 * name what they are about without referring to it: they outlive it.
 */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    subjectType: text("subject_type").notNull().$type<AuditSubject>(),
    subjectId: uuid("subject_id").notNull(),
    /** Null for an operator at the command line, and for a job. */
    actorId: uuid("actor_id"),
    /** True for what was done for the service: by an administrator, or at the command line. */
    byOperator: boolean("by_operator").notNull().default(false),
    /** Noun and past participle: "entity.updated". */
    action: text("action").notNull(),
    detail: json("detail").notNull().$type<Record<string, unknown>>().default({}),
    at: instant("at").notNull().default(sql`now()`),
  },
  (t) => [
    index("audit_event_subject").on(t.subjectType, t.subjectId, t.id),
    index("audit_event_operator").on(t.id).where(sql`${t.byOperator}`),
  ],
);
