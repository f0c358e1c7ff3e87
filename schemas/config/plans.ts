import { z } from "zod";
import data from "../plans.json" with { type: "json" };

const count = z.int().min(0);

export const billingCycle = z.enum(["monthly", "yearly"]);
export type BillingCycle = z.output<typeof billingCycle>;

const price = z.object({
  currency: z.string().regex(/^[a-z]{3}$/),
  /** Exact, in the currency's main unit. */
  amount: z.string().regex(/^\d+\.\d{2}$/),
});

const entitlements = z.object({
  /** Raises the installation's own limits to these if they are lower. */
  requestsPerMinute: z.object({ read: count, write: count }),
  /** Whether the account's private browsing preference takes effect. */
  privateBrowsing: z.boolean(),
  /** Open event streams per account and process. */
  eventStreams: count,
  /** Active API keys per account. */
  apiKeys: count,
  /** Saved model scenarios per account. */
  scenarios: count,
});
export type Entitlements = z.output<typeof entitlements>;

export const plan = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  name: z.string(),
  summary: z.string(),
  /** By billing cycle; a plan without prices cannot be bought. */
  prices: z.partialRecord(billingCycle, price),
  entitlements,
});
export type Plan = z.output<typeof plan>;

/** The plans of `plans.json`, the default one first. */
export const plans: readonly Plan[] = z.array(plan).min(1).parse(data);

const [defaultPlan] = plans as readonly [Plan, ...Plan[]];

/** Finds a plan by its id; null for an unknown id. */
export const findPlan = (id: string): Plan | null => plans.find((one) => one.id === id) ?? null;

/** The plan that an account has paid for, and its end. */
export interface HeldPlan {
  planId: string;
  /** ISO time. */
  until: string;
}

/** What an account is entitled to at a time. An account without a paid subscription has the default plan. Pure. */
export function entitlementsAt(held: HeldPlan | null, at: Date): Entitlements {
  const isPaid = held !== null && Date.parse(held.until) > at.getTime();
  const { entitlements: given } = (isPaid ? findPlan(held.planId) : null) ?? defaultPlan;
  return given;
}
