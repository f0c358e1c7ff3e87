import { createHash, randomBytes } from "node:crypto";
import { type BuiltInSetup, changeSubscription, isOpen, listSettled } from "./built-in-acts.ts";
import { type RunningPages, startPages } from "./built-in-pages.ts";
import { addRecord, findRecord, removeNaming, replaceRecord } from "./built-in-store.ts";
import type { Payments, Purchase } from "./provider.ts";

const daySeconds = 86_400;
const randomId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/**
 * Opens the built-in provider, on which no money moves. Its records are in the database. Its pages start with the first
 * one that is needed.
 */
export function openBuiltInPayments(setup: BuiltInSetup): Payments {
  const { db } = setup;
  let pages: Promise<RunningPages> | null = null;
  const addressOf = async (path: string) => {
    pages ??= startPages(setup);
    return (await pages).baseUrl + path;
  };
  return {
    // The built-in provider sends no webhooks: with a random secret none is taken.
    webhookSecret: `whsec_${randomBytes(24).toString("hex")}`,
    createCustomer: async () => randomId("cus"),
    deleteCustomer: (id) => removeNaming(db, id),
    openCheckout: async (purchase, key) => {
      const { id, expiresAt } = await makeCheckout(setup, purchase, key);
      return { id, expiresAt, url: await addressOf(`/pay/${id}`) };
    },
    endCheckout: (id) =>
      db.transaction(async (tx) => {
        const one = await findRecord(tx, "checkout", id, "lock");
        if (one !== null && isOpen(one, setup)) await replaceRecord(tx, { ...one, state: "ended" });
      }),
    openPortal: async (customer, returnUrl) => {
      const id = randomId("bps");
      await addRecord(db, "portal", { id, customer, returnUrl });
      return addressOf(`/portal/${id}`);
    },
    listSubscriptions: async (customer) => (await listSettled(setup, customer)).all,
    endWithPeriod: (id) => changeSubscription(setup, id, "cancel"),
    close: async () => {
      await (await pages)?.close();
    },
  };
}

/** Makes a checkout, or finds the one that the customer made with this key. */
async function makeCheckout({ db, now }: BuiltInSetup, purchase: Purchase, key: string) {
  const text = `${purchase.customerId} ${key}`;
  const id = `cs_test_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
  const expiresAt = new Date(now().getTime() + daySeconds * 1000).toISOString();
  const made = { ...purchase, id, state: "open" as const, expiresAt };
  await addRecord(db, "checkout", made);
  return (await findRecord(db, "checkout", id)) ?? made;
}
