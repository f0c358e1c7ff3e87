import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const chargesOf = (filed: readonly FiledFact[], lines: Record<string, number> = {}) => {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const source = makeSource({ years: withLines(Object.fromEntries(scaled)) });
  const { charges } = extractFacts(
    withFiled(
      source,
      filed.map((one) => ({ ...one, value: one.value * million })),
    ),
  );
  return charges.charges.map(({ label, value }) => [label, Math.round(value) / million]);
};

describe("impairments of investments", () => {
  // Best Buy 2009: 177 of all assets are 66 of goodwill and names, and 111 of investments below operating income.
  const filed = [
    { tag: "RestructuringCharges", value: 78 },
    { tag: "AssetImpairmentCharges", value: 177 },
    { tag: "ImpairmentOfInvestments", value: 111 },
  ];
  const statement = { gross_profit: 10_998, selling_general_and_administrative: 8_984 };

  test("are left out where operating income is before them", () => {
    expect(chargesOf(filed, { ...statement, operating_income: 1_870 })).toEqual([
      ["restructuring", 78],
      ["other impairment", 66],
    ]);
  });

  test("stay where operating income is after them, or nothing tells", () => {
    const whole = [
      ["restructuring", 78],
      ["other impairment", 177],
    ];
    expect(chargesOf(filed, { ...statement, operating_income: 1_759 })).toEqual(whole);
    expect(chargesOf(filed)).toEqual(whole);
  });
});

describe("impairments of goodwill and of other intangible assets", () => {
  // Upexi 2024 tags 7,869,425 of both as that of intangible assets, and 3,594,745 of goodwill in it.
  const filed = [
    { tag: "GoodwillImpairmentLoss", value: 3.594745 },
    { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 7.869425 },
  ];

  test("come to no more than the figure of both", () => {
    const whole = { tag: "GoodwillAndIntangibleAssetImpairment", value: 7.869425 };
    expect(chargesOf([...filed, whole])).toEqual([
      ["goodwill impairment", 3.594745],
      ["impairment of intangible assets", 4.27468],
    ]);
  });

  test("stand side by side without one, or with one that is their sum", () => {
    const both = [
      ["goodwill impairment", 3.594745],
      ["impairment of intangible assets", 7.869425],
    ];
    expect(chargesOf(filed)).toEqual(both);
    const sum = { tag: "GoodwillAndIntangibleAssetImpairment", value: 11.46417 };
    expect(chargesOf([...filed, sum])).toEqual(both);
  });
});

describe("impairments of intangible and of other long-lived assets", () => {
  // Oceaneering 2020: 70.445 million of all assets but goodwill, of which a note states 10 of intangible assets.
  const filed = [
    { tag: "GoodwillImpairmentLoss", value: 343.88 },
    { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 70.445 },
    { tag: "ImpairmentOfIntangibleAssetsFinitelived", value: 10 },
  ];
  const longLived = ["impairment of long-lived assets", 70.445];
  const goodwill = ["goodwill impairment", 343.88];

  test("come to no more than the figure of all assets but goodwill", () => {
    const whole = { tag: "OtherAssetImpairmentCharges", value: 70.445 };
    expect(chargesOf([...filed, whole])).toEqual([goodwill, longLived]);
    const part = { ...whole, value: 74.445 };
    const rest = ["impairment of intangible assets", 4];
    expect(chargesOf([...filed, part])).toEqual([goodwill, rest, longLived]);
  });

  test("stand side by side without one, or with one that is less than a part", () => {
    const all = [goodwill, ["impairment of intangible assets", 10], longLived];
    expect(chargesOf(filed)).toEqual(all);
    const less = { tag: "OtherAssetImpairmentCharges", value: 50 };
    expect(chargesOf([...filed, less])).toEqual(all);
  });
});

describe("impairments of intangible assets that wear off", () => {
  // Oceaneering 2018 states 7,691 thousand of long-lived assets, in a note 7.7 million of all but goodwill and 3.4 of intangible ones.
  const goodwill = { tag: "GoodwillImpairmentLoss", value: 76.449 };
  const longLived = { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 7.691 };
  const intangible = { tag: "ImpairmentOfIntangibleAssetsFinitelived", value: 3.4 };
  const all = { tag: "AssetImpairmentCharges", value: 7.7 };

  test("are in the figure of long-lived assets where that is the one of all", () => {
    expect(chargesOf([goodwill, longLived, intangible, all])).toEqual([
      ["goodwill impairment", 76.449],
      ["impairment of long-lived assets", 7.691],
      ["other impairment", 0.009],
    ]);
  });

  test("stand beside it where no figure or another one is of all", () => {
    const beside = ["impairment of intangible assets", 3.4];
    expect(chargesOf([longLived, intangible])).toContainEqual(beside);
    expect(chargesOf([longLived, intangible, { ...all, value: 11.1 }])).toContainEqual(beside);
  });
});

describe("restructuring that a note alone states", () => {
  // Texas Instruments 2025 prints 117 as "Restructuring charges/other": 32 of goodwill, 85 set aside.
  const filed = [
    { tag: "GoodwillImpairmentLoss", value: 32 },
    { tag: "RestructuringReserveAccrualAdjustment1", value: 85 },
  ];
  const statement = {
    ...{ gross_profit: 10_083, research_and_development: 2_083 },
    selling_general_and_administrative: 1_860,
  };

  test("counts where the statement deducts just that beside the other charges", () => {
    expect(chargesOf(filed, { ...statement, operating_income: 6_023 })).toEqual([
      ["goodwill impairment", 32],
      ["restructuring", 85],
    ]);
  });

  test("does not where selling costs hold it, or a charge is filed", () => {
    expect(chargesOf(filed, { ...statement, operating_income: 6_140 })).toEqual([
      ["goodwill impairment", 32],
    ]);
    const both = [...filed, { tag: "RestructuringCharges", value: 85 }];
    expect(chargesOf(both, { ...statement, operating_income: 6_023 })).toEqual([
      ["goodwill impairment", 32],
      ["restructuring", 85],
    ]);
  });
});

describe("impairments that are less than a part of all", () => {
  // Coca-Cola 2024 notes 886 of trademarks, 6 of goodwill and 63 of plants, the last as impairment of assets.
  const trademarks = { tag: "ImpairmentOfIntangibleAssetsExcludingGoodwill", value: 886 };
  const goodwill = { tag: "GoodwillImpairmentLoss", value: 6 };
  const parts = [
    ["goodwill impairment", 6],
    ["impairment of intangible assets", 886],
  ];

  test("stand beside those of trademarks and goodwill", () => {
    const plants = { tag: "AssetImpairmentCharges", value: 63 };
    expect(chargesOf([trademarks, goodwill, plants])).toEqual([...parts, ["other impairment", 63]]);
  });

  test("are none where they repeat a part, or may be one of other long-lived assets", () => {
    const repeated = { tag: "AssetImpairmentCharges", value: 6 };
    expect(chargesOf([trademarks, goodwill, repeated])).toEqual(parts);
    const longLived = { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 80 };
    const part = { tag: "AssetImpairmentCharges", value: 63 };
    expect(chargesOf([trademarks, goodwill, longLived, part])).toEqual([
      ...parts,
      ["impairment of long-lived assets", 80],
    ]);
  });
});

describe("impairments of operating leases", () => {
  // Upexi 2024: 3,159,477 beside 336,434 of other long-lived assets.
  const lease = { tag: "OperatingLeaseImpairmentLoss", value: 3.159477 };
  const longLived = { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 0.336434 };
  const charge = ["impairment of leases", 3.159477];

  test("count where no other figure holds them", () => {
    expect(chargesOf([lease])).toEqual([charge]);
    const other = ["impairment of long-lived assets", 0.336434];
    expect(chargesOf([lease, longLived])).toEqual([other, charge]);
  });

  test("count once beside a figure of long-lived assets, of restructuring or of all impairments", () => {
    const whole = { ...longLived, value: 4 };
    expect(chargesOf([lease, whole])).toEqual([["impairment of long-lived assets", 4]]);
    // Cohu 2019 restructured for 13.484 million, of which 0.2 are leases.
    const restructuring = { tag: "RestructuringCharges", value: 13.484 };
    expect(chargesOf([lease, restructuring])).toEqual([["restructuring", 13.484]]);
    const all = { tag: "AssetImpairmentCharges", value: 5 };
    expect(chargesOf([lease, all])).toEqual([charge, ["other impairment", 1.840523]]);
  });
});

describe("restructuring under an element of the filer's own", () => {
  // Tesla 2024: "Restructuring and other" of 684 between gross profit and operating income.
  const statement = {
    ...{ gross_profit: 17_450, research_and_development: 4_540 },
    ...{ selling_general_and_administrative: 5_150, operating_income: 7_076 },
  };
  const own = { taxonomy: "tsla", tag: "RestructuringAndOtherExpenses", value: 684 };

  test("counts where the statement deducts just that", () => {
    expect(chargesOf([own], statement)).toEqual([["restructuring", 684]]);
    expect(chargesOf([own], { ...statement, operating_income: 7_760 })).toEqual([]);
  });

  test("does not beside a standard element, or where the name says more", () => {
    const standard = { tag: "RestructuringCharges", value: 600 };
    expect(chargesOf([own, standard], statement)).toEqual([["restructuring", 600]]);
    const cash = { ...own, tag: "PaymentsForRestructuringAndOtherExpenses" };
    expect(chargesOf([cash], statement)).toEqual([]);
  });
});

describe("a total of impairments that a note repeats", () => {
  // SUNation 2025 states the 750,000 of 2024 again, and no impairment of intangible assets for 2025.
  const before = { start: "2022-01-01", end: "2022-12-31" };
  const [part, total] = [
    "ImpairmentOfIntangibleAssetsIndefinitelivedExcludingGoodwill",
    "AssetImpairmentCharges",
  ];
  const filed = (now: { part: number; total: number }) => [
    { tag: part, value: 0.75, ...before },
    { tag: total, value: 0.75, ...before },
    { tag: part, value: now.part },
    { tag: total, value: now.total },
  ];

  test("is no charge of the year whose own part is zero", () => {
    expect(chargesOf(filed({ part: 0, total: 0.75 }))).toEqual([]);
  });

  test("counts where it is another amount, or nothing says zero", () => {
    expect(chargesOf(filed({ part: 0, total: 0.8 }))).toEqual([["other impairment", 0.8]]);
    const noPart = filed({ part: 0, total: 0.75 }).filter((_, index) => index !== 2);
    expect(chargesOf(noPart)).toEqual([["other impairment", 0.75]]);
  });
});

describe("the cost of restructuring programs to date", () => {
  const toDate = { tag: "RestructuringCharges", value: 875 };
  const ofYear = { tag: "RestructuringAndRelatedCostIncurredCost", value: 329 };
  const yearBefore = { start: "2022-01-01", end: "2022-12-31" };
  const ofBefore = { ...ofYear, value: -26, ...yearBefore };

  test("is no charge beside that of each year: American Express 2016", () => {
    expect(chargesOf([toDate, ofYear, ofBefore])).toEqual([["restructuring", 329]]);
  });

  test("is a charge where the year before has one under its element, or no other element has", () => {
    const before = { ...toDate, value: 411, ...yearBefore };
    expect(chargesOf([toDate, before, ofYear, ofBefore])).toEqual([["restructuring", 875]]);
    expect(chargesOf([toDate, ofYear])).toEqual([["restructuring", 875]]);
  });
});

test("the loss of a lawsuit that was settled is a charge: Micron 2023", () => {
  expect(chargesOf([{ tag: "LitigationSettlementLoss", value: 68 }])).toEqual([
    ["legal matters", 68],
  ]);
});
