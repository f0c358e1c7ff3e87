import { unavailable } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { type CustomerRow, findByCustomerId, storeSubscriptions } from "./queries.ts";
import { ask, readSubscription } from "./vendor.ts";

const triesMax = 8;
const subscriptionsMax = 1000;

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
    const read = await ask(payments, (stripe) =>
      stripe.subscriptions
        .list({ customer: customerId, status: "all", limit: 100 })
        .autoPagingToArray({ limit: subscriptionsMax }),
    );
    const rows = read.map(readSubscription);
    if (await db.transaction((tx) => storeSubscriptions(tx, customer, rows))) return customer;
  }
  throw unavailable("The subscription is changing too fast");
}
