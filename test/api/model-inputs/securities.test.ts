import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { amountsOf, printedAmountsOf } from "../../helpers/companies/claim-amounts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

describe("securities that stand beside short-term investments", () => {
  // Murphy Oil at 2010-03-31.
  const murphy = {
    ...{ current_assets: 3_500, cash_and_equivalents: 461, accounts_receivable: 1_500 },
    ...{ inventory: 480, short_term_investments: null },
  };
  const government = { tag: "HeldToMaturitySecuritiesCurrent", value: 895.643 };

  test("are Murphy's Canadian government securities, 895.643, as far as current assets have room", () => {
    expect(amountsOf([government], murphy)("short_term_investments")).toBe(895.643);
    const tight = { ...murphy, current_assets: 3_000 };
    expect(amountsOf([government], tight)("short_term_investments")).toBeNull();
  });

  test("are none of IGT's jackpot annuities of 66.2 and 381.3, and its trading securities of 8.4", () => {
    const filed = [
      { tag: "HeldToMaturitySecuritiesCurrent", value: 66.2 },
      { tag: "HeldToMaturitySecuritiesNoncurrent", value: 381.3 },
      { tag: "TradingSecuritiesCurrent", value: 8.4 },
    ];
    expect(amountsOf(filed, murphy)("short_term_investments")).toBe(8.4);
  });

  test("are Zimmer's certificates of deposit, 50.2", () => {
    const deposits = { tag: "CertificatesOfDepositAtCarryingValue", value: 50.2 };
    expect(amountsOf([deposits], murphy)("short_term_investments")).toBe(50.2);
  });
});

describe("marketable securities beside short-term investments", () => {
  // Coca-Cola at 2024-12-31 prints 2,020 and 1,723.
  const cocaCola = {
    ...{ current_assets: 25_997, cash_and_equivalents: 10_828, accounts_receivable: 3_569 },
    ...{ inventory: 4_728, other_current_assets: 3_129, short_term_investments: 2_020 },
  };

  test("are current where both are just what current assets leave", () => {
    const all = { tag: "MarketableSecurities", value: 1_723 };
    expect(amountsOf([all], cocaCola)("short_term_investments")).toBe(3_743);
  });

  test("are not where current assets have more or less", () => {
    const less = { tag: "MarketableSecurities", value: 1_000 };
    expect(amountsOf([less], cocaCola)("short_term_investments")).toBe(2_020);
    const more = { tag: "MarketableSecurities", value: 5_000 };
    expect(amountsOf([more], cocaCola)("short_term_investments")).toBe(2_020);
  });
});

describe("securities of a balance sheet without current assets", () => {
  const whole = (value: number) => ({ tag: "MarketableSecurities", value });
  const unclassified = { current_assets: null, current_liabilities: null };

  test("are one row: Kimco's 214.785 and Ford's 21,883, of which the industrial part is 12,491", () => {
    expect(amountsOf([whole(214.785)], unclassified)("short_term_investments")).toBe(214.785);
    const source = makeSource({
      years: withLines({ ...unclassified, short_term_investments: 12_491 * million }),
    });
    const facts = source.facts.map((one) =>
      one.tag === "Tag_short_term_investments"
        ? { ...one, tag: "MarketableSecuritiesCurrent" }
        : one,
    );
    const all = { ...whole(21_883 * million), start: null };
    const { amounts } = extractFacts(withFiled({ ...source, facts }, [all])).claims;
    expect(amounts.short_term_investments?.value).toBe(21_883 * million);
  });

  test("stand beside other short-term investments: Vornado's 413.954 and 15", () => {
    const amounts = amountsOf([whole(413.954)], { ...unclassified, short_term_investments: 15 });
    expect(amounts("short_term_investments")).toBeCloseTo(428.954, 6);
  });

  test("are no cash of a classified balance sheet or of a bank", () => {
    expect(amountsOf([whole(214.785)])("short_term_investments")).toBeNull();
    const bank = amountsOf([whole(214.785)], unclassified, { template: "bank", sic: "6021" });
    expect(bank("short_term_investments")).toBeNull();
  });
});

describe("noncurrent investments", () => {
  const own = (tag: string, value: number) => ({ tag, value, taxonomy: "extension" });

  test("are without the funds that take a nuclear plant down: Dominion's 3,612 less 2,735, PPL's 638 less 573", () => {
    const dominion = amountsOf([
      { tag: "LongTermInvestments", value: 3_612 },
      { tag: "DecommissioningFundInvestments", value: 2_735 },
      { tag: "EquityMethodInvestments", value: 601 },
      own("OtherLongTermInvestmentsAndMarketableSecurities", 276),
    ]);
    // Associates are in the line.
    expect(dominion("equity_investments")).toBe(877);
    expect(dominion("associates")).toBeNull();
    const ppl = amountsOf([
      { tag: "LongTermInvestments", value: 638 },
      { tag: "DecommissioningFundInvestments", value: 573 },
      { tag: "OtherInvestments", value: 65 },
    ]);
    expect(ppl("equity_investments")).toBe(65);
  });

  test("are the row of AbbVie, 279, of which a note states 169 without a market value", () => {
    const noted = {
      tag: "EquitySecuritiesWithoutReadilyDeterminableFairValueAmount",
      value: 169,
    };
    const row = { tag: "LongTermInvestments", value: 279 };
    expect(amountsOf([noted, row])("equity_investments")).toBe(279);
    expect(amountsOf([noted])("equity_investments")).toBe(169);
    expect(amountsOf([noted, { ...row, value: 100 }])("equity_investments")).toBe(169);
  });

  test("are PSEG's 1,964, beside which its trust of 1,252 stands", () => {
    const pseg = amountsOf([
      { tag: "LongTermInvestments", value: 1_964 },
      { tag: "DecommissioningFundInvestments", value: 1_252 },
    ]);
    expect(pseg("equity_investments")).toBe(1_964);
  });

  test.each([
    ["CF Industries", "InvestmentsInAuctionRateSecurities", 133],
    ["Cablevision", "InvestmentSecuritiesPledgedAsCollateralNoncurrent", 202.212],
    ["Kubota", "LongTermInvestmentsOtherThanInvestmentsInAffiliates", 109_306],
    ["NTT", "MarketableSecuritiesAndOtherInvestmentsNoncurrent", 301_270],
    ["MDU Resources", "InvestmentsNoncurrent", 141.443],
  ])("have the element of the filer's own: %s, %s", (_name, tag, value) => {
    expect(printedAmountsOf([own(tag, value)])("equity_investments")).toBe(value);
    // A note that is no row may be a part of it.
    const noted = { tag: "OtherLongTermInvestments", value: 40 };
    const both = printedAmountsOf([own(tag, value), noted], {}, { rows: [tag] });
    expect(both("equity_investments")).toBe(value);
    expect(amountsOf([own(tag, value)])("equity_investments")).toBeNull();
  });

  test.each([
    ["Air Products", "InvestmentInNetAssetsOfAndAdvancesToEquityAffiliates", 893.6],
    ["Molson Coors", "InvestmentInEquityMethodInvestment", 2_724.5],
    ["Sprint", "EquityMethodInvestmentsAndOther", 4_416],
  ])("have the associates of %s under %s", (_name, tag, value) => {
    expect(printedAmountsOf([own(tag, value)])("associates")).toBe(value);
  });

  test("are no totals with other assets, and no funds of others", () => {
    const names = [
      "InvestmentsAndOtherAssets",
      "InvestmentInGold",
      "InvestmentInWhollyOwnedSubsidiary",
    ];
    for (const name of names) {
      const amounts = printedAmountsOf([own(name, 900)]);
      expect([amounts("equity_investments"), amounts("associates")]).toEqual([null, null]);
    }
  });
});

test("preferred stock that must be redeemed is a claim: Time Warner Cable's 300 beside minorities of 5", () => {
  const stock = {
    tag: "SharesSubjectToMandatoryRedemptionSettlementTermsAmountNoncurrent",
    value: 300,
  };
  expect(amountsOf([stock], { noncontrolling_interest: 5 })("other_claims")).toBe(305);
});

const other = (value: number) => ({ tag: "OtherLongTermInvestments", value });
const associates = (value: number) => ({ tag: "EquityMethodInvestments", value });
const both = (amounts: ReturnType<typeof amountsOf>) => [
  amounts("equity_investments"),
  amounts("associates"),
];

describe("a row of other long-term investments", () => {
  test("holds the associates of a note: 2,000 of Alphabet's 37,982 of 2024", () => {
    expect(both(amountsOf([other(37_982), associates(2_000)]))).toEqual([37_982, null]);
  });

  test("is Disney's row of all investments of 2019, 3,224 with associates of 2,922", () => {
    const all = { tag: "LongTermInvestments", value: 3_224 };
    expect(both(amountsOf([other(3_224), associates(2_922), all]))).toEqual([3_224, null]);
  });

  test("stands beside associates where a row of all has both: Panasonic's 459,634 and 177,128", () => {
    const all = { tag: "LongTermInvestments", value: 636_762 };
    const panasonic = amountsOf([other(459_634), associates(177_128), all]);
    expect(both(panasonic)).toEqual([459_634, 177_128]);
  });

  test("stands beside associates that it has no room for: Wisconsin Energy's 37.7 and 321.2", () => {
    expect(both(amountsOf([other(37.7), associates(321.2)]))).toEqual([37.7, 321.2]);
  });

  test("stands beside associates that the balance sheet prints", () => {
    const edison = printedAmountsOf([other(900), associates(300)]);
    expect(both(edison)).toEqual([900, 300]);
  });

  test("is Intuit's row of marketable securities of 2019, 13", () => {
    const intuit = amountsOf([
      other(13),
      { tag: "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent", value: 13 },
    ]);
    expect(intuit("equity_investments")).toBeNull();
    expect(intuit("long_term_marketable_securities")).toBe(13);
  });
});

test("securities of a row of cash and short-term investments are in it: Target's 1,015 of 1,578", () => {
  const source = makeSource({
    years: withLines({ cash_and_equivalents: 1_578e6, short_term_investments: 1_015e6 }),
  });
  const cashOf = (tag: string) => {
    const facts = source.facts.map((one) =>
      one.tag === "Tag_cash_and_equivalents" ? { ...one, tag } : one,
    );
    const { amounts } = extractFacts({ ...source, facts }).claims;
    return [amounts.cash_and_equivalents?.value, amounts.short_term_investments?.value ?? null];
  };
  expect(cashOf("CashCashEquivalentsAndShortTermInvestments")).toEqual([1_578e6, null]);
  expect(cashOf("CashAndCashEquivalentsAtCarryingValue")).toEqual([1_578e6, 1_015e6]);
});

describe("rows of investments that the balance sheet prints", () => {
  const investments = (...of: Parameters<typeof printedAmountsOf>) =>
    printedAmountsOf(...of)("equity_investments");

  test("are Visa's 3,200 of current assets, beside 2,545", () => {
    const filed = [
      { tag: "Investments", value: 3_200 },
      { tag: "LongTermInvestments", value: 2_545 },
    ];
    const sheet = { current_assets: 34_033e6 };
    const visa = printedAmountsOf(filed, sheet, {
      ...{ rows: ["Investments"], within: "current_assets" },
    });
    expect(visa("short_term_investments")).toBe(3_200);
    expect(visa("equity_investments")).toBe(2_545);
    expect(amountsOf(filed)("short_term_investments")).toBeNull();
  });

  test("are General Electric's 41,549, without current assets", () => {
    const securities = [{ tag: "Investments", value: 41_549 }];
    const unclassified = { current_assets: null, current_liabilities: null };
    expect(investments(securities, unclassified)).toBe(41_549);
    expect(investments(securities, unclassified, { rows: [] })).toBeNull();
    expect(investments(securities, {}, { rows: [] })).toBeNull();
  });

  test("are CF's 160.2 and 133.9, of which one has an element of its own", () => {
    const equity = {
      tag: "AvailableForSaleSecuritiesEquitySecuritiesNoncurrent",
      value: 160.2,
    };
    const auction = {
      ...{ tag: "InvestmentsInAuctionRateSecurities", value: 133.9 },
      taxonomy: "extension",
    };
    expect(investments([equity, auction])).toBeCloseTo(294.1, 6);
    expect(investments([equity, auction], {}, { rows: [equity.tag] })).toBe(160.2);
  });
});

test("digital assets are other investments, alone and beside others: Tesla's 1,076 of 2024", () => {
  const bitcoin = { tag: "CryptoAssetFairValue", value: 1_076 };
  expect(amountsOf([bitcoin])("equity_investments")).toBe(1_076);
  expect(amountsOf([bitcoin, other(100)])("equity_investments")).toBe(1_176);
});
