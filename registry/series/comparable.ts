import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { AdjustedValue, Line, Lineage } from "#schemas/shapes/companies/statement.ts";
import { adjustForSplits, type Split } from "./adjust-for-splits.ts";
import { monthsBetween } from "./months-between.ts";

/** Why two figures of one line cannot be compared. */
export type BreakReason =
  | Exclude<AdjustedValue["reason"], null>
  | "currency_changed"
  | "scope_changed"
  | "fiscal_year_changed"
  | "no_period"
  | "not_meaningful";

/** A figure on the one basis that a company's periods are compared on. */
export interface ComparableFigure {
  /** Per share, and counts of shares: as if all splits had come before. Anything else is as it stands. */
  value: string | null;
  /** Null with a value. */
  reason: AdjustedValue["reason"];
  /** Null where the figure does not count shares, and without a value; "1" where no split came after it. */
  factor: string | null;
  unit: string | null;
  /** What part of the line the figure covers ("continuing", "partial"); null for the line as it is defined. */
  scope: string | null;
  end: string;
}

type ComparedLine = Pick<Line, "value" | "unit" | "reason" | "lineage" | "flags">;

/**
 * A line as figures of other periods are compared with it. Lineage numbers are indexes into `facts`; `lines` are those of
 * the same period, whose scopes a value that is computed from them has.
 */
export function comparableFigure(
  line: ComparedLine,
  of: {
    facts: readonly Fact[];
    splits: readonly Split[];
    end: string;
    lines: Readonly<Record<string, { flags?: readonly string[] }>>;
  },
): ComparableFigure {
  const { value, unit, reason, flags } = line;
  const scope = scopeIn(flags) ?? operandScope(line.lineage, of.lines);
  const about = { unit, scope, end: of.end };
  if (unit?.endsWith("shares") !== true) return { value, reason, factor: null, ...about };
  return { ...adjustForSplits(line, of), ...about };
}

const scopeFlag = "scope:";

/** What part of a line its value covers, by its flags; null for the line as it is defined. */
export const scopeIn = (flags: readonly string[] = []): string | null =>
  flags.find((flag) => flag.startsWith(scopeFlag))?.slice(scopeFlag.length) ?? null;

/** Free cash flow of continuing operations has no scope of its own: its operating cash flow has. */
function operandScope(
  lineage: Lineage | null,
  lines: Readonly<Record<string, { flags?: readonly string[] }>>,
): string | null {
  if (lineage === null || typeof lineage === "number" || lineage[0] !== "derivation") return null;
  const scopes = lineage.slice(1).flatMap((operand) => {
    const [key = ""] = String(operand[1]).split("@");
    return scopeIn(lines[key]?.flags) ?? [];
  });
  return scopes.length === 0 ? null : [...new Set(scopes)].sort().join("+");
}

/**
 * Growth a year from one figure to another over the time that passed, to the month: from 2020-12-31 to 2025-06-30 are
 * 4.5 years. Null with the reason of the figure that is missing, else "currency_changed" where the units differ,
 * "scope_changed" where the figures cover other parts, and "not_meaningful" from or to zero or less.
 */
export function growthAYear(
  from: ComparableFigure,
  to: ComparableFigure,
): { value: number; reason: null } | { value: null; reason: BreakReason } {
  const missing = missingOf(from, to);
  if (missing !== null) return { value: null, reason: missing };
  const broken = breakBetween(from, to);
  if (broken !== null) return { value: null, reason: broken };
  const [start, end] = [Number(from.value), Number(to.value)];
  const years = monthsBetween(from.end, to.end) / 12;
  if (!(start > 0 && end > 0 && years > 0)) return { value: null, reason: "not_meaningful" };
  return { value: (end / start) ** (1 / years) - 1, reason: null };
}

type Growth = ReturnType<typeof growthAYear>;

/**
 * Growth on the figure of the year before, which must be above zero. Null as `growthAYear` is, with "no_period" where
 * there is no such year, and with "fiscal_year_changed" where not twelve months lie between the two ends.
 */
export function growthOnYearBefore(
  before: ComparableFigure | undefined,
  now: ComparableFigure,
): Growth {
  if (before === undefined) return { value: null, reason: "no_period" };
  const missing = missingOf(before, now);
  if (missing !== null) return { value: null, reason: missing };
  if (monthsBetween(before.end, now.end) !== 12) {
    return { value: null, reason: "fiscal_year_changed" };
  }
  const broken = breakBetween(before, now);
  if (broken !== null) return { value: null, reason: broken };
  const [start, end] = [Number(before.value), Number(now.value)];
  if (!(start > 0)) return { value: null, reason: "not_meaningful" };
  return { value: end / start - 1, reason: null };
}

/** Why the later figure is missing, else the earlier one; null where both are there. */
function missingOf(from: ComparableFigure, to: ComparableFigure): BreakReason | null {
  const missing = to.value === null ? to : from.value === null ? from : null;
  return missing && (missing.reason ?? "not_reported");
}

function breakBetween(from: ComparableFigure, to: ComparableFigure): BreakReason | null {
  if (from.unit !== to.unit) return "currency_changed";
  return from.scope === to.scope ? null : "scope_changed";
}
