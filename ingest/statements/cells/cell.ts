import type { Mapping } from "#schemas/shapes/companies/concept.ts";
import type { Fact, SourceName } from "#schemas/shapes/companies/fact.ts";
import {
  type Lineage,
  type NullReason,
  nullReasons,
  type RefusedTag,
} from "#schemas/shapes/companies/statement.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Point } from "../../periods/slots.ts";

/** A value of a concept at one point, before it becomes a statement line. */
export interface Cell {
  value: string;
  unit: string;
  lineage: Lineage;
  /** "taxonomy:tag" that the value rests on; null when it was computed from other concepts. */
  tag: string | null;
  mapping: Mapping | null;
  rank: number | null;
  /** The version behind a filed value; null for computed ones. */
  picked: PickedVersion | null;
  /** For a computed value: one of the facts behind it, whose entity and basis of shares it shares. */
  basis: Fact | null;
  /** Exponent of ten to which the value is known. */
  quantum: number;
  source: SourceName;
  flags: string[];
  /** The statement of the period prints the line so: it is the whole line, whatever elements it stands under. */
  isPrinted?: true;
  /** The rules of the registry that made it what it is, by id; absent without any. */
  rules?: readonly string[];
}

/** Why there is no value. */
export interface Gap {
  reason: NullReason;
  /** The rule that refused the value, by id; absent where none did. */
  rules?: readonly string[];
}

export type Outcome = Cell | Gap;

export function isCell(outcome: Outcome | null | undefined): outcome is Cell {
  return outcome !== null && outcome !== undefined && "value" in outcome;
}

/** The gap of each reason, one for all lines. */
const gaps = Object.fromEntries(
  nullReasons.map((reason) => [reason, Object.freeze({ reason })]),
) as Record<NullReason, Gap>;

export function gap(reason: NullReason): Gap {
  return gaps[reason];
}

export type CellsByPoint = readonly (Cell | undefined)[];

/** The gap of a value that a rule refused. */
export const refusedBy = (reason: NullReason, rule: string): Gap => ({ reason, rules: [rule] });

/** The rules behind any of the values, each once, for a value that is made of them; nothing without any. */
export function rulesBehind(parts: readonly Pick<Cell, "rules">[]): Pick<Cell, "rules"> {
  if (!parts.some(({ rules }) => rules)) return {};
  return { rules: [...new Set(parts.flatMap(({ rules = [] }) => rules))] };
}

/** The value with one more rule behind it. */
export const withRule = (cell: Cell, rule: string): Cell => ({
  ...cell,
  ...rulesBehind([cell, { rules: [rule] }]),
});

/** The filed values of one concept in one fiscal year, by point, and why there is none. */
export interface DirectYear {
  /** By point, the first tag in order that resolves there. */
  cells: CellsByPoint;
  /** The values of every accepted tag, in order of preference: period arithmetic needs one tag for all terms. */
  byTag: readonly CellsByPoint[];
  /** Those of the tags that the line keeps through the year (2.10): all of them where they carry the same values. */
  ofYear: readonly CellsByPoint[];
  /** Points at which a value is filed that cannot be trusted. */
  troubles: ReadonlyMap<Point, Gap>;
  /** Why there is none at the other points. */
  gap: Gap;
  /** Tags that were filed and that a guard refused. */
  refused: readonly RefusedTag[];
}

/** What holds of a computed value as soon as it holds of one operand. */
const inherited = ["scope:partial", "restated", "note", "derived_q4", "vintage:as_first_reported"];

/** The flags that a value has because it is computed from these. */
export const inheritedFlags = (parts: readonly Pick<Cell, "flags">[]): string[] =>
  inherited.filter((flag) => parts.some(({ flags }) => flags.includes(flag)));
