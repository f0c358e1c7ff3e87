import { createHmac } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import { makeClock, makeEvent, type PaymentObject, type Purchase } from "./objects.ts";
import { findObject, listObjects, putObject } from "./store.ts";
import { makeSubscription, type Period } from "./subscription-object.ts";

/** Posts an event to the service's webhook and returns the HTTP status. */
export type DeliverEvent = (body: string, signature: string) => Promise<number>;

export interface ProviderSetup {
  db: Db;
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  webhookSecret: string;
  /** Null in a process without a webhook. The nightly reconciliation finds the events that it missed. */
  deliver: DeliverEvent | null;
}

/** Events in their order. */
type ProviderEvents = { type: string; object: PaymentObject }[];

/** The provider's time in epoch seconds: the real time plus the offset of its test clock. */
export async function secondsOf({ db, now }: Pick<ProviderSetup, "db" | "now">): Promise<number> {
  const real = Math.floor(now().getTime() / 1000);
  const moved = (await findObject(db, "internal_offset"))?.seconds;
  return real + (typeof moved === "number" ? moved : 0);
}

/** Advances the provider's test clock; it never goes back. */
export async function advanceTo(setup: ProviderSetup, to: number): Promise<PaymentObject> {
  const at = await secondsOf(setup);
  const real = Math.floor(setup.now().getTime() / 1000);
  const seconds = Math.max(at, to) - real;
  await putObject(setup.db, { id: "internal_offset", object: "internal", seconds });
  return makeClock(Math.max(at, to));
}

/**
 * The period of one month or year from `start`. It ends on the last day of the month when that month has no such day.
 * Pure.
 */
function periodFrom(start: number, interval: unknown): Period {
  const from = new Date(start * 1000);
  const months = interval === "year" ? 12 : 1;
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return { start, end: Math.floor(to.getTime() / 1000) };
}

interface Item {
  current_period_end: number;
  current_period_start: number;
  price: { recurring: { interval: string } };
}

const itemOf = (subscription: PaymentObject): Item =>
  (subscription.items as { data: [Item] }).data[0];

const withPeriod = (one: PaymentObject, period: Period): PaymentObject => ({
  ...one,
  items: {
    ...(one.items as object),
    data: [{ ...itemOf(one), current_period_start: period.start, current_period_end: period.end }],
  },
});

/** The id of a card whose payments are declined. */
export const decliningCard = "pm_card_chargeDeclined";

/** The events of a subscription up to a time: renewed, ended or unpaid. Pure. */
function settle(subscription: PaymentObject, at: number): ProviderEvents {
  const happened: ProviderEvents = [];
  let one = subscription;
  while (one.status === "active" && itemOf(one).current_period_end <= at) {
    const { current_period_end: end, price } = itemOf(one);
    if (one.cancel_at_period_end === true) {
      one = { ...one, status: "canceled", ended_at: end };
      happened.push({ type: "customer.subscription.deleted", object: one });
    } else {
      const isPaid = one.default_payment_method !== decliningCard;
      const renewed = withPeriod(one, periodFrom(end, price.recurring.interval));
      one = { ...renewed, status: isPaid ? "active" : "past_due" };
      happened.push({ type: "customer.subscription.updated", object: one });
    }
  }
  return happened;
}

/** Updates every subscription whose period has ended, and sends the events. */
export async function settleAll(setup: ProviderSetup): Promise<void> {
  const at = await secondsOf(setup);
  const active = await listObjects(setup.db, "subscription", { status: "active" });
  for (const { id } of active.filter((one) => itemOf(one).current_period_end <= at)) {
    const happened = await setup.db.transaction(async (tx) => {
      const one = await findObject(tx, id, "lock");
      const all = one === null ? [] : settle(one, at);
      const last = all.at(-1);
      if (last !== undefined) await putObject(tx, last.object);
      return all;
    });
    await tell(setup, happened);
  }
}

/** Pays a checkout. Null when it is not open. Of two concurrent payments, one succeeds. */
export async function pay(setup: ProviderSetup, sessionId: string): Promise<PaymentObject | null> {
  const at = await secondsOf(setup);
  const paid = await setup.db.transaction(async (tx) => {
    const session = await findObject(tx, sessionId, "lock");
    if (session === null || !isOpen(session, at)) return null;
    const bought = await findObject(tx, `internal_${sessionId}`);
    const purchase = bought?.purchase as Purchase;
    const subscription = makeSubscription(purchase, periodFrom(at, purchase.interval));
    await putObject(tx, subscription);
    const done = { ...session, status: "complete", payment_status: "paid", url: null };
    return {
      session: await putObject(tx, { ...done, subscription: subscription.id }),
      subscription,
    };
  });
  if (paid === null) return null;
  await tell(setup, [
    { type: "customer.subscription.created", object: paid.subscription },
    { type: "checkout.session.completed", object: paid.session },
  ]);
  return paid.session;
}

export const isOpen = (session: PaymentObject, at: number): boolean =>
  session.status === "open" && Number(session.expires_at) > at;

/** Changes a locked subscription; null when it does not exist. */
export async function changeSubscription(
  setup: ProviderSetup,
  id: string,
  change: (one: PaymentObject, at: number) => PaymentObject,
): Promise<PaymentObject | null> {
  const at = await secondsOf(setup);
  const changed = await setup.db.transaction(async (tx) => {
    const one = await findObject(tx, id, "lock");
    return one === null ? null : putObject(tx, change(one, at));
  });
  if (changed === null) return null;
  const type =
    changed.status === "canceled"
      ? "customer.subscription.deleted"
      : "customer.subscription.updated";
  await tell(setup, [{ type, object: changed }]);
  return changed;
}

export const endAtPeriodEnd = (isWanted: boolean) => (one: PaymentObject, at: number) =>
  one.status === "canceled"
    ? one
    : {
        ...one,
        cancel_at_period_end: isWanted,
        cancel_at: isWanted ? itemOf(one).current_period_end : null,
        canceled_at: isWanted ? at : null,
      };

export const endNow = (one: PaymentObject, at: number): PaymentObject =>
  one.status === "canceled" ? one : { ...one, status: "canceled", canceled_at: at, ended_at: at };

/** Signs events as Stripe does and delivers them. An event that the service refuses is lost. */
async function tell(setup: ProviderSetup, happened: ProviderEvents): Promise<void> {
  const { deliver, log, webhookSecret } = setup;
  if (deliver === null) return;
  for (const { type, object } of happened) {
    const event = makeEvent(await secondsOf(setup), type, object);
    const body = JSON.stringify(event);
    // Signatures carry the real time, because receivers check their age.
    const signedAt = Math.floor(setup.now().getTime() / 1000);
    const digest = createHmac("sha256", webhookSecret).update(`${signedAt}.${body}`).digest("hex");
    const status = await deliver(body, `t=${signedAt},v1=${digest}`);
    if (status >= 300) log.warn({ type, status }, "the webhook refused a payment event");
  }
}
