import type { CheckResult, Severity } from "#schemas/shapes/companies/quality.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

/** One term of a sum: weight × the concept's filed value. */
export interface Term {
  weight: number;
  concept: string;
  /** Left out when the filer has no such line at all. */
  optional?: boolean;
  /** Lines that the filer must not have either for the term to be left out. */
  absentWith?: readonly string[];
  /** Counts only if the named line is, or is not, of that scope. */
  when?: { concept: string; scope: string; holds: boolean };
  /** Filers show it before or after the total, whatever they tag: the sum may hold with it or without it. */
  isPlacedFreely?: boolean;
}

/** total = Σ terms, or total <= Σ terms. Every operand is filed, of one filing, period and currency. */
export interface SumCheck {
  id: string;
  severity: Severity;
  title: string;
  total: string;
  terms: Term[];
  relation: "=" | "<=";
  /** Templates in which the identity is meant; null means all. */
  templates: Template[] | null;
  /** Scopes that do not stop the check, as "concept:scope". */
  allowedScopes: string[];
}

/** A check that is a procedure of its own. */
export interface OtherCheck {
  id: string;
  severity: Severity;
  title: string;
}

/** Passed of all that ran; null when none ran. */
export function isPassed({ outcome }: Pick<CheckResult, "outcome">): boolean {
  return outcome === "pass_exact" || outcome === "pass_rounding";
}
