import { z } from "zod";

/** snakeKey of a line. */
export const line = z.string().regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, "must be a snake_case key");
export const lines = z.array(line).min(1);
const weight = z.literal([1, -1]);
export const scope = z.string().min(1);

const amountTerm = z.strictObject({ weight, concept: line });

/** Σ weight × line, of lines that all have a value. */
const waySchema = z.strictObject({
  terms: z.array(amountTerm).min(1),
  /** Lines that must have no value. */
  silent: lines.optional(),
  /** Lines that must have no value or be zero. */
  nothing: lines.optional(),
});

/** The first of these sums that can be made. */
const amount = z.array(waySchema).min(1);

/** Incomes that may be income before tax less tax, each with what it may have to be freed of. */
const incomesAfter = z.array(
  z.strictObject({
    concept: line,
    silent: lines.optional(),
    less: z.array(z.array(amountTerm)).min(1),
  }),
);

export type Way = z.infer<typeof waySchema>;

const sumTerm = z.strictObject({
  weight,
  concept: line,
  /** Left out when the filer has no such line at all. */
  optional: z.literal(true).optional(),
  /** Lines that the filer must not have either for the term to be left out. */
  absentWith: lines.optional(),
  /** Counts only if the named line is, or is not, of that scope. */
  when: z.strictObject({ concept: line, scope, holds: z.boolean() }).optional(),
  /** Filers show it before or after the total, whatever they tag: the sum may hold with it or without it. */
  isPlacedFreely: z.literal(true).optional(),
});

/** Figures per share and the average shares that they are earned by: basic, then diluted. */
const pairs = z.array(z.strictObject({ figure: line, shares: line })).min(1);

/** A figure and the one that is the same in a loss. */
const twin = z.strictObject({ basic: line, diluted: line });
const twins = z.array(twin).min(1);

/** Sums of lines that a filing shows. Each is a check of its own, and what breaks one gives way. */
const sums = [
  z.strictObject({
    kind: z.literal("identity"),
    /** Id of the check; that of the rule where it is left out. */
    check: z.string().optional(),
    severity: z.enum(["A", "B", "C"]),
    terms: z.array(sumTerm).min(1),
    relation: z.enum(["=", "<="]).default("="),
    /** Scopes that do not stop the check, as "concept:scope". */
    allowedScopes: z.array(z.string()).default([]),
  }),
] as const;

/** Conditions on the lines of one period. */
const ofPeriods = [
  z.strictObject({
    kind: z.literal("whole_is_parts"),
    whole: line,
    parts: lines,
    /** Lines that must be filed, not computed. */
    filed: lines,
  }),
  z.strictObject({
    kind: z.literal("sliver"),
    part: line,
    whole: line,
    /** What is left of the whole after all costs: the first that is filed. */
    left: lines,
    /** Other named costs: of each the largest of some sums of lines. */
    named: z.array(z.array(lines).min(1)).min(1),
    /** Of all costs: what the part must be less than, and what it and the named ones must be less than. */
    shares: z.strictObject({ part: z.number().gt(0).lt(1), named: z.number().gt(0).lt(1) }),
    silent: lines,
  }),
  z.strictObject({
    kind: z.literal("parts_of_total"),
    total: line,
    parts: z.array(z.strictObject({ concept: line, optional: z.literal(true).optional() })).min(1),
    silent: lines.optional(),
    /** A line that is either not filed or the very amount of the last part. */
    sameAs: line.optional(),
    /** A line that must be more than nothing. */
    something: line.optional(),
    /** A line that some filing of the year must name. */
    named: line.optional(),
  }),
  z.strictObject({
    kind: z.literal("scope_by_sum"),
    /** What is outside the line in that scope, and inside it else. */
    extra: line,
    /** What the line comes to, with the extra in that scope. */
    equals: z.array(amount).min(1),
    /** Whether the sum may also take a scope away that the tag says. */
    mayClear: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal("short_of_parts"), parts: lines }),
  /** The line and what stands beside it are more than the total of both. */
  z.strictObject({ kind: z.literal("beyond_total"), total: line, beside: lines }),
  z.strictObject({
    kind: z.literal("mostly_sums"),
    /** What is nothing in most of the year's periods that tell. */
    terms: z.array(amountTerm).min(1),
    /** What they come to instead of nothing. */
    extra: line.optional(),
    silent: lines.optional(),
    positive: lines.optional(),
    /** The line by which rounding is judged. */
    roundedAs: line,
  }),
  z.strictObject({ kind: z.literal("silent_balance"), sides: lines, except: lines }),
  z.strictObject({ kind: z.literal("printed_silence"), lines }),
  z.strictObject({ kind: z.literal("balance_of_year") }),
  z.strictObject({ kind: z.literal("income_by_figure"), income: line, figure: line, shares: line }),
  z.strictObject({ kind: z.literal("unearned_income"), income: line, pairs }),
  z.strictObject({
    kind: z.literal("count_by_cover"),
    cover: line,
    average: line,
    issued: line,
    treasury: line,
  }),
  z.strictObject({
    kind: z.literal("derived_per_share"),
    pairs,
    twins,
    income: line,
    netIncome: line,
  }),
  z.strictObject({ kind: z.literal("figures_of_loss"), twins, signs: lines }),
] as const;

/** Conditions on the tags of one fiscal year, by which guards of mappings judge. */
const ofTags = [
  z.strictObject({
    kind: z.literal("guard_sum"),
    check: z.enum(["IS-02", "IS-03", "IS-04", "IS-05", "CF-01"]),
    /** Each says that a whole is its parts; a part that is null is the tag itself. One that holds is enough. */
    ways: z.array(z.strictObject({ whole: amount, parts: z.array(amount.nullable()).min(1) })),
  }),
  z.strictObject({
    kind: z.literal("proven_total"),
    /** A profit above other income, and the costs that take the line to it. */
    operating: z.array(lines).min(1),
    /** A profit with equity-method income in it, and its costs. */
    pretax: z.array(lines).min(1),
    equity: line,
    least: z.number(),
    most: z.number(),
  }),
  z.strictObject({
    kind: z.literal("part_per_share"),
    part: line,
    shares: line,
    least: z.number(),
  }),
] as const;

/** Conditions on facts, before any tag is chosen. */
const ofFacts = [
  z.strictObject({ kind: z.literal("contra_account") }),
  z.strictObject({ kind: z.literal("reversible") }),
  z.strictObject({ kind: z.literal("restated_alone") }),
  z.strictObject({ kind: z.literal("stands_for"), total: line, silent: lines }),
  z.strictObject({
    kind: z.literal("share_scale"),
    pairs,
    incomes: lines,
    counts: lines,
    /** A count in the scale of another one beside it. */
    follows: z.array(z.strictObject({ count: line, other: line })),
  }),
  z.strictObject({ kind: z.literal("untested_scale"), pairs, incomes: lines }),
  z.strictObject({ kind: z.literal("part_of_earnings"), pairs, incomes: lines }),
  z.strictObject({ kind: z.literal("misplaced_amount"), pairs, incomes: lines }),
  z.strictObject({
    kind: z.literal("turned_tax"),
    before: line,
    between: line,
    after: incomesAfter,
    operating: line,
    interest: line,
  }),
  z.strictObject({
    kind: z.literal("turned_pretax"),
    tax: line,
    between: line,
    after: incomesAfter,
    /** What the rows above come to. */
    operating: amount,
  }),
  z.strictObject({
    kind: z.literal("turned_part"),
    rest: line,
    totals: lines,
    /** What may be taken out of the sum. */
    others: z.array(line),
  }),
  z.strictObject({
    kind: z.literal("turned_twin"),
    /** Two incomes of one period, and the share that stands between. */
    pairs: z.array(z.strictObject({ first: line, second: line, share: line })).min(1),
    /** The incomes above, the nearest first. */
    above: z.array(amount).min(1),
    /** Stands between them and net income. */
    plus: line,
  }),
  z.strictObject({ kind: z.literal("turned_figure"), pairs, incomes: lines, witnesses: lines }),
  z.strictObject({ kind: z.literal("turned_share"), whole: line, rest: line }),
] as const;

const severity = z.enum(["A", "B", "C"]);

/** Comparisons that change no value and are no sum. */
const ofChecks = [
  z.strictObject({ kind: z.literal("check_cash_roll"), severity, change: line }),
  z.strictObject({ kind: z.literal("check_one_filing"), severity, operands: lines }),
  z.strictObject({
    kind: z.literal("check_quotient"),
    severity,
    income: line,
    netIncome: line,
    between: line,
    shares: line,
  }),
  z.strictObject({
    kind: z.literal("check_dilution"),
    severity,
    shares: twin,
    figures: twin,
    income: line,
  }),
  z.strictObject({ kind: z.literal("check_continuity"), severity }),
  z.strictObject({ kind: z.literal("check_cover_date"), severity }),
] as const;

/** When a rule applies: one of the conditions above. */
export const condition = z.discriminatedUnion("kind", [
  ...sums,
  ...ofFacts,
  ...ofTags,
  ...ofPeriods,
  ...ofChecks,
]);
