import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** The charges of a year in millions, those below operating income with their place. */
function charges(
  lines: Record<string, number>,
  filed: readonly FiledFact[],
  labels: Record<string, string> = {},
): string[] {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = makeSource({ years: withLines(Object.fromEntries(scaled)) });
  const inMillions = filed.map((one) => ({ ...one, value: one.value * million }));
  const made = { ...withFiled(source, inMillions), rowLabels: { "0000000001-24-000001": labels } };
  const { yearCharges } = extractFacts(made);
  return yearCharges.charges.map(
    ({ label, value, isOperating, isTaxed }) =>
      `${isOperating ? "" : "below: "}${isTaxed ? "" : "untaxed "}${label} ${Math.round(value / million)}`,
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
    "below: untaxed revaluation of contingent consideration 3771",
  ]);
});

test("a revaluation for which results below operating income have no room is one of operations", () => {
  const lines = { revenue: 56_334, operating_income: 9_137, pretax_income: 9_137 };
  expect(charges(lines, [revaluation])).toEqual([
    "untaxed revaluation of contingent consideration 3771",
  ]);
});

test("AMD's liability of 2025, 482 less after 284 were paid for it, is no gain", () => {
  const lines = { revenue: 34_639, operating_income: 3_694, pretax_income: 4_140 };
  const paid = "PaymentForContingentConsiderationLiabilityFinancingActivities";
  const fall = { ...revaluation, value: -482 };
  expect(charges(lines, [fall, { tag: paid, value: 284 }])).toEqual([]);
  // A payment that tells less than half of the fall.
  expect(charges(lines, [fall, { tag: paid, value: 100 }])).toEqual([
    "below: untaxed revaluation of contingent consideration -482",
  ]);
});

test("a revaluation of own shares is below: AvePoint's loss of 11.1 of 2023 and gain of 4.3 of 2022", () => {
  const element = "us-gaap:BusinessCombinationContingentConsiderationLiabilityNoncurrent";
  const told = (lines: Record<string, number>, value: number, label: string) =>
    charges({ revenue: 271.8, interest_expense: 0, ...lines }, [{ ...revaluation, value }], {
      [element]: label,
    });
  const name = "untaxed revaluation of contingent consideration";
  const year = { operating_income: -15.351, pretax_income: -18.614 };
  expect(told(year, 11.1, "Earn-out shares liabilities")).toEqual([`below: ${name} 11`]);
  expect(told(year, 11.1, "Earn-out liabilities")).toEqual([`${name} 11`]);
  const before = { operating_income: -41.066, pretax_income: -33.65 };
  expect(told(before, 4.3, "Earn-out shares liabilities")).toEqual([`below: ${name} -4`]);
});

test("a revaluation to less is a gain", () => {
  const lines = { revenue: 56_334, operating_income: 9_137, pretax_income: 9_137 };
  expect(charges(lines, [{ ...revaluation, value: -500 }])).toEqual([
    "untaxed revaluation of contingent consideration -500",
  ]);
});

describe("a gain on an acquisition", () => {
  const gain = (name: string, value: number): FiledFact => ({
    tag: `BusinessCombination${name}`,
    value,
  });

  test("is of operations where results below have no room: Kimberly-Clark's 85 of 2022", () => {
    const lines = { revenue: 20_175, operating_income: 2_681, pretax_income: 2_340 };
    const interest = { interest_expense: 282, interest_income: 14 };
    const owned = gain("StepAcquisitionEquityInterestInAcquireeRemeasurementGain", 85);
    expect(charges({ ...lines, ...interest }, [owned])).toEqual([
      "untaxed gain on acquisitions -85",
    ]);
  });

  test("is below it where they have: Amphenol's 5.4 of 2023", () => {
    const lines = { revenue: 12_555, operating_income: 2_559.6, pretax_income: 2_454.8 };
    const bargain = gain("BargainPurchaseGainRecognizedAmount", 5.4);
    expect(charges({ ...lines, interest_expense: 139.5 }, [bargain])).toEqual([
      "below: untaxed gain on acquisitions -5",
    ]);
  });
});
