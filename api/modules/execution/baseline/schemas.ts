import { z } from "zod";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { amount, amountShape, dayText } from "../schemas.ts";

const metric = { name: nameText(120), value: amount.nullable(), unit: nameText(40).nullable() };

export const baselineBody = z.object({
  asOf: dayText,
  summary: longTextOrNull(5000).optional(),
  metrics: z
    .array(
      z.object({ ...metric, value: metric.value.default(null), unit: metric.unit.default(null) }),
    )
    .max(100)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      "Each metric is named once",
    )
    .default([]),
});
export type BaselineBody = z.output<typeof baselineBody>;

export const baselineShape = z
  .object({
    entityId: z.uuid(),
    version: z.int(),
    asOf: z.iso.date(),
    summary: z.string().nullable(),
    metrics: z.array(
      z.object({ name: z.string(), value: amountShape.nullable(), unit: z.string().nullable() }),
    ),
    /** SHA-256 in hexadecimal over what it says and the hash of the version before it. */
    hash: z.string(),
    previousHash: z.string().nullable(),
    /** Who set it; null once the account is gone. */
    setBy: z.uuid().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ExecutionBaseline" });
export type Baseline = z.infer<typeof baselineShape>;
