import { leavesOf } from "#registry/models/answers/metrics.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "../../source.ts";
import { isPrinted } from "../income-parts.ts";

const chargeLines = ["restructuring_charges", "goodwill_impairment", "asset_impairment"];
const costLines = [
  ...["cost_of_revenue", "research_and_development", "selling_general_and_administrative"],
  ...["sales_and_marketing", "general_and_administrative", "amortization_of_intangibles"],
  ...["depreciation_and_amortization", "depreciation", "interest_expense"],
];

/**
 * "row" for a charge's element of a line that the statement's own sum of costs needs, and "none" for one that is in no sum, as
 * the other lines come to all costs. Null where the sum tells nothing.
 */
export function placeOnFace(
  { facts }: ModelSource,
  { lines }: SourcePeriod,
  element: string,
): "row" | "none" | null {
  const own = chargeLines.find((key) =>
    leavesOf(lines[key]?.lineage ?? null, facts).some(
      ({ taxonomy, tag }) => `${taxonomy}:${tag}` === element,
    ),
  );
  if (own === undefined) return null;
  const amountOf = (key: string) => numberOf(lines[key]?.value);
  const others = [...chargeLines, ...costLines].filter((key) => key !== own);
  const sums = new Set([0]);
  for (const key of others) for (const sum of [...sums]) sums.add(sum + (amountOf(key) ?? 0));
  const value = amountOf(own) ?? 0;
  const all = costsOfLines({ lines }, amountOf);
  if (all.some(({ costs }) => sums.has(costs - value) && !sums.has(costs))) return "row";
  const isNone = all.some(
    ({ costs, isWhole }) => isWhole && sums.has(costs) && !sums.has(costs - value),
  );
  return isNone ? "none" : null;
}

/**
 * What the lines of costs come to by each total that is printed with the rows of no line: the total without these rows, and
 * whether it is the whole.
 */
function costsOfLines(
  { lines }: Pick<SourcePeriod, "lines">,
  amountOf: (key: string) => number | null,
): { costs: number; isWhole: boolean }[] {
  const income = amountOf("operating_income");
  const less = (whole: number | null, part: number | null) =>
    whole === null || part === null ? null : whole - part;
  const wholes = [
    ["remaining_operating_expenses", amountOf("operating_expenses"), 1],
    ["remaining_costs_and_expenses", amountOf("costs_and_expenses"), 1],
    ["remaining_operating_income", less(amountOf("gross_profit"), income), -1],
    ["remaining_operating_income", less(amountOf("revenue"), income), -1],
  ] as const;
  return wholes.flatMap(([key, whole, sign]) => {
    const rest = isPrinted(lines[key]) ? amountOf(key) : null;
    if (whole === null || rest === null) return [];
    return [{ costs: whole - sign * rest, isWhole: rest === 0 }];
  });
}
