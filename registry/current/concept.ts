import { z } from "zod";
import type { Arithmetic, Concept, Guard, Mapping, Term } from "#schemas/shapes/concept.ts";
import { statementTypes, templates } from "#schemas/shapes/statement.ts";

const snakeKey = z.string().regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, "must be a snake_case key");
const templateList = z.array(z.enum(templates)).min(1).nullable().default(null);
const isoDate = z.iso.date().nullable().default(null);

const scope = z.enum([
  "exact",
  "pre_equity_method",
  "continuing",
  "ex_fx",
  "includes_rou",
  "partial",
  "wider",
  "includes_nci",
]);

const term = z.strictObject({
  weight: z.literal([1, -1]),
  concept: snakeKey,
  when: z.strictObject({ concept: snakeKey, scope, holds: z.boolean() }).optional(),
});

const arithmetic = z.strictObject({
  terms: z.array(term).min(1),
  absent: z.array(snakeKey).default([]),
  optional: z.array(snakeKey).min(1).optional(),
  scope: scope.optional(),
  reportedOnly: z.boolean().optional(),
  over: snakeKey.optional(),
});

const guard: z.ZodType<Guard> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("notDwarfed"), ratio: z.number().gt(1) }),
  z.strictObject({ kind: z.literal("identity"), check: z.enum(["IS-02", "IS-03", "IS-04"]) }),
  z.strictObject({ kind: z.literal("notContradicted"), check: z.literal("IS-05") }),
  z.strictObject({ kind: z.literal("positive") }),
  z.strictObject({ kind: z.literal("notBelow"), concepts: z.array(snakeKey).min(1) }),
  z.strictObject({
    kind: z.literal("notRepeated"),
    concepts: z.array(snakeKey).min(1),
    unless: snakeKey,
  }),
  z.strictObject({ kind: z.literal("withoutEquityIncome") }),
]);

function isInOrder(span: string): boolean {
  const [first = "", last = first] = span.split("-");
  return first <= last;
}

const mapping = z.strictObject({
  taxonomy: z.enum(["us-gaap", "ifrs-full", "dei", "srt"]),
  version: z
    .string()
    .regex(/^\d{4}(-\d{4})?$/, "must be a year or a span of years")
    .refine(isInOrder, "must begin with the earlier year"),
  xbrlConcept: z.string().regex(/^[A-Z][A-Za-z0-9]*$/, "must be an XBRL element name"),
  sign: z.literal([1, -1]).default(1),
  templates: templateList,
  guards: z.array(guard).default([]),
  scope: scope.default("exact"),
  validFrom: isoDate,
  validTo: isoDate,
  sumGroup: z.string().min(1).nullable().default(null),
});

/** One entry of `concepts/*.json`. Everything that is usual may be left out of the file; strict about the rest. */
const conceptEntry = z.strictObject({
  id: z.string().regex(/^sfrs:[A-Z][A-Za-z0-9]*$/, "must look like sfrs:Revenue"),
  snakeKey,
  label: z.string().min(1),
  definition: z.string().min(20),
  statement: z.enum(statementTypes),
  dataType: z.enum(["monetary", "per_share", "shares", "pure"]),
  periodType: z.enum(["duration", "instant"]),
  balance: z.enum(["debit", "credit"]).nullable().default(null),
  status: z.enum(["active", "deprecated", "proposed"]).default("active"),
  role: z.enum(["reported", "subtotal", "derived"]),
  prevalence: z.enum(["universal", "conditional"]),
  additive: z.boolean().default(true),
  nonNegative: z.boolean().default(false),
  templates: templateList,
  rollup: arithmetic.nullable().default(null),
  derivation: z.array(arithmetic).min(1).nullable().default(null),
  sourceability: z
    .array(z.enum(["audited", "regulator", "connector", "manual", "computed"]))
    .min(1)
    .default(["audited", "regulator", "connector", "manual"]),
  mappings: z.array(mapping),
  successor: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
});

/**
 * One entry of a concept file with its defaults filled in. `fileName` only serves the error, which is one
 * sentence naming the file, the concept and the field.
 */
export function parseConcept(entry: unknown, fileName: string): Concept {
  const parsed = conceptEntry.safeParse(entry);
  if (parsed.success) return toConcept(parsed.data);
  const id = (entry as { id?: unknown } | null)?.id ?? "an entry without id";
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "the entry";
  throw new Error(`${fileName}: ${String(id)}: ${field}: ${issue?.message ?? "is not valid"}`);
}

// exactOptionalPropertyTypes: a field that is not there must stay away, not become undefined.
function toConcept(entry: z.infer<typeof conceptEntry>): Concept {
  const mappings: Mapping[] = entry.mappings;
  return {
    ...entry,
    mappings,
    rollup: entry.rollup && toArithmetic(entry.rollup),
    derivation: entry.derivation?.map(toArithmetic) ?? null,
  };
}

function toArithmetic(entry: z.infer<typeof arithmetic>): Arithmetic {
  const { terms, absent, optional, scope: measures, reportedOnly, over } = entry;
  return {
    terms: terms.map(({ when, ...rest }): Term => (when ? { ...rest, when } : rest)),
    absent,
    ...(optional ? { optional } : {}),
    ...(measures ? { scope: measures } : {}),
    ...(reportedOnly ? { reportedOnly } : {}),
    ...(over ? { over } : {}),
  };
}
