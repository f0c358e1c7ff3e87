import * as decimal from "#schemas/decimal.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import { judge } from "../../checks/judge.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import { statementOf } from "../evidence/mapped-concepts.ts";
import type { MeasuredPeriod } from "./shown-values.ts";
import type { FedStatement } from "./unfed-lines.ts";

/** A total of a period, and how far its shown lines are from it. */
export interface MeasuredSum {
  statement: FedStatement;
  /** snakeKey. */
  total: string;
  period: string;
  /** Total less parts; "0" also for what rounding explains. Null where the statement prints no rows that add up to it. */
  difference: string | null;
  closes: boolean;
}

/** The finest amount tells how a filing rounds. Round billions are not rounded to billions. */
const largestQuantum = 6;

/** Each total that has a residual line and is shown. It closes where the lines of its `sum` are shown and add up to it. */
export function measureSums(
  { key: period, lines }: MeasuredPeriod,
  { residuals }: Pick<Registry, "residuals">,
): MeasuredSum[] {
  return residuals.flatMap(({ residualOf: total = "", statement: type, snakeKey }) => {
    const statement = statementOf[type];
    const line = lines[total];
    const left = lines[snakeKey];
    const isMeasured = left && (left.value !== null || left.reason === "not_itemized");
    if (!statement || !isMeasured || line?.value == null) return [];
    const difference = differenceOf(line, lines);
    return [{ statement, total, period, difference, closes: difference === "0" }];
  });
}

/** Total less parts; null without a sum, or where one of its lines is not shown. */
function differenceOf({ value, sum }: Line, lines: MeasuredPeriod["lines"]): string | null {
  if (value === null || !sum) return null;
  const amounts: string[] = [];
  for (const [weight, key] of sum) {
    const amount = lines[key]?.value ?? null;
    if (amount === null) return null;
    amounts.push(decimal.times(weight, amount));
  }
  const difference = decimal.sub(value, decimal.sum(amounts));
  const known = [value, ...amounts].filter((amount) => Number(amount) !== 0).map(trailingZeros);
  const quantum = Math.min(largestQuantum, ...known);
  const outcome = judge(difference, { operands: amounts.length + 1, quantum, total: value });
  if (outcome === "pass_exact" || outcome === "pass_rounding") return "0";
  // A later filing may have rounded the total alone.
  const half = 10 ** Math.min(largestQuantum, trailingZeros(value)) / 2;
  return Math.abs(Number(difference)) <= half ? "0" : difference;
}
