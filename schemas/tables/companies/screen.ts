import { date, doublePrecision, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { pricedColumns, screenColumns } from "../../screen-metrics.ts";
import { entity } from "./company.ts";

const doublesOf = (columns: typeof screenColumns) =>
  Object.fromEntries(columns.map(({ column }) => [column, doublePrecision(column)]));

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
  yearEnd: date("year_end").notNull(),
  /** Null without twelve months. */
  ttmEnd: date("ttm_end"),
  ...doublesOf(screenColumns),
  /** Why a figure is null, by its column; null for a row of before this column. */
  reasons: json("reasons").$type<Record<string, string>>(),
});

/**
 * Figures of each company that take a price, of its newest close and twelve months: written by the job `price-screen`,
 * because a close changes without a build. A build takes the row away: figures of two builds never stand together.
 */
export const companyPriced = pgTable("company_priced", {
  entityId: uuid("entity_id")
    .primaryKey()
    .references(() => companyScreen.entityId, { onDelete: "cascade" }),
  /** Digest of the build and the close that the figures are of. */
  state: text("state").notNull(),
  /** Null without a close. */
  priceDay: date("price_day"),
  ...doublesOf(pricedColumns),
  /** Why a figure is null, by its column. */
  reasons: json("reasons").$type<Record<string, string>>().notNull(),
});
