import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Depreciation and amortization, in millions, of a year whose operating cash flow has the printed rows. */
function printed(rows: Record<string, number>, line: number | null = null): number | null {
  const source = makeSource({
    years: withLines({ depreciation_and_amortization: line, depreciation: null }),
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
  const { year } = extractFacts({ ...source, facts: [...source.facts, ...facts] });
  const value = year.depreciation_amortization?.value;
  return value === undefined ? null : value / million;
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
