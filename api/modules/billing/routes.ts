import { plans } from "#schemas/config/plans.ts";
import { anyone, user } from "../../auth/access.ts";
import { created, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import {
  cancelSubscription,
  getCheckout,
  getSubscription,
  openPortal,
  receiveEvent,
  startCheckout,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Billing", family: v1, access: user, params });

const vendor = { asksVendor: true, refuses: [503] };

const headerText = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

export const billing = [
  endpoint({
    at: "GET /billing/plans",
    name: "listPlans",
    summary: "List the plans and what each allows",
    description:
      "The first plan is free and applies to every account. Prices are exact decimals in the currency's main unit, by billing cycle.",
    access: anyone,
    extension: true,
    answers: one(shapes.planShape.array()),
    handle: () => [...plans],
  }),

  endpoint({
    ...vendor,
    at: "POST /billing/checkout",
    name: "startCheckout",
    summary: "Create a checkout for a plan",
    description:
      "The page is the payment provider's. An earlier page that is still open ends. 400 for a plan or billing cycle that cannot be bought, 409 while there is a subscription, 503 while the provider does not answer: then nothing has happened.",
    body: shapes.checkoutBody,
    refuses: [409, 503],
    answers: created(shapes.checkoutShape, "/api/v1/billing/checkout/:id"),
    handle: ({ body, caller, from, deps }) =>
      startCheckout(deps, {
        ...body,
        userId: caller.userId,
        idempotencyKey: headerText(from.headers["idempotency-key"]),
      }),
  }),

  endpoint({
    at: "GET /billing/checkout/:checkoutId",
    scope: "billing:read",
    name: "getCheckout",
    summary: "Get one of your checkouts",
    description: "The same as when it was opened. The subscription says whether it was paid.",
    extension: true,
    answers: one(shapes.checkoutShape),
    handle: ({ params, caller, deps }) => getCheckout(deps.db, caller.userId, params.checkoutId),
  }),

  endpoint({
    at: "GET /billing/subscription",
    scope: "billing:read",
    name: "getSubscription",
    summary: "Get your subscription",
    description:
      "Returns the current subscription, or else the most recent one. Null if the account never had one.",
    answers: one(shapes.subscriptionShape.nullable()),
    handle: ({ caller, deps }) => getSubscription(deps.db, caller.userId),
  }),

  endpoint({
    ...vendor,
    at: "POST /billing/portal",
    name: "openBillingPortal",
    summary: "Create a session of the billing portal",
    description: "The page is the payment provider's. 503 while the provider does not answer.",
    answers: one(shapes.portalShape),
    handle: ({ caller, deps }) => openPortal(deps, caller.userId),
  }),

  endpoint({
    ...vendor,
    at: "POST /billing/subscription/cancel",
    name: "cancelSubscription",
    summary: "Cancel your subscription at period end",
    description:
      "It stays active until then and is not renewed. Repeating the request changes nothing. 404 for a subscription of another account, 503 while the provider does not answer.",
    body: shapes.cancelBody,
    refuses: [404, 503],
    answers: one(shapes.subscriptionShape),
    handle: ({ body, caller, deps }) =>
      cancelSubscription(deps, caller.userId, body.subscriptionId),
  }),

  endpoint({
    ...vendor,
    at: "POST /billing/webhook",
    name: "receivePaymentEvent",
    summary: "Receive a webhook of the payment provider",
    description:
      "For the payment provider, which signs the body (`Stripe-Signature`, at most 300 seconds old). What the event is about is read back from the provider; a repeated event does nothing.",
    access: anyone,
    extension: true,
    limit: "none",
    signed: true,
    body: shapes.webhookBody,
    answers: one(shapes.receivedShape),
    handle: ({ body, from, deps }) =>
      receiveEvent(deps, body.content, headerText(from.headers["stripe-signature"])),
  }),
];
