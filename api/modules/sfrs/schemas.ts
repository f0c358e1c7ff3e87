import { z } from "zod";
import { filingTypes } from "#schemas/shapes/companies/filing.ts";
import { statementTypes, templates } from "#schemas/shapes/companies/statement.ts";
import { someText } from "#schemas/shapes/text.ts";

const term = z.object({
  weight: z.number(),
  concept: z.string(),
  when: z.object({ concept: z.string(), scope: z.string(), holds: z.boolean() }).optional(),
});

const arithmetic = z.object({
  terms: z.array(term),
  absent: z.array(z.string()),
  optional: z.array(z.string()).optional(),
  scope: z.string().optional(),
  reportedOnly: z.boolean().optional(),
  over: z.string().optional(),
  provenBy: z.object({ figure: z.string(), shares: z.string(), income: z.string() }).optional(),
});

const guard = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("notDwarfed"), ratio: z.number() }),
  z.object({ kind: z.literal("identity"), check: z.enum(["IS-02", "IS-03", "IS-04", "CF-01"]) }),
  z.object({ kind: z.literal("notContradicted"), check: z.literal("IS-05") }),
  z.object({ kind: z.literal("positive") }),
  z.object({ kind: z.literal("share") }),
  z.object({ kind: z.literal("notBelow"), concepts: z.array(z.string()) }),
  z.object({
    kind: z.literal("notRepeated"),
    concepts: z.array(z.string()),
    unless: z.string(),
  }),
  z.object({ kind: z.literal("withoutEquityIncome") }),
  z.object({ kind: z.literal("withoutDiscontinued") }),
]);

const mapping = z.object({
  taxonomy: z.string(),
  version: z.string(),
  xbrlConcept: z.string(),
  sign: z.union([z.literal(1), z.literal(-1)]),
  templates: z.array(z.enum(templates)).nullable(),
  guards: z.array(guard),
  scope: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  sumGroup: z.string().nullable(),
});

/** A rule about the line that is no mapping. What it looks at and does is as `registry/rules` has it. */
const rule = z.object({
  id: z.string(),
  place: z.int(),
  line: z.string(),
  title: z.string(),
  templates: z.array(z.enum(templates)).nullable(),
  applies: z.looseObject({ kind: z.string() }),
  effect: z.looseObject({ kind: z.string() }),
  cases: z.array(z.looseObject({ of: z.string() })),
});

const statuses = ["active", "deprecated", "proposed"] as const;
const roles = ["reported", "subtotal", "derived"] as const;

/**
 * "SFRS registry concept"; `statement`, `additive`, `nonNegative`, `templates`, `successor`, `note`, `rules` and `residualOf` are additive.
 */
export const concept = z
  .object({
    id: z.string(),
    label: z.string(),
    definition: z.string(),
    dataType: z.enum(["monetary", "per_share", "shares", "pure"]),
    periodType: z.enum(["duration", "instant"]),
    balance: z.enum(["debit", "credit"]).nullable(),
    status: z.enum(statuses),
    role: z.enum(roles),
    prevalence: z.enum(["universal", "conditional"]),
    snakeKey: z.string(),
    rollup: arithmetic.nullable(),
    derivation: z.array(arithmetic).nullable(),
    sourceability: z.array(z.string()),
    mappings: z.array(mapping),
    statement: z.enum(statementTypes),
    additive: z.boolean(),
    nonNegative: z.boolean(),
    templates: z.array(z.enum(templates)).nullable(),
    successor: z.string().nullable(),
    note: z.string().nullable(),
    rules: z.array(rule).optional(),
    residualOf: z.string().optional(),
  })
  .meta({ id: "SfrsConcept" });

export const conceptQuery = z.object({
  status: z
    .enum(statuses)
    .optional()
    .meta({ description: "Only concepts of this status", examples: ["active"] }),
  role: z
    .enum(roles)
    .optional()
    .meta({ description: "Only concepts of this role", examples: ["reported"] }),
  taxonomy: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .meta({ description: "Only concepts with a mapping in it", examples: ["us-gaap"] }),
});

export const conceptsMeta = z.object({
  registryVersion: z.string(),
  standardVersion: z.string(),
  registrySha256: z.string(),
  count: z.int(),
});

export const runtimeSchema = z
  .object({
    schemaType: z.string(),
    schemaVersion: z.string(),
    schemaSha256: z.string(),
    /** Where the artifact itself is served: its bytes have the digest. */
    canonicalSourceUrl: z.string(),
    isActive: z.boolean(),
    ingestedAt: z.iso.datetime(),
  })
  .meta({ id: "SfrsRuntimeSchema" });

export const params = {
  schemaType: z
    .enum(filingTypes)
    .meta({ description: "One of the schema types", examples: ["income_statement"] }),
  schemaVersion: someText(40, "A registered version", "1.0.0"),
};

/** A JSON Schema (2020-12) of a strict statement payload. */
export const artifact = z
  .looseObject({ $id: z.string(), $schema: z.string() })
  .meta({ id: "SfrsSchemaArtifact" });
