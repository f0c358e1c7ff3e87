import { doublePrecision, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { screenColumns } from "../../screen-metrics.ts";
import { entity } from "./company.ts";

const figures = Object.fromEntries(
  screenColumns.map(({ column }) => [column, doublePrecision(column)]),
);

/**
 * The newest figures of each company, one column for each metric and basis, written by its build: what screens over
 * all companies read, in whole rows, because any condition may be asked for. Doubles, rounded once.
 */
export const companyScreen = pgTable("company_screen", {
  entityId: uuid("entity_id")
    .primaryKey()
    .references(() => entity.id, { onDelete: "cascade" }),
  /** Of the newest fiscal year. */
  currency: text("currency"),
  template: text("template").notNull(),
  fiscalYear: integer("fiscal_year").notNull(),
  yearEnd: text("year_end").notNull(),
  /** Null without twelve months. */
  ttmEnd: text("ttm_end"),
  ...figures,
  /** Why a figure is null, by its column; null for a row of before this column. */
  reasons: json("reasons").$type<Record<string, string>>(),
});
