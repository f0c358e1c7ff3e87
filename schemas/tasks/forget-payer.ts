import { z } from "zod";
import { task } from "./task.ts";

/** Deletes the customer of a deleted account at the payment provider. */
export const forgetPayer = task({
  name: "billing.forget",
  data: z.object({ customerId: z.string() }),
});
