import type { Stripe } from "stripe";
import { NoPayments, type Payments } from "../../clients/payments.ts";
import { ApiError, unavailable } from "../../http/errors.ts";

const graceMs = 86_400_000;

/**
 * Asks the payment provider. Throws 503 where there is none and when it fails. Its message goes to the log only
 * (BIL-04).
 */
export async function ask<T>(payments: Payments, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(await payments.client());
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof NoPayments) throw unavailable(error.message);
    throw unavailable("The payment provider is not responding", error);
  }
}

const statuses: Readonly<Record<string, "trialing" | "active" | "past_due" | "canceled">> = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "past_due",
  canceled: "canceled",
  incomplete_expired: "canceled",
};

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * A subscription as it is stored. What renews itself pays a day beyond its period, so that a renewal that nobody has
 * told of yet takes nothing away; what ends pays to its end, and what is not paid for nothing. Pure.
 */
export function readSubscription(one: Stripe.Subscription) {
  const [item] = one.items.data;
  const status = statuses[one.status] ?? ("incomplete" as const);
  const start = item?.current_period_start ?? one.start_date;
  const end = item?.current_period_end ?? one.start_date;
  const isEnding = one.cancel_at_period_end || one.cancel_at !== null;
  const endsAt = Math.min(end, one.cancel_at ?? end);
  const isPaid = status === "active" || status === "trialing";
  const until = isEnding ? isoOf(endsAt) : new Date(end * 1000 + graceMs).toISOString();
  return {
    id: one.id,
    planId: one.metadata.planId ?? "unknown",
    status,
    billingCycle:
      item?.price.recurring?.interval === "year" ? ("yearly" as const) : ("monthly" as const),
    currentPeriodStart: isoOf(start),
    currentPeriodEnd: isoOf(end),
    cancelAtPeriodEnd: isEnding,
    canceledAt: one.canceled_at === null ? null : isoOf(one.canceled_at),
    paidUntil: isPaid ? until : null,
    createdAt: isoOf(one.created),
  };
}

/** The customer that an event is about; null for one that is about none. Pure. */
export function customerOfEvent(event: Stripe.Event): string | null {
  const about = event.data.object as { object?: string; id?: string; customer?: unknown };
  if (about.object === "customer") return about.id ?? null;
  const { customer } = about;
  if (typeof customer === "string") return customer;
  const id = (customer as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : null;
}
