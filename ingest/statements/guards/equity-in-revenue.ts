import { rulesOf } from "#registry/rules/book.ts";
import type { AppliesOf } from "#schemas/shapes/companies/rule.ts";
import { filedAt, type GuardQuestion, guardPoints, rawNumber, rivalsAt } from "./filed-beside.ts";

type Share = Pick<AppliesOf<"proven_total">, "equity" | "least" | "most">;

/** Total revenues of oil companies are sales, equity-method income and other income, the last two about as large. */
export function isMoreByEquityIncome(
  { least, most }: Share,
  value: number,
  sales: number,
  equity: number,
): boolean {
  const more = value - sales;
  return equity > 0 && more >= least * equity && more <= most * equity;
}

/** Whether the tag is the sales of a year whose total revenues, filed beside it, hold equity-method income, too. */
export function isSalesOfLargerTotal(question: GuardQuestion): boolean {
  const { evidence, candidate, all, year } = question;
  const [rule] = rulesOf(evidence.registry.rules, "proven_total");
  if (!rule) return false;
  return filedAt(question, guardPoints.duration).some(({ at, picked }) => {
    const equity = Math.abs(rawNumber(evidence, rule.applies.equity, year, at) ?? 0);
    const rivals = rivalsAt(evidence, candidate, all, year, at);
    return rivals.some(({ number }) =>
      isMoreByEquityIncome(rule.applies, number, picked.number, equity),
    );
  });
}
