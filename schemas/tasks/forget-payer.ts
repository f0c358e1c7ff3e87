import { z } from "zod";
import { task } from "./task.ts";

/** Has the payment provider forget a customer whose account is deleted. */
export const forgetPayer = task({
  name: "billing.forget",
  data: z.object({ customerId: z.string() }),
});
