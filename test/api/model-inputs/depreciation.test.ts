import { describe, expect, test } from "vitest";
import { withDepreciation } from "#registry/models/inputs/earnings/depreciation.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const inMillions = (filed: readonly FiledFact[]) =>
  filed.map((one) => ({ ...one, value: one.value * million }));

/** The source with the facts behind a line under another tag. */
const tagged = (source: ModelSource, line: string, tag: string): ModelSource => ({
  ...source,
  facts: source.facts.map((fact) => (fact.tag === `Tag_${line}` ? { ...fact, tag } : fact)),
});

describe("depreciation and amortization", () => {
  // McKesson 2010: depreciation of 148 and, in a row of its own, amortization of 326 million.
  const mcKesson = (filed: readonly FiledFact[]) =>
    extractFacts(
      withFiled(
        tagged(
          makeSource({
            years: withLines({ depreciation_and_amortization: null, depreciation: 148 * million }),
          }),
          "depreciation",
          "Depreciation",
        ),
        inMillions(filed),
      ),
    );
  const amortization = { tag: "AdjustmentForAmortization", value: 326 };

  test("hold the amortization that stands beside depreciation", () => {
    const facts = mcKesson([amortization]);
    expect(facts.year.depreciation_amortization?.value).toBe(474 * million);
    expect(facts.year.depreciation_amortization?.note).toContain("amortization of 326,000,000");
    const inputs = facts.year.depreciation_amortization?.provenance?.inputs;
    expect(inputs?.map(({ value }) => value / million)).toEqual([148, 326]);
    // The years before state depreciation alone: a part is no figure.
    expect(facts.years.map(({ values }) => values.depreciation_amortization)).toEqual([
      null,
      null,
      474 * million,
    ]);
  });

  // Heinz 2010 prints amortization of 48.308 million under an element of its own beside depreciation of 254.528.
  test("hold amortization of an element of the filer's own, and of no other meaning", () => {
    const heinz = (...own: FiledFact[]) =>
      extractFacts(
        withFiled(
          tagged(
            makeSource({
              years: withLines({
                depreciation_and_amortization: null,
                depreciation: 254.528 * million,
              }),
            }),
            "depreciation",
            "Depreciation",
          ),
          inMillions(own),
        ),
      ).year.depreciation_amortization?.value;
    const amortization = { taxonomy: "extension", tag: "Amortization", value: 48.308 };
    expect(heinz(amortization)).toBe(302.836 * million);
    for (const tag of ["AmortizationOfAcquiredIntangibleAssets", "AmortizationExpense"]) {
      expect(heinz({ ...amortization, tag })).toBe(302.836 * million);
    }
    expect(heinz({ ...amortization, tag: "AmortizationOfDebtDiscount" })).toBe(254.528 * million);
    // With impairments, it counts of a filer that states none: Forest Laboratories.
    const both = { ...amortization, tag: "AmortizationAndImpairments" };
    expect(heinz(both)).toBe(302.836 * million);
    const impaired = { tag: "AssetImpairmentCharges", value: 3 };
    expect(heinz(both, impaired)).toBe(254.528 * million);
    // An element of a published taxonomy is a note's as well as a statement's.
    const published = { ...amortization, taxonomy: "us-gaap" };
    expect(heinz({ ...published, tag: "AmortizationExpense" })).toBe(254.528 * million);
  });

  test("are depreciation alone where no amortization is filed", () => {
    expect(mcKesson([]).year.depreciation_amortization?.value).toBe(148 * million);
  });

  test("of a line that is more than depreciation stay as they are", () => {
    const facts = extractFacts(withFiled(makeSource(), inMillions([amortization])));
    expect(facts.year.depreciation_amortization?.value).toBe(400 * million);
  });

  // Oceaneering 2020: the line of 528.895 holds the impairment of goodwill of 343.88 million.
  const oceaneering = (notes: readonly FiledFact[]) =>
    extractFacts(
      withFiled(
        makeSource({
          years: {
            2022: {
              ...soundYear(2_048 * million),
              depreciation_and_amortization: 263.427 * million,
            },
            2023: {
              ...soundYear(1_827.889 * million),
              ...{ operating_income: -446.079 * million },
              depreciation_and_amortization: 528.895 * million,
            },
          },
        }),
        inMillions([
          { tag: "GoodwillImpairmentLoss", value: 343.88 },
          { tag: "GoodwillImpairmentLoss", value: 14.713, start: "2022-01-01", end: "2022-12-31" },
          ...notes,
        ]),
      ),
    );
  const notes = [
    { tag: "Depreciation", value: 170 },
    { tag: "AmortizationOfIntangibleAssets", value: 15 },
  ];

  test("are without an impairment of goodwill that the line holds", () => {
    const { year, years, charges } = oceaneering(notes);
    expect(year.depreciation_amortization?.value).toBeCloseTo(185.015 * million, 0);
    expect(year.depreciation_amortization?.note).toContain("goodwill impairment of 343,880,000");
    // One filer prints one form of statement: the year before, whose notes are not at hand, holds its own.
    expect(years[0]?.values.depreciation_amortization).toBeCloseTo(248.714 * million, 0);
    expect(charges.total).toBe(343.88 * million);
  });

  test("keep their amount where notes do not say so", () => {
    expect(oceaneering([]).year.depreciation_amortization?.value).toBe(528.895 * million);
    const whole = [
      { tag: "Depreciation", value: 500 },
      { tag: "AmortizationOfIntangibleAssets", value: 28.895 },
    ];
    expect(oceaneering(whole).year.depreciation_amortization?.value).toBe(528.895 * million);
  });
});

describe("amortization that the cash flow statement prints beside depreciation", () => {
  // Stryker at 2010-03-31: depreciation of 40.8 and amortization of 58.4; the income statement has 13.5 of intangible assets.
  const stryker = (row: number | null, sic = "3841") => {
    const made = makeSource({ sic, years: withLines({ depreciation: 40.8 * million }) });
    const row13 = { tag: "AmortizationOfIntangibleAssets", value: 13.5 };
    const beside = row === null ? [] : [{ tag: "AdjustmentForAmortization", value: row }];
    const source = withFiled(
      tagged(made, "depreciation", "Depreciation"),
      inMillions([row13, ...beside]),
    );
    const amortized = source.facts.findIndex(({ tag }) => tag === row13.tag);
    const [period] = source.periods;
    const depreciation = period?.lines.depreciation;
    if (period === undefined || depreciation?.lineage == null) throw new Error("no depreciation");
    period.lines.depreciation_and_amortization = {
      value: String(54.3 * million),
      lineage: [
        "sum_of_tags",
        [1, "us-gaap:Depreciation", String(40.8 * million), depreciation.lineage],
        [1, "us-gaap:AmortizationOfIntangibleAssets", String(13.5 * million), amortized],
      ],
    };
    return extractFacts(source).year.depreciation_amortization;
  };

  test("counts where it is more than that of intangible assets", () => {
    expect(stryker(58.4)?.value).toBe(99.2 * million);
    expect(stryker(58.4)?.note).toContain("with amortization of 58,400,000");
    for (const row of [null, 8.1]) expect(stryker(row)?.value).toBe(54.3 * million);
  });

  // Intuit's quarter to 2021-01-31: depreciation of 40, amortization of 60 less 9, of which notes have 36.
  test("counts in a quarter from the two years to date that it lies between", () => {
    const made = makeSource({
      quarters: { "2023Q2": { depreciation: 40 * million, revenue: 1_576 * million } },
      years: withLines({}),
    });
    const [start, end] = ["2023-01-01", "2023-06-30"];
    const noted = { tag: "AmortizationOfIntangibleAssets", value: 36, start: "2023-04-01", end };
    const source = withFiled(
      tagged(made, "depreciation", "Depreciation"),
      inMillions([
        noted,
        { tag: "AdjustmentForAmortization", value: 60, start, end },
        { tag: "AdjustmentForAmortization", value: 9, start, end: "2023-03-31" },
      ]),
    );
    const quarter = source.periods.find((one) => one.fiscalPeriod === "Q2");
    const depreciation = quarter?.lines.depreciation;
    if (quarter === undefined || depreciation?.lineage == null) throw new Error("no quarter");
    const amortized = source.facts.findIndex(({ tag }) => tag === noted.tag);
    quarter.lines.depreciation_and_amortization = {
      value: String(76 * million),
      lineage: [
        "derivation",
        [1, "depreciation", String(40 * million), depreciation.lineage],
        [1, "amortization_of_intangibles", String(36 * million), amortized],
      ],
    };
    const read = withDepreciation(source).periods.find((one) => one.fiscalPeriod === "Q2");
    expect(read?.lines.depreciation_and_amortization?.value).toBe(String(91 * million));
  });

  test("is of securities where an insurer prints it (WellPoint)", () => {
    expect(stryker(111.9, "6324")?.value).toBe(54.3 * million);
  });
});
