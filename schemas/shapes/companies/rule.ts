import { z } from "zod";
import { condition, line, scope } from "./rule-conditions.ts";
import { nullReasons, templates } from "./statement.ts";

/** What a rule does to its line where it applies. */
const effect = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("refuse"),
    /** The filed value. */
    tag: z.boolean().default(false),
    /** Lines that are not computed; with `by` only not from that line. */
    formulas: z.array(line).default([]),
    by: line.optional(),
    /** Lines that then have this reason, where none of `unless` has a value. */
    reason: z.enum(nullReasons).optional(),
    lines: z.array(line).default([]),
    unless: z.array(line).default([]),
  }),
  z.strictObject({ kind: z.literal("prefer"), from: line }),
  z.strictObject({ kind: z.literal("scope"), scope }),
  z.strictObject({ kind: z.literal("turn") }),
  z.strictObject({ kind: z.literal("rescale") }),
  z.strictObject({ kind: z.literal("compute") }),
  z.strictObject({ kind: z.literal("absent") }),
  z.strictObject({ kind: z.literal("compare") }),
]);

/** What is filed, by the line whose first tag states it or by "taxonomy:Tag": exact decimal text. */
const values = z.record(z.string(), z.string().regex(/^-?\d+(\.\d+)?$/));

/** Figures of a filing, and what the rule makes of them. */
const ruleCase = z.strictObject({
  /** Company and period that the figures are of, and where they are changed what is. */
  of: z.string().min(1),
  /** The lines of the fiscal year in one annual report. */
  filed: values,
  /** The same of spans before it, each by its own report: the quarters' nine months and so on. */
  before: z.record(z.enum(["Q1", "M6", "M9"]), values).optional(),
  /** What the same report states of the fiscal year before. */
  prior: values.optional(),
  /** What a filing of the next year states of the same year. */
  restated: values.optional(),
  /** What that filing states of its own year. */
  next: values.optional(),
  /** What the lines of the year show: a value, or a reason with "null:" before it. */
  shows: z.record(line, z.string()),
  /** Flags that the lines have, and with a "!" before it flags that they have not. */
  flags: z.record(line, z.array(z.string())).optional(),
  /** The same of the fourth quarter. */
  fourth: z.record(line, z.string()).optional(),
  /** Whether the check of the rule passes. */
  passes: z.boolean().optional(),
});

/** A rule of accounting that is no mapping: what it looks at, when it applies and what it does then. */
export const ruleShape = z.strictObject({
  id: z.string().regex(/^[A-Z]{2}-\d{2}[a-z]?$|^[a-z][a-z0-9]*(-[a-z0-9]+)*$/),
  /** Rules of one kind are applied in ascending order of place. */
  place: z.int().positive(),
  /** The line that it is about. */
  line,
  /** What it says, in words. */
  title: z.string().min(10),
  templates: z.array(z.enum(templates)).min(1).nullable().default(null),
  applies: condition,
  effect,
  cases: z.array(ruleCase).default([]),
});

export type Rule = z.infer<typeof ruleShape>;
export type RuleCase = z.infer<typeof ruleCase>;
export type RuleKind = Rule["applies"]["kind"];

/** A rule whose condition is of the kind. */
export type RuleOf<K extends RuleKind> = Rule & { applies: Extract<Rule["applies"], { kind: K }> };
export type AppliesOf<K extends RuleKind> = Extract<Rule["applies"], { kind: K }>;
