import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db, Tx } from "#schemas/database/db.ts";
import { receipt } from "#schemas/tables/operation/receipt.ts";

/** An operation, identified by the id that its client chose. */
export interface Operation {
  /** What the operation is about and for whom: "profile_view:<listing>:<viewer>". */
  subject: string;
  operationId: string;
  /** The account that it is for, with which the receipt goes; null for an anonymous caller. */
  userId: string | null;
}

/**
 * Runs an operation once per subject and operation id. The work and its receipt are committed in one transaction. A
 * repeat returns the first answer (plain JSON) without running `act`; concurrent calls wait for the first one. If `act`
 * throws, no receipt is stored and the next call runs it again.
 *
 * @example
 * const operation = { subject: `profile_view:${listingId}:${userId}`, operationId, userId };
 * const { answer, isReplay } = await once(db, operation, (tx) => insertView(tx, listingId));
 */
export async function once<T>(
  db: Db,
  { subject, operationId, userId }: Operation,
  act: (tx: Tx) => Promise<T>,
): Promise<{ answer: T; isReplay: boolean }> {
  const isThis = and(eq(receipt.subject, subject), eq(receipt.operationId, operationId));
  return db.transaction(async (tx) => {
    const taken = await tx
      .insert(receipt)
      .values({ subject, operationId, userId })
      .onConflictDoNothing()
      .returning({ subject: receipt.subject });
    if (taken.length === 0) {
      const [first] = await tx.select({ answer: receipt.answer }).from(receipt).where(isThis);
      if (first === undefined) throw new Error("a receipt was removed while it was read");
      return { answer: first.answer as T, isReplay: true };
    }
    const answer = await act(tx);
    await tx.update(receipt).set({ answer }).where(isThis);
    return { answer, isReplay: false };
  });
}

/** A column that is set once, when the row ends; null until then. */
type Mark = "usedAt" | "revokedAt";

/**
 * Sets `usedAt` or `revokedAt` of the rows that do not have it yet, and returns the rows that this call has changed. Of
 * several concurrent calls, only one gets a row back. A repeat gets none.
 *
 * @example
 * const [used] = await markOnce(db, recoveryCode, "usedAt", { where: has(recoveryCode, { userId, codeHash }), at });
 */
export async function markOnce<M extends Mark, T extends PgTable & Record<M, PgColumn>>(
  db: Db,
  table: T,
  mark: M,
  { where, at }: { where: SQL | undefined; at: string },
): Promise<T["$inferSelect"][]> {
  const rows = await db
    .update(table as PgTable)
    .set({ [mark]: at })
    .where(and(where, isNull(table[mark])))
    .returning();
  return rows as T["$inferSelect"][];
}
