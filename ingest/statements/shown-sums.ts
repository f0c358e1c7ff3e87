import { tolerance } from "#registry/resolve/resolve.ts";
import type { SumCheck, SumTerm as Term } from "#schemas/shapes/companies/rule-book.ts";
import type { NullReason, Template } from "#schemas/shapes/companies/statement.ts";

/** The lines of one period or column as they are shown. */
export interface ShownLines {
  template: Template;
  /** Null for a line without a value. */
  lookup(snakeKey: string): { value: string; flags: readonly string[] } | null;
  /** True when the filings say nothing of the line; one that is disputed, or lacks a quarter, is not silent. */
  isSilent(snakeKey: string): boolean;
  /** Exponent of ten to which the value of the line is known; asked only of lines that do not add up exactly. */
  quantumOf(snakeKey: string): number;
}

/** What came of an identity. `unknown`: a line that it needs is not shown, or it means another template. */
export interface ShownSum {
  outcome: "exact" | "rounding" | "broken" | "unknown";
  /** Total less terms. */
  difference: number;
  /** The lines that take part, the total first; none is named where the sum is exact. */
  keys: readonly string[];
}

const unknown: ShownSum = { outcome: "unknown", difference: 0, keys: [] };

/**
 * One identity over the lines as they are shown, filed or computed (standardization.md, Checks). Rounding excuses
 * max(2, n/2) units of the coarsest of n lines. What filers place freely may be in the sum or not.
 */
export function sumOfShownLines(check: SumCheck, lines: ShownLines): ShownSum {
  if (check.templates && !check.templates.includes(lines.template)) return unknown;
  const total = lines.lookup(check.total);
  if (!total) return unknown;
  let difference = Number(total.value);
  let free = 0;
  let count = 0;
  for (const term of check.terms) {
    if (!takesPart(term, lines)) continue;
    const line = lines.lookup(term.concept);
    if (line === null) {
      if (!mayBeMissing(term, lines)) return unknown;
      continue;
    }
    count += 1;
    const amount = term.weight * Number(line.value);
    if (term.isPlacedFreely) free = amount;
    else difference -= amount;
  }
  return count === 0 ? unknown : judged(check, leastOf(difference, difference - free), lines);
}

const leastOf = (own: number, other: number) => (Math.abs(other) < Math.abs(own) ? other : own);

const takesPart = (term: Term, lines: ShownLines): boolean =>
  term.isPlacedFreely === true || isMeant(term, lines);

/** The total and the terms that are shown. */
function keysOf({ total, terms }: SumCheck, lines: ShownLines): string[] {
  const shown = terms.filter(
    (term) => takesPart(term, lines) && lines.lookup(term.concept) !== null,
  );
  return [total, ...shown.map(({ concept }) => concept)];
}

const silent: ReadonlySet<NullReason | null> = new Set([
  "not_reported",
  "not_applicable_template",
  "pre_standard",
  "undivided_costs",
] as const);

/** Whether a line without a value is one that the filings are silent of. */
export const isSilentReason = (reason: NullReason | null): boolean => silent.has(reason);

/** Of what filers place freely nothing has to be there where the identity does without it. */
function mayBeMissing(term: Term, lines: ShownLines): boolean {
  if (!term.optional && !term.isPlacedFreely) return false;
  const others = term.absentWith ?? [];
  if ([term.concept, ...others].every((key) => lines.isSilent(key))) return true;
  return term.isPlacedFreely === true && (term.when === undefined || !isMeant(term, lines));
}

function isMeant({ when }: Term, { lookup }: ShownLines): boolean {
  if (!when) return true;
  return (lookup(when.concept)?.flags ?? []).includes(`scope:${when.scope}`) === when.holds;
}

const noKeys: readonly string[] = [];

function judged(check: SumCheck, difference: number, lines: ShownLines): ShownSum {
  // Nearly all are exact. Then no code reads the lines.
  if (difference === 0 || (check.relation === "<=" && difference < 0)) {
    return { outcome: "exact", difference, keys: noKeys };
  }
  const keys = keysOf(check, lines);
  const quantum = Math.max(...keys.map((key) => lines.quantumOf(key)));
  // Sums of doubles are off by less than a millionth of the last digit that is known.
  const slack = tolerance(keys.length, 10 ** quantum) * 1.000001;
  const outcome = Math.abs(difference) <= slack ? "rounding" : "broken";
  return { outcome, difference, keys };
}

/** The lines of the identity whose scope it does not allow for: such a line need not add up. */
export function linesOfOtherScope(
  { allowedScopes }: SumCheck,
  keys: readonly string[],
  { lookup }: ShownLines,
): string[] {
  return keys.filter((key) => {
    const scope = lookup(key)?.flags.find((flag) => flag.startsWith("scope:"));
    return scope !== undefined && !allowedScopes.includes(`${key}:${scope.slice(6)}`);
  });
}
