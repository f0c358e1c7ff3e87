import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt, version } from "../columns.ts";
import { userId } from "./account.ts";

/** A person's collection of entities; an entity names the one it is in. */
export const collection = pgTable(
  "collection",
  {
    id: id(),
    userId: userId(),
    name: text("name").notNull(),
    description: text("description"),
    status: text("status").notNull().default("active").$type<"active">(),
    /** From 1, one more with each update. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("collection_owner").on(t.userId, t.createdAt)],
);
