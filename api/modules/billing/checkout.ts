import { createHash, randomUUID } from "node:crypto";
import { type BillingCycle, findPlan } from "#schemas/config/plans.ts";
import type { OpenedCheckout } from "../../clients/payments/provider.ts";
import { required } from "../../data/rows.ts";
import type { Platform } from "../../platform.ts";
import {
  endCheckouts,
  findCustomer,
  findEmail,
  keepCustomer,
  listEarlierCheckouts,
} from "./queries.ts";
import { ask } from "./vendor.ts";

/** The plan to buy, and the key that identifies a repeat of the request. */
export interface CheckoutRequest {
  userId: string;
  planId: string;
  billingCycle: BillingCycle;
  /** The client's. Null: each request opens a new checkout. */
  idempotencyKey: string | null;
}

type Parts = Pick<Platform, "db" | "payments" | "publicUrl">;

/** The provider's customer id of an account. The customer is made when it is first needed, one for each account. */
export async function makeCustomer({ db, payments }: Parts, userId: string): Promise<string> {
  const stored = await findCustomer(db, userId);
  if (stored !== null) return stored.customerId;
  const email = required(await findEmail(db, userId), "Account");
  const customerId = await ask(payments.createCustomer({ userId, email }));
  const kept = await keepCustomer(db, userId, customerId);
  // The account was deleted meanwhile, so nothing else would delete the customer.
  if (kept === null) await ask(payments.deleteCustomer(customerId));
  return required(kept, "Account").customerId;
}

/** Opens the page to pay on. Throws 503 while the provider does not answer. */
export async function openCheckout(
  { payments, publicUrl }: Parts,
  customerId: string,
  { userId, planId, billingCycle, idempotencyKey }: CheckoutRequest,
): Promise<OpenedCheckout> {
  const { name, prices } = required(findPlan(planId), "Plan");
  const price = required(prices[billingCycle], "Price");
  const paidUrl = `${publicUrl}/auth/account?checkout=paid`;
  const leftUrl = `${publicUrl}/auth/account?checkout=left`;
  const purchase = { ...price, customerId, userId, planId, billingCycle, name, paidUrl, leftUrl };
  return ask(payments.openCheckout(purchase, keyOf(userId, idempotencyKey)));
}

/** The same for a repeat of a request, in every process. */
const keyOf = (userId: string, given: string | null): string =>
  given === null
    ? `checkout-${randomUUID()}`
    : `checkout-${createHash("sha256").update(`${userId} ${given}`).digest("hex")}`;

/** Ends the account's earlier checkouts that can still be paid, so that only one can. */
export async function expireEarlier({ db, payments }: Parts, userId: string, id: string) {
  const earlier = await listEarlierCheckouts(db, userId, id);
  for (const one of earlier) await ask(payments.endCheckout(one));
  await endCheckouts(db, earlier);
}
