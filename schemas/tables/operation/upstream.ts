import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** An upstream whose hosts count requests together (EDGAR's two do), as all processes see it. */
export const upstream = pgTable("upstream", {
  name: text("name").primaryKey(),
  /** Nothing is sent before this time; set by the rate page or a 429. */
  heldUntil: instant("held_until"),
  heldReason: text("held_reason"),
  /** Half the rate applies until this time, which begins with the hold. */
  halfRateUntil: instant("half_rate_until"),
  /** How often it has put us on hold. */
  holds: bigint("holds", { mode: "number" }).notNull().default(0),
});

/** The turns of an upstream: as many rows as requests may fall into one second. */
export const upstreamSlot = pgTable(
  "upstream_slot",
  {
    upstream: text("upstream").notNull(),
    slot: integer("slot").notNull(),
    freeAt: instant("free_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.upstream, t.slot] })],
);

/** Failures in a row per host, and until when its circuit is open. */
export const upstreamHost = pgTable("upstream_host", {
  host: text("host").primaryKey(),
  failures: integer("failures").notNull().default(0),
  openUntil: instant("open_until"),
  /** Requests that were answered, and those that count as failures, of all processes since the database was made. */
  answered: bigint("answered", { mode: "number" }).notNull().default(0),
  failed: bigint("failed", { mode: "number" }).notNull().default(0),
});
