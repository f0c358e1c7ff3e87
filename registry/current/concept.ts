import { z } from "zod";
import type {
  Arithmetic,
  Concept,
  Guard,
  Mapping,
  Term,
} from "#schemas/shapes/companies/concept.ts";
import { ruleShape } from "#schemas/shapes/companies/rule.ts";
import { statementTypes, templates } from "#schemas/shapes/companies/statement.ts";

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
  provenBy: z.strictObject({ figure: snakeKey, shares: snakeKey, income: snakeKey }).optional(),
});

const guard: z.ZodType<Guard> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("notDwarfed"), ratio: z.number().gt(1) }),
  z.strictObject({
    kind: z.literal("identity"),
    check: z.enum(["IS-02", "IS-03", "IS-04", "CF-01"]),
  }),
  z.strictObject({ kind: z.literal("notContradicted"), check: z.literal("IS-05") }),
  z.strictObject({ kind: z.literal("positive") }),
  z.strictObject({ kind: z.literal("share") }),
  z.strictObject({ kind: z.literal("notBelow"), concepts: z.array(snakeKey).min(1) }),
  z.strictObject({
    kind: z.literal("notRepeated"),
    concepts: z.array(snakeKey).min(1),
    unless: snakeKey,
  }),
  z.strictObject({ kind: z.literal("withoutEquityIncome") }),
  z.strictObject({ kind: z.literal("withoutDiscontinued") }),
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
    .refine(isInOrder, "must begin with the earlier year")
    .describe("Years of filings in which the tag was seen, such as 2009-2026"),
  xbrlConcept: z
    .string()
    .regex(/^[A-Z][A-Za-z0-9]*$/, "must be an XBRL element name")
    .describe("The XBRL element, such as RevenueFromContractWithCustomerExcludingAssessedTax"),
  sign: z.literal([1, -1]).default(1).describe("-1 for an element of the opposite sign"),
  templates: templateList.describe("Templates in which the tag may resolve; null for all"),
  guards: z.array(guard).default([]).describe("What must hold in the fiscal year"),
  scope: scope.default("exact").describe("What the tag measures where not exactly the line"),
  validFrom: isoDate.describe("First period end at which the tag can be expected"),
  validTo: isoDate.describe("Last period end of the tag"),
  sumGroup: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("Tags of one group are added when more than one is filed"),
});

/** One entry of `concepts/*.json`. Everything that is usual may be left out of the file; strict about the rest. */
const conceptEntry = z.strictObject({
  id: z
    .string()
    .regex(/^sfrs:[A-Z][A-Za-z0-9]*$/, "must look like sfrs:Revenue")
    .describe("Id that is never used again, such as sfrs:Revenue"),
  snakeKey: snakeKey.describe("Key of the line, such as revenue; never renamed"),
  label: z.string().min(1).describe("Name for people"),
  definition: z.string().min(20).describe("What the line measures, in a sentence"),
  statement: z.enum(statementTypes).describe("The statement of the file"),
  dataType: z.enum(["monetary", "per_share", "shares", "pure"]),
  periodType: z.enum(["duration", "instant"]),
  balance: z.enum(["debit", "credit"]).nullable().default(null),
  status: z
    .enum(["active", "deprecated", "proposed"])
    .default("active")
    .describe("A new line begins as proposed; a deprecated one has a successor"),
  role: z
    .enum(["reported", "subtotal", "derived"])
    .describe("A derived line has a derivation, or is what is left of a total"),
  prevalence: z
    .enum(["universal", "conditional"])
    .describe("universal: null only with an excuse; conditional: many companies have none"),
  additive: z
    .boolean()
    .default(true)
    .describe("False where the line is not the sum of its quarters"),
  nonNegative: z.boolean().default(false).describe("True where a negative value is suspicious"),
  templates: templateList.describe("Templates that have the line; null for all"),
  rollup: arithmetic.nullable().default(null).describe("The parts that the line is the sum of"),
  derivation: z
    .array(arithmetic)
    .min(1)
    .nullable()
    .default(null)
    .describe("How the line is computed; the first whose terms all resolve wins"),
  sourceability: z
    .array(z.enum(["audited", "regulator", "connector", "manual", "computed"]))
    .min(1)
    .default(["audited", "regulator", "connector", "manual"]),
  mappings: z.array(mapping).describe("Tags in order; the first that resolves in a filing wins"),
  successor: z
    .string()
    .nullable()
    .default(null)
    .describe("Id of the line that replaces a deprecated one"),
  note: z.string().nullable().default(null).describe("What the next maintainer must know"),
  residualOf: snakeKey
    .optional()
    .describe("The total whose printed rows it holds that are no lines of their own"),
});

/** An entry of a release, which has the rules about the line, too. */
const releasedEntry = conceptEntry.extend({ rules: z.array(ruleShape).min(1).optional() });

/** The JSON Schema of a concept file, for editors: what may be written, with the defaults. */
export const conceptFileSchema = () => z.toJSONSchema(z.array(conceptEntry), { io: "input" });

/**
 * One entry of a concept file with its defaults filled in. `fileName` only serves the error, which is one
 * sentence naming the file, the concept and the field.
 */
export function parseConcept(entry: unknown, fileName: string): Concept {
  return parseEntry(conceptEntry, entry, fileName);
}

/** As `parseConcept`, of an entry of a release. */
export function parseReleased(entry: unknown, fileName: string): Concept {
  return parseEntry(releasedEntry, entry, fileName);
}

type Entry = z.infer<typeof releasedEntry>;

function parseEntry(shape: z.ZodType<Entry>, entry: unknown, fileName: string): Concept {
  const parsed = shape.safeParse(entry);
  if (parsed.success) return toConcept(parsed.data);
  const id = (entry as { id?: unknown } | null)?.id ?? "an entry without id";
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "the entry";
  throw new Error(`${fileName}: ${String(id)}: ${field}: ${issue?.message ?? "is not valid"}`);
}

// exactOptionalPropertyTypes: a field that is not there must stay away, not become undefined.
function toConcept({ rules, residualOf, ...entry }: Entry): Concept {
  const mappings: Mapping[] = entry.mappings;
  return {
    ...entry,
    ...(rules ? { rules } : {}),
    ...(residualOf ? { residualOf } : {}),
    mappings,
    rollup: entry.rollup && toArithmetic(entry.rollup),
    derivation: entry.derivation?.map(toArithmetic) ?? null,
  };
}

function toArithmetic(entry: z.infer<typeof arithmetic>): Arithmetic {
  const { terms, absent, optional, scope: measures, reportedOnly, over, provenBy } = entry;
  return {
    terms: terms.map(({ when, ...rest }): Term => (when ? { ...rest, when } : rest)),
    absent,
    ...(optional ? { optional } : {}),
    ...(measures ? { scope: measures } : {}),
    ...(reportedOnly ? { reportedOnly } : {}),
    ...(over ? { over } : {}),
    ...(provenBy ? { provenBy } : {}),
  };
}
