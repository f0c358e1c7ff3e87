import { filedAt, type GuardQuestion, guardPoints, rawNumber, rivalsAt } from "./filed-beside.ts";

/** Total revenues of oil companies are sales, equity-method income and other income, the last two about as large. */
const equityShare = { least: 0.5, most: 2.5 };

export function isMoreByEquityIncome(value: number, sales: number, equity: number): boolean {
  const more = value - sales;
  return equity > 0 && more >= equityShare.least * equity && more <= equityShare.most * equity;
}

/** Whether the tag is the sales of a year whose total revenues, filed beside it, hold equity-method income, too. */
export function isSalesOfLargerTotal(question: GuardQuestion): boolean {
  const { context, candidate, all, year } = question;
  return filedAt(question, guardPoints.duration).some(({ at, picked }) => {
    const equity = Math.abs(rawNumber(context, "equity_method_income", year, at) ?? 0);
    const rivals = rivalsAt(context, candidate, all, year, at);
    return rivals.some(({ number }) => isMoreByEquityIncome(number, picked.number, equity));
  });
}
