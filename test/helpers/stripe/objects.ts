import { randomBytes } from "node:crypto";

/** An object of the provider, with all members of Stripe's object. */
export type PaymentObject = Record<string, unknown> & { id: string; object: string };

export const madeId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** A list in Stripe's format. */
export const listOf = (url: string, data: readonly PaymentObject[]) => ({
  object: "list",
  data,
  has_more: false,
  url,
});

const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export function makeCustomer(at: number, email: string | null, metadata: object): PaymentObject {
  return {
    id: madeId("cus"),
    object: "customer",
    address: noAddress,
    balance: 0,
    created: at,
    currency: "usd",
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email,
    invoice_prefix: randomBytes(4).toString("hex").toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

/** What is bought in a checkout. */
export interface Purchase {
  customer: string;
  name: string;
  currency: string;
  unitAmount: number;
  interval: "month" | "year";
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
}

const daySeconds = 86_400;

export function makeSession(at: number, purchase: Purchase, baseUrl: string): PaymentObject {
  const id = madeId("cs_test");
  return {
    id,
    object: "checkout.session",
    ...sessionDefaults,
    amount_subtotal: purchase.unitAmount,
    amount_total: purchase.unitAmount,
    cancel_url: purchase.cancelUrl,
    created: at,
    currency: purchase.currency,
    customer: purchase.customer,
    expires_at: at + daySeconds,
    metadata: purchase.metadata,
    success_url: purchase.successUrl,
    url: `${baseUrl}/pay/${id}`,
  };
}

const sessionDefaults = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: "subscription",
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "always",
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_status: "unpaid",
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: null,
  wallet_options: null,
};

export function makePortal(
  at: number,
  customer: string,
  { returnUrl, baseUrl }: { returnUrl: string; baseUrl: string },
): PaymentObject {
  const id = madeId("bps");
  return {
    id,
    object: "billing_portal.session",
    configuration: "bpc_built_in",
    created: at,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${baseUrl}/portal/${id}`,
  };
}

export const makeEvent = (at: number, type: string, object: PaymentObject): PaymentObject => ({
  id: madeId("evt"),
  object: "event",
  api_version: null,
  created: at,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
