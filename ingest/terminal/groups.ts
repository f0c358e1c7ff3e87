import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Line, NullReason, Template } from "#schemas/shapes/companies/statement.ts";

/** The three groups in which full financials and the terminal show lines. */
export type Group = "income" | "balanceSheet" | "cashFlow";

/** Per-share and share lines go with the statement of their period type: durations to income, instants to the balance sheet. */
export function groupOf({ statement, periodType }: Concept): Group {
  if (statement === "cash_flow_statement") return "cashFlow";
  if (statement === "balance_sheet") return "balanceSheet";
  if (statement === "income_statement") return "income";
  return periodType === "duration" ? "income" : "balanceSheet";
}

/** Nulls that no filing could have filled: they neither count nor miss in coverage (standardization 2.17, 2.20). */
const exempt: ReadonlySet<NullReason> = new Set([
  "not_applicable_template",
  "non_additive",
  "pre_standard",
  "deprecated",
]);

/** True for a null that no filing could have filled. */
export const isExempt = (reason: NullReason): boolean => exempt.has(reason);

/**
 * Share of the applicable universal concepts that have a value, 0 to 100 with one decimal; null when none
 * applies.
 */
export function coveragePercent(
  lines: Record<string, Line>,
  template: Template,
  registry: Registry,
): number | null {
  let applicable = 0;
  let valued = 0;
  for (const concept of registry.concepts) {
    if (!isUniversal(concept, template)) continue;
    const line = lines[concept.snakeKey];
    if (line?.value === null && line.reason !== null && isExempt(line.reason)) continue;
    applicable += 1;
    if (line !== undefined && line.value !== null) valued += 1;
  }
  return applicable === 0 ? null : Math.round((valued / applicable) * 1000) / 10;
}

/** Why a line shows no number: its own reason, or a scale beyond every double (the value stays exact in SFRS). */
export function reasonOf(line: Line | undefined): NullReason {
  if (line === undefined) return "not_reported";
  return line.reason ?? (line.value === null ? "not_reported" : "scale_suspect");
}

export function isUniversal(
  { prevalence, status, templates }: Concept,
  template: Template,
): boolean {
  if (prevalence !== "universal" || status !== "active") return false;
  return templates === null || templates.includes(template);
}
