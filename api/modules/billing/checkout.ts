import { createHash, randomUUID } from "node:crypto";
import { type BillingCycle, findPlan } from "#schemas/config/plans.ts";
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
  const customer = await ask(payments, (stripe) =>
    stripe.customers.create(
      { email, metadata: { accountId: userId } },
      { idempotencyKey: `customer-${userId}` },
    ),
  );
  const kept = await keepCustomer(db, userId, customer.id);
  // The account was deleted meanwhile, so nothing else would delete the customer.
  if (kept === null) await ask(payments, (stripe) => stripe.customers.del(customer.id));
  return required(kept, "Account").customerId;
}

/** A checkout that was opened. */
export interface OpenedSession {
  id: string;
  url: string;
  expiresAt: string;
}

export async function startSession(
  { payments, publicUrl }: Parts,
  customer: string,
  { userId, planId, billingCycle, idempotencyKey }: CheckoutRequest,
): Promise<OpenedSession> {
  const bought = required(findPlan(planId), "Plan");
  const price = required(bought.prices[billingCycle], "Price");
  const metadata = { planId, billingCycle, accountId: userId };
  const session = await ask(payments, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: price.currency,
              unit_amount: Number(price.amount.replace(".", "")),
              recurring: { interval: billingCycle === "yearly" ? "year" : "month" },
              product_data: { name: bought.name },
            },
          },
        ],
        subscription_data: { metadata },
        metadata,
        success_url: `${publicUrl}/auth/account?checkout=paid`,
        cancel_url: `${publicUrl}/auth/account?checkout=left`,
      },
      { idempotencyKey: keyOf(userId, idempotencyKey) },
    ),
  );
  const { id, url, expires_at: expires } = session;
  const expiresAt = new Date(expires * 1000).toISOString();
  return { id, url: required(url, "Checkout page"), expiresAt };
}

/** The same for a repeat of a request, in every process. */
const keyOf = (userId: string, given: string | null): string =>
  given === null
    ? `checkout-${randomUUID()}`
    : `checkout-${createHash("sha256").update(`${userId} ${given}`).digest("hex")}`;

const isOver = (error: unknown) =>
  [400, 404].includes(Number((error as { statusCode?: unknown }).statusCode));

/** Ends the account's earlier checkouts that can still be paid, so that only one can. */
export async function expireEarlier({ db, payments }: Parts, userId: string, id: string) {
  const earlier = await listEarlierCheckouts(db, userId, id);
  await ask(payments, async (stripe) => {
    for (const one of earlier) {
      await stripe.checkout.sessions.expire(one).catch((error: unknown) => {
        // It was paid or has ended by itself.
        if (!isOver(error)) throw error;
      });
    }
  });
  await endCheckouts(db, earlier);
}
