import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** The quarters of the Financial Statement Data Sets that were fetched whole. */
export const dataSetQuarter = pgTable("data_set_quarter", {
  /** The name of its archive: 2010q2. */
  quarter: text("quarter").primaryKey(),
  url: text("url").notNull(),
  etag: text("etag"),
  lastModified: text("last_modified"),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  /** Filings archived, and filings set aside. */
  filings: integer("filings").notNull(),
  refused: integer("refused").notNull(),
  /** The companies taken out of it; null for every one. */
  ciks: text("ciks").array(),
  takenAt: instant("taken_at").notNull(),
  /** Null until its companies are built with it, or enqueued for that. */
  builtAt: instant("built_at"),
});
