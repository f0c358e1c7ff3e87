import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, Lineage, LineageRule } from "#schemas/shapes/companies/statement.ts";

/** A statement period with its lines, stored or just built. */
export interface MeasuredPeriod {
  key: string;
  start: string;
  end: string;
  lines: Record<string, Line>;
}

/** A shown value that filings state for its own period: as a line, or as parts that are added. */
export interface ShownValue {
  period: MeasuredPeriod;
  /** snakeKey. */
  concept: string;
  line: Line;
  /** Indexes of the facts that it is made of, each once. */
  facts: number[];
}

/** Rules whose result no filing prints for the period: it is made of other periods, is a rate, or is no filing's. */
const notPrinted: ReadonlySet<LineageRule> = new Set([
  "ytd_difference",
  "fy_less_nine_months",
  "fy_less_quarters",
  "fy_less_half",
  "sum_of_quarters",
  "sum_of_halves",
  "year_plus_to_date",
  "mean_of_quarters",
  "income_by_shares",
  "fiscal_year",
  "quotient",
  "remainder",
  "submitted",
]);

/** The shown values that a printed statement can have. What the cover states is left out. */
export function shownValues(
  periods: readonly MeasuredPeriod[],
  facts: readonly Fact[],
): ShownValue[] {
  const values: ShownValue[] = [];
  for (const period of periods) {
    for (const [concept, line] of Object.entries(period.lines)) {
      if (line.value === null || line.lineage === null) continue;
      const own = factsOf(line.lineage);
      const isCover = (index: number) => facts[index]?.taxonomy === "dei";
      if (own === null || own.length === 0 || own.some(isCover)) continue;
      values.push({ period, concept, line, facts: [...new Set(own)] });
    }
  }
  return values;
}

/** The facts of a lineage; null where a rule in it gives what nothing prints. */
function factsOf(lineage: Lineage): number[] | null {
  if (typeof lineage === "number") return [lineage];
  const [rule, ...operands] = lineage;
  if (notPrinted.has(rule)) return null;
  const found: number[] = [];
  for (const [, , , of] of operands) {
    const own = factsOf(of);
    if (own === null) return null;
    found.push(...own);
  }
  return found;
}
