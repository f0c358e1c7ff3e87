import { z } from "zod";
import { asOf } from "#api/pages/point-in-time.ts";
import { mainStatementKinds } from "#schemas/shapes/companies/filed-report.ts";
import { breakdownKinds } from "#schemas/shapes/companies/segments.ts";

export const asFiledQuery = z.object({
  asOf,
  kind: z
    .enum(mainStatementKinds)
    .default("income")
    .meta({ description: "Kind of statement", examples: ["cash_flow"] }),
  period: z
    .enum(["annual", "quarterly"])
    .default("annual")
    .meta({ description: "Annual or interim reports", examples: ["quarterly"] }),
});

export type AsFiledQuery = z.output<typeof asFiledQuery>;

export const segmentsQuery = z.object({
  asOf,
  by: z
    .enum(breakdownKinds)
    .optional()
    .meta({
      description: "What the members are; the first that there is when absent",
      examples: ["product"],
    }),
  metric: z
    .string()
    .max(200)
    .default("revenue")
    .meta({ description: "snakeKey of a concept", examples: ["revenue"] }),
});

export type SegmentsQuery = z.output<typeof segmentsQuery>;
