import { page } from "#api/http/answers.ts";
import { endpoint } from "../endpoint.ts";
import { accountFields } from "../schemas.ts";
import { showBilling, submitPlanEnd, submitPortal, submitPurchase } from "./billing-pages.ts";

const sent = { forms: true, asksVendor: true, body: accountFields };

/** The plan of a person who is signed in with a browser, and the ways to pay for one and to end it. */
export const billingPages = [
  endpoint({
    at: "GET /billing",
    name: "showBilling",
    summary: "Billing page: plan, subscription and packages",
    description:
      "An HTML page. Visitors who are not signed in are redirected to sign in, then back.",
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showBilling({ deps, from }),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/buy-plan",
    name: "submitPurchase",
    summary: "Open a checkout for a plan with the form",
    description:
      "Submits a form of the page; `id` is the plan and the billing cycle. The page leads to the payment provider. Works as `POST /api/v1/billing/checkout`.",
    refuses: [403, 409, 503],
    answers: page(),
    handle: ({ body, from, deps }) => submitPurchase({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/open-portal",
    name: "submitPortal",
    summary: "Open the billing portal with the form",
    description: "Submits a form of the page. The page leads to the payment provider.",
    refuses: [403, 503],
    answers: page(),
    handle: ({ body, from, deps }) => submitPortal({ deps, from }, body),
  }),

  endpoint({
    ...sent,
    at: "POST /forms/cancel-plan",
    name: "submitPlanEnd",
    summary: "Cancel your subscription at period end with the form",
    description:
      "Submits a form of the page; `id` is the subscription. Redirects to the page. Works as `POST /api/v1/billing/subscription/cancel`.",
    status: 302,
    refuses: [403, 404, 503],
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitPlanEnd({ deps, from }, body),
  }),
];
