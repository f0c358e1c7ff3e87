import { createHmac } from "node:crypto";
import { makeEvent, type PaymentObject, type Purchase } from "./objects.ts";
import { listObjects, putObject, type Store } from "./store.ts";
import { makeSubscription, type Period } from "./subscription-object.ts";

/** Posts an event to the service's webhook and returns the HTTP status. */
export type DeliverEvent = (body: string, signature: string) => Promise<number>;

export interface ProviderSetup {
  store: Store;
  now: () => Date;
  webhookSecret: string;
  deliver: DeliverEvent;
}

/** Events in their order. */
type ProviderEvents = { type: string; object: PaymentObject }[];

/** The provider's time in epoch seconds. */
export const secondsOf = ({ now }: Pick<ProviderSetup, "now">): number =>
  Math.floor(now().getTime() / 1000);

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
  const at = secondsOf(setup);
  for (const one of listObjects(setup.store, "subscription", { status: "active" })) {
    const happened = settle(one, at);
    const last = happened.at(-1);
    if (last !== undefined) putObject(setup.store, last.object);
    await tell(setup, happened);
  }
}

/** Pays a checkout. Null when it is not open. */
export async function pay(setup: ProviderSetup, sessionId: string): Promise<PaymentObject | null> {
  const { store } = setup;
  const at = secondsOf(setup);
  const open = store.get(sessionId);
  if (open === undefined || !isOpen(open, at)) return null;
  const purchase = store.get(`internal_${sessionId}`)?.purchase as Purchase;
  const subscription = makeSubscription(purchase, periodFrom(at, purchase.interval));
  putObject(store, subscription);
  const done = { status: "complete", payment_status: "paid", url: null };
  const session = putObject(store, { ...open, ...done, subscription: subscription.id });
  await tell(setup, [
    { type: "customer.subscription.created", object: subscription },
    { type: "checkout.session.completed", object: session },
  ]);
  return session;
}

export const isOpen = (session: PaymentObject, at: number): boolean =>
  session.status === "open" && Number(session.expires_at) > at;

/** Changes a subscription; null when it does not exist. */
export async function changeSubscription(
  setup: ProviderSetup,
  id: string,
  change: (one: PaymentObject, at: number) => PaymentObject,
): Promise<PaymentObject | null> {
  const one = setup.store.get(id);
  if (one?.object !== "subscription") return null;
  const changed = putObject(setup.store, change(one, secondsOf(setup)));
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
  const { deliver, webhookSecret } = setup;
  for (const { type, object } of happened) {
    const at = secondsOf(setup);
    const body = JSON.stringify(makeEvent(at, type, object));
    const digest = createHmac("sha256", webhookSecret).update(`${at}.${body}`).digest("hex");
    await deliver(body, `t=${at},v1=${digest}`);
  }
}
