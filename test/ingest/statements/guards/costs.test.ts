import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line } from "../../standardization/company.ts";
import { stated } from "../filed-year.ts";

const facts = (amounts: Record<string, number>): Fact[] =>
  Object.entries(amounts).flatMap(([tag, amount]) => stated(tag, { FY: amount }));
const filed = { Revenues: 460, OperatingIncomeLoss: 160 };
const shown = (amounts: Record<string, number>, key: string) => {
  const { value, refused } = line(build(facts(amounts)), "2022FY", key);
  return [value === null ? null : Number(value) / 1e6, refused?.map(({ tag }) => tag)];
};

describe("operating expenses are taken where they lead from gross profit to operating income (2.9)", () => {
  const costs = { ...filed, CostOfRevenue: 200 };
  test.each<[string, Record<string, number>, unknown]>([
    ["from revenue less its cost", { ...costs, OperatingExpenses: 100 }, [100, undefined]],
    [
      "from a filed gross profit",
      { ...costs, GrossProfit: 250, OperatingExpenses: 90 },
      [90, undefined],
    ],
    [
      "from revenue where no cost is set apart",
      { ...filed, OperatingExpenses: 300 },
      [300, undefined],
    ],
    [
      "else they are computed",
      { ...costs, OperatingExpenses: 50 },
      [100, ["us-gaap:OperatingExpenses"]],
    ],
  ])("%s", (_, amounts, expected) => {
    expect(shown(amounts, "operating_expenses")).toEqual(expected);
  });
});

describe("all costs are taken where they lead from revenue to income", () => {
  const pretax =
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest";
  test.each<[string, Record<string, number>, unknown]>([
    ["to operating income", { ...filed, CostsAndExpenses: 300 }, [300, undefined]],
    ["to income before tax", { ...filed, [pretax]: 150, CostsAndExpenses: 310 }, [310, undefined]],
  ])("%s", (_, amounts, expected) => {
    expect(shown(amounts, "costs_and_expenses")).toEqual(expected);
  });
});
