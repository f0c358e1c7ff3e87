import type { Stripe } from "stripe";
import type { PaymentSettings } from "#schemas/config/payment-settings.ts";
import type { OpenedCheckout, Payments, Purchase } from "./provider.ts";
import { readSubscription } from "./read-stripe.ts";

interface Place {
  host?: string;
  port?: number;
  protocol?: "http" | "https";
}

const usualTimeoutMs = 10_000;
const subscriptionsMax = 1000;

/** Opens Stripe with the operator's key; its library is loaded on first use. */
export function openStripePayments(
  settings: PaymentSettings,
  /** Time limit of one attempt. */
  timeoutMs = usualTimeoutMs,
): Payments {
  let opened: Promise<Stripe> | null = null;
  const client = () => (opened ??= openLibrary(settings, timeoutMs));
  return {
    webhookSecret: settings.webhookSecret,
    createCustomer: async ({ userId, email }) => {
      const stripe = await client();
      const { id } = await stripe.customers.create(
        { email, metadata: { accountId: userId } },
        { idempotencyKey: `customer-${userId}` },
      );
      return id;
    },
    deleteCustomer: async (id) => {
      const stripe = await client();
      await stripe.customers.del(id).catch(unlessStatus(404));
    },
    openCheckout: async (purchase, key) => createSession(await client(), purchase, key),
    endCheckout: async (id) => {
      const stripe = await client();
      await stripe.checkout.sessions.expire(id).catch(unlessStatus(400, 404));
    },
    openPortal: async (customer, return_url) => {
      const stripe = await client();
      return (await stripe.billingPortal.sessions.create({ customer, return_url })).url;
    },
    listSubscriptions: async (customer) => {
      const stripe = await client();
      const all = await stripe.subscriptions
        .list({ customer, status: "all", limit: 100 })
        .autoPagingToArray({ limit: subscriptionsMax });
      return all.map(readSubscription);
    },
    endWithPeriod: async (id) => {
      const stripe = await client();
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    },
    close: async () => {},
  };
}

/** Its retries carry the same Idempotency-Key, so nothing runs twice. */
async function openLibrary(
  { secretKey, apiBase }: PaymentSettings,
  timeout: number,
): Promise<Stripe> {
  const { default: StripeLibrary } = await import("stripe");
  const options = { ...placeOf(apiBase), timeout, maxNetworkRetries: 2, telemetry: false };
  return new StripeLibrary(secretKey, options);
}

function placeOf(apiBase: string | null): Place {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: Number(port || (isPlain ? 80 : 443)),
    protocol: isPlain ? "http" : "https",
  };
}

const unlessStatus =
  (...expected: number[]) =>
  (error: unknown): void => {
    if (!expected.includes(Number((error as { statusCode?: unknown }).statusCode))) throw error;
  };

async function createSession(
  stripe: Stripe,
  purchase: Purchase,
  idempotencyKey: string,
): Promise<OpenedCheckout> {
  const { planId, billingCycle, userId } = purchase;
  const metadata = { planId, billingCycle, accountId: userId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: "subscription",
      customer: purchase.customerId,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: purchase.currency,
            unit_amount: Number(purchase.amount.replace(".", "")),
            recurring: { interval: billingCycle === "yearly" ? "year" : "month" },
            product_data: { name: purchase.name },
          },
        },
      ],
      subscription_data: { metadata },
      metadata,
      success_url: purchase.paidUrl,
      cancel_url: purchase.leftUrl,
    },
    { idempotencyKey },
  );
  const { id, url, expires_at: expires } = session;
  if (url === null) throw new Error("The checkout has no page");
  return { id, url, expiresAt: new Date(expires * 1000).toISOString() };
}
