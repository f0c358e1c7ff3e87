import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

type Lines = Record<string, number | null>;
const million = 1_000_000;
const inFull = (lines: Lines): Lines =>
  Object.fromEntries(
    Object.entries(lines).map(([key, value]) => [key, value === null ? null : value * million]),
  );
/** A company whose three years have these lines and facts, in millions. */
const company = (lines: Lines, filed: readonly FiledFact[]) =>
  extractFacts(
    withFiled(
      makeSource({ years: withLines(inFull(lines)) }),
      filed.map((one) => ({ ...one, value: one.value * million })),
    ),
  );
const operating = (lines: Lines, filed: readonly FiledFact[]) => {
  const { operating_income: quoted } = company(lines, filed).year;
  return quoted == null ? null : quoted.value / million;
};

describe("operating income of models", () => {
  test("of NIKE 2025, which prints none, is income before tax without interest and other income", () => {
    const lines = { operating_income: null, pretax_income: 3_885, interest_expense: null };
    const filed = [
      { tag: "InterestIncomeExpenseNonoperatingNet", value: 107 },
      { tag: "OtherNonoperatingIncomeExpense", value: 76 },
    ];
    const facts = company(lines, filed);
    // Gross profit of 19,790 less demand creation and overhead of 16,088.
    expect(facts.year.operating_income?.value).toBe((19_790 - 16_088) * million);
    expect(
      facts.year.operating_income?.provenance?.inputs?.map(({ value }) => value / million),
    ).toEqual([3_885, 107, 76]);
    const ebitda = compute(facts, "terminal_growth").assumptions.find(
      ({ key }) => key === "base_ebitda",
    );
    expect(ebitda?.note).toContain("less net interest income of 107,000,000");
  });

  test("of Herc 2025 has its net interest and other expense added back", () => {
    const lines = { operating_income: null, pretax_income: 1, interest_expense: 416 };
    const filed = [
      { tag: "InterestIncomeExpenseNonoperatingNet", value: -416 },
      { tag: "OtherNonoperatingIncomeExpense", value: -6 },
    ];
    expect(operating(lines, filed)).toBe(423);
  });

  test("of Disney 2025 is not the total of its segments, 17,551", () => {
    const lines = {
      ...{ revenue: 94_425, operating_income: 17_551, pretax_income: 12_003 },
      ...{ interest_expense: 1_812, equity_method_income: 295 },
    };
    const filed = [
      { tag: "CostsAndExpenses", value: 80_593 },
      { tag: "InterestIncomeExpenseNonoperatingNet", value: -1_305 },
    ];
    // Revenue less costs and expenses, less restructuring and impairment of 819.
    expect(operating(lines, filed)).toBe(94_425 - 80_593 - 819);
  });

  test("of Marvell 2026 stays as filed beside a total of operating expenses alone", () => {
    const lines = {
      ...{ revenue: 8_194.6, operating_income: 1_322.9, pretax_income: 3_046.6 },
      interest_expense: 202.6,
    };
    const filed = [
      { tag: "CostsAndExpenses", value: 2_857.8 },
      { tag: "OtherNonoperatingIncomeExpense", value: 1_926.3 },
    ];
    expect(operating(lines, filed)).toBe(1_322.9);
  });

  test("of Hertz 2025 is before interest, which only a tag of operating interest states", () => {
    const lines = { operating_income: -830, pretax_income: -830, interest_expense: null };
    const filed = [
      { tag: "InterestExpenseOperating", value: 1_077 },
      { tag: "OtherNonoperatingIncomeExpense", value: 3 },
    ];
    const facts = company(lines, filed);
    expect(facts.year.operating_income?.value).toBe(244 * million);
    const withCosts = { ...lines, revenue: 8_503 };
    const costs = { tag: "CostsAndExpenses", value: 9_333 };
    expect(operating(withCosts, [...filed, costs])).toBe(244);
    expect(facts.year.interest_expense?.value).toBe(1_077 * million);
  });

  test("of Logistic Properties 2024, which files net rents, is after administration", () => {
    const lines = { revenue: 43.862372, operating_income: 36.606814, pretax_income: -9.863991 };
    const ifrs = (tag: string, value: number) => ({ taxonomy: "ifrs-full", tag, value });
    const revaluation = ifrs("GainsLossesOnFairValueAdjustmentInvestmentProperty", 32.347462);
    const administration = ifrs("GeneralAndAdministrativeExpense", 15.626057);
    const costs = ifrs("DirectOperatingExpenseFromInvestmentProperty", 6.974534);
    expect(operating(lines, [revaluation, administration, costs])).toBeCloseTo(21.261781, 6);
    // A figure that is not of rents alone holds the revaluation.
    const withoutCosts = operating(lines, [revaluation, administration]);
    expect(withoutCosts).toBeCloseTo(4.259352, 6);
    const isApart = { ...costs, value: 10 };
    expect(operating(lines, [revaluation, administration, isApart])).toBeCloseTo(4.259352, 6);
  });

  test("of Hertz 2023, whose costs hold a gain on its own warrants, is without it", () => {
    const lines = {
      ...{ operating_income: null, revenue: 9_371, pretax_income: 286, interest_expense: 793 },
    };
    const filed = [
      { tag: "CostsAndExpenses", value: 9_085 },
      { tag: "OtherNonoperatingIncomeExpense", value: -12 },
      { tag: "FairValueAdjustmentOfWarrants", value: -163 },
    ];
    // 9,371 less costs of 9,085, plus interest of 793 and other expense of 12, less the gain of 163.
    expect(operating(lines, filed)).toBe(928);
    const facts = company(lines, filed);
    expect(facts.year.operating_income?.note).toContain(
      "plus loss of own warrants of -163,000,000",
    );
  });

  test("of Sony 2009 is without the loss of associates that its filed figure holds", () => {
    const lines = {
      ...{ revenue: 7_213_998, operating_income: 31_772, pretax_income: 26_912 },
      ...{ interest_expense: 22_505, equity_method_income: -30_235 },
    };
    expect(operating(lines, [{ tag: "CostsAndExpenses", value: 7_151_991 }])).toBe(62_007);
    // One that is revenue less costs holds none.
    const before = { ...lines, operating_income: 62_007 };
    expect(operating(before, [{ tag: "CostsAndExpenses", value: 7_151_991 }])).toBe(62_007);
  });

  test("of AngloGold 2009, and its revenue, are without other income beside product sales", () => {
    const lines = {
      ...{ operating_income: null, revenue: 3_954, pretax_income: -898, interest_expense: 123 },
    };
    const filed = [
      { tag: "CostsAndExpenses", value: 4_852 },
      { tag: "OtherNonoperatingIncome", value: 170 },
    ];
    const sales = { tag: "GoldProductsAndServicesRevenue", value: 3_784 };
    expect(operating(lines, [...filed, sales])).toBe(-945);
    const { revenue } = company(lines, [...filed, sales]).year;
    expect(revenue?.value).toBe(3_784 * million);
    expect(revenue?.note).toContain("without other income of 170,000,000");
    // Without a figure of sales that says so it stays.
    expect(operating(lines, filed)).toBe(-775);
  });

  test("of Chevron 2009, and its revenue, are without income of affiliates and other income", () => {
    const lines = {
      ...{ revenue: 171_636, operating_income: 18_556, pretax_income: 18_528 },
      ...{ interest_expense: 28, equity_method_income: 3_316 },
    };
    const source = withFiled(makeSource({ years: withLines(inFull(lines)) }), [
      { tag: "OtherNonoperatingIncome", value: 918 * million },
      { tag: "OilAndGasRevenue", value: 167_402 * million },
    ]);
    for (const { lines: held } of source.periods) {
      const { equity_method_income: associates } = held;
      if (associates) held.equity_method_income = { ...associates, flags: ["within:revenue"] };
    }
    const { operating_income: income, revenue } = extractFacts(source).year;
    expect(income?.value).toBe(14_322 * million);
    expect(revenue?.value).toBe(167_402 * million);
  });

  test("of UnitedHealth 2024, and its revenue, are without the income of investments that are valued apart", () => {
    const lines = {
      ...{ revenue: 400_278, operating_income: 32_287, pretax_income: 20_071 },
      ...{ interest_expense: 3_906, interest_income: 5_202 },
    };
    const source = (tag: string, of: Parameters<typeof makeSource>[0] = {}) => {
      const made = makeSource({ years: withLines(inFull(lines)), ...of });
      for (const { lines: held } of made.periods) {
        const { interest_income: income } = held;
        if (income) held.interest_income = { ...income, flags: ["within:revenue"] };
      }
      const facts = made.facts.map((one) =>
        one.tag === "Tag_interest_income" ? { ...one, tag } : one,
      );
      const { revenue, operating_income: income } = extractFacts({ ...made, facts }).year;
      return [revenue, income].map((quoted) => (quoted?.value ?? 0) / million);
    };
    // Revenue of external customers, which the filing states: 395,076.
    expect(source("InvestmentIncomeInterestAndDividend")).toEqual([395_076, 27_085]);
    // Interest of a finance business, and loans of a REIT, are operations.
    expect(source("InterestAndFeeIncomeLoansCommercial")).toEqual([400_278, 32_287]);
    expect(source("InvestmentIncomeInterest", { template: "reit" })).toEqual([400_278, 32_287]);
  });

  test("of Ventas 2009, whose costs hold the interest, keeps the income of loans that revenue has", () => {
    const lines = {
      ...{ operating_income: null, revenue: 934.2, pretax_income: 195.4 },
      ...{ interest_expense: 177.9, interest_income: 13.1 },
    };
    const facts = company(lines, [{ tag: "CostsAndExpenses", value: 738.8 }]);
    expect((facts.year.operating_income?.value ?? 0) / million).toBeCloseTo(373.3, 6);
    expect(facts.year.operating_income?.note).toContain("less costs and expenses of 738,800,000");
  });

  test("of AES 2008 is without gains on investments, currency and subsidiary stock", () => {
    const lines = {
      ...{ operating_income: null, pretax_income: 2_751 },
      ...{ interest_expense: 1_844, interest_income: 540 },
    };
    const currency = { tag: "ForeignCurrencyTransactionGainLossBeforeTax", value: -185 };
    const filed = [
      ...[{ tag: "NonoperatingGainsLosses", value: 909 }, currency],
      { tag: "GainLossOnSaleOfStockInSubsidiaryOrEquityMethodInvestee", value: -31 },
      { tag: "OtherNonoperatingExpense", value: 15 },
    ];
    // Gross margin 3,707, less administration 371 and impairment 175, plus other income 379 less other expense 163.
    expect(operating(lines, filed)).toBe(3_707 - 371 - 175 + 379 - 163);
    // The result of currency alone may be of a note.
    expect(operating(lines, [currency])).toBe(2_751 + 1_844 - 540);
  });

  test("of Ford 2010 is not that of its automotive sector, 1,535", () => {
    const lines = {
      ...{ revenue: 31_566, operating_income: 1_535, pretax_income: 2_135 },
      ...{ interest_expense: 1_701, equity_method_income: 142 },
    };
    const years = { 2023: inFull(lines) };
    const filed = [{ tag: "CostsAndExpenses", value: 29_888 * million }];
    const source = withFiled(makeSource({ years }), filed);
    const ofSector = (dimensions: string | null) =>
      source.facts.map((fact) =>
        fact.tag === "Tag_operating_income"
          ? { ...fact, tag: "OperatingIncomeLoss", dimensions }
          : fact,
      );
    const read = (dimensions: string | null) =>
      extractFacts({ ...source, facts: ofSector(dimensions) }).year.operating_income?.value;
    expect(read(null)).toBe(1_535 * million);
    // Revenue less all costs, 1,678, plus the interest that these hold.
    expect(read("BusinessSectors=Automotive")).toBe((1_678 + 1_701) * million);
  });

  test("is null where nothing tells the interest, and a bank has what its statements have", () => {
    const lines = { operating_income: null, pretax_income: 900, interest_expense: null };
    expect(operating(lines, [])).toBeNull();
    const years = withLines(inFull({ ...lines, interest_expense: 100 }));
    const bank = extractFacts(makeSource({ years, template: "bank" }));
    expect(bank.year.operating_income).toBeNull();
  });
});

test("operating income of Range Resources at 2010-03-31, under an element of income before tax, is before its interest", () => {
  const range = (tag: string) => {
    const source = makeSource({
      years: withLines(
        inFull({
          ...{ revenue: 348.479, operating_income: 126.513, pretax_income: 126.513 },
          interest_expense: 30.287,
        }),
      ),
    });
    const facts = source.facts.map((one) =>
      one.tag === "Tag_operating_income" ? { ...one, tag } : one,
    );
    const costs = { tag: "CostsAndExpenses", value: 221.966 * million };
    const { operating_income: quoted } = extractFacts(
      withFiled({ ...source, facts }, [costs]),
    ).year;
    return (quoted?.value ?? 0) / million;
  };
  expect(range("ResultsOfOperationsIncomeBeforeIncomeTaxes")).toBeCloseTo(156.8, 6);
  expect(range("OperatingIncomeLoss")).toBe(126.513);
});

test("operating income of Forest Laboratories 2010 is without interest income and other income that its revenue holds", () => {
  const forest = (costs: number) => {
    const lines = {
      ...{ revenue: 4_192.862, operating_income: 950.686, pretax_income: 950.686 },
      interest_expense: null,
    };
    const source = makeSource({ years: withLines(inFull(lines)) });
    for (const { lines: made } of source.periods) {
      const { operating_income: line } = made;
      if (line?.lineage == null) throw new Error("no operating income");
      // No filing states it: statements have revenue less costs.
      made.operating_income = {
        ...line,
        lineage: ["derivation", [1, "revenue", line.value ?? "", line.lineage]],
      };
    }
    const filed = [
      { tag: "CostsAndExpenses", value: costs * million },
      { tag: "InvestmentIncomeInterest", value: 35.472 * million },
      { tag: "OtherNonoperatingIncome", value: 45.392 * million },
    ];
    return (extractFacts(withFiled(source, filed)).year.operating_income?.value ?? 0) / million;
  };
  expect(forest(3_242.176)).toBeCloseTo(869.822, 6);
  // With another result between them, interest that nobody tags may be in it.
  expect(forest(3_200)).toBe(950.686);
});
