import { boolean, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "../columns.ts";
import { userAccount, userId } from "./account.ts";

/** A person whom an account has blocked. */
export const block = pgTable(
  "block",
  {
    /** Who blocks. */
    userId: userId(),
    blockedId: uuid("blocked_id")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.blockedId] }), index("block_blocked").on(t.blockedId)],
);

/** Whether an account's visits are private. Without a row nothing is private. */
export const privacyPreference = pgTable("privacy_preference", {
  userId: userId().primaryKey(),
  /** Views count without the name of the viewer. */
  privateBrowsing: boolean("private_browsing").notNull(),
  updatedAt: updatedAt(),
});
