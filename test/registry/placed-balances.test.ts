import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { isReadByMember } from "#registry/models/inputs/members/partitions.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Inputs of 2023 in millions. */
function inputsOf(lines: Record<string, number>, filed: readonly FiledFact[]) {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = withFiled(
    makeSource({ years: withLines(Object.fromEntries(scaled)) }),
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  const { claims, quarterlyCapital, commonDividends, years } = extractFacts(source);
  const inMillions = (value: number | null | undefined) =>
    value == null ? null : Number((value / million).toFixed(3));
  return {
    claim: (key: keyof typeof claims.amounts) => inMillions(claims.amounts[key]?.value),
    note: (key: keyof typeof claims.amounts) => claims.amounts[key]?.note,
    capital: inMillions(quarterlyCapital.at(-1)?.netWorkingCapital),
    commonDividends: inMillions(commonDividends?.value),
    paidToOthers: inMillions(years.at(-1)?.preferredPaid),
  };
}

const row = (member: string) => `us-gaap:BalanceSheetLocationAxis=${member}`;
const other = row("us-gaap:OtherAssetsMember");
const recurring =
  "us-gaap:FairValueByMeasurementFrequencyAxis=us-gaap:FairValueMeasurementsRecurringMember";
const level = (one: number) =>
  `us-gaap:FairValueByFairValueHierarchyLevelAxis=us-gaap:FairValueInputsLevel${one}Member`;
const of = (tag: string, value: number, ...dimensions: readonly string[]): FiledFact => ({
  ...{ tag, value, start: null },
  dimensions: dimensions.join(";"),
});
const sheet = { current_assets: 1_000, current_liabilities: 800, cash_and_equivalents: 100 };

describe("pensions by kind of plan and country", () => {
  const surplus = "DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent";
  const due = "PensionAndOtherPostretirementDefinedBenefitPlansCurrentLiabilities";
  const home = "us-gaap:RetirementPlanSponsorLocationAxis=country:US";
  const abroad = "us-gaap:RetirementPlanSponsorLocationAxis=us-gaap:ForeignPlanMember";
  const pensions = "us-gaap:RetirementPlanTypeAxis=us-gaap:PensionPlansDefinedBenefitMember";
  const others =
    "us-gaap:RetirementPlanTypeAxis=us-gaap:OtherPostretirementBenefitPlansDefinedBenefitMember";

  test("add up: General Motors' assets of 1,557 and current liabilities of 748 (2023)", () => {
    const filed = [
      of(surplus, 0, home, pensions),
      of(surplus, 1_557, abroad, pensions),
      of(due, 62, home, pensions),
      of(due, 330, abroad, pensions),
      of(due, 356, others),
    ];
    const { claim } = inputsOf({ ...sheet, current_liabilities: 90_000 }, filed);
    expect(claim("pension_surplus")).toBe(1_557 * 0.75);
    expect(claim("pension_deficit")).toBe(748 * 0.75);
    // The kind of plan as a whole goes before its parts.
    const whole = inputsOf(sheet, [...filed, of(surplus, 1_600, pensions)]);
    expect(whole.claim("pension_surplus")).toBe(1_200);
  });

  test("are without those of a group for sale: Johnson Controls' 182 (2024)", () => {
    const assets = row("us-gaap:OtherNoncurrentAssetsMember");
    const sold = row("jci:DisposalGroupIncludingDiscontinuedOperationAssetsNoncurrentMember");
    const filed = [
      of(surplus, 2, assets, home, pensions),
      of(surplus, 62, assets, abroad, pensions),
      of(surplus, 118, assets, others),
      of(surplus, 52, sold, abroad, pensions),
    ];
    expect(inputsOf(sheet, filed).claim("pension_surplus")).toBe(136.5);
    const isRead = filed.map(({ tag, dimensions }) =>
      isReadByMember(`us-gaap:${tag}`, dimensions ?? ""),
    );
    expect(isRead).toEqual([true, true, true, false]);
  });
});
