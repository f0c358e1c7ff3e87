import { sql } from "drizzle-orm";
import { bigserial, index, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ChangeDetail, ChangeType } from "../../shapes/companies/change.ts";
import { instant } from "../columns.ts";
import { entityId } from "./company.ts";

/**
 * What is new about companies, written in the transaction that made it so. Positions are given out under a lock that
 * ends with the commit: whoever has read up to a position has missed none before it.
 */
export const companyChange = pgTable(
  "company_change",
  {
    position: bigserial("position", { mode: "number" }).primaryKey(),
    id: uuid("id").notNull().defaultRandom(),
    entityId: entityId(),
    type: text("type").notNull().$type<ChangeType>(),
    detail: json("detail").notNull().$type<ChangeDetail>(),
    recordedAt: instant("recorded_at").notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index("company_change_entity").on(t.entityId, t.position),
    index("company_change_recorded").on(t.recordedAt, t.position),
  ],
);
