import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { userAccount } from "./account.ts";

/** The accounts for which a feature is on. A feature without rows is off. */
export const featureFlag = pgTable(
  "feature_flag",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    flag: text("flag").notNull(),
    scope: text("scope").notNull().$type<"everyone" | "account" | "percentage">(),
    accountId: uuid("account_id").references(() => userAccount.id, { onDelete: "cascade" }),
    /** 0 to 100, of all accounts by a hash of flag and account id. */
    percentage: integer("percentage"),
    updatedAt: timestamp("updated_at", { withTimezone: true, mode: "string" })
      .notNull()
      .defaultNow(),
  },
  (t) => [
    check(
      "feature_flag_scope",
      sql`case ${t.scope} when 'everyone' then ${t.accountId} is null and ${t.percentage} is null
        when 'account' then ${t.accountId} is not null and ${t.percentage} is null
        when 'percentage' then ${t.accountId} is null and ${t.percentage} between 0 and 100
        else false end`,
    ),
    uniqueIndex("feature_flag_once").on(t.flag, t.scope, sql`coalesce(${t.accountId}::text, '')`),
  ],
);

export type FeatureFlag = typeof featureFlag.$inferSelect;
