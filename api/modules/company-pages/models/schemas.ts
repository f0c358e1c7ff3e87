import { z } from "zod";

/** The fields of the form differ from model to model; those that a model does not have are ignored. */
export const modelForm = z.record(z.string().max(100), z.string().max(100)).meta({
  description:
    "Inputs by name, as the form has them: ratios in percent, amounts with k, m, b or t. `act` is compute, xlsx or csv.",
  examples: [{ act: "compute", discount_rate: "8.5" }],
});
