import { exactText } from "#api/pages/figures.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";

/** Rules that compute values, in words. */
export const ruleWords: Readonly<Record<string, string>> = {
  ytd_difference: "the difference of two figures since the start of the year",
  fy_less_nine_months: "the fiscal year less its first nine months",
  fy_less_quarters: "the fiscal year less its other quarters",
  fy_less_half: "the fiscal year less its first half",
  sum_of_quarters: "the sum of four quarters",
  sum_of_halves: "the sum of two halves",
  year_plus_to_date: "the last year, plus this year so far, less the same part of last year",
  mean_of_quarters: "the mean of the quarters",
  income_by_shares: "income divided by shares",
  fiscal_year: "the fiscal year itself",
  rollup: "a sum of its lines",
  derivation: "arithmetic over other lines",
  absence: "a sum of its lines, as far as the filings have them",
  sum_of_classes: "the sum over classes of shares",
  sum_of_tags: "the sum of tags",
  sign: "the filed figure with its sign turned",
  scale: "the filed figure in its right scale",
  quotient: "one line divided by another",
  remainder: "what the other lines of a total leave of it",
  submitted: "stated by the company itself",
};

/** "Total revenue, 2024-12-29 to 2025-03-29" for revenue@2024-12-29/2025-03-29. */
export function operandWords(label: string, registry: Registry): string {
  const [key = "", days] = label.split("@");
  const line = registry.bySnakeKey.get(key)?.label ?? key;
  return days === undefined ? line : `${line}, ${days.replace("/", " to ")}`;
}

/** Writes the number of a lineage in full. Other text stays as it is. */
export const numberText = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? exactText(text) : text);
