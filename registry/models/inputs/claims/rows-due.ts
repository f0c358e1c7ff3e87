import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import { printedRows } from "../earnings/income-parts.ts";
import { dueByName } from "../model-tags.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../source.ts";

const metric = "debt_due_within_a_year";

/**
 * Debt due within a year with the printed rows of all debt that are due by the name of their element and that no line of
 * current debt holds: bonds of a utility (PSEG), notes to others than banks (CONSOL Energy), all of it (Petrobras). What
 * current liabilities have no room for stands outside them, as debt of a finance business does (PACCAR): then the line stands
 * as it is. Null where nothing is due.
 */
export function withRowsDue(
  source: ModelSource,
  { here }: { here: readonly SourcePeriod[] },
  due: Reading | null,
): Reading | null {
  const period = here.find(({ lines }) => lines.current_liabilities?.value != null);
  const whole = period === undefined ? null : read(period, "total_debt");
  if (period === undefined || whole === null) return due;
  const held = new Set(leavesOf(due?.lineage ?? null, source.facts));
  const rows = printedRows(whole.lineage).filter(
    ([weight, label, text, of]) =>
      weight * Number(text) > 0 &&
      dueByName.test(label.replace(/^.*:/, "")) &&
      leavesOf(of, source.facts).every((fact) => !held.has(fact)),
  );
  const known: Operand[] =
    due === null || due.lineage === null ? [] : [[1, due.concept, String(due.value), due.lineage]];
  const operands = [...known, ...rows];
  const value = operands.reduce((sum, [weight, , text]) => sum + weight * Number(text), 0);
  const room = numberOf(period.lines.current_liabilities?.value) ?? 0;
  if (rows.length === 0 || value > room) return due;
  return { metric, concept: metric, value, lineage: ["derivation", ...operands], period };
}
