import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { rowKind } from "#registry/models/inputs/rows/row-kinds.ts";
import { printedAmountsOf } from "../../helpers/companies/claim-amounts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;
const company = (filed: readonly FiledFact[], lines: Record<string, number | null> = {}) => {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value && value * million]);
  return extractFacts(
    withFiled(
      makeSource({ years: withLines(Object.fromEntries(scaled)) }),
      filed.map((one) => ({ start: null, ...one, value: one.value * million })),
    ),
  );
};
const amount = (facts: ReturnType<typeof company>, key: string) =>
  (compute(facts, "terminal_growth").assumptions.find((one) => one.key === key)?.value ?? 0) /
  million;

describe("long-term investments", () => {
  test("of 3M, 118, stand beside marketable securities of 580", () => {
    const facts = company([
      { tag: "LongTermInvestments", value: 118 },
      { tag: "MarketableSecuritiesNoncurrent", value: 580 },
    ]);
    expect(amount(facts, "equity_investments")).toBe(118);
    expect(amount(facts, "long_term_marketable_securities")).toBe(580);
  });

  test("of NTT DoCoMo, 151,026, stand beside affiliates of 578,095; those of Honda hold them", () => {
    const docomo = company([
      { tag: "LongTermInvestments", value: 151_026 },
      { tag: "EquityMethodInvestments", value: 578_095 },
    ]);
    expect(amount(docomo, "equity_investments")).toBe(151_026);
    expect(amount(docomo, "associates")).toBe(578_095);
    const honda = company([
      { tag: "LongTermInvestments", value: 642_681 },
      { tag: "EquityMethodInvestments", value: 457_834 },
    ]);
    expect(amount(honda, "equity_investments")).toBe(642_681);
    expect(amount(honda, "associates")).toBe(0);
  });
});

describe("securities", () => {
  // Electronic Arts 2010: current assets of 2,585 with short-term investments of 432 and equity securities of 291.
  const equity = { tag: "AvailableForSaleSecuritiesEquitySecuritiesCurrent", value: 291 };
  const lines = (assets: number) => ({
    ...{ current_assets: assets, cash_and_equivalents: 1_273, accounts_receivable: 206 },
    ...{ inventory: 100, other_current_assets: 239, short_term_investments: 432 },
  });

  test("of equity stand beside short-term investments where current assets have room for both", () => {
    const facts = company([equity], lines(2_585));
    expect(amount(facts, "short_term_investments")).toBe(723);
    const inputs = facts.balance.short_term_investments?.provenance?.inputs;
    expect(inputs?.map(({ value }) => value / million)).toEqual([432, 291]);
    // (2,585 − 1,273 − 723) less current liabilities of 2,000.
    expect(facts.quarterlyCapital.at(-1)?.operatingCurrentAssets).toBe(589 * million);
  });

  test("are in the line where current assets have none", () => {
    expect(amount(company([equity], lines(2_294)), "short_term_investments")).toBe(432);
  });

  test("of time deposits count alone, too (Panasonic 2010: 92,032 of yen)", () => {
    const deposits = { tag: "TimeDepositsAtCarryingValue", value: 92_032 };
    const of = { ...lines(1_000_000), cash_and_equivalents: 900_000, short_term_investments: null };
    expect(amount(company([deposits], of), "short_term_investments")).toBe(92_032);
  });

  test("of ENSCO, 55.4 at auction rates, are long-term marketable ones", () => {
    const facts = company([{ tag: "OtherMarketableSecuritiesNoncurrent", value: 55.4 }]);
    expect(amount(facts, "long_term_marketable_securities")).toBe(55.4);
  });
});

describe("a fund of the filer's own", () => {
  // Motorola, 3 April 2010: the Sigma Fund of 5,174 among current assets of 15,896, and 116 of it beyond a year.
  const own = (tag: string, value: number, start: string | null = null) => ({
    ...{ taxonomy: "extension", tag, value, start },
  });
  const fund = [
    own("ManagedInvestmentFundCurrent", 5_174),
    own("ManagedInvestmentFundNoncurrent", 116),
  ];
  const trade = own("PaymentsForProceedsFromManagedInvestmentFundNet", 116, "2023-01-01");
  const lines = (assets: number) => ({
    ...{ current_assets: assets, cash_and_equivalents: 3_188, accounts_receivable: 3_086 },
    ...{ inventory: 1_251, other_current_assets: 2_066, short_term_investments: 6 },
  });

  test("is securities where a row of cash flows buys and sells it", () => {
    const facts = company([...fund, trade], lines(15_896));
    expect(amount(facts, "short_term_investments")).toBe(5_180);
    expect(amount(facts, "long_term_marketable_securities")).toBe(116);
    expect(facts.quarterlyCapital.at(-1)?.operatingCurrentAssets).toBe(7_528 * million);
  });

  test("under two names of one balance counts once", () => {
    const sigma = [
      own("SigmaFundCurrent", 5_174),
      own("PaymentsForProceedsFromSigmaFundInvestmentsNet", 922, "2023-01-01"),
    ];
    const facts = company([...fund, trade, ...sigma], lines(25_896));
    expect(amount(facts, "short_term_investments")).toBe(5_180);
  });

  test("is none without such a row, without room, or under a published element", () => {
    expect(amount(company(fund, lines(15_896)), "short_term_investments")).toBe(6);
    expect(amount(company(fund, lines(15_896)), "long_term_marketable_securities")).toBe(0);
    const tight = company([...fund, trade], lines(12_000));
    expect(amount(tight, "short_term_investments")).toBe(6);
    const published = [...fund, trade].map((one) => ({ ...one, taxonomy: "us-gaap" }));
    expect(amount(company(published, lines(15_896)), "short_term_investments")).toBe(6);
  });
});

test("net assets of discontinued operations of Precision Castparts hold 11.4 that are noncurrent", () => {
  const group = "OfDisposalGroupIncludingDiscontinuedOperation";
  const facts = company(
    [
      { tag: `Assets${group}Current`, value: 13 },
      { tag: `Assets${group}Noncurrent`, value: 11.4 },
      { tag: `Liabilities${group}Current`, value: 8 },
      { tag: `Liabilities${group}Noncurrent`, value: 1.5 },
    ],
    { income_discontinued: -2.5 },
  );
  expect(amount(facts, "held_for_sale")).toBeCloseTo(14.9, 6);
});

test("retirement benefits of Cohu, 21.663, are a claim after tax", () => {
  const facts = company([{ tag: "PostemploymentBenefitsLiabilityNoncurrent", value: 21.663 }]);
  expect(amount(facts, "pension_deficit")).toBe(16.24725);
});

describe("elements of a filer's own", () => {
  // Hitachi at 2010-03-31, in millions of JPY.
  const benefits = { tag: "RetirementAndSeveranceBenefitsNoncurrent", taxonomy: "hit" };

  test("have the retirement benefits of Hitachi, 905,183, in a row of the balance sheet", () => {
    const row = { ...benefits, value: 905_183 };
    const within = { within: "total_liabilities" } as const;
    expect(printedAmountsOf([row], {}, within)("pension_deficit")).toBe(678_887.25);
    // A note of less is a part of it.
    const note = { tag: "DefinedBenefitPensionPlanLiabilitiesNoncurrent", value: 40 };
    const rows = [benefits.tag];
    expect(printedAmountsOf([row, note], {}, { ...within, rows })("pension_deficit")).toBe(
      678_887.25,
    );
    expect(amount(company([row]), "pension_deficit")).toBe(0);
  });

  test("have the investments of CSN in affiliated companies, 4,216", () => {
    const affiliates = { tag: "InvestmentsInAffiliatedCompanies", taxonomy: "sid", value: 4_216 };
    expect(printedAmountsOf([affiliates])("associates")).toBe(4_216);
    const deposits = { tag: "RestrictedDepositsForLegalProceedings", taxonomy: "sid", value: 807 };
    expect(printedAmountsOf([deposits])("associates")).toBeNull();
  });
});

describe("loans to customers", () => {
  const told = (facts: ReturnType<typeof company>) =>
    compute(facts, "ev_ebitda_multiples").warnings.find(
      ({ code }) => code === "finance_receivables",
    )?.message;

  test("of Ford 2009 and Kubota 2010 are told beside the debt that pays for them", () => {
    const ford = company([{ tag: "NotesReceivableNet", value: 75_892 }], {
      total_assets: 198_000,
      total_debt: 131_635,
    });
    expect(told(ford)).toContain("Loans and leases to customers are 38.33% of total assets.");
    const own = (tag: string, value: number) => ({ taxonomy: "kub", tag, value });
    const kubota = company(
      [own("FinanceReceivablesCurrent", 100_437), own("FinanceReceivablesNoncurrent", 195_117)],
      { total_assets: 1_409_033, total_debt: 403_098 },
    );
    expect(told(kubota)).toContain("are 20.98% of total assets");
  });

  test("that are few, or stand beside no debt, are not", () => {
    const notes = { tag: "NotesReceivableNet", value: 900 };
    expect(told(company([notes], { total_assets: 10_000 }))).toBeUndefined();
    expect(told(company([notes], { total_assets: 1_000, total_debt: 0 }))).toBeUndefined();
  });
});

describe("[MODEL-3.3] the kind of a row", () => {
  test.each([
    ["assets", "InvestmentInCENG", "Investment in CENG", "associates"],
    ["assets", "InvestmentInWhollyOwnedSubsidiary", "Investment in AFSG Holdings, Inc.", null],
    ["assets", "EquityMethodInvestmentsAndOther", "Investments", "investments"],
    [
      "assets",
      "AssetsHeldBySpecialPurposeEntities",
      "Restricted assets held by special purpose entities",
      "investments",
    ],
    [
      "assets",
      "InvestmentsAndLongTermReceivables",
      "Investments and long-term receivables",
      "operating",
    ],
    [
      "liabilities",
      "LiabilitiesHeldBySpecialPurposeEntities",
      "Liabilities (nonrecourse to Weyerhaeuser) held by special purpose entities",
      "debt",
    ],
    ["liabilities", "CollateralizedObligationNoncurrent", "Collateralized obligation", "debt"],
    ["liabilities", "AdvanceOnSaleOfInvestment", "Advance on sale of investment", null],
    ["liabilities", "LongTermTransitionBond", "Transition bonds issued by ACE Funding", "debt"],
    // Sempra prints both in one row, NII Holdings interest alone.
    [
      "liabilities",
      "InterestAndDividendsPayableCurrent",
      "Dividends and interest payable",
      "operating",
    ],
    ["liabilities", "InterestAndDividendsPayableCurrent", "Accrued interest", "operating"],
    // Bergio 2023 and James Maritime 2023.
    [
      "liabilities",
      "AdvancesFromCeoAndAccruedInterest",
      "Advances from CEO and accrued interest",
      "debt",
    ],
    ["liabilities", "AdvancesFromCustomers", "Advances from customers", "operating"],
    ["liabilities", "EmbeddedConversionFeature", "Embedded conversion feature", "derivative"],
    // Trade notes of Hitachi, and payables of LG Display under an element of loans.
    ["liabilities", "NotesAndLoansPayableCurrent", "Notes", "operating"],
    [
      "liabilities",
      "OtherLoansPayableLongTerm",
      "Long-term other payables (notes 1 and 20)",
      "operating",
    ],
    [
      "liabilities",
      "CommitmentsAndContingencies",
      "Contingencies - long-term liabilities (Note 15 (a))",
      null,
    ],
    [
      "liabilities",
      "TotalTemporaryEquityAndMinorityInterest",
      "Total temporary equity and minority interest",
      null,
    ],
    [
      "liabilities",
      "SeriesGConvertiblePreferredStockValue",
      "Series G Convertible Preferred Stock; $0.01 par value; 44,000 shares authorized",
      "redeemable",
    ],
    ["liabilities", "PayableUnderAgreementNoncurrent", "Payable under the TRA", "tax_receivable"],
    [
      "liabilities",
      "RedeemablePreferredAndCommonSecuritiesOfSubsidiaries",
      "Redeemable preferred and common securities of subsidiaries",
      "redeemable",
    ],
    ["liabilities", "X", "Accrued pension liability - current portion", "pension"],
    [
      "liabilities",
      "X",
      "Post-retirement and other post-employment benefits obligations-net",
      "pension",
    ],
    ["liabilities", "X", "Retirement benefits and other liabilities", "operating"],
    ["liabilities", "X", "Asset retirement obligations", "operating"],
    ["assets", "X", "Retirement plan assets", null],
    [
      "liabilities",
      "InterestAndDividendsPayable",
      "Dividends and Interest on stockholders' equity, current liabilities",
      "dividends",
    ],
    [
      "assets",
      "AmountOfRestrictedNetAssetsForConsolidatedAndUnconsolidatedSubsidiaries",
      "Investments in non-consolidated companies and other investments",
      "associates",
    ],
  ] as const)('of %s %s, "%s", is %s', (side, name, label, kind) => {
    expect(rowKind(side, name, label)).toBe(kind);
  });
});
