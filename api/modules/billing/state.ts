import type { ProvidedSubscription } from "../../clients/payments/provider.ts";
import { unavailable } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { type CustomerRow, findByCustomerId, storeSubscriptions } from "./queries.ts";
import { ask } from "./vendor.ts";

const triesMax = 8;
const graceMs = 86_400_000;

type Parts = Pick<Platform, "db" | "payments">;

/**
 * Reads the state of a customer back from the provider and stores it: order and repetition of events do not matter.
 * Reads again when another request stored the state meanwhile. Null for a customer of no account. Throws 503 while the
 * provider does not answer, and then nothing has changed.
 */
export async function readBack(
  { db, payments }: Parts,
  customerId: string,
): Promise<CustomerRow | null> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const customer = await findByCustomerId(db, customerId);
    if (customer === null) return null;
    const rows = (await ask(payments.listSubscriptions(customerId))).map(rowOf);
    if (await db.transaction((tx) => storeSubscriptions(tx, customer, rows))) return customer;
  }
  throw unavailable("The subscription is changing too fast");
}

/**
 * A subscription as it is stored. One that renews itself counts as paid for a day beyond its period, because the report
 * of its renewal may be late. One that ends counts as paid to its end, and an unpaid one not at all. Pure.
 */
function rowOf({ endsAt, ...one }: ProvidedSubscription) {
  const isPaid = one.status === "active" || one.status === "trialing";
  const until = endsAt ?? new Date(Date.parse(one.currentPeriodEnd) + graceMs).toISOString();
  return { ...one, cancelAtPeriodEnd: endsAt !== null, paidUntil: isPaid ? until : null };
}
