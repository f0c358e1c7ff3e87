import { describe, expect, test } from "vitest";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const award = "ShareBasedCompensationArrangementByShareBasedPaymentAward";
const balance = { start: null, unit: "shares" };
const options = { tag: `${award}OptionsOutstandingNumber`, ...balance };
const exercise = {
  ...{ tag: `${award}OptionsOutstandingWeightedAverageExercisePrice`, start: null },
  unit: "USD/shares",
};
const units = { tag: `${award}EquityInstrumentsOtherThanOptionsNonvestedNumber`, ...balance };

const source = makeSource();
const bare = extractFacts(source);
const company = (filed: readonly FiledFact[]): ModelFacts => extractFacts(withFiled(source, filed));
const basic = bare.dilution?.basic ?? 0;
const of = (part: number) => Math.round(part * basic);
const template = "terminal_growth";
const sharesAt = (facts: ModelFacts, assumptions: Record<string, number>, key = template) =>
  compute(facts, key, { assumptions }).assumptions.find((one) => one.key === "shares_outstanding")
    ?.value;
const assumed = (facts: ModelFacts, key: string) =>
  compute(facts, template).assumptions.find((one) => one.key === key);

describe("dilution by the treasury stock method", () => {
  // Snowflake at 2025-04-30: options of 6.2 % of the shares at 21.37, and a loss.
  const facts = company([
    { ...options, value: of(0.0624) },
    { ...exercise, value: 21.37 },
    { ...units, value: of(0.04) },
  ]);

  test("takes options at the price given, and units in full", () => {
    const fromOptions = of(0.0624) * (1 - 21.37 / 200);
    expect(sharesAt(facts, { dilution_price: 200 })).toBe(
      Math.round(basic + fromOptions + of(0.04)),
    );
    // Options that cost more than the share are not exercised.
    expect(sharesAt(facts, { dilution_price: 20 })).toBe(basic + of(0.04));
    for (const key of ["ev_ebitda_multiples", "earnings_power_value", "excess_return"]) {
      expect(sharesAt(facts, { dilution_price: 20 }, key)).toBe(basic + of(0.04));
    }
  });

  test("each award can be changed and has its filing", () => {
    expect(assumed(facts, "restricted_stock_units")).toMatchObject({
      ...{ value: of(0.04), editable: true, note: "of the notes as of 2023-12-31" },
      provenance: { concept: units.tag, accessionNumber: "0000000001-24-000001" },
    });
    const changed = { dilution_price: 20, restricted_stock_units: 0 };
    expect(sharesAt(facts, changed)).toBe(basic);
  });

  test("without a price the filing's dilution counts, and the input says so", () => {
    expect(sharesAt(facts, {})).toBe(bare.shares?.value);
    const price = assumed(facts, "dilution_price");
    expect(price).toMatchObject({ value: null, editable: true });
    expect(price?.note).toMatch(
      /^no price is given: diluted less basic shares of the filing count/,
    );
  });

  test("without notes, and with old ones, the filing's dilution counts at any price", () => {
    const old = company([{ ...options, value: of(0.05), end: "2022-06-30" }]);
    expect(old.dilution?.options).toBeNull();
    for (const none of [bare, old]) {
      const result = compute(none, template, { assumptions: { dilution_price: 50 } });
      expect(sharesAt(none, { dilution_price: 50 })).toBe(bare.shares?.value);
      expect(result.warnings.map(({ code }) => code)).toContain("dilution_of_filing");
      expect(assumed(none, "options_outstanding")).toMatchObject({
        ...{ value: null, note: "not found in the notes of the last thirteen months" },
      });
    }
    // The caller can set the units.
    const stated = { dilution_price: 50, restricted_stock_units: of(0.05) };
    expect(sharesAt(bare, stated)).toBe(basic + of(0.05));
  });

  test("where the notes leave units out, the filing's diluted shares are the least", () => {
    // Kraft Heinz at 2026-03-28: options at 38.28 with the share at 25, and units that no tag counts.
    const some = company([
      { ...options, value: of(0.005) },
      { ...exercise, value: 38.28 },
    ]);
    expect(sharesAt(some, { dilution_price: 25 })).toBe(bare.shares?.value);
    expect(sharesAt(some, { dilution_price: 25, restricted_stock_units: 0 })).toBe(basic);
  });

  test("a count of another unit is not believed, and converted stock stays in the count", () => {
    expect(company([{ ...options, value: 10 * basic }]).dilution?.options).toBeNull();
    // Procter & Gamble's preferred stock is no claim: its shares must be there at any price.
    const converted = {
      ...{ tag: "IncrementalCommonSharesAttributableToConversionOfPreferredStock" },
      ...{ value: of(0.03), unit: "shares" },
    };
    const held = company([converted, { ...units, value: of(0.01) }]);
    expect(sharesAt(held, { dilution_price: 50 })).toBe(basic + of(0.03) + of(0.01));
  });

  test("units of the one kind of award that notes state count: C3.ai at 2024-04-30, 19.283 of 123 million", () => {
    const kind = (name: string) => `us-gaap:AwardTypeAxis=us-gaap:${name}Member`;
    const restricted = { ...units, value: of(0.157), dimensions: kind("RestrictedStockUnitsRSU") };
    expect(company([restricted]).dilution?.units?.value).toBe(of(0.157));
    // Kinds of the taxonomy add up (General Electric 2023: 8.103 and 2.315 million), unless one is as much as the others.
    const performance = { ...units, value: of(0.002), dimensions: kind("PerformanceShares") };
    expect(company([restricted, performance]).dilution?.units?.value).toBe(of(0.159));
    const same = { ...performance, value: of(0.157) };
    expect(company([restricted, same]).dilution?.units).toBeNull();
    // A kind of the filer's own may hold the others, and rights to gains are no units (RTX).
    const own = {
      ...performance,
      dimensions: "us-gaap:AwardTypeAxis=gd:RestrictedStockAndRsusMember",
    };
    expect(company([restricted, own]).dilution?.units).toBeNull();
    const rights = { ...performance, dimensions: kind("StockAppreciationRightsSARS") };
    expect(company([restricted, rights]).dilution?.units?.value).toBe(of(0.157));
    expect(company([restricted, { ...units, value: of(0.2) }]).dilution?.units?.value).toBe(
      of(0.2),
    );
  });

  describe("units of kinds of the filer's own", () => {
    const [before, now] = ["2022-12-31", "2023-12-31"];
    const of = (member: string, value: number, end = now) => ({
      ...{ ...units, value, end },
      dimensions: `us-gaap:AwardTypeAxis=${member}Member`,
    });
    const rsu = "us-gaap:RestrictedStockUnitsRSU";
    const counted = (...filed: FiledFact[]) => company(filed).dilution?.units?.value ?? null;

    test("add up, in thousands: Bristol-Myers Squibb's 23,500, Kraft Heinz's 12,578", () => {
      const performance = of("us-gaap:PerformanceShares", 3_600);
      expect(counted(of(rsu, 18_000), performance, of("bmy:MarketShareUnits", 1_900))).toBe(23_500);
      expect(counted(of(rsu, 7_723), of("khc:PSUs", 4_855))).toBe(12_578);
    });

    test("are none where a name holds another's, unless the whole alone is counted before, too", () => {
      const part = of("intc:MarketBasedRestrictedStockUnits", 16_000);
      expect(counted(of(rsu, 172_900), part)).toBeNull();
      expect(counted(of(rsu, 158_700, before), of(rsu, 172_900), part)).toBe(172_900);
      const parts = [of(rsu, 158_700, before), { ...part, value: 14_000, end: before }];
      expect(counted(...parts, of(rsu, 172_900), part)).toBeNull();
      // General Dynamics 2023, and Micron 2024.
      const both = "gd:RestrictedStockAndRestrictedStockUnitsRsus";
      const issued = of("us-gaap:RestrictedStock", 441);
      expect(counted(of(both, 1_268, before), of(both, 1_291), issued)).toBe(1_291);
      const all = "mu:Restrictedstockaward";
      const service = of("mu:RestrictedStockAwardsServiceRestrictions", 24_000);
      expect(counted(of(all, 29_000, before), of(all, 28_000), service)).toBe(28_000);
    });

    test("leave out what is paid in cash: Verizon's 23,762 of 51,788", () => {
      const kinds = [
        ...[of("vz:RestrictedStockUnitsRSUEquityAwards", 15_852)],
        ...[of("vz:RestrictedStockUnitsRSULiabilityAwards", 23_486)],
        ...[of("vz:PerformanceStockUnitsEquityAwards", 12_174)],
        ...[of("vz:PerformanceStockUnitsLiabilityAwards", 276)],
      ];
      expect(counted(...kinds)).toBe(28_026);
    });
  });

  test("options of the one plan that notes state count with its price: Nike at 2025-05-31, 75.1 million at 97.99", () => {
    const plan = (name: string) => ({ dimensions: `us-gaap:PlanNameAxis=nke:${name}Member` });
    const incentive = [
      { ...options, value: of(0.05), ...plan("StockIncentivePlan") },
      { ...exercise, value: 97.99, ...plan("StockIncentivePlan") },
    ];
    expect(company(incentive).dilution).toMatchObject({
      ...{ options: { value: of(0.05) }, exercisePrice: { value: 97.99 }, units: null },
    });
    const second = { ...options, value: of(0.01), ...plan("OldPlan") };
    expect(company([...incentive, second]).dilution?.options).toBeNull();
  });

  test("units of several plans add up: Boeing's 5,349,490, 25,521 and 765,510 at 2023-12-31", () => {
    const plan = (name: string, value: number) => ({
      ...{ ...units, value, dimensions: `us-gaap:PlanNameAxis=ba:${name}Member` },
    });
    const plans = [plan("Incentive", 5_349_490), plan("Employee", 25_521), plan("Other", 765_510)];
    expect(company(plans).dilution?.units?.value).toBe(6_140_521);
    // One plan may hold all others, and a kind of award the plans.
    expect(company([...plans, plan("All", 6_140_521)]).dilution?.units).toBeNull();
    const kind = "us-gaap:AwardTypeAxis=us-gaap:RestrictedStockUnitsRSUMember";
    const ofKind = { ...units, value: 6_500_000, dimensions: kind };
    expect(company([...plans, ofKind]).dilution?.units?.value).toBe(6_500_000);
  });

  test("warrants are no units: VerifyMe's 4,628,586, James Maritime's 1,000,000; NVIDIA's 189 million units are", () => {
    const either = { tag: `${award}NonOptionEquityInstrumentsOutstandingNumber`, ...balance };
    const warrants = { ...either, value: 4_628_586 };
    const worth = { ...exercise, value: 81.51 };
    const atGrant = `${award}EquityInstrumentsOtherThanOptionsNonvestedWeightedAverageGrantDateFairValue`;
    expect(company([warrants]).dilution?.units).toBeNull();
    expect(company([warrants, { ...worth, tag: atGrant }]).dilution?.units?.value).toBe(4_628_586);
    // Genelux has restricted shares, too: 113,500 beside 932,854 warrants on 2023-06-30.
    const genelux = [
      { ...units, value: 113_500 },
      { ...either, value: 932_854 },
      { ...worth, tag: atGrant },
    ];
    expect(company(genelux).dilution?.units?.value).toBe(113_500);
    const dimensions = "us-gaap:AwardTypeAxis=us-gaap:WarrantMember";
    expect(company([{ ...warrants, dimensions }]).dilution?.units).toBeNull();
  });

  test("units are none where they are the options under another element: NVE's 33,500 at 2025-03-31", () => {
    const same = [
      { ...options, value: 33_500 },
      { ...units, value: 33_500 },
    ];
    expect(company(same).dilution).toMatchObject({ options: { value: 33_500 }, units: null });
    const other = company([
      { ...options, value: 33_500 },
      { ...units, value: 33_000 },
    ]);
    expect(other.dilution?.units?.value).toBe(33_000);
  });
});
