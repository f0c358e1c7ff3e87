import { everybody, ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /api/v1/billing/plans": everybody,
  "POST /api/v1/billing/checkout": ownWrite,
  "GET /api/v1/billing/checkout/:checkoutId": privateRead,
  "GET /api/v1/billing/subscription": ownRead,
  "POST /api/v1/billing/portal": ownWrite,
  "POST /api/v1/billing/subscription/cancel": privateWrite,
  "POST /api/v1/billing/webhook": everybody,
};
