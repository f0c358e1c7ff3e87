import type { Carry } from "#schemas/shapes/models/price.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { ratio } from "../answers/rounding.ts";
import { type NumberTriple, tripleOf } from "../answers/scenario-values.ts";
import { daysBetween } from "../inputs/dates.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import type { Reference } from "../rates/reference.ts";
import { costOfEquityOf } from "../rates/wacc.ts";

/** What a company's cost of equity rests on. */
export interface CarryBasis {
  facts: ModelFacts;
  reference: Reference;
}

const daysOfYear = 365;

/** The day that a result's values are of: its valuation date, else its balance sheet; null without filings. */
export const valueDateOf = ({ dcfDetail, balanceSheetDate }: ModelResult): string | null =>
  dcfDetail?.discounting?.valuationDate ?? balanceSheetDate;

/**
 * How a result's values are carried to the day of a price. The rate is the `cost_of_equity` that the model itself takes,
 * else the company's default one. Null where a day is not known: value and price then count as of one day.
 */
export function carryOf(
  result: ModelResult,
  priceDate: string | null,
  { facts, reference }: CarryBasis,
): Carry | null {
  const valueDate = valueDateOf(result);
  if (valueDate === null || priceDate === null) return null;
  const own = result.assumptions.find(({ key }) => key === "cost_of_equity")?.value ?? null;
  const costOfEquity = own ?? costOfEquityOf(facts, reference).costOfEquity;
  const days = daysBetween(valueDate, priceDate);
  const factor = (1 + costOfEquity) ** (days / daysOfYear);
  return { valueDate, priceDate, days, costOfEquity, factor };
}

/** Values as they are on the day of the price. */
export const carried = (of: NumberTriple, carry: Pick<Carry, "factor"> | null): NumberTriple =>
  tripleOf((scenario) => {
    const value = of[scenario];
    return value === null ? null : value * (carry?.factor ?? 1);
  });

/** Values of the day of a price over the price, less 1; null where a value is not there. */
export const upsideOf = (of: NumberTriple, price: number): NumberTriple =>
  tripleOf((scenario) => {
    const over = ratio(of[scenario], price);
    return over === null ? null : over - 1;
  });
