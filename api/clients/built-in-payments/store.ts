import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { builtInPayment } from "#schemas/tables/accounts/billing.ts";
import type { PaymentObject } from "./objects.ts";

/** Finds an object; null for an unknown id. With "lock", no one else can change it until the transaction ends. */
export async function findObject(
  db: Db,
  id: string,
  lock: "lock" | "read" = "read",
): Promise<PaymentObject | null> {
  const select = db
    .select({ data: builtInPayment.data })
    .from(builtInPayment)
    .where(eq(builtInPayment.id, id));
  const [row] = await (lock === "lock" ? select.for("update") : select);
  return (row?.data as PaymentObject | undefined) ?? null;
}

/** Stores an object, replacing one with the same id. */
export async function putObject(db: Db, one: PaymentObject): Promise<PaymentObject> {
  const { id, object } = one;
  await db
    .insert(builtInPayment)
    .values({ id, object, data: one })
    .onConflictDoUpdate({ target: builtInPayment.id, set: { data: one } });
  return one;
}

/** Stores a new object. False when the id is taken. */
export async function addObject(db: Db, one: PaymentObject): Promise<boolean> {
  const { id, object } = one;
  const rows = await db
    .insert(builtInPayment)
    .values({ id, object, data: one })
    .onConflictDoNothing()
    .returning({ id: builtInPayment.id });
  return rows.length > 0;
}

export async function removeObject(db: Db, id: string): Promise<void> {
  await db.delete(builtInPayment).where(eq(builtInPayment.id, id));
}

/** Removes every object that has the id anywhere in it: also answers that are kept for a repeat. */
export async function removeNaming(db: Db, id: string): Promise<void> {
  await db.delete(builtInPayment).where(sql`position(${id} in ${builtInPayment.data}::text) > 0`);
}

/** Objects of a kind whose members have these values, newest first. */
export async function listObjects(
  db: Db,
  object: string,
  members: Record<string, string> = {},
): Promise<PaymentObject[]> {
  const rows = await db
    .select({ data: builtInPayment.data })
    .from(builtInPayment)
    .where(
      and(
        eq(builtInPayment.object, object),
        sql`${builtInPayment.data} @> ${JSON.stringify(members)}::jsonb`,
      ),
    )
    .orderBy(sql`${builtInPayment.createdAt} desc`, sql`${builtInPayment.id} desc`);
  return rows.map(({ data }) => data as PaymentObject);
}
