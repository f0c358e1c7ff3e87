import type { CompanyBuild } from "#ingest/company-input.ts";
import * as decimal from "#schemas/decimal.ts";
import {
  type Line,
  type Lineage,
  nullReasons,
  type Operand,
} from "#schemas/shapes/companies/statement.ts";

/** What is wrong with a build's lines, as sentences; empty when every value and every null explains itself. */
export function faultsOf(built: CompanyBuild): string[] {
  const columns = [...built.periods, ...built.tables.quarters, ...built.tables.ttm];
  return columns.flatMap(({ key, lines }) =>
    Object.entries(lines).flatMap(([concept, line]) => {
      const fault = faultOf(line, built);
      return fault === null ? [] : [`${key} ${concept}: ${fault}`];
    }),
  );
}

function faultOf({ value, reason, lineage, unit }: Line, built: CompanyBuild): string | null {
  if (value === null) {
    if (reason === null || !nullReasons.includes(reason)) return "a null without a reason";
    return lineage === null && unit === null ? null : "a null with a lineage or a unit";
  }
  if (reason !== null) return "a value with a reason";
  if (lineage === null) return "a value without lineage";
  return traceFault(value, lineage, built);
}

/** Every leaf is a fact of the build with that very value, and every computed value is the sum of its operands. */
function traceFault(value: string, lineage: Lineage, built: CompanyBuild): string | null {
  if (typeof lineage === "number") {
    const fact = built.facts[lineage];
    if (!fact) return `fact ${lineage} does not exist`;
    return fact.value === value ? null : `fact ${lineage} is ${fact.value}, not ${value}`;
  }
  const [rule, ...operands] = lineage;
  if (rule === "submitted") return null;
  if (operands.length === 0) return `${rule} has no operands`;
  if (rule === "income_by_shares") return quotientFault(value, operands);
  const [sum, last] = [
    sumOf(rule === "quotient" ? operands.slice(0, -1) : operands),
    operands.at(-1),
  ];
  if (rule === "quotient") {
    const rate = decimal.roundTo(decimal.divide(sum, last?.[2] ?? "1"), -6);
    if (!decimal.equal(rate, value)) return `quotient gives ${rate}, not ${value}`;
  } else if (!decimal.equal(sum, value)) return `${rule} gives ${sum}, not ${value}`;
  for (const [, label, amount, of] of operands) {
    const fault = traceFault(amount, of, built);
    if (fault !== null) return `${label}: ${fault}`;
  }
  return null;
}

const sumOf = (operands: readonly Operand[]): string =>
  decimal.sum(operands.map(([weight, , amount]) => decimal.times(weight, amount)));

/** Income divided by shares, rounded to cents. */
function quotientFault(value: string, [income, shares]: Operand[]): string | null {
  const quotient = Number(income?.[2]) / Number(shares?.[2]);
  const isRounded = Math.abs(quotient - Number(value)) <= 0.00501;
  return isRounded ? null : `income_by_shares gives ${quotient}, not ${value}`;
}
