import { describe, expect, test } from "vitest";
import { chargesOf } from "#registry/models/inputs/earnings/one-offs.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const year = { start: "2023-01-01", end: "2023-12-31", currency: "USD" };

/** A company whose last year, 2023, has the lines and further facts, in millions, and no rows. */
function source(lines: Record<string, number>, filed: readonly FiledFact[]) {
  const inMillions = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const made = makeSource({ years: withLines(Object.fromEntries(inMillions)) });
  return withFiled(
    made,
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
}

const charges = (lines: Record<string, number>, filed: readonly FiledFact[]) =>
  chargesOf(source(lines, filed), year).charges.map(
    ({ label, value }) => `${label} ${Math.round((value / million) * 1000) / 1000}`,
  );

// Year to 2026-01-31: research 2,075.2 and selling costs 767.1 leave 15.5.
const marvell = {
  ...{ gross_profit: 4_180.7, research_and_development: 2_075.2 },
  ...{ selling_general_and_administrative: 767.1, operating_income: 1_322.9 },
};
const restructuring = [
  { tag: "RestructuringCharges", value: 30 },
  { tag: "RestructuringCosts", value: 15.5 },
];

describe("of several figures of a charge", () => {
  test("that counts which gross profit leaves: Marvell's 15.5 of restructuring, not a note's 30", () => {
    expect(charges(marvell, restructuring)).toEqual(["restructuring 15.5"]);
    const whole = { tag: "RestructuringCostsAndAssetImpairmentCharges", value: 16 };
    expect(charges(marvell, [...restructuring, whole])).toEqual([
      "restructuring and impairment 16",
    ]);
  });

  test("the first counts where none is left", () => {
    expect(charges({ ...marvell, operating_income: 1_300 }, restructuring)).toEqual([
      "restructuring 30",
    ]);
  });
});

// Quarter to 2026-03-31.
const texas = {
  ...{ gross_profit: 2_799, research_and_development: 510 },
  ...{ selling_general_and_administrative: 464, operating_income: 1_808 },
};
const acquisition = "BusinessCombinationAcquisitionRelatedCosts";

describe("a charge that gross profit leaves to the digit", () => {
  test("is a row: Texas Instruments' acquisition costs of 17", () => {
    expect(charges(texas, [{ tag: acquisition, value: 17 }])).toEqual(["costs of acquisitions 17"]);
    expect(charges(texas, [{ tag: acquisition, value: 16 }])).toEqual([]);
  });

  test("is a row where research is among selling costs: Amphenol's 70.4 of 2021", () => {
    const amphenol = {
      ...{ gross_profit: 3_401.8, research_and_development: 317.7 },
      ...{ selling_general_and_administrative: 1_226.3, operating_income: 2_105.1 },
    };
    const filed = [
      { tag: acquisition, value: 70.4 },
      { tag: "AmortizationOfIntangibleAssets", value: 86.4 },
    ];
    expect(charges(amphenol, filed)).toEqual(["costs of acquisitions 70.4"]);
  });

  test("counts no amortization of acquired assets: Texas Instruments' 315 of 2011 with 111, and 47 of a quarter", () => {
    const left = (value: number) => ({ ...texas, operating_income: 1_825 - value });
    const beside = [
      { tag: acquisition, value: 315 },
      { tag: "AmortizationOfIntangibleAssets", value: 111 },
    ];
    expect(charges(left(315), beside)).toEqual([]);
    const quarter = { start: "2023-07-01", end: "2023-09-30", value: 51 };
    const before = [acquisition, "AmortizationOfIntangibleAssets"].map((tag) => ({
      ...quarter,
      tag,
    }));
    expect(charges(left(47), [{ tag: acquisition, value: 47 }, ...before])).toEqual([]);
  });

  test("may be costs of integration: Texas Instruments' 257 of 2022, without amortization", () => {
    const lines = { ...texas, operating_income: 1_825 - 257 };
    const filed = [
      { tag: "BusinessCombinationIntegrationRelatedCosts", value: 257 },
      { tag: "AmortizationOfIntangibleAssets", value: 0 },
    ];
    expect(charges(lines, filed)).toEqual(["costs of acquisitions 257"]);
  });

  test("may be a fine: Alphabet's 5,071 of 2018", () => {
    const lines = {
      ...{ gross_profit: 77_270, research_and_development: 21_419 },
      ...{ selling_general_and_administrative: 23_256, operating_income: 27_524 },
    };
    expect(charges(lines, [{ tag: "LossContingencyLossInPeriod", value: 5_071 }])).toEqual([
      "legal matters 5071",
    ]);
  });
});

describe("a gain on assets in operating income", () => {
  const gain = (value: number) => ({ tag: "GainLossOnDispositionOfAssets1", value });
  const other = (value: number) => ({ tag: "OtherOperatingIncomeExpenseNet", value });

  test("is nearly all of Kimberly-Clark's other operating income of 2024, and of 2019", () => {
    const made = source({}, [gain(448), other(438)]);
    expect(extractFacts(made).years.at(-1)?.oneOffCharges).toBe(-448 * million);
    expect(charges({}, [gain(193), other(210)])).toEqual(["result of disposals -193"]);
  });

  test("is ordinary where it is a loss, or other results outweigh it: Kimberly-Clark 2025 and 2023", () => {
    expect(charges({}, [gain(-39), other(-44)])).toEqual([]);
    expect(charges({}, [gain(75), other(-68)])).toEqual([]);
  });

  test("is below it where selling costs are all that stands above: Procter & Gamble's 345 of nine months to 2026-03-31", () => {
    const procter = {
      ...{ gross_profit: 33_386, research_and_development: 0, pretax_income: 16_444 },
      ...{ selling_general_and_administrative: 17_588, operating_income: 15_798 },
      ...{ interest_expense: 641, interest_income: 322 },
    };
    const below = (lines: Record<string, number>, value: number) =>
      extractFacts(source(lines, [gain(value)])).years.at(-1)?.chargesBelow;
    expect(below(procter, 345)).toBe(-345 * million);
    // Small ones are ordinary, and other costs above may be less a gain.
    expect(below(procter, 40)).toBe(0);
    expect(below({ ...procter, operating_income: 15_898 }, 345)).toBe(0);
  });

  test("closes the sum beside exploration and environmental costs: Freeport's 473 of 2020", () => {
    const freeport = {
      ...{ gross_profit: 2_543, selling_general_and_administrative: 370, operating_income: 2_437 },
      research_and_development: 0,
    };
    const exploration = { tag: "ExplorationExpense", value: 50 };
    const environment = { tag: "EnvironmentalRemediationExpense", value: 159 };
    const filed = [gain(473), exploration, environment];
    expect(charges(freeport, filed)).toEqual(["result of disposals -473"]);
    expect(charges(freeport, filed.slice(0, 2))).toEqual([]);
  });

  test("is one on buildings leased back, whatever stands beside it: Walgreens' 925 of 2023", () => {
    const walgreens = {
      ...{ gross_profit: 27_072, selling_general_and_administrative: 34_205 },
      ...{ operating_income: -6_882, pretax_income: -5_419, interest_expense: 580 },
    };
    const leased = { tag: "SaleAndLeasebackTransactionGainLossNet", value: 925 };
    expect(charges(walgreens, [leased])).toEqual(["result of sale and leaseback -925"]);
  });

  test("is one with the result of disposals of the same figure: Hertz' 162 of 2023", () => {
    const hertz = { operating_income: 1_041, pretax_income: 286, interest_expense: 793 };
    const sold = { tag: "GainLossOnSaleOfBusiness", value: 162 };
    const leased = { tag: "SaleAndLeasebackTransactionGainLossNet", value: 162 };
    expect(charges(hertz, [sold, leased])).toEqual(["result of disposals -162"]);
    expect(charges(hertz, [sold, { ...leased, value: 8 }])).toHaveLength(2);
  });

  test("is what gross profit leaves without such a row: Texas Instruments' 124 of 2024", () => {
    const lines = {
      ...{ gross_profit: 9_094, research_and_development: 1_959 },
      ...{ selling_general_and_administrative: 1_794, operating_income: 5_465 },
    };
    expect(charges(lines, [gain(127)])).toEqual(["result of disposals -124"]);
    expect(charges({ ...lines, operating_income: 5_341 }, [gain(127)])).toEqual([]);
  });
});

test("write-downs of property are impairments: TSMC's 1,150.5 of 2024", () => {
  const filed = {
    ...{ taxonomy: "ifrs-full", tag: "WritedownsReversalsOfPropertyPlantAndEquipment" },
    value: 1_150.5,
  };
  expect(charges({}, [filed])).toEqual(["impairment of long-lived assets 1150.5"]);
});

describe("assets sold and impaired in one figure", () => {
  const sold = { tag: "GainLossOnSalesOfAssetsAndAssetImpairmentCharges", value: -150 };
  const costs = { tag: "CostsAndExpenses", value: 9_978 };
  const sands = { revenue: 13_729, operating_income: 3_751 };

  test("is a cost where all costs come to operating income: Las Vegas Sands' 150 of 2018", () => {
    expect(charges(sands, [sold, costs])).toEqual(["impairment and result of disposals 150"]);
    expect(charges(sands, [sold])).toEqual([]);
    expect(charges({ ...sands, operating_income: 3_601 }, [sold, costs])).toEqual([]);
  });

  test("holds the impairment that counts already", () => {
    const impaired = { tag: "AssetImpairmentCharges", value: 120 };
    expect(charges(sands, [sold, costs, impaired])).toEqual(["other impairment 120"]);
  });
});

describe("a row of restructuring under an element of the filer's own", () => {
  // Alcoa's columns of 2017, 2018 and 2020; the row is 104 in 2020, where notes state an impairment of 2.
  const year = (
    gross: number,
    selling: number,
    research: number,
    wear: number,
    income: number,
  ) => ({
    ...soundYear(12_000 * million),
    ...{ gross_profit: gross * million, selling_general_and_administrative: selling * million },
    ...{ research_and_development: research * million, operating_income: income * million },
    depreciation_and_amortization: wear * million,
  });
  const years = {
    2021: year(2_702, 280, 32, 750, 1_331),
    2022: year(3_350, 248, 31, 733, 1_811),
    2023: year(1_317, 206, 27, 653, 327),
  };
  const stated = (value: number, of: number): FiledFact => {
    const span = { start: `${of}-01-01`, end: `${of}-12-31` };
    return { tag: "RestructuringCharges", value: value * million, ...span };
  };
  const impaired = { tag: "AssetImpairmentCharges", value: 2 * million };
  const chargedIn = (of: typeof years, filed: readonly FiledFact[]) =>
    chargesOf(withFiled(makeSource({ years: of }), filed), {
      ...{ start: "2023-01-01", end: "2023-12-31", currency: "USD" },
    }).charges.map(({ label, value }) => `${label} ${value / million}`);
  const charged = (...filed: readonly FiledFact[]) => chargedIn(years, filed);

  test("is what costs leave as in the years that state it: Alcoa's 104 of 2020", () => {
    expect(charged(stated(309, 2021), stated(527, 2022), impaired)).toEqual(["restructuring 104"]);
  });

  test("is costs of acquisitions where these were: Amphenol's 127.4 of 2024, research of 453 within selling costs", () => {
    const amphenol = {
      2021: year(4_028.2, 1_420.9, 323.6, 392.9, 2_585.8),
      2022: year(4_084.1, 1_489.9, 342.2, 406.4, 2_559.6),
      2023: year(5_139.7, 1_855.4, 453, 572.5, 3_156.9),
    };
    const costs = (value: number, of: number) => ({
      ...stated(value, of),
      tag: "BusinessCombinationAcquisitionRelatedCosts",
    });
    const both = [costs(21.5, 2021), costs(34.6, 2022)];
    expect(chargedIn(amphenol, both)).toEqual(["costs of acquisitions 127.4"]);
    expect(chargedIn(amphenol, [costs(34.6, 2022)])).toEqual([]);
    expect(chargedIn(amphenol, [costs(21, 2021), costs(34.6, 2022)])).toEqual([]);
  });

  test("is counted once where a note states that it was set aside", () => {
    // The same columns without their depreciation, so that all of what costs leave is the row.
    const apart = {
      2021: year(1_952, 280, 32, 0, 1_331),
      2022: year(2_617, 248, 31, 0, 1_811),
      2023: year(664, 206, 27, 0, 327),
    };
    const accrued = { tag: "RestructuringReserveAccrualAdjustment1", value: 104 * million };
    const stating = [stated(309, 2021), stated(527, 2022)];
    expect(chargedIn(apart, [...stating, accrued])).toEqual(["restructuring 104"]);
  });

  test("is not told by one year, nor where costs left more", () => {
    expect(charged(stated(527, 2022), impaired)).toEqual(["other impairment 2"]);
    expect(charged(stated(309, 2021), stated(526, 2022), impaired)).toEqual(["other impairment 2"]);
  });
});

describe("severance pay without a restructuring", () => {
  const paid = (values: readonly number[]) =>
    values.map((value, at) => {
      const of = String(2023 - at);
      return { tag: "SeveranceCosts1", value, start: `${of}-01-01`, end: `${of}-12-31` };
    });
  test("is ordinary where it is owed each year: monday.com's 8.4, 7.3 and 4.6, not Amazon's 720", () => {
    expect(charges({}, paid([8.435, 7.289, 4.608]))).toEqual([]);
    expect(charges({}, paid([8.435, 7.289, 4.1]))).toEqual(["restructuring 8.435"]);
    expect(charges({}, paid([720]))).toEqual(["restructuring 720"]);
  });

  test("is of a restructuring where one is filed", () => {
    const other = {
      tag: "RestructuringCharges",
      value: 20,
      start: "2021-01-01",
      end: "2021-12-31",
    };
    expect(charges({}, [...paid([8.435, 7.289, 4.608]), other])).toEqual(["restructuring 8.435"]);
  });
});
