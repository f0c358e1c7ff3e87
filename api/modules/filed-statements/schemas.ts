import { z } from "zod";
import { filedStatementKinds } from "#schemas/shapes/companies/filed-report.ts";
import { breakdownKinds } from "#schemas/shapes/companies/segments.ts";
import { reportStates } from "#schemas/shapes/companies/statement-as-filed.ts";
import { longPageQuery, queryInteger } from "#schemas/shapes/page.ts";
import { entityParams } from "../../http/requests/params.ts";
import { viewQuery } from "../../views/view-query.ts";

/** "0000320193-24-000123", also of a number without hyphens. */
export const accessionNumber = (typed: string): string =>
  typed.replace(/^(\d{10})-?(\d{2})-?(\d{6})$/, "$1-$2-$3");

export const params = {
  ...entityParams,
  accession: z
    .string()
    // Filings that came from files without a number have one of the service's own.
    .regex(
      /^(?:\d{10}-?\d{2}-?\d{6}|unknown-[0-9a-f]{16})$/,
      "An accession number has 18 digits: 0000320193-24-000123",
    )
    .overwrite(accessionNumber)
    .meta({ description: "Accession number of a filing", examples: ["0000320193-24-000123"] }),
  kind: z.enum(filedStatementKinds).meta({
    description: "Kind of statement; `other` are notes and schedules",
    examples: ["income"],
  }),
};

/** As in every view, with a day on which the example's filing was known. */
const view = viewQuery.extend({
  asOf: viewQuery.shape.asOf.meta({
    ...viewQuery.shape.asOf.meta(),
    description: "Uses only filings up to the end of this day. The day must not be in the future",
    examples: ["2025-12-31"],
  }),
});
const asOf = view.pick({ asOf: true });

export const filingsQuery = longPageQuery.extend({
  ...asOf.shape,
  form: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "Only filings of this form", examples: ["10-K"] }),
  state: z
    .enum(reportStates)
    .optional()
    .meta({ description: "Only filings whose statements are in this state", examples: ["stored"] }),
});

const format = z
  .enum(["json", "csv", "xlsx"])
  .optional()
  .meta({ description: "csv or xlsx for a file; csv also by Accept: text/csv", examples: ["csv"] });

export const statementsQuery = asOf.extend({ format });

export const historyQuery = asOf.extend({
  format,
  period: z
    .enum(["annual", "quarterly"])
    .default("annual")
    .meta({ description: "Annual or interim reports", examples: ["annual"] }),
  limit: queryInteger(1, 60, {
    description: "Columns at most, newest first; default 8",
    examples: [5],
  }),
});

export const breakdownsQuery = view;

export const segmentsQuery = view.extend({
  format,
  by: z
    .enum(breakdownKinds)
    .default("business")
    .meta({ description: "What the members are", examples: ["product"] }),
  metric: z
    .string()
    .min(1)
    .max(200)
    .default("revenue")
    .meta({
      description: "snakeKey of a concept, or the qualified name of an element",
      examples: ["revenue"],
    }),
});
