import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** The charges of a year in millions, those below operating income with their place. */
function charges(lines: Record<string, number>, filed: readonly FiledFact[]): string[] {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = makeSource({ years: withLines(Object.fromEntries(scaled)) });
  const inMillions = filed.map((one) => ({ ...one, value: one.value * million }));
  const { yearCharges } = extractFacts(withFiled(source, inMillions));
  return yearCharges.charges.map(
    ({ label, value, isOperating }) =>
      `${isOperating ? "" : "below: "}${label} ${Math.round(value / million)}`,
  );
}

const revaluation = {
  tag: "BusinessCombinationContingentConsiderationArrangementsChangeInAmountOfContingentConsiderationLiability1",
  value: 3_771,
};

test("AbbVie's revaluation of what it owes for a business, 3,771 of 2024, is a charge of other results", () => {
  // Other expense, net, of 3,240 holds it.
  const lines = {
    ...{ revenue: 56_334, operating_income: 9_137, pretax_income: 3_716, interest_expense: 2_808 },
    interest_income: 648,
  };
  expect(charges(lines, [revaluation])).toEqual([
    "below: revaluation of contingent consideration 3771",
  ]);
});

test("a revaluation for which results below operating income have no room is one of operations", () => {
  const lines = { revenue: 56_334, operating_income: 9_137, pretax_income: 9_137 };
  expect(charges(lines, [revaluation])).toEqual(["revaluation of contingent consideration 3771"]);
});

test("gains on other assets count where they make other income: Coca-Cola's 1,737 of 2024", () => {
  const gain = { tag: "GainLossOnSaleOfOtherAssets", value: 1_737 };
  // Operating income of 9,992, other income of 1,992, associates of 1,770, interest of 1,656 and 988.
  const lines = {
    ...{ revenue: 47_061, operating_income: 9_992, pretax_income: 13_086, interest_expense: 1_656 },
    ...{ interest_income: 988, equity_method_income: 1_770 },
  };
  expect(charges(lines, [gain])).toEqual(["below: gains on other assets -1737"]);
  // Other income of 86 is of something else.
  expect(charges({ ...lines, pretax_income: 11_180 }, [gain])).toEqual([]);
});
