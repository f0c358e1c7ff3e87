import { and, eq, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { Db } from "#schemas/database/db.ts";
import { builtInPayment } from "#schemas/tables/accounts/billing.ts";
import type { ProvidedSubscription, Purchase } from "./provider.ts";
import { readSubscription } from "./read-stripe.ts";

/** A subscription with its customer and whether its card pays. */
export interface StoredSubscription extends ProvidedSubscription {
  customer: string;
  card: "pays" | "declines";
}

export interface StoredCheckout extends Purchase {
  id: string;
  state: "open" | "paid" | "ended";
  /** ISO time. */
  expiresAt: string;
}

export interface StoredPortal {
  id: string;
  customer: string;
  returnUrl: string;
}

interface Kinds {
  subscription: StoredSubscription;
  checkout: StoredCheckout;
  portal: StoredPortal;
}

/** Finds a record; null for an unknown id. With "lock", no one else can change it until the transaction ends. */
export async function findRecord<K extends keyof Kinds>(
  db: Db,
  kind: K,
  id: string,
  lock: "lock" | "read" = "read",
): Promise<Kinds[K] | null> {
  const select = db
    .select({ data: builtInPayment.data })
    .from(builtInPayment)
    .where(and(eq(builtInPayment.id, id), eq(builtInPayment.object, kind)));
  const [row] = await (lock === "lock" ? select.for("update") : select);
  return row === undefined ? null : (readRecord(row.data) as Kinds[K]);
}

/** A customer's subscriptions, newest first. No one else can change them until the transaction ends. */
export async function lockSubscriptions(tx: Db, customer: string): Promise<StoredSubscription[]> {
  const rows = await tx
    .select({ data: builtInPayment.data })
    .from(builtInPayment)
    .where(
      and(
        eq(builtInPayment.object, "subscription"),
        sql`${builtInPayment.data}->>'customer' = ${customer}`,
      ),
    )
    .orderBy(sql`${builtInPayment.createdAt} desc`, sql`${builtInPayment.id} desc`)
    .for("update");
  return rows.map(({ data }) => readRecord(data) as StoredSubscription);
}

/** Reads a record. Earlier versions kept subscriptions as Stripe describes them. */
function readRecord(data: Record<string, unknown>): object {
  if (!("items" in data)) return data;
  const { customer, default_payment_method: card } = data;
  return {
    ...readSubscription(data as unknown as Stripe.Subscription),
    customer,
    card: card === "pm_card_chargeDeclined" ? "declines" : "pays",
  };
}

/** Stores a new record. Does nothing where the id is taken. */
export async function addRecord<K extends keyof Kinds>(db: Db, object: K, one: Kinds[K]) {
  await db
    .insert(builtInPayment)
    .values({ id: one.id, object, data: { ...one } })
    .onConflictDoNothing();
}

/** Replaces a record. */
export async function replaceRecord(db: Db, one: Kinds[keyof Kinds]): Promise<void> {
  await db
    .update(builtInPayment)
    .set({ data: { ...one } })
    .where(eq(builtInPayment.id, one.id));
}

/** Removes every row that names a customer. */
export async function removeNaming(db: Db, customer: string): Promise<void> {
  await db
    .delete(builtInPayment)
    .where(sql`position(${customer} in ${builtInPayment.data}::text) > 0`);
}
