import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { userId } from "../accounts/account.ts";
import { createdAt, id, instant, updatedAt, version } from "../columns.ts";
import { entityId } from "./company.ts";

/** A person's own list of companies. */
export const watchlist = pgTable(
  "watchlist",
  {
    id: id(),
    userId: userId(),
    name: text("name").notNull(),
    description: text("description"),
    isActive: boolean("is_active").notNull().default(true),
    /** One more with each change, of its companies too. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
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
    entityId: entityId(),
    addedAt: instant("added_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.watchlistId, t.entityId] }),
    index("watchlist_entity_entity").on(t.entityId),
  ],
);

/** The address at which a feed reader follows the companies on a person's lists. */
export const watchlistFeed = pgTable("watchlist_feed", {
  /** Names the feed to readers: it stays when the address is replaced. */
  id: id(),
  userId: userId().unique(),
  /** SHA-256 of the token in the address, in hexadecimal; the token itself is never stored. */
  secretHash: text("secret_hash").notNull().unique(),
  /** When the address was made. */
  createdAt: createdAt(),
});
