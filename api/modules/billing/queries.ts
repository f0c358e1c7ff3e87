import { and, asc, desc, eq, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  billingCheckout,
  billingCustomer,
  billingEvent,
  billingSubscription,
} from "#schemas/tables/accounts/billing.ts";
import { findOne, findValue, first, rowExists } from "../../data/rows.ts";

export type SubscriptionRow = typeof billingSubscription.$inferSelect;
export type CheckoutRow = typeof billingCheckout.$inferSelect;
export type CustomerRow = typeof billingCustomer.$inferSelect;

/** Null for an account that never opened a checkout or the portal. */
export const findCustomer = (db: Db, userId: string): Promise<CustomerRow | null> =>
  findOne(db, billingCustomer, eq(billingCustomer.userId, userId));

/** Null for an unknown customer, such as one of a deleted account. */
export const findByCustomerId = (db: Db, customerId: string): Promise<CustomerRow | null> =>
  findOne(db, billingCustomer, eq(billingCustomer.customerId, customerId));

/** Stores the customer unless the account has one, and returns the stored one. Null when the account is gone. */
export async function keepCustomer(
  db: Db,
  userId: string,
  customerId: string,
): Promise<CustomerRow | null> {
  await db.execute(sql`insert into ${billingCustomer} (user_id, customer_id)
    select id, ${customerId} from ${userAccount} where id = ${userId} on conflict do nothing`);
  return findCustomer(db, userId);
}

/** Customers after one, in the order of their ids. */
export const listCustomers = (db: Db, after: string, limit: number): Promise<CustomerRow[]> =>
  db
    .select()
    .from(billingCustomer)
    .where(gt(billingCustomer.customerId, after))
    .orderBy(asc(billingCustomer.customerId))
    .limit(limit);

export const findEmail = (db: Db, userId: string): Promise<string | null> =>
  findValue(db, userAccount, "email", eq(userAccount.id, userId));

/** The live subscription, or else the last one. Null when there never was one. */
export async function findSubscription(db: Db, userId: string): Promise<SubscriptionRow | null> {
  const isOver = sql`${billingSubscription.status} in ('canceled', 'incomplete')`;
  return first(
    db
      .select()
      .from(billingSubscription)
      .where(eq(billingSubscription.userId, userId))
      .orderBy(asc(isOver), desc(billingSubscription.createdAt), desc(billingSubscription.id))
      .limit(1),
  );
}

/** Null where it does not exist or is somebody else's. */
export const findOwnSubscription = (
  db: Db,
  userId: string,
  id: string,
): Promise<SubscriptionRow | null> =>
  findOne(
    db,
    billingSubscription,
    and(eq(billingSubscription.id, id), eq(billingSubscription.userId, userId)),
  );

/**
 * Stores all subscriptions of a customer as they were read. Subscriptions that the provider lacks are marked as
 * canceled. Returns false when another request stored the state since this revision: what was read may then be out of
 * date.
 */
export async function storeSubscriptions(
  tx: Db,
  { userId, revision }: CustomerRow,
  read: readonly Omit<SubscriptionRow, "userId">[],
): Promise<boolean> {
  const turned = await tx
    .update(billingCustomer)
    .set({ revision: revision + 1 })
    .where(and(eq(billingCustomer.userId, userId), eq(billingCustomer.revision, revision)))
    .returning({ userId: billingCustomer.userId });
  if (turned.length === 0) return false;
  for (const { id, ...values } of read) {
    await tx
      .insert(billingSubscription)
      .values({ id, userId, ...values })
      .onConflictDoUpdate({
        target: billingSubscription.id,
        set: values,
        setWhere: eq(billingSubscription.userId, userId),
      });
  }
  const ids = read.map(({ id }) => id);
  await tx
    .update(billingSubscription)
    .set({ status: "canceled", paidUntil: null })
    .where(
      and(
        eq(billingSubscription.userId, userId),
        ids.length === 0 ? undefined : notInArray(billingSubscription.id, ids),
      ),
    );
  return true;
}

/** Returns false when the account is gone. */
export async function insertCheckout(
  db: Db,
  row: Omit<CheckoutRow, "createdAt" | "hasEnded">,
): Promise<boolean> {
  const { rows } = await db.execute(sql`insert into ${billingCheckout}
      (id, user_id, plan_id, billing_cycle, url, expires_at, created_at)
    select ${row.id}, id, ${row.planId}, ${row.billingCycle}, ${row.url}, ${row.expiresAt}::timestamptz,
      clock_timestamp() from ${userAccount} where id = ${row.userId} on conflict (id) do update set url = excluded.url returning id`);
  return rows.length > 0;
}

/** Checkouts of an account that were opened before one of them, and have not ended. */
export async function listEarlierCheckouts(db: Db, userId: string, id: string): Promise<string[]> {
  const { rows } = await db.execute<{
    id: string;
  }>(sql`select earlier.id from ${billingCheckout} earlier
    join ${billingCheckout} this on this.id = ${id} and this.user_id = earlier.user_id
    where earlier.user_id = ${userId} and not earlier.has_ended
      and (earlier.created_at, earlier.id) < (this.created_at, this.id)`);
  return rows.map((row) => row.id);
}

export async function endCheckouts(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(billingCheckout)
    .set({ hasEnded: true })
    .where(inArray(billingCheckout.id, [...ids]));
}

/** Null where it does not exist or is somebody else's. */
export const findCheckout = (db: Db, userId: string, id: string): Promise<CheckoutRow | null> =>
  findOne(db, billingCheckout, and(eq(billingCheckout.id, id), eq(billingCheckout.userId, userId)));

export const isKnownEvent = (db: Db, id: string): Promise<boolean> =>
  rowExists(db, billingEvent, eq(billingEvent.id, id));

export const keepEvent = (db: Db, values: typeof billingEvent.$inferInsert) =>
  db.insert(billingEvent).values(values).onConflictDoNothing();

/** Deletes events and checkouts older than `before`, which the provider does not repeat. */
export async function sweepBilling(db: Db, before: string): Promise<void> {
  await db.delete(billingEvent).where(lt(billingEvent.receivedAt, before));
  await db.delete(billingCheckout).where(lt(billingCheckout.expiresAt, before));
}
