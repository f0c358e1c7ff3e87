import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { dayOf } from "../periods/days.ts";
import type { Cell } from "./cells/cell.ts";
import { blankLines, emptyLine, lineOf } from "./cells/line.ts";
import type { Evidence, SubmittedIndex } from "./evidence/evidence.ts";

/** A period that only users' statements know: their values, and the rest not reported. */
export function submittedPeriod(
  { registry, isUnpublished }: Pick<Evidence, "registry" | "isUnpublished">,
  { period, currency, values }: ReturnType<SubmittedIndex["unmatched"]>[number],
): { period: StatementPeriod; cells: Map<string, Cell> } {
  const lines = blankLines(registry);
  const reason = isUnpublished(period.end) ? "source_not_published" : "not_reported";
  for (const concept of registry.concepts) {
    if (concept.status !== "active") continue;
    const cell = values.get(concept.snakeKey);
    lines[concept.snakeKey] = cell ? lineOf(cell) : emptyLine(reason);
  }
  const { fiscalYear, fiscalPeriod, start, end } = period;
  return {
    cells: values,
    period: {
      key: fiscalPeriod === "T" ? `T${end}` : `${fiscalYear}${fiscalPeriod}`,
      fiscalYear,
      fiscalPeriod,
      start,
      end,
      weeks: Math.round((dayOf(end) - dayOf(start) + 1) / 7),
      currency,
      template: "industrial",
      baseForm: null,
      filedDate: null,
      filings: [],
      lines,
    },
  };
}
