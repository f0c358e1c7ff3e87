import { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** The operator's settings of the payment provider. */
export interface PaymentSettings {
  secretKey: string;
  /** The secret that webhooks are signed with; null refuses all webhooks. */
  webhookSecret: string | null;
  /** Another base URL than Stripe's. */
  apiBase: string | null;
}

export const paymentVariables = {
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

type Given = { [name in keyof typeof paymentVariables]?: string | undefined };

/** Null when none of the settings is set. Throws ConfigError when others are set without the key. */
export function readPayments(given: Given): PaymentSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = given;
  if (STRIPE_SECRET_KEY === undefined) {
    if (STRIPE_WEBHOOK_SECRET === undefined && STRIPE_API_BASE === undefined) return null;
    throw new ConfigError(
      "STRIPE_WEBHOOK_SECRET and STRIPE_API_BASE need STRIPE_SECRET_KEY beside them",
    );
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? null,
    apiBase: STRIPE_API_BASE ?? null,
  };
}
