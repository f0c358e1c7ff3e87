import { NoPayments } from "../../clients/payments.ts";
import { unavailable } from "../../http/errors.ts";

/**
 * Waits for the payment provider. Throws 503 where there is none and when it fails. Its message goes to the log only
 * (BIL-04).
 */
export async function ask<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoPayments) throw unavailable(error.message);
    throw unavailable("The payment provider is not responding", error);
  }
}
