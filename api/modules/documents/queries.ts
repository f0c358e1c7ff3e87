import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db, Tx } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { document } from "#schemas/tables/accounts/document.ts";
import { report, reportDocument } from "#schemas/tables/companies/report.ts";
import type { PageQuery } from "../../data/page.ts";
import { firstValue } from "../../data/rows.ts";

export type DocumentRow = typeof document.$inferSelect;

const documents = rowsOf(document);

const status = "stored";

/** Null for a key that names no stored document. */
export const findDocument = (db: Db, key: string): Promise<DocumentRow | null> =>
  documents.find(db, { key, status });

/** Own documents, newest first. */
export const listDocuments = (db: Db, userId: string, query: PageQuery) =>
  documents.page(db, { userId, status }, query);

/** Bytes of all uploads of the account, which no other upload changes until the transaction ends. */
export async function lockUsedBytes(tx: Tx, userId: string): Promise<number> {
  await tx.select().from(userAccount).where(eq(userAccount.id, userId)).for("update");
  return countUsedBytes(tx, userId);
}

/** Bytes of all documents of an account. */
export async function countUsedBytes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ used: sql<string>`coalesce(sum(${document.sizeBytes}), 0)` })
    .from(document)
    .where(eq(document.userId, userId));
  return Number(row?.used ?? 0);
}

/** Until the transaction ends, no other one adds or sweeps documents with these bytes. */
export const lockDigest = (tx: Db, digest: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`document ${digest}`}, 0))`);

export const insertReserved = (tx: Db, values: Omit<typeof document.$inferInsert, "status">) =>
  documents.insert(tx, { ...values, status: "reserved" });

/** False when the reservation is gone. `scan` is "pending" for a document that waits for its scan. */
export const markStored = async (db: Db, id: string, scan: "pending" | null): Promise<boolean> =>
  (await documents.change(db, { id }, { status, scan })) !== null;

/** Null for a document that is gone or whose upload has not ended. */
export const findById = (db: Db, id: string): Promise<DocumentRow | null> =>
  documents.find(db, { id, status });

/** False where the document is gone or has a verdict. */
export const setVerdict = async (
  db: Db,
  id: string,
  verdict: "clean" | "refused",
): Promise<boolean> =>
  (await documents.change(db, { id, scan: "pending" }, { scan: verdict })) !== null;

/** Ids of documents from before a time that still wait for their scan, oldest first. */
export async function listUnscanned(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: document.id })
    .from(document)
    .where(and(eq(document.scan, "pending"), lt(document.createdAt, before)))
    .orderBy(asc(document.createdAt), asc(document.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Answers the digest of what was removed; null when there was none. */
export const deleteDocument = (db: Db, id: string): Promise<string | null> =>
  firstValue(db.delete(document).where(eq(document.id, id)).returning(), "digest");

/**
 * True while a report that is no draft carries the document: what was handed in is not changed. The reports keep their
 * states until the transaction ends.
 */
export const isHandedIn = async (tx: Db, id: string): Promise<boolean> => {
  const carriers = await tx
    .select({ status: report.status })
    .from(report)
    .where(
      inArray(
        report.id,
        tx
          .select({ id: reportDocument.reportId })
          .from(reportDocument)
          .where(eq(reportDocument.documentId, id)),
      ),
    )
    .for("update");
  return carriers.some((one) => one.status !== "draft");
};

/** Removes reservations whose upload ended without its bytes. */
export const deleteAbandoned = (db: Db, before: string) =>
  db
    .delete(document)
    .where(and(eq(document.status, "reserved"), lt(document.createdAt, before)))
    .returning({ id: document.id });

export const isNamed = (db: Db, digest: string) => documents.exists(db, { digest });
