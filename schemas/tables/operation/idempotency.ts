import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * The first answer to a request that carried an Idempotency-Key, kept for a day. It is encrypted with a key made
 * of the request itself, which is not stored. Secrets that are shown once are not in it.
 */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    /** SHA-256 of credential and key in hexadecimal. */
    digest: text("digest").primaryKey(),
    /** SHA-256 of method, address and body. */
    requestDigest: text("request_digest").notNull(),
    status: integer("status").notNull(),
    headers: json("headers").notNull().$type<Record<string, string>>(),
    body: bytes("body").notNull(),
    /** True when the request itself took from its caller the right to make it, as leaving does. */
    endedAccess: boolean("ended_access").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("idempotency_key_age").on(t.createdAt)],
);

/** Requests that processes have taken from the quota of a caller in a minute. */
export const rateCount = pgTable(
  "rate_count",
  {
    bucket: text("bucket").notNull(),
    /** The account, API key or address that is counted. */
    key: text("key").notNull(),
    /** Minutes since 1970. */
    minute: bigint("minute", { mode: "number" }).notNull(),
    taken: integer("taken").notNull(),
    /** What the last taking gave. */
    given: integer("given").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.bucket, t.minute] }),
    index("rate_count_age").on(t.minute),
  ],
);
