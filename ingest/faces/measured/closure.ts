import * as decimal from "#schemas/decimal.ts";
import { judge } from "../../checks/judge.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import type { MeasuredPeriod } from "./shown-values.ts";
import subtotals from "./subtotals.json" with { type: "json" };
import type { FedStatement } from "./unfed-lines.ts";

/** A subtotal of the standardized statements with the lines that make it up. */
interface Subtotal {
  statement: FedStatement;
  /** snakeKey. */
  total: string;
  plus: string[];
  minus: string[];
  /** Lines that filers place within the subtotal or outside of it. */
  free: string[];
}

/** A subtotal of a period, and how far its shown parts are from it. */
export interface MeasuredSum {
  statement: FedStatement;
  total: string;
  period: string;
  /** Total less parts; "0" also for what rounding explains. */
  difference: string;
  closes: boolean;
}

/** The finest amount tells how a filing rounds. Round billions are not rounded to billions. */
const largestQuantum = 6;

/**
 * Each subtotal that a period shows with at least one of its parts. Parts that are not shown count as nothing: what is
 * printed in them must stand in another part.
 */
export function measureSums(period: MeasuredPeriod): MeasuredSum[] {
  return (subtotals as Subtotal[]).flatMap((subtotal) => measureSum(subtotal, period) ?? []);
}

function measureSum(subtotal: Subtotal, { key, lines }: MeasuredPeriod): MeasuredSum | null {
  const { statement, total, plus, minus, free } = subtotal;
  const amountOf = (line: string) => lines[line]?.value ?? null;
  const shown = (names: readonly string[]) => names.flatMap((line) => amountOf(line) ?? []);
  const whole = amountOf(total);
  const added = shown(plus);
  const taken = shown(minus);
  if (whole === null || added.length + taken.length === 0) return null;
  const rest = decimal.sub(
    decimal.sub(whole, decimal.sum(added)),
    decimal.negate(decimal.sum(taken)),
  );
  const amounts = [whole, ...added, ...taken, ...shown(free)];
  const known = amounts.filter((amount) => Number(amount) !== 0).map(trailingZeros);
  const quantum = Math.min(largestQuantum, ...known);
  const difference = leastOf(rest, shown(free));
  const outcome = judge(difference, { operands: amounts.length, quantum, total: whole });
  const closes = outcome === "pass_exact" || outcome === "pass_rounding";
  return { statement, total, period: key, difference: closes ? "0" : difference, closes };
}

/** The smallest rest over all choices of what stands within. */
function leastOf(rest: string, free: readonly string[]): string {
  let rests = [rest];
  for (const amount of free) {
    rests = rests.flatMap((one) => [one, decimal.sub(one, amount), decimal.add(one, amount)]);
  }
  return rests.reduce((best, one) =>
    decimal.compare(decimal.abs(one), decimal.abs(best)) < 0 ? one : best,
  );
}
