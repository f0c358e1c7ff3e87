import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import type { PaymentProvider, PaymentSettings } from "#schemas/config/payment-settings.ts";
import type { Db } from "#schemas/database/db.ts";
import type { DeliverEvent } from "./built-in-payments/provider.ts";
import { type RunningProvider, startBuiltInPayments } from "./built-in-payments/start.ts";

/** A payment provider. Never call it inside a database transaction. */
export interface Payments {
  /** Stripe's client library, opened on first use. */
  client(): Promise<Stripe>;
  /** The secret that webhooks are signed with; null refuses all webhooks. */
  webhookSecret: string | null;
  close(): Promise<void>;
}

interface Place {
  host?: string;
  port?: number;
  protocol?: "http" | "https";
}

const usualTimeoutMs = 10_000;

/** Opens Stripe's library. Its retries carry the same Idempotency-Key, so nothing runs twice. */
async function openStripe(
  secretKey: string,
  place: Place,
  timeout = usualTimeoutMs,
): Promise<Stripe> {
  const { default: StripeLibrary } = await import("stripe");
  return new StripeLibrary(secretKey, {
    ...place,
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
  });
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

/** Opens Stripe with the operator's key. */
export function openPayments(
  settings: PaymentSettings,
  /** Time limit of one attempt. */
  timeoutMs = usualTimeoutMs,
): Payments {
  let opened: Promise<Stripe> | null = null;
  return {
    client: () => (opened ??= openStripe(settings.secretKey, placeOf(settings.apiBase), timeoutMs)),
    webhookSecret: settings.webhookSecret,
    close: async () => {},
  };
}

/** Thrown when a payment provider is needed and none is configured. */
export class NoPayments extends Error {
  override name = "NoPayments";
}

const noPayments: Payments = {
  client: async () => {
    throw new NoPayments("This installation takes no payments");
  },
  webhookSecret: null,
  close: async () => {},
};

/** False for an installation that sells nothing. */
export const takesPayments = (payments: Payments): boolean => payments !== noPayments;

/** The configured provider as an option of the API and of the jobs. Both open the built-in one themselves. */
export function paymentsOf(provider: PaymentProvider): { payments?: Payments } {
  if (provider === "built-in") return {};
  return { payments: provider === "none" ? noPayments : openPayments(provider) };
}

/** Opens the built-in provider; it starts on first use. */
export function openBuiltInPayments(setup: {
  db: Db;
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  deliver: DeliverEvent | null;
}): Payments {
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  let running: Promise<RunningProvider> | null = null;
  let opened: Promise<Stripe> | null = null;
  const start = async () => {
    running = startBuiltInPayments({ ...setup, webhookSecret });
    const { host, port } = await running;
    return openStripe("sk_test_built_in", { host, port, protocol: "http" });
  };
  return {
    client: () => (opened ??= start()),
    webhookSecret,
    close: async () => {
      await (await running)?.close();
    },
  };
}
