import { z } from "zod";
import { readPeriodKey } from "#schemas/period-key.ts";
import { ApiError } from "../../http/errors.ts";
import { type ViewQuery, viewOf } from "../../views/view-query.ts";
import {
  type FactNode,
  type LineageNode,
  type TracedValue,
  traceValue,
} from "../company-statements/service.ts";
import {
  companyText,
  dataOf,
  entityIdOf,
  said,
  type ToolContext,
  tool,
  valueShape,
} from "./tool.ts";

const value = {
  company: companyText,
  concept: z.string().min(1).max(100).describe("Key of a line, such as revenue"),
  period: z.string().min(1).max(20).describe("2023FY, 2023Q4, TTM2023Q4, or TTM for the newest"),
};
const factsShown = 8;
const filingShape = z.array(said({ accessionNumber: z.string(), url: z.string().nullable() }));
const shownShape = said({ value: valueShape, reason: z.string().nullable(), filings: filingShape });

export const traceLine = tool({
  name: "trace_value",
  title: "Trace a value to its filings",
  description:
    "How one value came about: the filed tag and filing, or the rule and operands it was computed from, with the addresses " +
    "of the filings.",
  input: z.object(value),
  output: said({
    concept: z.string(),
    period: z.string(),
    value: valueShape,
    reason: z.string().nullable(),
    filings: filingShape,
  }),
  run: async (context, asked) => {
    const { label, unit, flags, lineage, ...traced } = await traceIn(context, asked, {});
    return {
      company: asked.company,
      concept: traced.concept,
      label,
      period: traced.period,
      value: traced.value,
      unit,
      reason: traced.reason,
      flags,
      how: lineage === null ? null : stepOf(lineage),
      filings: filingsOf(lineage),
    };
  },
});

export const pointInTime = tool({
  name: "value_at_time",
  title: "A value as it was known",
  description:
    "One value as it was known at the end of a day, as first reported and as it stands now, to see restatements and avoid " +
    "hindsight.",
  output: said({ asOf: shownShape, firstReported: shownShape, now: shownShape }),
  input: z.object({ ...value, asOf: z.iso.date().describe("The day, such as 2018-12-31") }),
  run: async (context, { asOf, ...asked }) => {
    // First: it refuses what is not known in any view.
    const now = await traceIn(context, asked, {});
    const then = await knownOrNull(traceIn(context, asked, { asOf }));
    const first = await knownOrNull(traceIn(context, asked, { view: "original" }));
    const { concept, label, period, unit } = now;
    return {
      company: asked.company,
      concept,
      label,
      period,
      unit,
      asOf: { day: asOf, ...shown(then) },
      firstReported: shown(first),
      now: shown(now),
    };
  },
});

async function traceIn(
  context: ToolContext,
  { company, concept, period }: { company: string; concept: string; period: string },
  query: ViewQuery,
): Promise<TracedValue> {
  const { deps, viewer } = context;
  const entityId = await entityIdOf(context, company);
  const view = viewOf(query, deps.now());
  const of = { entityId, concept, period: readPeriodKey(period) ?? period, view, viewer };
  return dataOf<TracedValue>((await traceValue(deps, of)) as { data: TracedValue });
}

/** Null where the period was not filed in the view. */
const knownOrNull = (answer: Promise<TracedValue>): Promise<TracedValue | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

const shown = (traced: TracedValue | null) =>
  traced === null
    ? { value: null, reason: "the period had not been filed", filings: [] }
    : { value: traced.value, reason: traced.reason, filings: filingsOf(traced.lineage) };

/** The step and, of a rule, what goes into it; deeper steps are in the lineage of the operands. */
function stepOf(node: LineageNode): object {
  if (node.kind === "fact") {
    const {
      tag,
      value: text,
      unit,
      periodStart,
      periodEnd,
      form,
      filedDate,
      filingIndexUrl,
    } = node;
    return { tag, value: text, unit, periodStart, periodEnd, form, filedDate, filingIndexUrl };
  }
  const operands = node.operands.map(({ weight, label, value: text, of }) => ({
    weight,
    label,
    value: text,
    from: of.kind === "fact" ? of.tag : of.rule,
  }));
  return { rule: node.rule, operands };
}

function factsOf(node: LineageNode): FactNode[] {
  return node.kind === "fact" ? [node] : node.operands.flatMap(({ of }) => factsOf(of));
}

/** The filings that a value rests on, each once. */
function filingsOf(node: LineageNode | null) {
  const facts = node === null ? [] : factsOf(node);
  const byFiling = new Map(facts.map((fact) => [fact.accessionNumber, fact]));
  return [...byFiling.values()]
    .slice(0, factsShown)
    .map(({ accessionNumber, form, filedDate, filingIndexUrl }) => ({
      accessionNumber,
      form,
      filed: filedDate,
      url: filingIndexUrl,
    }));
}
