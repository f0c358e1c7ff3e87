import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TeamPermission, TeamRole } from "../../shapes/accounts/team.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { entity } from "../companies/company.ts";
import { userAccount, userId } from "./account.ts";

/** A top-level organization of people. */
export const organization = pgTable("organization", {
  id: id(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  status: text("status").notNull().default("active").$type<"active" | "archived">(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Membership of an organization. */
export const organizationMember = pgTable(
  "organization_member",
  {
    id: id(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: userId(),
    role: text("role").notNull().$type<TeamRole>(),
    joinedAt: instant("joined_at").notNull().default(sql`now()`),
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
    id: id(),
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
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
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
