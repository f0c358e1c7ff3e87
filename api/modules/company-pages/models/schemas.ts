import { z } from "zod";
import { dayQuery } from "../schemas.ts";

/** The fields of the form differ from model to model; those that a model does not have are ignored. */
export const modelForm = z.record(z.string().max(100), z.string().max(100)).meta({
  description:
    "Inputs by name, as the form has them: ratios in percent, amounts with k, m, b or t. `act` is compute, show, save, xlsx or csv.",
  examples: [{ act: "compute", discount_rate: "8.5" }],
});

/** Characters of the inputs in an address. */
export const setMax = 4000;

export const modelQuery = dayQuery.extend({
  set: z
    .string()
    .max(setMax)
    .optional()
    .meta({
      description:
        "Inputs as the form takes them, so that an address can be kept and shared: name and value with a colon, parted by semicolons",
      examples: ["discount_rate:8.5;terminal_growth:3"],
    }),
});

export type ModelQuery = z.output<typeof modelQuery>;

/** The inputs of an address by name. */
export const readSet = (set: string): Record<string, string> =>
  Object.fromEntries(
    set.split(";").map((pair) => {
      const at = pair.indexOf(":");
      return at < 0 ? [pair, ""] : [pair.slice(0, at).trim(), pair.slice(at + 1)];
    }),
  );

/** The inputs as an address has them. */
export const writeSet = (typed: Readonly<Record<string, string>>): string =>
  Object.entries(typed)
    .map(([name, text]) => `${name}:${text}`)
    .join(";");
