import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { userAccount } from "./account.ts";
import { entity } from "./company.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** A person's own list of companies. */
export const watchlist = pgTable(
  "watchlist",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    isActive: boolean("is_active").notNull().default(true),
    /** One more with each change, of its companies too. */
    version: integer("version").notNull().default(1),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [index("watchlist_owner").on(t.userId, t.createdAt)],
);

/** A company on a list, at most once. */
export const watchlistEntity = pgTable(
  "watchlist_entity",
  {
    watchlistId: uuid("watchlist_id")
      .notNull()
      .references(() => watchlist.id, { onDelete: "cascade" }),
    entityId: uuid("entity_id")
      .notNull()
      .references(() => entity.id, { onDelete: "cascade" }),
    addedAt: time("added_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.watchlistId, t.entityId] }),
    index("watchlist_entity_entity").on(t.entityId),
  ],
);
