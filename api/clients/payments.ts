import type { PaymentProvider } from "#schemas/config/payment-settings.ts";
import type { Payments } from "./payments/provider.ts";
import { openStripePayments } from "./payments/stripe.ts";

/** Thrown when a payment provider is needed and none is configured. */
export class NoPayments extends Error {
  override name = "NoPayments";
}

const refuse = async (): Promise<never> => {
  throw new NoPayments("This installation takes no payments");
};

const noPayments: Payments = {
  webhookSecret: null,
  createCustomer: refuse,
  deleteCustomer: refuse,
  openCheckout: refuse,
  endCheckout: refuse,
  openPortal: refuse,
  listSubscriptions: refuse,
  endWithPeriod: refuse,
  close: async () => {},
};

/** False for an installation that sells nothing. */
export const takesPayments = (payments: Payments): boolean => payments !== noPayments;

/** The configured provider as an option of the API and of the jobs. Both open the built-in one themselves. */
export function paymentsOf(provider: PaymentProvider): { payments?: Payments } {
  if (provider === "built-in") return {};
  return { payments: provider === "none" ? noPayments : openStripePayments(provider) };
}
