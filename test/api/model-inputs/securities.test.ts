import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
type Amounts = ReturnType<typeof extractFacts>["claims"]["amounts"];

/** Amounts in millions of a company with these balances beside its lines, which are in millions, too. */
function amountsOf(
  filed: readonly FiledFact[],
  lines: Record<string, number | null> = {},
  of: Partial<Parameters<typeof makeSource>[0]> = {},
): (key: keyof Amounts) => number | null {
  const inMillions = Object.fromEntries(
    Object.entries(lines).map(([key, value]) => [key, value === null ? null : value * million]),
  );
  const source = makeSource({ years: withLines(inMillions), ...of });
  const balances = filed.map((one) => ({ start: null, ...one, value: one.value * million }));
  const { amounts } = extractFacts(withFiled(source, balances)).claims;
  return (key) => {
    const value = amounts[key]?.value ?? null;
    return value === null ? null : value / million;
  };
}

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
    ["Kubota", "LongTermInvestmentsOtherThanInvestmentsInAffiliates", 109_306],
    ["NTT", "MarketableSecuritiesAndOtherInvestmentsNoncurrent", 301_270],
    ["MDU Resources", "InvestmentsNoncurrent", 141.443],
  ])("have the element of the filer's own: %s, %s", (_name, tag, value) => {
    expect(amountsOf([own(tag, value)])("equity_investments")).toBe(value);
    const published = { tag: "OtherLongTermInvestments", value: 40 };
    expect(amountsOf([own(tag, value), published])("equity_investments")).toBe(40);
  });

  test.each([
    ["Air Products", "InvestmentInNetAssetsOfAndAdvancesToEquityAffiliates", 893.6],
    ["Molson Coors", "InvestmentInEquityMethodInvestment", 2_724.5],
    ["Sprint", "EquityMethodInvestmentsAndOther", 4_416],
  ])("have the associates of %s under %s", (_name, tag, value) => {
    expect(amountsOf([own(tag, value)])("associates")).toBe(value);
  });

  test("are no totals with other assets, and no funds of others", () => {
    const names = [
      "InvestmentsAndOtherAssets",
      "InvestmentInGold",
      "InvestmentInWhollyOwnedSubsidiary",
    ];
    for (const name of names) {
      const amounts = amountsOf([own(name, 900)]);
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
