import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import { printedRows } from "../earnings/income-parts.ts";
import { filedFact } from "../filed-facts.ts";
import { leases } from "../model-tags.ts";
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
 * called: debt of a finance business (PACCAR), notes that are refinanced (Cablevision). A row that
 * equals the line plus finance leases replaces the line. Null if nothing is due.
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
  const rows = printedRows(whole.lineage).filter(
    ([weight, , text, of]) =>
      weight * Number(text) > 0 &&
      leavesOf(of, source.facts).every((fact) => current.has(fact) && !held.has(fact)),
  );
  const isWithin = rows.some(([, , text]) => isDueWithLeases(source, at, Number(text), due));
  const known: Operand[] =
    due === null || due.lineage === null || isWithin
      ? []
      : [[1, due.concept, String(due.value), due.lineage]];
  const operands = [...known, ...rows];
  const value = operands.reduce((sum, [weight, , text]) => sum + weight * Number(text), 0);
  if (rows.length === 0) return due;
  return { metric, concept: metric, value, lineage: ["derivation", ...operands], period };
}

/** True for a row that is the line's debt and the finance leases of the day: a note has the debt alone (Tesla). */
function isDueWithLeases(
  source: ModelSource,
  { end, currency: unit }: Day,
  row: number,
  due: Reading | null,
): boolean {
  const lease = filedFact(source, leases["us-gaap"].current, { start: null, end, unit });
  return due !== null && lease !== null && row === due.value + Number(lease.value);
}
