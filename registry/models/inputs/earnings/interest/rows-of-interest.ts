import { leavesOf } from "#registry/models/answers/metrics.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { isFinancialInstitution } from "../../company-type.ts";
import { factsByMember, flowFact, near } from "../../filed-facts.ts";
import { belowOperatingIncome as below } from "../../model-tags.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../../source.ts";
import {
  lineOf,
  type Part,
  partOfFact,
  partOfLine,
  printedOperands,
  summedLine,
  type Weighed,
} from "../income-parts.ts";
import { financingInterest, netInterestRow, rowOfFinance, rowOfSomeDebt } from "./interest-tags.ts";

/** Lines of the rows that no line has, and what a positive value there is to a cost. */
const places = [
  ["remaining_operating_expenses", 1],
  ["remaining_costs_and_expenses", 1],
  ["remaining_operating_income", -1],
  ["remaining_pretax_income", -1],
] as const;

/**
 * The interest of all debt where statements print it in several rows, or under an element that nothing maps: that of a finance
 * business (Harley-Davidson, Caterpillar), of some notes (CenterPoint), net of income (Emerson), or by business (General
 * Motors). Null where the line stands. Interest of banks is their business.
 */
export function interestOfRows(source: ModelSource, period: SourcePeriod): SourceLine | null {
  if (isFinancialInstitution(source)) return null;
  const line = partOfLine(period.lines.interest_expense);
  const tags = [...below.operatingInterest, ...below.interestExpense];
  const rows = rowsOf(source, period);
  if (line === null) {
    return flowFact(source, tags, period) === null ? lineOfRows(period, rows) : null;
  }
  const beside = [
    ...rows.filter(([name]) => rowOfSomeDebt.test(name)),
    ...ofOtherBusiness(source, period, line),
  ];
  if (beside.length === 0) return null;
  return summed(period, [["interest_expense", line], ...beside]);
}

type Named = readonly [name: string, Part];

function lineOfRows(period: SourcePeriod, rows: readonly Named[]): SourceLine | null {
  const some = rows.filter(([name]) => rowOfSomeDebt.test(name));
  if (some.some(([name]) => !rowOfFinance.test(name))) return summed(period, some);
  const [net] = rows.filter(([name]) => netInterestRow.test(name));
  return net === undefined ? null : lineOf(net[1], period);
}

const summed = (period: SourcePeriod, parts: readonly Named[]): SourceLine =>
  summedLine(
    period,
    parts.map(([name, part]): Weighed => [1, name, part]),
    "of all rows of interest that the filing prints",
  );

/** Rows of costs of the period under elements that no line has, above zero, each once. */
function rowsOf({ facts }: ModelSource, { lines }: SourcePeriod): Named[] {
  const rows = new Map<string, Part>();
  for (const [key, sign] of places)
    for (const [weight, , text, lineage] of printedOperands(lines[key])) {
      const [fact] = leavesOf(lineage, facts);
      const filed = numberOf(text) ?? 0;
      const value = sign * weight * filed;
      if (fact === undefined || value <= 0) continue;
      const turned: Lineage = ["sign", [-1, fact.tag, text, lineage]];
      const part = { value, text: String(value), lineage: value === filed ? lineage : turned };
      rows.set(fact.tag, part);
    }
  return [...rows];
}

/** What one filing states of other businesses, where the line is that of one of them. */
function ofOtherBusiness(source: ModelSource, period: SourcePeriod, line: Part): Named[] {
  const [own, another] = leavesOf(line.lineage, source.facts);
  const [axis, member] = own?.dimensions?.split("=") ?? [];
  if (own === undefined || another !== undefined || member === undefined) return [];
  return ["us-gaap:InterestExpense", ...financingInterest].flatMap((tag) =>
    factsByMember(source, tag).flatMap((fact): Named[] => {
      const isBeside =
        fact.accession === own.accession &&
        fact.dimensions?.startsWith(`${axis}=`) === true &&
        fact.dimensions !== own.dimensions &&
        near(fact.start, period.start) &&
        near(fact.end, period.end);
      const part = isBeside ? partOfFact(source, fact) : null;
      return part === null ? [] : [[fact.dimensions ?? "", part]];
    }),
  );
}
