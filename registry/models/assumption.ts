import type { Assumption, AssumptionSource, Unit } from "#schemas/shapes/models/assumption.ts";
import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { QuotedValue } from "./answers/provenance.ts";
import { rangeOf } from "./answers/ranges.ts";
import { type Compiled, compileAssumption, figuresOf } from "./formula/evaluate.ts";
import type { Expression } from "./formula/expression.ts";

export type { Warning };

/** The value of another assumption of the same model, overrides included. */
export type Get = (key: string) => number | null;

/** Tells what a formula held its value within. */
export type Warn = (get: Get) => readonly Warning[];

/** An assumption before anybody's overrides. */
export interface Seed extends Assumption {
  source: Exclude<AssumptionSource, "user">;
  /** How the value follows from other assumptions, at each use. An assumption that it rests on and nobody knows: null. */
  formula?: Expression;
  /** What is told while the formula gives the value. */
  warn?: Warn;
  /** Rules that acted on the value; told only while the value stands. */
  warnings?: readonly Warning[];
}

export interface InputName {
  key: string;
  label: string;
  unit: Unit;
}

/** What an input is called, and its unit. */
export const ratioInput = (key: string, label: string) => ({ key, label, unit: "ratio" }) as const;
export const moneyInput = (key: string, label: string) =>
  ({ key, label, unit: "currency" }) as const;

const notFound = "not found in filings";

/** Why an input has no filed value: filings have none of its tags, or state them of members alone. */
export function missingNote(
  byMember: readonly string[],
  tags: readonly string[],
  otherwise: string = notFound,
): string {
  const found = tags.find((tag) => byMember.includes(tag));
  return found === undefined
    ? otherwise
    : `filed by member alone, and not for the whole company: ${found}`;
}

/** A fact is not editable; one that the filings lack is an editable default (models.md 5.2). */
export function factSeed(
  named: InputName,
  quoted: QuotedValue | null | undefined,
  missing: number | null,
  note: string = notFound,
) {
  return quoted == null
    ? { ...defaultSeed(named, missing), note }
    : ({
        ...named,
        value: quoted.value,
        source: "prefilled_from_filings",
        editable: false,
        provenance: quoted.provenance,
        note: quoted.note ?? null,
        min: null,
        max: null,
      } satisfies Seed);
}

type SeedMore = Partial<Pick<Seed, "note" | "provenance" | "formula" | "warn" | "warnings">>;

/** An editable number that rests on reference data or on a rule. */
export function defaultSeed(named: InputName, value: number | null, more: SeedMore = {}): Seed {
  const range = rangeOf(named.key);
  // What is shown may be posted back, however odd the filings are.
  const min = Math.min(range.min, value ?? range.min);
  const max = Math.max(range.max, value ?? range.max);
  return {
    ...named,
    value,
    source: "default",
    editable: true,
    provenance: null,
    note: null,
    min,
    max,
    ...more,
  };
}

/** An editable number computed from filings. */
export function estimateSeed(named: InputName, value: number, more: SeedMore = {}): Seed {
  return { ...defaultSeed(named, value, more), source: "prefilled_from_filings" };
}

export interface SettledAssumptions {
  assumptions: Assumption[];
  get: Get;
  warnings: Warning[];
}

/** A number that a rule holds values within. Formulas read it like an assumption; nobody sets it. */
export interface Limit {
  key: string;
  label: string;
  value: number;
}

/** Seeds made ready to be settled often. */
export interface SeedTable {
  seeds: readonly Seed[];
  byKey: ReadonlyMap<string, Seed>;
  formulas: ReadonlyMap<string, Compiled>;
  limits: readonly Limit[];
  limitValues: ReadonlyMap<string, number>;
  /** The assumptions without overrides: those that overrides leave as they are stay these objects. */
  shown: readonly Assumption[];
}

export function tabulate(seeds: readonly Seed[], limits: readonly Limit[] = []): SeedTable {
  const byKey = new Map(seeds.map((seed) => [seed.key, seed]));
  const formulas = new Map(
    seeds.flatMap(({ key, formula }) =>
      formula === undefined ? [] : [[key, compileAssumption(formula)] as const],
    ),
  );
  const limitValues = new Map(limits.map(({ key, value }) => [key, value]));
  const table = { seeds, byKey, formulas, limits, limitValues, shown: [] };
  return { ...table, shown: settle(table, new Map()).assumptions };
}

/**
 * Values in force: an override beats a derived value beats a seed (models.md 5.3). A derived value may rest on
 * any other key, in any order. `overrides` holds only keys of the table.
 */
export function settle(
  { seeds, byKey, formulas, limitValues, shown }: SeedTable,
  overrides: ReadonlyMap<string, number>,
): SettledAssumptions {
  const values = new Map<string, number | null>(overrides);
  const warnings: Warning[] = [];
  const figures = assumptionFigures((key) => limitValues.get(key) ?? get(key));
  const get: Get = (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const seed = byKey.get(key);
    const formula = formulas.get(key);
    const exact = formula === undefined ? (seed?.value ?? Number.NaN) : formula(figures);
    const value = Number.isNaN(exact) ? null : exact;
    values.set(key, value);
    if (formula !== undefined && seed?.warn !== undefined) warnings.push(...seed.warn(get));
    return value;
  };
  const assumptions = seeds.map((seed, index) => {
    const isUser = overrides.has(seed.key);
    if (!isUser && seed.warnings !== undefined) warnings.push(...seed.warnings);
    const value = get(seed.key);
    const shownBefore = isUser ? undefined : shown[index];
    return shownBefore?.value === value ? shownBefore : present(seed, value, isUser);
  });
  return { assumptions, get, warnings };
}

/** Assumptions rest on each other alone. */
export const assumptionFigures = (input: Get) => figuresOf([], { input, scenario: "mid" });

function present(seed: Seed, value: number | null, isUser: boolean): Assumption {
  return {
    key: seed.key,
    label: seed.label,
    value,
    unit: seed.unit,
    source: isUser ? "user" : seed.source,
    editable: seed.editable,
    provenance: isUser ? null : seed.provenance,
    note: isUser ? null : seed.note,
    min: seed.min,
    max: seed.max,
  };
}
