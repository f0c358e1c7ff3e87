import { createHmac, randomUUID } from "node:crypto";
import { billingCheckout } from "#schemas/tables/accounts/billing.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";
import { subscribe } from "../../helpers/platform/subscribe.ts";

export const requests: MakeRequests = ({ app, owner }) => ({
  "POST /api/v1/billing/checkout": async () => ({
    // Who has a subscription buys no second one.
    headers: (await makePerson(app)).headers,
    payload: { planId: "pro", billingCycle: "monthly" },
  }),
  "GET /api/v1/billing/checkout/:checkoutId": async () => {
    const checkoutId = `cs_${randomUUID()}`;
    await app.db.insert(billingCheckout).values({
      id: checkoutId,
      userId: owner.id,
      planId: "pro",
      billingCycle: "monthly",
      url: "http://127.0.0.1/pay",
      expiresAt: "2100-01-01T00:00:00.000Z",
    });
    return { parameters: { checkoutId } };
  },
  "POST /api/v1/billing/subscription/cancel": async () => {
    // A repeat: the provider, which does not know it, is not asked.
    const until = "2100-01-01T00:00:00.000Z";
    const subscriptionId = await subscribe(app, owner.id, "pro", until, true);
    return { payload: { subscriptionId } };
  },
  "POST /api/v1/billing/webhook": () => {
    const payload = { id: "evt_good", object: "event", type: "ping", data: { object: {} } };
    const at = Math.floor(Date.now() / 1000);
    const signed = createHmac("sha256", app.webhookSecret).update(
      `${at}.${JSON.stringify(payload)}`,
    );
    return { payload, headers: { "stripe-signature": `t=${at},v1=${signed.digest("hex")}` } };
  },
});
