import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { TeamPermission, TeamRole } from "../../shapes/accounts/team.ts";
import { instant } from "../columns.ts";
import { entityId } from "../companies/company.ts";
import { userId } from "./account.ts";

/** Membership of an entity's team with the permissions it carries. */
export const entityMember = pgTable(
  "entity_member",
  {
    entityId: entityId(),
    userId: userId(),
    role: text("role").notNull().$type<TeamRole>(),
    permissions: text("permissions").array().notNull().$type<TeamPermission[]>().default([]),
    joinedAt: instant("joined_at").notNull().default(sql`now()`),
    /** What the public profile calls the member's place in the team. */
    title: text("title"),
    /** The public profile lists a member when the team and the member both agree. */
    isListedByTeam: boolean("is_listed_by_team").notNull().default(false),
    isListedByMember: boolean("is_listed_by_member").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.entityId, t.userId] }),
    index("entity_member_user").on(t.userId),
  ],
);
