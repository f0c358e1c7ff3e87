import { z } from "zod";
import { billingCycle, plan } from "#schemas/config/plans.ts";

export const planShape = plan.meta({ id: "Plan" });

const planId = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: "Id of a plan", examples: ["pro"] });

export const checkoutBody = z.object({ planId, billingCycle });

export const params = {
  checkoutId: z
    .string()
    .max(255)
    .meta({ description: "Id of a checkout", examples: ["cs_test_0123456789abcdef"] }),
};

export const checkoutShape = z
  .object({
    id: z.string(),
    url: z.url().meta({ description: "Page of the payment provider" }),
    expiresAt: z.int().meta({ description: "Seconds since 1970" }),
    planId: z.string(),
    billingCycle,
  })
  .meta({ id: "Checkout" });

export const subscriptionShape = z
  .object({
    id: z.string(),
    planId: z.string(),
    status: z.enum(["trialing", "active", "past_due", "canceled", "incomplete"]),
    billingCycle,
    currentPeriodStart: z.iso.datetime(),
    currentPeriodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
    canceledAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Subscription" });

export const portalShape = z.object({ url: z.url() }).meta({ id: "Portal" });

export const cancelBody = z.object({
  subscriptionId: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: "Id of the own subscription", examples: ["sub_0123456789abcdef"] }),
});

export const webhookBody = z
  .object({ content: z.string() })
  // The kernel hands over the text that was signed; what is sent is the event itself.
  .meta({
    description: "An event of the provider, as it was signed",
    properties: {},
    required: [],
    additionalProperties: true,
  });

export const receivedShape = z.object({ received: z.literal(true) });
