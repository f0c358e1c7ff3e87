import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { userId } from "../accounts/account.ts";
import { createdAt, id, updatedAt } from "../columns.ts";
import { entityId } from "./company.ts";

/** Overrides of a model that a person keeps: what was set, never what came out. */
export const modelScenario = pgTable(
  "model_scenario",
  {
    id: id(),
    userId: userId(),
    entityId: entityId(),
    /** Canonical, whatever alias it was saved under. */
    templateKey: text("template_key").notNull(),
    name: text("name").notNull(),
    /** Numbers by assumption key. */
    assumptions: jsonb("assumptions").notNull().$type<Record<string, number>>(),
    /** Numbers by driver, then by fiscal year. */
    drivers: jsonb("drivers").notNull().$type<Record<string, Record<string, number>>>(),
    /** Null while it is not shared; whoever has it sees name and overrides. */
    shareToken: text("share_token").unique(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("model_scenario_owner").on(t.userId, t.entityId, t.templateKey, t.createdAt)],
);
