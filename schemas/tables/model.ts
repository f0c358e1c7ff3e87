import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { userAccount } from "./account.ts";
import { entity } from "./company.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** Overrides of a model that a person keeps: what was set, never what came out. */
export const modelScenario = pgTable(
  "model_scenario",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    entityId: uuid("entity_id")
      .notNull()
      .references(() => entity.id, { onDelete: "cascade" }),
    /** Canonical, whatever alias it was saved under. */
    templateKey: text("template_key").notNull(),
    name: text("name").notNull(),
    /** Numbers by assumption key. */
    assumptions: jsonb("assumptions").notNull().$type<Record<string, number>>(),
    /** Numbers by driver, then by fiscal year. */
    drivers: jsonb("drivers").notNull().$type<Record<string, Record<string, number>>>(),
    /** Null while it is not shared; whoever has it sees name and overrides. */
    shareToken: text("share_token").unique(),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (t) => [index("model_scenario_owner").on(t.userId, t.entityId, t.templateKey, t.createdAt)],
);
