import { sql } from "drizzle-orm";
import { customType, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";

/**
 * A moment, stored as `timestamptz` and read as ISO 8601 text in UTC with milliseconds ("2026-11-20T13:33:48.100Z",
 * CNV-03). Takes text with a zone, or SQL. The database keeps microseconds: order and compare in SQL, not by this text.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
  fromDriver: (stored) => new Date(stored).toISOString(),
});

/** What full-text search reads; always generated from other columns. */
export const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** A random UUID as the primary key. */
export const id = () => uuid("id").primaryKey().defaultRandom();

/** The time of the insert. */
export const createdAt = () => instant("created_at").notNull().default(sql`now()`);

/** The time of the last change: every update of the row through drizzle moves it. */
export const updatedAt = () =>
  instant("updated_at")
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => sql`clock_timestamp()`);

/** Counts the changes of a row from 1; `versionedUpdate` moves it. */
export const version = () => integer("version").notNull().default(1);

/** Columns of an immutable version in a hash chain (see `nextLink`); the table adds what the chain is of. */
export const chainColumns = <Content>() => ({
  /** From 1, without gaps. */
  version: integer("version").notNull(),
  content: jsonb("content").notNull().$type<Content>(),
  /** SHA-256 in hexadecimal over content and previous hash. */
  hash: text("hash").notNull(),
  /** Null for the first version. */
  previousHash: text("previous_hash"),
  createdAt: createdAt(),
});
