import { listOf, madeId, type PaymentObject, type Purchase } from "./objects.ts";

export interface Period {
  start: number;
  end: number;
}

export function makeSubscription(purchase: Purchase, period: Period): PaymentObject {
  const id = madeId("sub");
  const at = period.start;
  return {
    id,
    object: "subscription",
    ...subscriptionDefaults,
    billing_cycle_anchor: at,
    created: at,
    currency: purchase.currency,
    customer: purchase.customer,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [makeItem(id, purchase, period)]),
    metadata: purchase.metadata,
    start_date: at,
  };
}

const subscriptionDefaults = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { type: "classic", flexible: null },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, reason: null },
  collection_method: "charge_automatically",
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  status: "active",
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
};

function makeItem(subscription: string, purchase: Purchase, period: Period): PaymentObject {
  const { currency, unitAmount, interval } = purchase;
  const priceId = madeId("price");
  const shared = {
    id: priceId,
    active: true,
    billing_scheme: "per_unit",
    created: period.start,
    currency,
    livemode: false,
    metadata: {},
    nickname: null,
    product: madeId("prod"),
    tiers_mode: null,
  };
  return {
    id: madeId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    discounts: [],
    metadata: {},
    plan: {
      ...shared,
      object: "plan",
      amount: unitAmount,
      amount_decimal: String(unitAmount),
      interval,
      interval_count: 1,
      meter: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    price: {
      ...shared,
      object: "price",
      custom_unit_amount: null,
      lookup_key: null,
      recurring: {
        interval,
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: "licensed",
      },
      tax_behavior: "unspecified",
      transform_quantity: null,
      type: "recurring",
      unit_amount: unitAmount,
      unit_amount_decimal: String(unitAmount),
    },
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}
