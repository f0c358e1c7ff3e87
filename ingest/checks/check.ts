import type { CheckResult, Severity } from "#schemas/shapes/companies/quality.ts";
import type { Rule } from "#schemas/shapes/companies/rule.ts";

/** A check that is a procedure of its own. */
export interface OtherCheck {
  id: string;
  severity: Severity;
  title: string;
}

/** The check that a rule states, under its own id. */
export const checkOf = (rule: Rule & { applies: { severity: Severity } }): OtherCheck => ({
  id: rule.id,
  severity: rule.applies.severity,
  title: rule.title,
});

/** Passed of all that ran; null when none ran. */
export function isPassed({ outcome }: Pick<CheckResult, "outcome">): boolean {
  return outcome === "pass_exact" || outcome === "pass_rounding";
}
