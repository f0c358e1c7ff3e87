import { sql } from "drizzle-orm";
import {
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { userAccount } from "./account.ts";
import { entity } from "./company.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const entityId = () =>
  uuid("entity_id")
    .notNull()
    .references(() => entity.id, { onDelete: "cascade" });
const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => userAccount.id, { onDelete: "cascade" });

/** Somebody says that a reference company is theirs. At most one claim of a company is open. */
export const claim = pgTable(
  "claim",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().$type<"pending" | "granted" | "declined">(),
    createdAt: time("created_at").notNull().defaultNow(),
    decidedAt: time("decided_at"),
  },
  (t) => [
    uniqueIndex("claim_open").on(t.entityId).where(sql`${t.status} = 'pending'`),
    index("claim_user").on(t.userId),
  ],
);

/** Who follows an entity; pending until its owner agrees, where the owner wants to be asked. */
export const follow = pgTable(
  "follow",
  {
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().$type<"pending" | "active">(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.entityId, t.userId] }), index("follow_user").on(t.userId)],
);

/** Who is connected to an entity and may see what it shows to its connections; pending until its owner agrees. */
export const connection = pgTable(
  "connection",
  {
    entityId: entityId(),
    userId: userId(),
    status: text("status").notNull().$type<"pending" | "active">(),
    createdAt: time("created_at").notNull().defaultNow(),
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
  updatedAt: time("updated_at").notNull().defaultNow(),
});
