import { tolerance } from "#registry/resolve/resolve.ts";
import * as decimal from "#schemas/decimal.ts";
import type { CheckOperand, CheckResult, Outcome } from "#schemas/shapes/companies/quality.ts";
import { isPassed, type OtherCheck } from "./check.ts";

/**
 * How far a difference goes (standardization.md, Checks): rounding excuses max(2, n/2) × u, where u is the coarsest
 * quantum among the n operands; under 0.1 % of the total is small.
 */
export function judge(
  difference: string,
  { operands, quantum, total }: { operands: number; quantum: number; total: string },
): Outcome {
  if (decimal.isZero(difference)) return "pass_exact";
  const size = decimal.abs(difference);
  const slack = decimal.fromNumber(tolerance(operands, 10 ** quantum));
  if (decimal.compare(size, slack) <= 0) return "pass_rounding";
  return Number(size) < 0.001 * Math.abs(Number(total)) ? "small" : "fail";
}

type Of = Pick<OtherCheck, "id" | "severity"> & { period: string };

export function notRun({ id, severity, period }: Of, reason: string): CheckResult {
  return { id, severity, period, outcome: "not_run", reason, difference: null, operands: [] };
}

/** The result of a check over amounts; the operands are asked for where it did not pass. */
export function compared(
  { id, severity, period }: Of,
  outcome: Outcome,
  difference: string,
  operands: () => CheckOperand[] = noOperands,
): CheckResult {
  if (isPassed({ outcome })) {
    return { id, severity, period, outcome, reason: null, difference, operands: [] };
  }
  const reason = `differs by ${difference}`;
  return { id, severity, period, outcome, reason, difference, operands: operands() };
}

const noOperands = () => [];

/** The result of a check that looks for faults: none is an exact pass; the operands are asked for where there is one. */
export function counted(
  { id, severity, period }: Of,
  faults: readonly string[],
  operands: () => CheckOperand[] = noOperands,
): CheckResult {
  const isSound = faults.length === 0;
  const outcome = isSound ? "pass_exact" : "fail";
  const reason = isSound ? null : faults.join("; ");
  const shown = isSound ? [] : operands();
  return { id, severity, period, outcome, reason, difference: null, operands: shown };
}

/** The results of a check over many lines, or one result that says why no line could be tested. */
export function orNotRun(
  check: OtherCheck,
  period: string,
  results: readonly (CheckResult | null)[],
  why: string,
): CheckResult[] {
  const run = results.filter((result) => result !== null);
  return run.length > 0 ? run : [notRun({ ...check, period }, why)];
}
