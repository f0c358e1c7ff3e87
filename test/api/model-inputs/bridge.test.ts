import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { figuresOfPrice } from "#registry/models/market/market-figures.ts";
import { ownHistory } from "#registry/models/market/own-history.ts";
import { givenPrice } from "#registry/models/market/price.ts";
import { pricedNow } from "#registry/models/market/priced-of.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;
const balance = { start: null };
const company = (
  filed: readonly FiledFact[],
  lines: Record<string, number | null> = {},
  of: Partial<Parameters<typeof makeSource>[0]> = {},
) =>
  extractFacts(
    withFiled(
      makeSource({ years: withLines(lines), ...of }),
      filed.map((one) => ({ ...balance, ...one, value: one.value * million })),
    ),
  );
const assumed = (facts: ReturnType<typeof company>, key: string, template = "terminal_growth") =>
  compute(facts, template).assumptions.find((one) => one.key === key);
const netDebt = (facts: ReturnType<typeof company>, template: string, body?: object) =>
  (compute(facts, template, body).valuation.netDebt ?? 0) / million;
const templates = ["terminal_growth", "ev_ebitda_multiples", "earnings_power_value"];

describe("what lies between enterprise value and equity", () => {
  test.each(templates)("%s counts Alphabet's non-marketable securities of 2025", (template) => {
    const facts = company([{ tag: "OtherLongTermInvestments", value: 68_687 }]);
    const line = assumed(facts, "equity_investments", template);
    expect(line).toMatchObject({ value: 68_687 * million, editable: true });
    expect(line?.provenance?.accessionNumber).toBe("0000000001-24-000001");
    expect(netDebt(facts, template)).toBeCloseTo(netDebt(company([]), template) - 68_687, 6);
    const without = { assumptions: { equity_investments: 0 } };
    expect(netDebt(facts, template, without)).toBeCloseTo(netDebt(company([]), template), 6);
  });

  test("NVIDIA's are of a note, and its line of all investments would hold marketable ones", () => {
    const noted = company([
      { tag: "EquitySecuritiesWithoutReadilyDeterminableFairValueAmount", value: 22_251 },
    ]);
    expect(assumed(noted, "equity_investments")?.value).toBe(22_251 * million);
    const all = company([
      { tag: "LongTermInvestments", value: 900 },
      { tag: "MarketableSecuritiesNoncurrent", value: 700 },
      { tag: "EquityMethodInvestments", value: 150 },
    ]);
    expect(assumed(all, "equity_investments")?.value).toBe(200 * million);
    expect(assumed(all, "associates")?.value).toBe(0);
  });

  test("Kimberly-Clark 2025 has associates, a discontinued business and pensions net of tax", () => {
    const disposal = "OfDisposalGroupIncludingDiscontinuedOperation";
    const filed = [
      { tag: "EquityMethodInvestments", value: 330 },
      { tag: `Assets${disposal}Current`, value: 720 },
      { tag: "DisposalGroupIncludingDiscontinuedOperationAssetsNoncurrent", value: 1_705 },
      { tag: `Liabilities${disposal}Current`, value: 740 },
      { tag: `Liabilities${disposal}Noncurrent`, value: 151 },
      {
        tag: "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent",
        value: 605,
      },
    ];
    const facts = company(filed, { income_discontinued: 100 * million });
    expect(assumed(facts, "associates")?.value).toBe(330 * million);
    expect(assumed(facts, "held_for_sale")?.value).toBe(1_534 * million);
    expect(assumed(facts, "pension_deficit")).toMatchObject({
      value: 453_750_000,
      note: "605,000,000 before tax",
    });
    // Results of a group for sale that are still in operating income are valued with it.
    expect(assumed(company(filed), "held_for_sale")?.value).toBe(0);
  });

  test("redeemable minorities are claims, and preferred stock is not counted twice", () => {
    const lines = { noncontrolling_interest: 226 * million, preferred_stock: 759 * million };
    const redeemable = {
      tag: "RedeemableNoncontrollingInterestEquityCarryingAmount",
      value: 13,
    };
    expect(assumed(company([redeemable], lines), "other_claims")?.value).toBe(998 * million);
    const converted = {
      ...{ tag: "IncrementalCommonSharesAttributableToConversionOfPreferredStock", value: 71 },
      ...{ start: "2023-01-01", unit: "shares" },
    };
    expect(assumed(company([converted], lines), "other_claims")).toMatchObject({
      value: 226 * million,
      note: "without preferred stock, which the diluted shares hold as converted",
    });
  });
});

describe("what filings before 2012 and foreign ones tag", () => {
  test("associates of Vale, equity securities of Genzyme and stock of AES's subsidiary count", () => {
    const vale = company([
      { tag: "InvestmentsInAffiliatesSubsidiariesAssociatesAndJointVentures", value: 4_516 },
    ]);
    expect(assumed(vale, "associates")?.value).toBe(4_516 * million);
    const genzyme = company([
      { tag: "AvailableForSaleSecuritiesEquitySecuritiesNoncurrent", value: 79.9 },
    ]);
    expect(assumed(genzyme, "equity_investments")?.value).toBe(79.9 * million);
    const lines = { noncontrolling_interest: 3_358 * million, temporary_equity: 60 * million };
    expect(assumed(company([], lines), "other_claims")?.value).toBe(3_418 * million);
    const named = { tag: "RedeemableNoncontrollingInterestEquityCarryingAmount", value: 60 };
    expect(assumed(company([named], lines), "other_claims")?.value).toBe(3_418 * million);
  });

  test("Petrobras's pensions of 2010 are its obligations, not what equity holds of them", () => {
    const plans = "PensionAndOtherPostretirementDefinedBenefitPlans";
    const petrobras = company([
      { tag: `${plans}LiabilitiesCurrentAndNoncurrent`, value: -1_599 },
      { tag: `${plans}NoncurrentLiabilities`, value: 10_921 },
      { tag: `${plans}CurrentLiabilities`, value: 703 },
    ]);
    expect(assumed(petrobras, "pension_deficit")?.value).toBe((10_921 + 703) * 0.75 * million);
    const wide = "PensionAndOtherPostretirementAndPostemploymentBenefitPlansLiabilitiesNoncurrent";
    const angloGold = company([{ tag: wide, value: 147 }]);
    expect(assumed(angloGold, "pension_deficit")?.value).toBe(147 * 0.75 * million);
  });
});

describe("debt that no tag states", () => {
  // AES, 2008, in millions: interest of 1,844, assets of 34,806. It prints its debt under its own elements.
  const aes = { total_debt: null, total_assets: 34_806 * million };
  const of = (interest: number) => company([], { ...aes, interest_expense: interest * million });

  test("is asked for, and a value needs it", () => {
    const result = compute(of(1_844), "terminal_growth");
    expect(result.stateReason).toMatchObject({
      code: "input_needed",
      message: expect.stringMatching(/^Interest of 1,844,000,000 is filed .* Set total_debt/),
    });
    const body = { assumptions: { total_debt: 18_091 * million } };
    expect(compute(of(1_844), "terminal_growth", body).state).toBe("computed");
    expect(of(1_844).years.at(-1)?.netDebt).toBeNull();
  });

  test("of Cablevision 2009 is more than the collateralized part that is tagged", () => {
    const of = (debt: number) =>
      company([], {
        ...{ total_assets: 9_555.7 * million, interest_expense: 749.7 * million },
        total_debt: debt * million,
      });
    const { stateReason } = compute(of(432.4), "terminal_growth");
    expect(stateReason?.code).toBe("input_needed");
    expect(stateReason?.message).toContain("which the debt of 432,400,000 tagged at 2023-12-31");
    expect(compute(of(11_500), "terminal_growth").state).toBe("computed");
    // Debt that was repaid during the year bore the interest.
    const years = withLines({ total_assets: 9_555.7 * million, interest_expense: 749.7 * million });
    const repaid = { ...years, 2022: { ...years[2022], total_debt: 6_000 * million } };
    expect(extractFacts(makeSource({ years: repaid })).claims.unknown).toEqual({});
    // Interest of Midland States Bancorp is on deposits.
    expect(extractFacts(makeSource({ years, template: "bank" })).claims.unknown).toEqual({});
  });

  test("is none where interest is small beside the assets", () => {
    expect(compute(of(90), "terminal_growth").state).toBe("computed");
  });
});

describe("amounts that need a word", () => {
  const codes = (facts: ReturnType<typeof company>) =>
    compute(facts, "ev_ebitda_multiples").warnings.map(({ code }) => code);

  test("Sony's investments of 2010 are 41 % of its assets, most of them of its insurer", () => {
    const sony = company([{ tag: "LongTermInvestments", value: 5_299 }], {
      total_assets: 12_866 * million,
    });
    const { warnings } = compute(sony, "terminal_growth");
    const told = warnings.find(({ code }) => code === "investments_large");
    expect(told?.message).toContain("Long-term investments are 41.19% of total assets.");
    const less = company([{ tag: "LongTermInvestments", value: 958 }], {
      total_assets: 10_204 * million,
    });
    expect(codes(less)).not.toContain("investments_large");
  });

  test("Exxon's debt of 2024 has no tag at the year after, and counts as zero with a word", () => {
    const lines = { total_assets: 453_475 * million, interest_expense: null };
    const years = withLines(lines);
    const of = (debt: number) =>
      extractFacts(
        makeSource({
          years: {
            ...years,
            2022: { ...years[2022], total_debt: debt * million },
            2023: { ...years[2023], total_debt: null },
          },
        }),
      );
    const told = compute(of(41_710), "terminal_growth").warnings.find(
      ({ code }) => code === "debt_not_tagged",
    );
    expect(told?.message).toContain("Debt of 41,710,000,000 was filed for 2022-12-31");
    expect(codes(of(4_000))).not.toContain("debt_not_tagged");
  });
});

describe("one definition of net debt", () => {
  const filed = [
    { tag: "OtherLongTermInvestments", value: 300 },
    { tag: "EquityMethodInvestments", value: 330 },
    { tag: "DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent", value: 324 },
    { tag: "PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent", value: 120 },
    { tag: "RedeemableNoncontrollingInterestEquityCarryingAmount", value: 13 },
  ];
  const outside = 300 + 330 + (324 - 120) * 0.75 - 13;
  const lines = { noncontrolling_interest: 226 * million };
  const narrow = company([], lines);
  const facts = company(filed, lines);

  test("a pension surplus is an asset after tax, with its filing, that can be changed", () => {
    expect(assumed(facts, "pension_surplus")).toMatchObject({
      ...{ value: 243 * million, note: "324,000,000 before tax", editable: true },
      provenance: { accessionNumber: "0000000001-24-000001" },
    });
    expect(assumed(narrow, "pension_surplus")).toMatchObject({
      ...{ value: 0, note: "not found in filings" },
    });
  });

  test("the bridge, multiples now and of the past, peers, metrics and tables agree [MOD-35]", () => {
    const all = (of: ReturnType<typeof company>) => {
      const reference = bundledReference;
      const price = { ...givenPrice(10, null, "share", null), isAdjusted: true };
      const history = ownHistory(of, { reference, earnings: "reported", priceAt: () => price });
      const table = compute(of, "historical_balance_sheet").historicals;
      return [
        ...templates.slice(0, 2).map((key) => netDebt(of, key)),
        ...history.rows.slice(-2).map((row) => (row.netDebt ?? 0) / million),
        (pricedNow(of, reference, "reported").netDebt ?? 0) / million,
        Number(figuresOfPrice(of, price).of("net_claims").value) / million,
        (table.at(-1)?.values.net_debt ?? 0) / million,
      ];
    };
    const [before] = all(narrow);
    expect(all(narrow)).toEqual(all(narrow).map(() => before));
    expect(all(facts)).toEqual(all(facts).map(() => (before ?? 0) - outside));
  });

  test("book and earnings of common shares hold preferred stock that the diluted count converts", () => {
    const stock = { preferred_stock: 759 * million, net_income_to_common: 70 * million };
    const converted = {
      ...{ tag: "IncrementalCommonSharesAttributableToConversionOfPreferredStock", value: 71 },
      ...{ start: "2023-01-01", unit: "shares" },
    };
    const [held, apart] = [company([converted], stock), company([], stock)];
    const base = (of: typeof held, key: string) => assumed(of, "base_metric", key)?.value ?? 0;
    expect(base(held, "pb_multiples") - base(apart, "pb_multiples")).toBe(759 * million);
    expect(base(apart, "pe_multiples")).toBe(70 * million);
    expect(base(held, "pe_multiples")).toBe(held.trailing.net_income?.value);
  });
});

describe("debt", () => {
  test("AMD's current portion of 874 is in its total of 3,222 already", () => {
    const source = makeSource({
      years: withLines({
        ...{ total_debt: null, debt_current: 874 * million, long_term_debt: 3_222 * million },
      }),
    });
    const debtOf = (tag: string) =>
      extractFacts({
        ...source,
        facts: source.facts.map((fact) =>
          fact.tag === "Tag_long_term_debt" ? { ...fact, tag } : fact,
        ),
      }).balance.total_debt?.value;
    expect(debtOf("LongTermDebt")).toBe(3_222 * million);
    expect(debtOf("LongTermDebtNoncurrent")).toBe(4_096 * million);
  });

  test("Costco's finance leases of August count in May, with their day", () => {
    const balance = { total_assets: 1e10, stockholders_equity: 1e9 };
    const quarters = { "2024Q1": { ...balance, total_debt: 5_670 * million } };
    const facts = company(
      [{ tag: "FinanceLeaseLiability", value: 1_479 }],
      {},
      {
        quarters,
        knownOn: "2024-06-01",
      },
    );
    expect(facts.anchors?.balanceSheetDate).toBe("2024-03-31");
    expect(facts.balance.total_debt).toMatchObject({
      value: (5_670 + 1_479) * million,
      note: "with finance lease liabilities of 1,479,000,000, which the filings tag apart at 2023-12-31, and not later",
    });
  });
});
