import { z } from "zod";
import data from "#schemas/reference/synthetic-ratings.json" with { type: "json" };
import { percent, round } from "../answers/rounding.ts";
import type { ModelFacts } from "../inputs/facts.ts";

/** From the least interest cover up; each row is for covers from its own to the next. */
const rows = z.array(
  z.strictObject({ coverFrom: z.number(), rating: z.string(), spread: z.number() }),
);

const reference = z.strictObject({
  source: z.string(),
  sourceUrl: z.url(),
  /** Day of the set; null where the copy at hand names none. */
  day: z.iso.date().nullable(),
  note: z.string(),
  /** Market value from which a company is large, in US dollars. */
  largeFrom: z.number(),
  large: rows,
  small: rows,
});

const syntheticRatings = reference.parse(data);

/** The rating that an interest cover stands for, and its spread over the risk-free rate. */
export function syntheticRating(
  cover: number,
  marketValue: number | null,
): { rating: string; spread: number } {
  const { large, small, largeFrom } = syntheticRatings;
  const table = marketValue !== null && marketValue >= largeFrom ? large : small;
  const row = table.findLast(({ coverFrom }) => cover >= coverFrom) ?? table[0];
  if (row === undefined) throw new Error("there is no synthetic rating");
  return { rating: row.rating, spread: row.spread };
}

/**
 * What the interest cover of the twelve months says of the cost of debt, in words; empty without both figures. Spreads are
 * those of US dollars and of no known day, so no default rests on them.
 */
export function syntheticNote(facts: ModelFacts, riskFreeRate: number): string {
  const { trailing, year, publicFloat, anchors } = facts;
  const income = trailing.operating_income ?? year.operating_income ?? null;
  const interest = trailing.interest_expense ?? year.interest_expense ?? null;
  if (income === null || interest === null || interest.value <= 0) return "";
  if (anchors?.currency !== "USD") return "";
  const cover = income.value / interest.value;
  const { rating, spread } = syntheticRating(cover, publicFloat?.value ?? null);
  const day = syntheticRatings.day ?? "undated copy";
  return `; an interest cover of ${round(cover, 2)} is that of a synthetic rating ${rating} with a spread of ${percent(spread)}, which gives ${percent(riskFreeRate + spread)} (Damodaran, ${day})`;
}
