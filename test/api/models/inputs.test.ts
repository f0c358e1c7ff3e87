import { describe, expect, test } from "vitest";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { makeFacts, soundYears, withLines } from "../../helpers/companies/model-company.ts";
import { compute, sampleSource } from "../../helpers/companies/models.ts";

const sample = async (cik: string, asOf?: string) =>
  extractFacts(await sampleSource(cik, { sic: null, ...(asOf === undefined ? {} : { asOf }) }));
const codes = (facts: ModelFacts, key: string) =>
  compute(facts, key).warnings.map(({ code }) => code);
const inputsOf = (facts: ModelFacts, key: keyof ModelFacts["balance"]) =>
  facts.balance[key]?.provenance?.inputs?.map(({ value }) => value / 1e6);

describe("count of shares", () => {
  test("Nikola at 2024-12-31 has the count of its balance sheet, and the October cover is told", async () => {
    const facts = await sample("0001731289");
    expect(facts.shares?.value).toBe(115_639_591);
    expect(facts.shares?.note).toBe("count on the balance sheet of 2024-12-31");
    const told = compute(facts, "ps_multiples").warnings.find(
      ({ code }) => code === "share_counts_apart",
    );
    expect(told?.message).toContain("115,639,591");
    expect(told?.message).toContain("60,867,055");
  });

  test("Alphabet at 2025-06-30 has 12,104 million of its balance sheet, diluted", async () => {
    const facts = await sample("0001652044", "2025-08-01");
    expect(facts.shares?.value).toBe(12_179_887_147);
  });

  test("Apple has the cover of the filing that follows the balance sheet by 20 days", async () => {
    const facts = await sample("0000320193", "2023-11-03");
    expect(facts.shares?.value).toBe(15_620_237_151);
    expect(facts.shares?.note).toBe(
      "count on the cover of 2023-10-20, 20 days after the balance sheet",
    );
  });

  test("a cover far from the balance sheet's count gives way, one of a split does not", () => {
    const counted = (cover: number, shares = 100_000_001) =>
      makeFacts({
        years: {
          2022: soundYears[2022] ?? {},
          2023: {
            ...{ ...soundYears[2023], cover_shares_outstanding: cover },
            ...{ shares_outstanding: shares },
          },
        },
      });
    expect(counted(103_000_000).shares?.value).toBe(105_060_000);
    expect(codes(counted(103_000_000), "ps_multiples")).not.toContain("share_counts_apart");
    expect(counted(120_000_000).shares?.value).toBe(102_000_001);
    // Disney's balance sheet of 2025 rounds to 1.9 billion beside a cover of 1,785 million.
    expect(counted(1_785_000_001, 1_900_000_000).shares?.value).toBe(1_820_700_001);
    expect(codes(counted(120_000_000), "ps_multiples")).toContain("share_counts_apart");
    expect(counted(400_000_000).shares?.value).toBe(408_000_000);
    expect(codes(counted(400_000_000), "ps_multiples")).toContain("share_counts_apart");
  });

  // CSN prints 1,510,359,220 shares on the cover and as issued, and 52,389,112 in treasury at 2009-12-31.
  test("a cover that counts the issued shares is taken without those in treasury", () => {
    const counted = (issued: number, treasury: number | null) =>
      makeFacts({
        years: withLines({
          ...{ cover_shares_outstanding: 1_510_359_220, shares_issued: issued },
          ...{ treasury_shares: treasury, shares_outstanding: null },
          ...{ weighted_average_shares_basic: null, weighted_average_shares_diluted: null },
        }),
      }).shares;
    const shares = counted(1_510_359_220, 52_389_112);
    expect(shares?.value).toBe(1_457_970_108);
    expect(shares?.provenance?.inputs?.map(({ value }) => value)).toEqual([
      1_510_359_220, -52_389_112,
    ]);
    expect(counted(1_510_359_220, null)?.value).toBe(1_510_359_220);
    expect(counted(1_562_748_332, 52_389_112)?.value).toBe(1_510_359_220);
  });
});

describe("securities", () => {
  test("NVIDIA's that lost their tag are what current assets leave, with each part named", async () => {
    const facts = await sample("0001045810");
    expect(facts.balance.short_term_investments?.value).toBe(51_951e6);
    expect(inputsOf(facts, "short_term_investments")).toEqual([
      125_605, 10_605, 38_466, 21_403, 3_180,
    ]);
    const capital = compute(facts, "terminal_growth").dcfDetail?.history.quarterlyNwc.at(-1);
    expect(capital?.shortTermInvestments).toBe(51_951e6);
    // (125,605 − 10,605 − 51,951) − (32,163 − 999), over 215,938.
    expect(capital?.nwcPctLtmRevenue).toBeCloseTo((63_049 - 31_164) / 215_938, 6);
  });

  test("Kraft Heinz's come to what its next report states", async () => {
    const facts = await sample("0001637459");
    expect(facts.balance.short_term_investments?.value).toBe(1_060e6);
  });

  const quarters = (rest: number) => ({
    years: {
      ...soundYears,
      2023: { ...soundYears[2023], current_assets: 4e9, accounts_receivable: 1e9 },
    },
    quarters: {
      "2023Q3": {
        current_assets: 2e9 + rest,
        accounts_receivable: 1e9,
        cash_and_equivalents: 1e9,
        short_term_investments: 2e9,
      },
    },
  });

  test("those that cannot be derived leave no value until somebody states them", () => {
    expect(makeFacts(quarters(2e9)).balance.short_term_investments?.value).toBe(2e9);
    // The rest held more than securities.
    const facts = makeFacts(quarters(3e9));
    for (const key of ["terminal_growth", "ev_revenue_multiples", "epv"]) {
      expect(compute(facts, key).stateReason?.code).toBe("securities_unknown");
      const stated = { assumptions: { short_term_investments: 2.1e9 } };
      expect(compute(facts, key, stated).state).toBe("computed");
    }
    expect(compute(facts, "wacc").state).toBe("computed");
  });

  test("TSMC's are the three measurement categories of IFRS 9", async () => {
    const facts = await sample("0001046179");
    expect(facts.balance.short_term_investments?.value).toBe(294_381.7e6);
    expect(inputsOf(facts, "short_term_investments")).toEqual([207.7, 192_202.7, 101_971.3]);
  });

  test("Under Armour's restricted investments count as far as its notes fall due", async () => {
    const facts = await sample("0001336917");
    expect(facts.balance.short_term_investments?.value).toBe(599_682_000);
    expect(facts.balance.short_term_investments?.note).toContain("restricted investments");
  });
});

describe("leases", () => {
  test("lease liabilities under IFRS 16 are debt of TSMC", async () => {
    const facts = await sample("0001046179");
    const source = await sampleSource("0001046179", { sic: null, isRegistryAlone: true });
    const borrowed = source.periods.find(({ end }) => end === "2024-12-31")?.lines.total_debt;
    expect(facts.balance.total_debt?.value).toBe(Number(borrowed?.value) + 31_804.3e6);
    expect(facts.balance.total_debt?.note).toContain("31,804,300,000");
  });

  test("finance leases of US filers are debt where tagged apart, and not twice", async () => {
    const alphabet = await sample("0001652044", "2025-08-01");
    expect(alphabet.balance.total_debt?.note).toContain("finance lease liabilities");
    const kraft = await sample("0001637459");
    expect(kraft.balance.total_debt?.note).toBeUndefined();
  });
});
