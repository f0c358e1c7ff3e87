import { type Entitlements, entitlementsAt, findPlan } from "#schemas/config/plans.ts";
import type { Db } from "#schemas/database/db.ts";
import { readEvent, WrongSignature } from "../../clients/payments/read-stripe.ts";
import { findHeldPlan } from "../../data/held-plan.ts";
import { required } from "../../data/rows.ts";
import { badRequest, conflict } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { type CheckoutRequest, expireEarlier, makeCustomer, openCheckout } from "./checkout.ts";
import type { CheckoutRow, SubscriptionRow } from "./queries.ts";
import * as queries from "./queries.ts";
import { readBack } from "./state.ts";
import { ask } from "./vendor.ts";

/** What the lookup of a plan needs. */
export interface PlanDeps {
  db: Db;
  now: () => Date;
}

/** What an account is entitled to now, by the plan that it has paid for. A `Caller` carries the same plan. */
export const entitlementsOf = async (
  { db, now }: PlanDeps,
  userId: string,
): Promise<Entitlements> => entitlementsAt(await findHeldPlan(db, userId), now());

const present = ({ userId: _userId, paidUntil: _paidUntil, ...shown }: SubscriptionRow) => shown;

/** What the payment services use. */
interface Parts extends Platform {
  credentials: { forget(ids: readonly string[]): Promise<void> };
}

/** Null for an account that never had one. */
export async function getSubscription(db: Db, userId: string) {
  const row = await queries.findSubscription(db, userId);
  return row === null ? null : present(row);
}

const isLive = (row: SubscriptionRow | null) =>
  row !== null && row.status !== "canceled" && row.status !== "incomplete";

/**
 * Opens a page of the provider on which the account can pay; an earlier one that is still open ends. Throws 400 for a
 * plan or billing cycle that cannot be bought, 409 while there is a subscription, and 503 while the provider does not
 * answer.
 */
export async function startCheckout(deps: Parts, request: CheckoutRequest) {
  const { userId, planId, billingCycle } = request;
  const price = findPlan(planId)?.prices[billingCycle];
  if (price === undefined) throw badRequest("There is no such plan to buy in this billing cycle");
  if (isLive(await queries.findSubscription(deps.db, userId))) {
    throw conflict("The account has a subscription: change it in the portal, or let it end first");
  }
  const customerId = await makeCustomer(deps, userId);
  const session = await openCheckout(deps, customerId, request);
  const row = { ...session, userId, planId, billingCycle };
  required((await queries.insertCheckout(deps.db, row)) ? row : null, "Account");
  await expireEarlier(deps, userId, row.id);
  return presentCheckout(row);
}

const presentCheckout = (row: Omit<CheckoutRow, "createdAt" | "hasEnded">) => ({
  id: row.id,
  url: row.url,
  expiresAt: Math.floor(Date.parse(row.expiresAt) / 1000),
  planId: row.planId,
  billingCycle: row.billingCycle,
});

/** Throws 404 for a checkout of somebody else. */
export async function getCheckout(db: Db, userId: string, id: string) {
  return presentCheckout(required(await queries.findCheckout(db, userId, id), "Checkout"));
}

/** The provider's page for payment methods and invoices. Throws 503 while the provider does not answer. */
export async function openPortal(deps: Parts, userId: string): Promise<{ url: string }> {
  const customer = await makeCustomer(deps, userId);
  return { url: await ask(deps.payments.openPortal(customer, `${deps.publicUrl}/auth/account`)) };
}

/**
 * Ends the subscription with its period. Repeating the request changes nothing. Throws 404 for another account's, and 503 while the
 * provider does not answer.
 */
export async function cancelSubscription(deps: Parts, userId: string, id: string) {
  const own = required(await queries.findOwnSubscription(deps.db, userId, id), "Subscription");
  if (own.status === "canceled" || own.cancelAtPeriodEnd) return present(own);
  await ask(deps.payments.endWithPeriod(id));
  const customer = required(await queries.findCustomer(deps.db, userId), "Subscription");
  await refresh(deps, customer.customerId);
  return present(required(await queries.findOwnSubscription(deps.db, userId, id), "Subscription"));
}

/**
 * Reads back the state of a customer whose subscriptions changed. Processes forget what they cached of the account's
 * plan. Does nothing for a customer of no account. Throws 503 while the provider does not answer.
 */
export async function refresh(deps: Parts, customerId: string): Promise<void> {
  const customer = await readBack(deps, customerId);
  if (customer !== null) await deps.credentials.forget([customer.userId]);
}

const toleranceSeconds = 300;

/**
 * Receives an event of the provider. The state of its customer is read back. A repeat does nothing. Throws 400 for a
 * wrong or old signature and for a signed body that is not an event, and 503 while the provider does not answer: it then sends the event again.
 */
export async function receiveEvent(deps: Parts, content: string, signature: string | null) {
  const { payments, db, now } = deps;
  const secret = payments.webhookSecret;
  if (secret === null) throw badRequest("No webhook secret is set here");
  const event = await readEvent(content, signature, { secret, at: now(), toleranceSeconds }).catch(
    (error: unknown) => {
      if (error instanceof WrongSignature) throw badRequest("The signature is wrong or too old");
      throw error;
    },
  );
  if (event === null) throw badRequest("The body is not an event");
  if (await queries.isKnownEvent(db, event.id)) return { received: true as const };
  const { id, type, customerId } = event;
  if (customerId !== null) await refresh(deps, customerId);
  await queries.keepEvent(db, { id, type, receivedAt: now().toISOString() });
  return { received: true as const };
}

const pageSize = 100;
const keptMs = 30 * 86_400_000;

/** Reads every customer's state back, so that lost events are found. Returns how many were read and how many failed. */
export async function reconcile(platform: Platform): Promise<{ read: number; failed: number }> {
  const done = { read: 0, failed: 0 };
  let after = "";
  for (;;) {
    const customers = await queries.listCustomers(platform.db, after, pageSize);
    for (const { customerId } of customers) {
      const outcome = await settled(readBack(platform, customerId));
      done[outcome === "done" ? "read" : "failed"] += 1;
      if (outcome !== "done") platform.log.warn({ err: outcome }, "a customer could not be read");
      after = customerId;
    }
    if (customers.length < pageSize) break;
  }
  const before = new Date(platform.now().getTime() - keptMs).toISOString();
  await queries.sweepBilling(platform.db, before);
  return done;
}

const settled = (work: Promise<unknown>): Promise<"done" | unknown> =>
  work.then(
    () => "done" as const,
    (error: unknown) => error,
  );

/** Ends a customer's subscriptions and deletes the customer at the provider. Does nothing for an unknown one. */
export const forgetCustomer = (
  { payments }: Pick<Platform, "payments">,
  customerId: string,
): Promise<void> => ask(payments.deleteCustomer(customerId));
