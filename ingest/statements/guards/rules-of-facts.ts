import type { Lineage, LineageRule } from "#schemas/shapes/companies/statement.ts";

/** Rules that take a line's value as filed, of one period or of several; the others compute it from other lines. */
const ofFacts: ReadonlySet<LineageRule> = new Set([
  "ytd_difference",
  "fy_less_nine_months",
  "fy_less_quarters",
  "fy_less_half",
  "sum_of_quarters",
  "sum_of_halves",
  "year_plus_to_date",
  "mean_of_quarters",
  "fiscal_year",
  "sum_of_classes",
  "sum_of_tags",
  "sign",
]);

export const isRuleOfFacts = (rule: LineageRule): boolean => ofFacts.has(rule);

/** True for a line that rests on its own filed values alone, never on other lines. */
export function isOfFacts(lineage: Lineage): boolean {
  if (typeof lineage === "number") return true;
  const [rule, ...operands] = lineage;
  return (
    rule === "submitted" || (isRuleOfFacts(rule) && operands.every(([, , , of]) => isOfFacts(of)))
  );
}
