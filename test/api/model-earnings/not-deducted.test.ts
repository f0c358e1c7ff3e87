import { expect, test } from "vitest";
import { afterTax, chargesOf, describeCharges } from "#registry/models/inputs/earnings/one-offs.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const year = { start: "2023-01-01", end: "2023-12-31", currency: "USD" };
const statutory = {
  tag: "EffectiveIncomeTaxRateReconciliationAtFederalStatutoryIncomeTaxRate",
  value: 0.21,
  unit: "pure",
};
const source = (filed: readonly FiledFact[], lines: Record<string, number> = {}) =>
  withFiled(makeSource({ years: withLines(lines) }), [statutory, ...filed]);
const charges = (filed: readonly FiledFact[], lines: Record<string, number> = {}) =>
  chargesOf(source(filed, lines), year);

const sold = (value: number) => ({ tag: "GainLossOnSaleOfBusiness", value });
const ofDisposals = (value: number) => ({
  tag: "IncomeTaxReconciliationDispositionOfBusiness",
  value,
});
const goodwill = (value: number) => ({ tag: "GoodwillImpairmentLoss", value });
const impaired = "NondeductibleExpenseImpairmentLosses";

test("UnitedHealth's disposals saved no tax, as the reconciliation of 2024 adds 1,215 for them", () => {
  const lost = charges([sold(-4_977), ofDisposals(1_215)]);
  expect(afterTax(lost, 0.25)).toBe(4_977);
  expect(describeCharges(lost, { isAfterTax: true, isExcerpt: false, byMember: [] })).toContain(
    "no tax on 4,977 of them, as the reconciliation of tax states (IncomeTaxReconciliationDispositionOfBusiness, 0000000001-24-000001)",
  );
});

test("of UnitedHealth's gain of 489 in 2023 the 29 that its tax was less at 21 % was free of tax", () => {
  expect(afterTax(charges([sold(489), ofDisposals(-29)]), 0.25)).toBeCloseTo(
    -(489 - 0.25 * (489 - 29 / 0.21)),
    6,
  );
});

test("Marvell's gain of 1,830.4 on a business was taxed but for 560, in a year's row as well", () => {
  const filed = [sold(1_830.4), ofDisposals(-117.6)];
  expect(afterTax(charges(filed), 0.25)).toBeCloseTo(-(560 + 1_270.4 * 0.75), 6);
  expect(extractFacts(source(filed)).years.at(-1)?.untaxedCharges).toBeCloseTo(-560, 6);
});

test("a rate counts over income before tax: Walmart's 7.1 % of 20,564 to 2021-01-31", () => {
  const rate = {
    ...{ tag: "EffectiveIncomeTaxRateReconciliationDispositionOfBusiness", value: 0.071 },
    unit: "pure",
  };
  const lost = charges([sold(-8_401), rate], { pretax_income: 20_564 });
  const untaxed = (0.071 * 20_564) / 0.21;
  expect(afterTax(lost, 0.25)).toBeCloseTo(untaxed + (8_401 - untaxed) * 0.75, 6);
});

test("what goodwill comes to saves no tax once: Kraft Heinz 2025, Intuit 2015", () => {
  const assets = { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 2_572 };
  const kraft = charges([
    ...[goodwill(6_734), assets],
    { tag: `IncomeTaxReconciliation${impaired}`, value: 1_105 },
  ]);
  expect(afterTax(kraft, 0.25)).toBe(6_734 + 2_572 * 0.75);
  const intuit = charges([
    ...[goodwill(114), { ...assets, value: 34 }, { ...statutory, value: 0.35 }],
    { tag: `IncomeTaxReconciliation${impaired}`, value: 40 },
  ]);
  expect(afterTax(intuit, 0.25)).toBe(114 + 34 * 0.75);
});

test("Disney's impairments of 2024 that no tax was saved on are more than its goodwill", () => {
  const filed = [
    ...[goodwill(2_622), { tag: "RestructuringCostsAndAssetImpairmentCharges", value: 3_595 }],
    ...[{ tag: `EffectiveIncomeTaxRateReconciliation${impaired}`, value: 0.088, unit: "pure" }],
  ];
  const untaxed = (0.088 * 7_569) / 0.21;
  expect(afterTax(charges(filed, { pretax_income: 7_569 }), 0.25)).toBeCloseTo(
    untaxed + (3_595 - untaxed) * 0.75,
    6,
  );
});

test("a row of the other sign, or without a statutory rate, changes no tax", () => {
  expect(afterTax(charges([sold(-30.8), ofDisposals(-11.776)]), 0.25)).toBeCloseTo(23.1, 6);
  const unknown = withFiled(makeSource(), [sold(-4_977), ofDisposals(1_215)]);
  expect(afterTax(chargesOf(unknown, year), 0.25)).toBe(4_977 * 0.75);
});
