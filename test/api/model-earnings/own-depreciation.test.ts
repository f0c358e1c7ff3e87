import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Depreciation and amortization, in millions, of a year whose operating cash flow has the printed rows. */
function printed(
  rows: Record<string, number>,
  line: number | null | readonly [depreciation: number, amortization: number] = null,
): number | null {
  const noted = typeof line === "object" ? line : null;
  const value = typeof line === "object" ? null : line;
  const source = makeSource({
    years: withLines({ depreciation_and_amortization: value, depreciation: null }),
  });
  const last = source.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
  const [first] = source.facts;
  if (first === undefined) throw new Error("no facts");
  const facts = Object.entries(rows).map(([tag, value]) => ({
    ...first,
    ...{ taxonomy: "extension", tag, start: last.start, end: last.end },
    value: String(value * million),
  }));
  const operands = facts.map(
    ({ tag, value }, index) => [1, `extension:${tag}`, value, source.facts.length + index] as const,
  );
  last.lines.remaining_operating_cash_flow = {
    value: "1",
    lineage: ["sum_of_tags", ...operands] as never,
  };
  if (noted !== null) {
    const [depreciation, amortization] = noted.map((one) => String(one * million));
    last.lines.depreciation_and_amortization = {
      value: String((noted[0] + noted[1]) * million),
      lineage: [
        "derivation",
        [1, "depreciation", depreciation ?? "", 0],
        [1, "amortization_of_intangibles", amortization ?? "", 0],
      ],
    };
  }
  const { year } = extractFacts({ ...source, facts: [...source.facts, ...facts] });
  const read = year.depreciation_amortization?.value;
  return read === undefined ? null : read / million;
}

// Sony 2010, in millions of yen: 371,004 in one row, beside film costs of 277,665, which are cost of sales.
const sony = {
  DepreciationAndAmortizationIncludingAmortizationOfDeferredInsuranceAcquisitionCosts: 371_004,
  AmortizationOfFilmCosts: 277_665,
};

test("depreciation and amortization under an element of the filer's own count where no line has them", () => {
  expect(printed(sony)).toBe(371_004);
  expect(printed(sony, 400 * million)).toBe(400);
});

test("depreciation of what is leased to customers does not count, as purchases of it are no line: Honda", () => {
  const honda = {
    DepreciationExcludingPropertyOnOperatingLeases: 401_743,
    DepreciationOfPropertyOnOperatingLeases: 227_931,
  };
  expect(printed(honda)).toBe(401_743);
});

test("amortization beside it counts, too: Fiserv, 47 and 37 million", () => {
  const fiserv = {
    DepreciationAndOtherAmortization: 47,
    AmortizationOfAcquiredIntangibleAssets: 37,
  };
  expect(printed(fiserv)).toBe(84);
  expect(printed({ AmortizationOfAcquiredIntangibleAssets: 37 })).toBeNull();
});

test("a row that holds impairments is none: Flextronics", () => {
  expect(printed({ DepreciationAmortizationAndOtherImpairmentCharges: 707.53 })).toBeNull();
  expect(printed({ DepreciationAmortizationAndOther: 1_461 })).toBeNull();
});

// Microsoft 2015 prints 5,957; its notes have depreciation of 4,100 and amortization of 1,300.
test("a row with other items counts where notes show that most of it is depreciation and amortization", () => {
  const row = { DepreciationAmortizationAndOther: 5_957 };
  const ofNotes = (amortization: number) => printed(row, [4_100, amortization]);
  expect(ofNotes(1_300)).toBe(5_957);
  expect(ofNotes(300)).toBe(4_400);
  expect(printed(row, 5_400 * million)).toBe(5_400);
});
