import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import { printedRows } from "../earnings/income-parts.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";

const metric = "debt_due_within_a_year";

interface Day {
  end: string;
  currency: string | null;
  here: readonly SourcePeriod[];
}

/** Lines of current liabilities that rows of debt stand in. */
const currentLines = [
  "short_term_borrowings",
  "current_portion_of_long_term_debt",
  "debt_current",
  "remaining_current_liabilities",
] as const;

/**
 * Debt due within a year with the printed rows of all debt that stand among current liabilities and that no line of current
 * debt holds: bonds of a utility (PSEG), notes to others than banks (CONSOL Energy), loans under an element of the filer's own
 * (Coca-Cola), all of it (Petrobras). What stands below the total of current liabilities is not due, whatever its element is
 * called: debt of a finance business (PACCAR), notes that are refinanced (Cablevision). Figures of notes that come to no more
 * than these rows are what they hold: all debt due (Johnson & Johnson), with leases or without (Tesla), or commercial paper
 * alone (Coca-Cola). Those that come to more hold the rows. Null if nothing is due.
 */
export function withRowsDue(source: ModelSource, at: Day, due: Reading | null): Reading | null {
  const { here } = at;
  const period = here.find(({ lines }) => lines.current_liabilities?.value != null);
  const whole = period === undefined ? null : read(period, "total_debt");
  if (period === undefined || whole === null) return due;
  const held = new Set(leavesOf(due?.lineage ?? null, source.facts));
  const current = new Set(
    currentLines.flatMap((key) => leavesOf(period.lines[key]?.lineage ?? null, source.facts)),
  );
  const printed = printedRows(whole.lineage);
  const rows = printed.filter(
    ([weight, , text, of]) =>
      weight * Number(text) > 0 &&
      leavesOf(of, source.facts).every((fact) => current.has(fact) && !held.has(fact)),
  );
  if (rows.length === 0) return due;
  const onFace = new Set(printed.flatMap(([, , , of]) => leavesOf(of, source.facts)));
  const parts = partsOf(due);
  const ofRows = parts.filter(([, , , of]) =>
    leavesOf(of, source.facts).some((fact) => onFace.has(fact)),
  );
  const isMore = sumOf(parts) - sumOf(ofRows) > sumOf(rows);
  if (isMore && ofRows.length === 0) return due;
  const operands = [...(isMore ? parts : ofRows), ...rows];
  const value = sumOf(operands);
  return { metric, concept: metric, value, lineage: ["derivation", ...operands], period };
}

/** What a figure is the sum of; itself where it is none. */
function partsOf(due: Reading | null): readonly Operand[] {
  if (due === null || due.lineage === null) return [];
  const { concept, value, lineage } = due;
  if (typeof lineage !== "number") return lineage.slice(1) as Operand[];
  return [[1, concept, String(value), lineage]];
}

const sumOf = (operands: readonly Operand[]): number =>
  operands.reduce((sum, [weight, , text]) => sum + weight * Number(text), 0);
