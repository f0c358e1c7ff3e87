import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userAccount } from "./account.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** A person's collection of entities; an entity names the one it is in. */
export const collection = pgTable(
  "collection",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    status: text("status").notNull().default("active").$type<"active">(),
    /** From 1, one more with each update. */
    version: integer("version").notNull().default(1),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [index("collection_owner").on(t.userId, t.createdAt)],
);
