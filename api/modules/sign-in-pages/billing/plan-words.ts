import { type Html, html } from "#api/pages/html.ts";
import { type BillingCycle, findPlan, type Plan } from "#schemas/config/plans.ts";
import type { getSubscription } from "../../billing/service.ts";

export type Subscription = NonNullable<Awaited<ReturnType<typeof getSubscription>>>;

/** What a plan is and allows; null for one that is not known. */
export const planText = (plan: Plan | null): Html =>
  plan === null
    ? html`<p>The plan is not known here.</p>`
    : html`<p>${plan.name}: ${plan.summary}. ${allowedText(plan)}</p>`;

/** "It allows 5,000 API keys and 20,000 scenarios." */
export const allowedText = ({ entitlements: { apiKeys, scenarios } }: Plan): string =>
  `It allows ${apiKeys.toLocaleString("en-US")} API keys and ${scenarios.toLocaleString("en-US")} scenarios.`;

/** The state of a subscription, with the day on which it ends or renews. */
export function subscriptionText({
  planId,
  status,
  cancelAtPeriodEnd,
  currentPeriodEnd,
}: Subscription): Html {
  const day = currentPeriodEnd.slice(0, 10);
  const until = cancelAtPeriodEnd ? `ends on ${day}` : `renews on ${day}`;
  return html`<p>Subscription to ${planName(planId)}: ${isPaying(status) ? until : status.replace("_", " ")}.</p>`;
}

const isPaying = (status: Subscription["status"]) => status === "active" || status === "trialing";

/** The name of a plan, or its id where it is not known. */
export const planName = (planId: string): string => findPlan(planId)?.name ?? planId;

/** "29.00 USD a month"; null for a billing cycle in which the plan cannot be bought. */
export function priceText(plan: Plan, cycle: BillingCycle): string | null {
  const price = plan.prices[cycle];
  if (price === undefined) return null;
  return `${price.amount} ${price.currency.toUpperCase()} a ${cycle === "yearly" ? "year" : "month"}`;
}

/** What the payment provider says of the checkout by the address that it sends the browser back to. */
export function returnNote(checkout: string): Html | string {
  if (checkout === "paid") {
    return html`<p role="status">Thank you. The plan counts as soon as the payment is confirmed.</p>`;
  }
  return checkout === "left" ? html`<p role="status">Nothing was paid.</p>` : "";
}
