import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../columns.ts";
import { entityId } from "../companies/company.ts";
import { userId } from "./account.ts";

/** An account's claim to own a reference company. At most one claim of a company is open. */
export const claim = pgTable(
  "claim",
  {
    id: id(),
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().$type<"pending" | "granted" | "declined">(),
    createdAt: createdAt(),
    decidedAt: instant("decided_at"),
  },
  (t) => [
    uniqueIndex("claim_open").on(t.entityId).where(sql`${t.status} = 'pending'`),
    index("claim_user").on(t.userId),
  ],
);

/** The public id of a request or a relationship. */
const tieId = () => uuid("id").notNull().unique().defaultRandom();

/** A follower of an entity; pending until the owner agrees, if the owner wants to be asked. */
export const follow = pgTable(
  "follow",
  {
    id: tieId(),
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().$type<"pending" | "active">(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.userId] }), index("follow_user").on(t.userId)],
);

/** A connection of an entity, which may see what the entity shows to connections; pending until the owner agrees. */
export const connection = pgTable(
  "connection",
  {
    id: tieId(),
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().$type<"pending" | "active">(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.userId] }), index("connection_user").on(t.userId)],
);

/** A contact of an entity, given by its team, and who may see it. */
export const contactField = pgTable(
  "contact_field",
  {
    entityId: entityId(),
    position: integer("position").notNull(),
    kind: text("kind").notNull().$type<"website" | "email" | "phone" | "other">(),
    label: text("label").notNull(),
    value: text("value").notNull(),
    visibility: text("visibility").notNull().$type<"public" | "connected" | "private">(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.position] })],
);

/** The cover image of an account or an entity; its bytes are in the file store under the digest. */
export const coverImage = pgTable("cover_image", {
  /** Of the account or the entity. */
  ownerId: uuid("owner_id").primaryKey(),
  digest: text("digest").notNull(),
  mediaType: text("media_type").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  updatedAt: updatedAt(),
});
