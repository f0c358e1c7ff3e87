import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear, soundYears } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

interface Period {
  /** Net income, basic and diluted average in millions; null for an average that is not filed. */
  of: readonly [income: number, basic: number | null, diluted: number | null];
  perShare?: readonly [basic: number, diluted: number];
  /** Income of the common shares, where it is another. */
  common?: number;
}

const linesOf = ({ of: [income, basic, diluted], perShare, common }: Period) => ({
  net_income: income * million,
  ...(common !== undefined && { net_income_to_common: common * million }),
  weighted_average_shares_basic: basic && basic * million,
  weighted_average_shares_diluted: diluted && diluted * million,
  ...(perShare && { eps_basic: perShare[0], eps_diluted: perShare[1] }),
});

/** Diluted shares in millions at the end of a quarter, after a year. */
function sharesOf(year: Period, quarter: Period & { count: number | null }): number {
  const balance = { total_assets: 1e10, stockholders_equity: 5e9 };
  const { shares } = extractFacts(
    makeSource({
      years: { 2023: { ...soundYear(1e10), shares_outstanding: null, ...linesOf(year) } },
      quarters: {
        "2024Q1": {
          ...{ revenue: 2e9, ...balance, ...linesOf(quarter) },
          shares_outstanding: quarter.count && quarter.count * million,
        },
      },
      knownOn: "2024-06-01",
    }),
  );
  return Math.round((shares?.value ?? 0) / 1_000) / 1_000;
}

describe("diluted shares at the end of a quarter of a loss", () => {
  const williams: Period = { of: [285, 581.674, 589.385], perShare: [0.49, 0.49] };

  test("are diluted as those of the newest profit: Williams at 2010-03-31", () => {
    const count = { of: [-193, 583.929, 583.929], count: 584 } as const;
    // 584 × 589.385 / 581.674.
    expect(sharesOf(williams, count)).toBe(591.742);
  });

  test("are the basic average so diluted where no count is filed: Genzyme at 2010-03-31", () => {
    const genzyme: Period = { of: [422.3, 268.841, 274.071], perShare: [1.57, 1.54] };
    const quarter = { of: [-114.948, 266.251, 266.251], count: null } as const;
    expect(sharesOf(genzyme, quarter)).toBe(271.431);
  });

  test("are the count where it is as large as that: Celadon counts unvested shares", () => {
    const celadon: Period = { of: [24.844, 27.507, 28.081], perShare: [0.9, 0.88] };
    const quarter = { of: [-1.525, 27.639, 27.639], count: 28.299404 } as const;
    expect(sharesOf(celadon, quarter)).toBe(28.299);
  });

  test("are not diluted by notes that are debt, which move the income per share: Hertz", () => {
    const hertz: Period = { of: [184, 311, 364], perShare: [0.59, 0.42] };
    const quarter = { of: [-333, 314, 314], count: 315.053055 } as const;
    expect(sharesOf(hertz, quarter)).toBe(315.053);
  });

  test("are the count where it has the classes that dilute: Rocket counts class D on its cover", () => {
    const rocket = { of: [-15.514, 128.642, 1_980.524], perShare: [-0.12, -0.15] } as const;
    expect(sharesOf(rocket, { ...rocket, count: 1_985.639415 })).toBe(1_985.639);
    // A count of class A alone is diluted as filed: 136.76 × 1,980.524 / 128.642.
    expect(sharesOf(rocket, { ...rocket, count: 136.76 })).toBe(2_105.506);
  });

  test("are diluted by a profit of the common shares, also of few cents each: Corsair at 2024-12-31", () => {
    const corsair: Period = {
      of: [-2.59, 102.482, 106.276],
      common: 3.187,
      perShare: [0.03, 0.03],
    };
    const loss = { of: [-85.181, 104.164, 104.164], common: -99.175, count: 104.855199 } as const;
    expect(sharesOf(corsair, loss)).toBe(108.737);
  });

  test("are as the quarter has them where it has a profit, or all periods are of losses", () => {
    const profit = { of: [142, 580.726, 588.78], count: 582 } as const;
    expect(sharesOf(williams, profit)).toBe(590.072);
    const losses: Period = { of: [-285, 581.674, 581.674] };
    expect(sharesOf(losses, { of: [-193, 583.929, 583.929], count: 584 })).toBe(584);
  });
});

test("a diluted average alone is diluted as earnings per share are: Boston Beer at 2014-09-27", () => {
  const year: Period = { of: [70.392, null, 13.504], perShare: [5.47, 5.18] };
  const quarter = { of: [37.926, null, 13.495], perShare: [2.91, 2.79], count: 13.063697 } as const;
  // 13.063697 × 2.91 / 2.79.
  expect(sharesOf(year, quarter)).toBe(13.626);
});

/** Diluted shares in millions of Symantec to 2010-04-02, with this much under the element of what dilution adds. */
function symantec(adjustment: number, perShare: readonly [number, number] = [0.88, 0.87]): number {
  const source = makeSource({
    years: {
      2023: {
        ...soundYear(1e10),
        ...linesOf({ of: [714, 810, null], perShare }),
        shares_outstanding: 798 * million,
        adjustment_of_shares: adjustment * million,
      },
    },
  });
  const facts = source.facts.map((fact) =>
    fact.tag === "Tag_adjustment_of_shares"
      ? { ...fact, tag: "WeightedAverageNumberDilutedSharesOutstandingAdjustment" }
      : fact,
  );
  return Math.round((extractFacts({ ...source, facts }).shares?.value ?? 0) / 1_000) / 1_000;
}

test("the diluted average may stand under the element of its adjustment", () => {
  // 798 × 819 / 810.
  expect(symantec(819)).toBe(806.867);
  // What dilution adds, and shares that do not lead to the earnings per share.
  expect(symantec(9)).toBe(798);
  expect(symantec(1_200)).toBe(798);
});

describe("shares of convertible debt, which the bridge has", () => {
  const ofYear = (count: number, year: Period) =>
    makeSource({
      years: {
        2023: {
          ...{ ...soundYear(1_049 * million), ...linesOf(year) },
          shares_outstanding: count * million,
        },
      },
    });
  /** EZCORP to 2023-09-30 with 23.797 million shares of notes, and this much interest that diluted income is before. */
  const withNotes = (interest: number, diluted: number) =>
    extractFacts(
      withFiled(ofYear(54.717, { of: [38.463, 55.586, 80.865], perShare: [0.69, diluted] }), [
        {
          tag: "IncrementalCommonSharesAttributableToConversionOfDebtSecurities",
          value: 23.797 * million,
          unit: "shares",
        },
        { tag: "InterestOnConvertibleDebtNetOfTax", value: interest * million },
      ]),
    );
  const inMillions = (value = 0) => Math.round(value / 1_000) / 1_000;

  test("are in no diluted share: 56.176 million of EZCORP for 79.601", () => {
    const { shares, dilution } = withNotes(4.327, 0.53);
    // 54.717 × (80.865 − 23.797) / 55.586.
    expect(inMillions(shares?.value)).toBe(56.176);
    expect(shares?.note).toContain(
      "without 23,797,000 shares of convertible debt, which is in the debt",
    );
    expect(dilution?.converted).toBeNull();
  });

  test("stay where no interest is added to income: they are what the price is above the debt", () => {
    const { shares, dilution } = withNotes(0, 0.48);
    expect(inMillions(shares?.value)).toBe(79.601);
    expect(dilution?.converted?.value).toBe(23.797 * million);
  });

  test("are told by earnings per share of more than net income: CA and Best Buy to 2010", () => {
    const of = (count: number, year: Period) =>
      inMillions(extractFacts(ofYear(count, year)).shares?.value);
    const ca = [771, 515, 533] as const;
    expect(of(509.47, { of: ca, perShare: [1.49, 1.47] })).toBe(509.47);
    expect(of(418.815, { of: [1_317, 416.8, 427.5], perShare: [3.16, 3.1] })).toBe(418.815);
    // 771 over 533 shares are 1.4465, which may be printed a cent higher as a sum of parts.
    expect(of(509.47, { of: ca, perShare: [1.49, 1.45] })).toBe(527.277);
  });
});

// Bed Bath & Beyond, to 2010-02-27: 259.7 and 262.9 million shares, of which those that have not vested are in no basic average.
test("a count that has awards in it, as both ends of a year count more than the average, is not diluted again", () => {
  const count = (before: number) => {
    const year = (shares: number) => ({
      ...soundYears[2023],
      ...{ shares_outstanding: shares, cover_shares_outstanding: null },
      weighted_average_shares_basic: 257_755_000,
      weighted_average_shares_diluted: 260_375_000,
    });
    const years = { 2022: year(before), 2023: year(262_898_000) };
    return extractFacts(makeSource({ years })).shares;
  };
  expect(count(259_701_000)).toMatchObject({
    value: 262_898_000,
    note: expect.stringContaining("it counts shares that have not vested"),
  });
  expect(count(258_900_000)?.value).toBe(265_570_277);
});
