import { and, eq } from "drizzle-orm";
import type { Db, Tx } from "#schemas/db.ts";
import { receipt } from "#schemas/tables/receipt.ts";

/** An operation as its client names it. */
export interface Operation {
  /** What is counted and for whom: "profile_view:<listing>:<viewer>". */
  subject: string;
  operationId: string;
}

/**
 * Does an operation once per subject and operation id, in one transaction with its receipt. A repeat gets the
 * first answer (plain JSON) and does nothing; of many at once one does it and the others wait for its answer. Where
 * `act` throws there is no receipt, and the next try does it.
 */
export async function once<T>(
  db: Db,
  { subject, operationId }: Operation,
  act: (tx: Tx) => Promise<T>,
): Promise<{ answer: T; isReplay: boolean }> {
  const isThis = and(eq(receipt.subject, subject), eq(receipt.operationId, operationId));
  return db.transaction(async (tx) => {
    const taken = await tx
      .insert(receipt)
      .values({ subject, operationId })
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
