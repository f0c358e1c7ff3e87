import { rulesOf } from "#registry/rules/book.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { RestatementSlip as Slip } from "#schemas/shapes/companies/statement.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import { isScaleSlip } from "../../facts/scale.ts";

export const labelOf = (fact: Fact | undefined) => `${fact?.taxonomy}:${fact?.tag}`;

export const periodOf = ({ unit, start, end }: Fact) => `${unit} ${start} ${end}`;

/** What intersegment amounts may make of a total. */
const slack = 0.02;

/** How many times a part the total must be at least: less may be a real restatement. */
const partRatio = 1.5;

/**
 * A flow whose newer filing states the older value as two parts, each under another tag of the line (General Electric's sales
 * and the revenues of its financial services): the tag of the total is one of a part there.
 */
export function splitInParts(
  before: Fact,
  newest: Fact,
  filing: readonly Fact[],
  keys: ReadonlyMap<string, string>,
): Slip | null {
  const [was, is] = [Number(before.value), Number(newest.value)];
  if (newest.start === null || is <= 0 || is * partRatio > was) return null;
  const others = filing.filter(
    (fact) =>
      fact.tag !== newest.tag &&
      periodOf(fact) === periodOf(newest) &&
      keys.get(labelOf(fact)) === keys.get(labelOf(newest)),
  );
  const isRest = ({ value }: Fact) => Math.abs(is + Number(value) - was) <= slack * was;
  return others.some(isRest) ? "split_in_parts" : null;
}

/**
 * A balance that a filing restates alone, as the opening line of a statement of equity or in a note on a new standard: it
 * states no total of liabilities and equity for the day, so that the day's balance sheet still stands as it was.
 */
export function partOfBalance(
  before: Fact,
  newest: Fact,
  filing: readonly Fact[],
  { keys, rules }: { keys: ReadonlyMap<string, string>; rules: RuleBook },
): Slip | null {
  if (newest.start !== null || newest.dimensions !== null) return null;
  const [was, is] = [Number(before.value), Number(newest.value)];
  const isRounding = Math.abs(is - was) < 10 ** trailingZeros(newest.value);
  if (isRounding || isScaleSlip(is, was)) return null;
  // An excerpt may leave the total out of all days.
  const isAlone = rulesOf(rules, "restated_alone").some(({ line }) => {
    const totals = filing.filter((fact) => keys.get(labelOf(fact)) === line);
    return totals.length > 0 && totals.every(({ end }) => end !== newest.end);
  });
  return isAlone ? "without_balance_sheet" : null;
}
