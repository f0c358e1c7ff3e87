import { z } from "zod";

export const number = z.number().nullable();
export const numbers = z.record(z.string(), number);
export const when = z.iso.date();

/** One number per scenario; null where the model has none. */
export const triple = z.strictObject({ low: number, mid: number, high: number });

export const tripleOf = <T extends z.ZodType>(of: T) =>
  z.strictObject({ low: of, mid: of, high: of });
