import { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** Stripe or a compatible service. */
export interface PaymentSettings {
  secretKey: string;
  /** The secret that webhooks are signed with; null refuses all webhooks. */
  webhookSecret: string | null;
  /** Another base URL than Stripe's. */
  apiBase: string | null;
}

/** The payment provider: Stripe, the built-in one, or none, which sells no plans. */
export type PaymentProvider = PaymentSettings | "built-in" | "none";

export const paymentVariables = {
  PAYMENTS: z.enum(["built-in", "none"], "PAYMENTS must be built-in or none").optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_\w+$/,
      "STRIPE_SECRET_KEY must be a secret or restricted key of Stripe (sk_… or rk_…)",
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\S+$/,
      "STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook (whsec_…)",
    )
    .optional(),
  STRIPE_API_BASE: z
    .string()
    .regex(
      /^https?:\/\/[^\s/?#]+\/?$/,
      "STRIPE_API_BASE must be an http: or https: address without a path",
    )
    .optional(),
};

type PaymentVariables = {
  [name in keyof typeof paymentVariables]?: z.output<(typeof paymentVariables)[name]> | undefined;
};

/**
 * The provider that the settings name. Without any, a service that only this machine reaches has the built-in provider,
 * and every other service has none: on the built-in one anybody gets a plan without paying. Throws ConfigError for
 * settings that contradict each other.
 */
export function readPayments(
  given: PaymentVariables,
  reached: { host: string; publicUrl: string },
): PaymentProvider {
  const { PAYMENTS, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = given;
  if (PAYMENTS !== undefined && STRIPE_SECRET_KEY !== undefined) {
    throw new ConfigError("PAYMENTS and STRIPE_SECRET_KEY name two payment providers: set one");
  }
  if (STRIPE_SECRET_KEY === undefined) {
    if (STRIPE_WEBHOOK_SECRET === undefined && STRIPE_API_BASE === undefined) {
      return PAYMENTS ?? (isOnlyHere(reached) ? "built-in" : "none");
    }
    throw new ConfigError("STRIPE_WEBHOOK_SECRET and STRIPE_API_BASE need STRIPE_SECRET_KEY");
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? null,
    apiBase: STRIPE_API_BASE ?? null,
  };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether only programs on this machine reach the service. */
const isOnlyHere = ({ host, publicUrl }: { host: string; publicUrl: string }): boolean =>
  loopback.test(host) && loopback.test(new URL(publicUrl).hostname);

/** The provider in words, for the first lines of a process. */
export function describePayments(provider: PaymentProvider): string {
  if (provider === "none") return "none: no plan can be bought (PAYMENTS, STRIPE_SECRET_KEY)";
  return provider === "built-in"
    ? "the built-in provider, which moves no money (PAYMENTS, STRIPE_SECRET_KEY)"
    : (provider.apiBase ?? "Stripe");
}
