import { z } from "zod";
import { countedValue } from "#ingest/faces/shown/counted-value.ts";
import { breakdownKinds } from "#schemas/shapes/companies/segments.ts";
import {
  type Breakdowns,
  dataIn,
  getBreakdowns,
  getSegments,
  type Segments,
} from "../filed-statements/service.ts";
import { asOfText, companyText, entityIdOf, said, tool, valueShape } from "./tool.ts";

const input = z.object({
  company: companyText,
  by: z
    .enum(breakdownKinds)
    .optional()
    .describe("What the members are; a list of what there is when absent"),
  metric: z.string().min(1).max(200).default("revenue").describe("Key of a line, such as revenue"),
  periods: z.int().min(1).max(20).default(6).describe("How many, newest first"),
  asOf: asOfText,
});

export const getSegmentsTool = tool({
  name: "get_segments",
  title: "Read segments, products and places",
  description:
    "A metric by business segment, product, place or customer as the filings state it, and how the members add up to the " +
    "company. Without `by` it lists what the filings break down.",
  input,
  output: said({
    /** Of a breakdown; absent from the list of what there is. */
    periods: z.array(said({ period: z.string(), total: valueShape })).optional(),
    members: z.array(said({ values: z.record(z.string(), valueShape) })).optional(),
  }),
  run: async (context, { company, by, metric, periods: count, asOf }) => {
    const { deps, viewer } = context;
    const of = { entityId: await entityIdOf(context, company), viewer, asOf };
    if (by === undefined) return dataIn<Breakdowns>(await getBreakdowns(deps, of));
    const answer = await getSegments(deps, { ...of, by, metric });
    const { reason, periods, members } = dataIn<Segments>(answer);
    const shown = periods.slice(0, count);
    return {
      company,
      by,
      metric,
      reason,
      periods: shown.map(({ key, unit, total, sum, reconciliation, isRecast, filing }) => {
        return {
          period: key,
          unit,
          total: total?.value ?? null,
          sum,
          reconciliation,
          isRecast,
          filing,
        };
      }),
      members: members.flatMap(({ label, role, values }) => {
        const stated = shown.flatMap(({ key }) =>
          values[key] ? [[key, countedValue(values[key])]] : [],
        );
        return stated.length === 0 ? [] : [{ label, role, values: Object.fromEntries(stated) }];
      }),
    };
  },
});
