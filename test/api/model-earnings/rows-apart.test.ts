import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const [row, amortization] = ["OtherDepreciationAndAmortization", "AmortizationOfIntangibleAssets"];

/** Twelve months to a quarter of 2024, with what filings state beside the lines, in millions. */
function factsWith(filed: readonly FiledFact[]) {
  const source = makeSource({
    knownOn: "2024-12-01",
    years: withLines({ depreciation_and_amortization: 1_163.7 * million }),
    quarters: {
      "2023Q1": { revenue: 2_000 * million },
      "2024Q1": { revenue: 2_500 * million, total_assets: 1e10 },
    },
  });
  const all = filed.map((one) => ({ ...one, value: one.value * million }));
  return extractFacts(withFiled(source, all));
}

// Marvell, year to 2026-01-31 and quarter to 2026-05-02: the element of the row is in reports of two and three quarters
// without their own quarter.
const marvell: FiledFact[] = [
  { tag: row, value: 348.6 },
  { tag: row, value: 168.3, end: "2023-06-30" },
  { tag: row, value: 84.2, end: "2023-03-31" },
  { tag: row, value: 95.4, start: "2024-01-01", end: "2024-03-31" },
  { tag: "Depreciation", value: 221.7 },
  { tag: amortization, value: 942 },
  { tag: amortization, value: 245.7, end: "2023-03-31" },
  { tag: amortization, value: 225.2, start: "2024-01-01", end: "2024-03-31" },
];

const millions = (quoted: { value: number } | null | undefined) =>
  quoted == null ? null : Math.round((quoted.value / million) * 10) / 10;

describe("depreciation and amortization in two rows of a cash flow statement", () => {
  test("add up where the one is more than depreciation and less than amortization", () => {
    const { year, trailing } = factsWith(marvell);
    expect(millions(year.depreciation_amortization)).toBe(1_290.6);
    expect(millions(trailing.depreciation_amortization)).toBe(1_281.3);
    expect(year.depreciation_amortization?.note).toContain(
      "of two rows of the cash flow statement",
    );
  });

  test("stay as they are where notes may state the figure: each quarter, or less than depreciation", () => {
    const ofQuarter = { tag: row, value: 84.1, start: "2023-04-01", end: "2023-06-30" };
    const noted = factsWith([...marvell, ofQuarter]);
    expect(millions(noted.year.depreciation_amortization)).toBe(1_163.7);
    const [whole, ...others] = marvell;
    const slice = factsWith([{ tag: row, value: (whole?.value ?? 0) - 200 }, ...others]);
    expect(millions(slice.year.depreciation_amortization)).toBe(1_163.7);
  });

  // AMD, 2025: depreciation and amortization of 750, and 2,254 of acquired intangible assets. A note states 521 and 2,300.
  test("add up where the adjustment of amortization is more than the row, which is more than depreciation", () => {
    const adjusted = (value: number) => {
      const filed = [
        { tag: row, value: 750 },
        { tag: "AdjustmentForAmortization", value },
      ];
      const notes = [
        { tag: "Depreciation", value: 521 },
        { tag: amortization, value: 2_300 },
      ];
      return factsWith([...filed, ...notes]).year.depreciation_amortization;
    };
    expect(millions(adjusted(2_254))).toBe(3_004);
    // A row that may hold the adjustment.
    expect(millions(adjusted(229))).toBe(1_163.7);
  });

  // Bradesco, 2009.
  test("add up where the statement at hand prints amortization beside the line", () => {
    const made = makeSource({
      years: withLines({ depreciation_and_amortization: 1_053 * million }),
    });
    const filed = withFiled(made, [{ tag: amortization, value: 660 * million }]);
    const facts = filed.facts.map((fact) =>
      fact.tag === "Tag_depreciation_and_amortization"
        ? { ...fact, tag: "DepreciationAndAmortization" }
        : fact,
    );
    const value = String(660 * million);
    const rows = ["sum_of_tags", [1, `us-gaap:${amortization}`, value, facts.length - 1]];
    const periods = filed.periods.map((period, index) =>
      index > 0
        ? period
        : {
            ...period,
            lines: { ...period.lines, remaining_operating_cash_flow: { value, lineage: rows } },
          },
    ) as ModelSource["periods"];
    const { year } = extractFacts({ ...filed, facts, periods });
    expect(millions(year.depreciation_amortization)).toBe(1_713);
  });
});
