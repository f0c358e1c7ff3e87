import type { Stripe } from "stripe";
import type { ProvidedSubscription } from "./provider.ts";

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

/** Reads a subscription of Stripe. Pure. */
export function readSubscription(one: Stripe.Subscription): ProvidedSubscription {
  const [item] = one.items.data;
  const end = item?.current_period_end ?? one.start_date;
  const isEnding = one.cancel_at_period_end || one.cancel_at !== null;
  return {
    id: one.id,
    planId: one.metadata.planId ?? "unknown",
    status: statuses[one.status] ?? "incomplete",
    billingCycle: item?.price.recurring?.interval === "year" ? "yearly" : "monthly",
    currentPeriodStart: isoOf(item?.current_period_start ?? one.start_date),
    currentPeriodEnd: isoOf(end),
    endsAt: isEnding ? isoOf(Math.min(end, one.cancel_at ?? end)) : null,
    canceledAt: one.canceled_at === null ? null : isoOf(one.canceled_at),
    createdAt: isoOf(one.created),
  };
}

/** A webhook of Stripe. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Null for an event about no customer. */
  customerId: string | null;
}

/** Thrown for a webhook whose signature is wrong or too old. */
export class WrongSignature extends Error {
  override name = "WrongSignature";
}

/** A webhook's event; null where its body is none. Throws `WrongSignature`. */
export async function readEvent(
  content: string,
  signature: string | null,
  { secret, at, toleranceSeconds }: { secret: string; at: Date; toleranceSeconds: number },
): Promise<PaymentEvent | null> {
  const { default: StripeLibrary } = await import("stripe");
  const read = () =>
    StripeLibrary.webhooks.constructEvent(
      content,
      signature ?? "",
      secret,
      toleranceSeconds,
      undefined,
      at.getTime(),
    );
  const event = verified(read);
  return isEvent(event)
    ? { id: event.id, type: event.type, customerId: customerOf(event.data.object) }
    : null;
}

function verified<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    // Whatever the library finds wrong, the sender is not verified.
    throw new WrongSignature("the signature of a webhook is wrong or too old", { cause });
  }
}

/** True where the body has what is read of an event; a signature says nothing about that. */
const isEvent = ({ id, type, data }: { id: unknown; type: unknown; data?: { object?: unknown } }) =>
  typeof id === "string" && typeof type === "string" && typeof data?.object === "object";

function customerOf(about: { object?: string; id?: string; customer?: unknown }): string | null {
  if (about.object === "customer") return about.id ?? null;
  const { customer } = about;
  if (typeof customer === "string") return customer;
  const id = (customer as { id?: unknown } | null | undefined)?.id;
  return typeof id === "string" ? id : null;
}
