import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { BillingCycle } from "../../config/plans.ts";
import { createdAt, instant } from "../columns.ts";
import { userId } from "./account.ts";

/** The payment provider's customer of an account. */
export const billingCustomer = pgTable("billing_customer", {
  userId: userId().primaryKey(),
  /** The provider's id. */
  customerId: text("customer_id").notNull().unique(),
  /** Counts what was read of the customer's state: of two readers at once the later one reads again. */
  revision: integer("revision").notNull().default(0),
  createdAt: createdAt(),
});

/** A subscription as it was last read from the payment provider. */
export const billingSubscription = pgTable(
  "billing_subscription",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    userId: userId(),
    planId: text("plan_id").notNull(),
    status: text("status")
      .notNull()
      .$type<"trialing" | "active" | "past_due" | "canceled" | "incomplete">(),
    billingCycle: text("billing_cycle").notNull().$type<BillingCycle>(),
    currentPeriodStart: instant("current_period_start").notNull(),
    currentPeriodEnd: instant("current_period_end").notNull(),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull(),
    canceledAt: instant("canceled_at"),
    /** Until when it pays for its plan; null while it pays for nothing. */
    paidUntil: instant("paid_until"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("billing_subscription_owner").on(t.userId, t.createdAt)],
);

/** A page of the provider on which an account may pay. */
export const billingCheckout = pgTable(
  "billing_checkout",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    userId: userId(),
    planId: text("plan_id").notNull(),
    billingCycle: text("billing_cycle").notNull().$type<BillingCycle>(),
    url: text("url").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** True once a later one took its place. */
    hasEnded: boolean("has_ended").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("billing_checkout_owner").on(t.userId)],
);

/** Events of the provider that were acted on: a repeat does nothing. */
export const billingEvent = pgTable(
  "billing_event",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (t) => [index("billing_event_received").on(t.receivedAt)],
);

/** Objects of the built-in payment provider: what a real one would keep. */
export const builtInPayment = pgTable(
  "built_in_payment",
  {
    id: text("id").primaryKey(),
    object: text("object").notNull(),
    data: jsonb("data").notNull().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [index("built_in_payment_object").on(t.object)],
);
