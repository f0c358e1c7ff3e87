import { z } from "zod";
import { filedStatementKinds } from "#schemas/shapes/companies/filed-report.ts";
import { asOf } from "../schemas.ts";

export const asFiledQuery = z.object({
  asOf,
  kind: z
    .enum(filedStatementKinds)
    .default("income")
    .meta({ description: "Kind of statement", examples: ["cash_flow"] }),
  period: z
    .enum(["annual", "quarterly"])
    .default("annual")
    .meta({ description: "Annual or interim reports", examples: ["quarterly"] }),
});

export type AsFiledQuery = z.output<typeof asFiledQuery>;
