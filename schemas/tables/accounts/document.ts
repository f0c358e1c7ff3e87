import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id } from "../columns.ts";
import { userId } from "./account.ts";

/** An uploaded document; its bytes are in the file store under the digest. */
export const document = pgTable(
  "document",
  {
    id: id(),
    /** What clients name it by: random, so that nothing of the upload can be read from it. */
    key: text("key").notNull().unique(),
    userId: userId(),
    /** SHA-256 of the bytes in hexadecimal. */
    digest: text("digest").notNull(),
    name: text("name").notNull(),
    mediaType: text("media_type").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** "reserved" while the bytes are on their way into the store: it counts for the quota and is not shown. */
    status: text("status").notNull().$type<"reserved" | "stored">(),
    /** Null where documents were not scanned when it was uploaded. Others load it when it is null or "clean". */
    scan: text("scan").$type<"pending" | "clean" | "refused">(),
    createdAt: createdAt(),
  },
  (t) => [
    index("document_owner").on(t.userId, t.createdAt),
    index("document_digest").on(t.digest),
    index("document_unscanned").on(t.createdAt).where(sql`${t.scan} = 'pending'`),
    index("document_reserved").on(t.createdAt).where(sql`${t.status} = 'reserved'`),
  ],
);
