import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { TeamPermission, TeamRole } from "../shapes/team.ts";
import { userAccount } from "./account.ts";
import { entity } from "./company.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** Membership of an entity's team with the permissions it carries. */
export const entityMember = pgTable(
  "entity_member",
  {
    entityId: uuid("entity_id")
      .notNull()
      .references(() => entity.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    role: text("role").notNull().$type<TeamRole>(),
    permissions: text("permissions").array().notNull().$type<TeamPermission[]>().default([]),
    joinedAt: time("joined_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.userId] }),
    index("entity_member_user").on(t.userId),
  ],
);
