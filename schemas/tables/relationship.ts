import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { userId } from "./account.ts";
import { createdAt, id, instant, updatedAt } from "./columns.ts";
import { entityId } from "./company.ts";

/** Somebody says that a reference company is theirs. At most one claim of a company is open. */
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

/** Names a request or a relationship for those whom it concerns. */
const tieId = () => uuid("id").notNull().unique().defaultRandom();

/** Who follows an entity; pending until its owner agrees, where the owner wants to be asked. */
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

/** Who is connected to an entity and may see what it shows to its connections; pending until its owner agrees. */
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

/** A way to reach an entity that its team gives, and who may see it. */
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
