import { sql } from "drizzle-orm";
import {
  check,
  index,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { TeamPermission, TeamRole } from "../shapes/team.ts";
import { userAccount } from "./account.ts";
import { entity } from "./company.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** A top-level organization of people. */
export const organization = pgTable("organization", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  status: text("status").notNull().default("active").$type<"active" | "archived">(),
  createdAt: time("created_at").notNull().defaultNow(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** Membership of an organization. */
export const organizationMember = pgTable(
  "organization_member",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    role: text("role").notNull().$type<TeamRole>(),
    joinedAt: time("joined_at").notNull().defaultNow(),
  },
  (t) => [unique().on(t.organizationId, t.userId), index("organization_member_user").on(t.userId)],
);

/**
 * An invitation to an organization or to the team of an entity, for an account or for an address whose owner
 * may not have one yet. Of those still open there is one per place and person.
 */
export const invitation = pgTable(
  "invitation",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id").references(() => organization.id, {
      onDelete: "cascade",
    }),
    entityId: uuid("entity_id").references(() => entity.id, { onDelete: "cascade" }),
    /** In lower case; null when an account was invited. */
    email: text("email"),
    userId: uuid("user_id").references(() => userAccount.id, { onDelete: "cascade" }),
    role: text("role").notNull().$type<TeamRole>(),
    permissions: text("permissions").array().notNull().$type<TeamPermission[]>(),
    status: text("status")
      .notNull()
      .default("pending")
      .$type<"pending" | "accepted" | "declined" | "withdrawn">(),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    check("invitation_place", sql`num_nonnulls(${t.organizationId}, ${t.entityId}) = 1`),
    check("invitation_person", sql`num_nonnulls(${t.email}, ${t.userId}) = 1`),
    uniqueIndex("invitation_open")
      .on(
        sql`coalesce(${t.organizationId}, ${t.entityId})`,
        sql`coalesce(${t.email}, ${t.userId}::text)`,
      )
      .where(sql`${t.status} = 'pending'`),
    index("invitation_email").on(t.email),
    index("invitation_user").on(t.userId),
  ],
);
