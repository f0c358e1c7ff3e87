import type { BillingCycle } from "#schemas/config/plans.ts";

/** What is bought on a checkout page. */
export interface Purchase {
  customerId: string;
  userId: string;
  planId: string;
  billingCycle: BillingCycle;
  /** Name of the plan. */
  name: string;
  /** Exact decimal with two places, in the currency's main unit. */
  amount: string;
  /** Three small letters. */
  currency: string;
  /** Where the browser goes once it is paid. */
  paidUrl: string;
  /** Where the browser goes without paying. */
  leftUrl: string;
}

/** A checkout page that was opened. */
export interface OpenedCheckout {
  id: string;
  url: string;
  /** ISO time. */
  expiresAt: string;
}

/** A subscription as the provider knows it. Times are ISO times. */
export interface ProvidedSubscription {
  id: string;
  planId: string;
  status: "trialing" | "active" | "past_due" | "canceled" | "incomplete";
  billingCycle: BillingCycle;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  /** When it ends; null while it renews itself. */
  endsAt: string | null;
  canceledAt: string | null;
  createdAt: string;
}

/** A payment provider. An operation rejects while it fails. Never call it inside a database transaction. */
export interface Payments {
  /** The secret that webhooks are signed with; null refuses all webhooks. */
  webhookSecret: string | null;
  /** Makes the customer of an account and returns its id. */
  createCustomer(account: { userId: string; email: string }): Promise<string>;
  /** Ends a customer's subscriptions and deletes the customer. Does nothing for an unknown one. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Opens a page to pay on. With the same key it is the same page. */
  openCheckout(purchase: Purchase, key: string): Promise<OpenedCheckout>;
  /** Takes no payment on a checkout page any more. Does nothing for one that was paid or is over. */
  endCheckout(id: string): Promise<void>;
  /** Opens a page for payment methods and returns its address. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** All subscriptions of a customer, also those that are over. */
  listSubscriptions(customerId: string): Promise<ProvidedSubscription[]>;
  /** Lets a subscription end with its period. Rejects for an unknown one. */
  endWithPeriod(subscriptionId: string): Promise<void>;
  close(): Promise<void>;
}
