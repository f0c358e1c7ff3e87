import { index, pgTable, text } from "drizzle-orm/pg-core";
import { userId } from "../accounts/account.ts";
import { createdAt, id, updatedAt } from "../columns.ts";

/** A screen that a person keeps: what it asks, each part as it is typed, never what it found. */
export const savedScreen = pgTable(
  "saved_screen",
  {
    id: id(),
    userId: userId(),
    name: text("name").notNull(),
    /** Null for all companies. */
    where: text("conditions"),
    /** Null for all currencies. */
    currency: text("currency"),
    /** Null for the order that a screen has by itself. */
    sort: text("sort"),
    /** Null for the columns that a screen has by itself. */
    columns: text("columns"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("saved_screen_owner").on(t.userId, t.createdAt)],
);
