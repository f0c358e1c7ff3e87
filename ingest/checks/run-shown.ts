import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { trailingZeros } from "../facts/quantum.ts";
import type { OtherCheck } from "./check.ts";
import { compared, judge, orNotRun } from "./judge.ts";

export const shownCheck = {
  id: "TS-10",
  severity: "B",
  title: "the four quarters that are shown add up to the year that is shown, per line",
} as const satisfies OtherCheck;

/** A round billion is not rounded to billions. */
const largestQuantum = 6;

/**
 * Readers add the quarters up whatever they were made of: another tag or another entity behind the year than behind its
 * quarters shows here. `periods` are the year and its four quarters. A value that is restated, or that its scope or vintage
 * sets apart, says so itself and is not compared.
 */
export function sumOfShown(
  periods: readonly (StatementPeriod | undefined)[],
  additive: readonly Concept[],
): CheckResult[] {
  const period = periods[0]?.key ?? "";
  const results = additive.map(({ snakeKey }) => {
    const values = valuesOf(periods, snakeKey);
    return values && sumOf(`${period} ${snakeKey}`, values);
  });
  return orNotRun(shownCheck, period, results, "no line has a year and four quarters");
}

/** Null where a period has no value of the line, or one that is set apart. */
function valuesOf(
  periods: readonly (StatementPeriod | undefined)[],
  snakeKey: string,
): string[] | null {
  const values: string[] = [];
  for (const period of periods) {
    const line = period?.lines[snakeKey];
    if (line?.value == null || isSetApart(line)) return null;
    values.push(line.value);
  }
  return values;
}

function sumOf(period: string, values: readonly string[]): CheckResult {
  const about = { ...shownCheck, period };
  const terms = values.map((value) => ({ value }));
  const difference = decimal.weightedSum([1, -1, -1, -1, -1], terms);
  if (decimal.isZero(difference)) return compared(about, "pass_exact", difference);
  const quantum = Math.min(largestQuantum, Math.max(...values.map(trailingZeros)));
  const operands = values.length;
  const outcome = judge(difference, { operands, quantum, total: values[0] ?? "0" });
  return compared(about, outcome, difference, () =>
    values.map((value, i) => ({ label: i === 0 ? "FY" : `Q${i}`, value, accession: null })),
  );
}

/** True when an operand was restated, or is of an earlier vintage. */
export const hasRestatedOperand = (flags: readonly string[]): boolean =>
  flags.some((flag) => flag === "restated" || flag.startsWith("vintage:"));

const isSetApart = ({ flags }: { flags: readonly string[] }) =>
  hasRestatedOperand(flags) || flags.some((flag) => flag.startsWith("scope:"));
