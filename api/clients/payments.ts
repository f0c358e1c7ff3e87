import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";
import type { Db } from "#schemas/db.ts";
import type { PaymentSettings } from "#schemas/payment-settings.ts";
import type { DeliverEvent } from "./built-in-payments/provider.ts";
import { type RunningProvider, startBuiltInPayments } from "./built-in-payments/start.ts";

/** A payment provider as services reach it. Never call it inside a transaction of the database. */
export interface Payments {
  /** Stripe's own library, opened at the first use. */
  client(): Promise<Stripe>;
  /** What webhooks are signed with; null: none are taken. */
  webhookSecret: string | null;
  isBuiltIn: boolean;
  close(): Promise<void>;
}

interface Place {
  host?: string;
  port?: number;
  protocol?: "http" | "https";
}

const usualTimeoutMs = 10_000;

/** Its retries carry the same Idempotency-Key: nothing is done twice. */
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

/** Stripe, with the operator's key. */
export function openPayments(
  settings: PaymentSettings,
  /** How long one try may take. */
  timeoutMs = usualTimeoutMs,
): Payments {
  let opened: Promise<Stripe> | null = null;
  return {
    client: () => (opened ??= openStripe(settings.secretKey, placeOf(settings.apiBase), timeoutMs)),
    webhookSecret: settings.webhookSecret,
    isBuiltIn: false,
    close: async () => {},
  };
}

/** The built-in provider, started at the first use. */
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
    isBuiltIn: true,
    close: async () => {
      await (await running)?.close();
    },
  };
}
