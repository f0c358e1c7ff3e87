import { randomBytes } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import {
  addRecord,
  findRecord,
  lockSubscriptions,
  replaceRecord,
  type StoredCheckout,
  type StoredSubscription,
} from "./built-in-store.ts";

export interface BuiltInSetup {
  db: Db;
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** Called with a customer whose subscriptions changed. Null in a process that reads them itself. */
  changed: ((customerId: string) => Promise<void>) | null;
}

/** The time in whole seconds, as an ISO time. */
const timeOf = ({ now }: Pick<BuiltInSetup, "now">): string =>
  new Date(Math.floor(now().getTime() / 1000) * 1000).toISOString();

export const isOpen = (one: StoredCheckout, setup: Pick<BuiltInSetup, "now">): boolean =>
  one.state === "open" && one.expiresAt > timeOf(setup);

/** Pays a checkout. Null when it is not open. Of two concurrent payments, one succeeds. */
export async function pay(setup: BuiltInSetup, id: string): Promise<StoredCheckout | null> {
  const paid = await setup.db.transaction(async (tx) => {
    const checkout = await findRecord(tx, "checkout", id, "lock");
    if (checkout === null || !isOpen(checkout, setup)) return null;
    await addRecord(tx, "subscription", subscriptionOf(checkout, timeOf(setup)));
    await replaceRecord(tx, { ...checkout, state: "paid" });
    return checkout;
  });
  if (paid !== null) await tell(setup, paid.customerId);
  return paid;
}

const subscriptionOf = (
  { customerId, planId, billingCycle }: StoredCheckout,
  at: string,
): StoredSubscription => ({
  id: `sub_${randomBytes(12).toString("hex")}`,
  customer: customerId,
  planId,
  status: "active",
  billingCycle,
  currentPeriodStart: at,
  currentPeriodEnd: endOfPeriod(at, billingCycle),
  endsAt: null,
  canceledAt: null,
  createdAt: at,
  card: "pays",
});

/**
 * The end of a period of one month or year. It is the last day of the month when that month has no such day. Pure.
 */
function endOfPeriod(start: string, cycle: StoredSubscription["billingCycle"]): string {
  const from = new Date(start);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + (cycle === "yearly" ? 12 : 1));
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.toISOString();
}

/** A subscription at a time: renewed, ended or unpaid. Pure. */
function settle(one: StoredSubscription, at: string): StoredSubscription {
  let settled = one;
  while (settled.status === "active" && settled.currentPeriodEnd <= at) {
    const { currentPeriodEnd: end, billingCycle, endsAt, card } = settled;
    settled =
      endsAt === null
        ? {
            ...settled,
            currentPeriodStart: end,
            currentPeriodEnd: endOfPeriod(end, billingCycle),
            status: card === "pays" ? "active" : "past_due",
          }
        : { ...settled, status: "canceled" };
  }
  return settled;
}

/** A customer's subscriptions, newest first, after what was due; and whether anything was. */
export const listSettled = (setup: BuiltInSetup, customer: string) =>
  setup.db.transaction(async (tx) => {
    const stored = await lockSubscriptions(tx, customer);
    const all = stored.map((one) => settle(one, timeOf(setup)));
    const changed = all.filter((one, at) => one !== stored[at]);
    for (const one of changed) await replaceRecord(tx, one);
    return { all, hasChanged: changed.length > 0 };
  });

/** What can be done to a subscription that is not over. */
const changes = {
  cancel: (one: StoredSubscription, canceledAt: string) => ({
    ...one,
    endsAt: one.currentPeriodEnd,
    canceledAt,
  }),
  resume: (one: StoredSubscription) => ({ ...one, endsAt: null, canceledAt: null }),
  "declining-card": (one: StoredSubscription) => ({ ...one, card: "declines" as const }),
  "paying-card": (one: StoredSubscription) => ({ ...one, card: "pays" as const }),
};
export type Change = keyof typeof changes;

export const isChange = (name: string | undefined): name is Change =>
  name !== undefined && Object.hasOwn(changes, name);

/** Changes a subscription that is not over. Rejects for an unknown one. */
export async function changeSubscription(
  setup: BuiltInSetup,
  id: string,
  change: Change,
): Promise<void> {
  await setup.db.transaction(async (tx) => {
    const stored = await findRecord(tx, "subscription", id, "lock");
    if (stored === null) throw new Error("There is no such subscription");
    const one = settle(stored, timeOf(setup));
    await replaceRecord(tx, one.status === "canceled" ? one : changes[change](one, timeOf(setup)));
  });
}

/** Reports that a customer's subscriptions changed. The nightly reconciliation finds a change whose report failed. */
export async function tell({ changed, log }: BuiltInSetup, customer: string): Promise<void> {
  await changed?.(customer).catch((err: unknown) =>
    log.warn({ err }, "a change of a subscription could not be reported"),
  );
}
