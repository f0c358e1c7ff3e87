import { z } from "zod";
import data from "./plans.json" with { type: "json" };

const count = z.int().min(0);

export const billingCycle = z.enum(["monthly", "yearly"]);
export type BillingCycle = z.output<typeof billingCycle>;

export const price = z.object({
  currency: z.string().regex(/^[a-z]{3}$/),
  /** Exact, in the currency's main unit. */
  amount: z.string().regex(/^\d+\.\d{2}$/),
});

export const entitlements = z.object({
  /** At least these, where the installation's own limits are lower. */
  requestsPerMinute: z.object({ read: count, write: count }),
  /** Whether the wish to browse privately is met. */
  privateBrowsing: z.boolean(),
  /** Event streams that an account may hold open at a time, per process. */
  eventStreams: count,
  /** Live API keys of an account. */
  apiKeys: count,
  /** Saved model scenarios of an account. */
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

/** Null for an id that no plan has. */
export const findPlan = (id: string): Plan | null => plans.find((one) => one.id === id) ?? null;

/** The plan that an account has paid for, and until when. */
export interface HeldPlan {
  planId: string;
  /** ISO time. */
  until: string;
}

/** What an account may have at a moment; what no subscription pays for is the default plan's. Pure. */
export function entitlementsAt(held: HeldPlan | null, at: Date): Entitlements {
  const isPaid = held !== null && Date.parse(held.until) > at.getTime();
  const { entitlements: given } = (isPaid ? findPlan(held.planId) : null) ?? defaultPlan;
  return given;
}
