import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const tag = "CapitalizedComputerSoftwareAmortization1";

/** Depreciation alone of 1,918 million, as the cash flow statement prints it. */
function depreciated(): ModelSource {
  const source = makeSource({
    years: withLines({ depreciation_and_amortization: null, depreciation: 1_918 * million }),
  });
  const facts = source.facts.map((fact) =>
    fact.tag === "Tag_depreciation" ? { ...fact, tag: "Depreciation" } : fact,
  );
  return { ...source, facts };
}

const amortized = (facts: readonly FiledFact[], source = depreciated()) =>
  extractFacts(
    withFiled(
      source,
      facts.map((one) => ({ ...one, tag, value: one.value * million })),
    ),
  ).year.depreciation_amortization;

// Texas Instruments 2025: 41 of two quarters and 81 of the year, each in a row below depreciation.
const year: FiledFact = { tag, value: 81 };
const twoQuarters: FiledFact = { tag, value: 41, end: "2023-06-30" };

describe("amortization of software", () => {
  test("counts where the cash flow statement prints it beside depreciation", () => {
    const quoted = amortized([year, twoQuarters]);
    expect(quoted?.value).toBe(1_999 * million);
    expect(quoted?.note).toBe(
      "with amortization of software of 81,000,000, which stands beside depreciation",
    );
    expect(quoted?.provenance?.inputs?.map(({ value }) => value / million)).toEqual([1_918, 81]);
  });

  test("is within depreciation where notes state it: of years alone, or of each quarter, too", () => {
    const quarter = { tag, value: 21, start: "2023-04-01", end: "2023-06-30" };
    expect(amortized([year])?.value).toBe(1_918 * million);
    expect(amortized([year, twoQuarters, quarter])?.value).toBe(1_918 * million);
  });

  test("is not added to a line that is more than depreciation", () => {
    const whole = makeSource({
      years: withLines({ depreciation_and_amortization: 400 * million }),
    });
    expect(amortized([year, twoQuarters], whole)?.value).toBe(400 * million);
  });

  const printed = (source: ModelSource, value: number): ModelSource => {
    const text = String(value * million);
    const remaining = {
      value: text,
      lineage: ["sum_of_tags", [1, `us-gaap:${tag}`, text, 0]] as never,
    };
    const periods = source.periods.map((period) => ({
      ...period,
      lines: { ...period.lines, remaining_operating_cash_flow: remaining },
    }));
    return { ...source, periods };
  };

  // EDGAR Online at 2010-03-31 prints amortization of capitalized product costs in such a row.
  test("counts where the statement at hand prints the row", () => {
    expect(amortized([year], printed(depreciated(), 81))?.value).toBe(1_999 * million);
  });

  // Cohu 2020: depreciation and amortization of 52.746, and 1.191 of software in the row below.
  test("counts in a printed row beside one of depreciation and amortization", () => {
    const whole = makeSource({
      years: withLines({ depreciation_and_amortization: 52.746 * million }),
    });
    expect(amortized([{ tag, value: 1.191 }], printed(whole, 1.191))?.value).toBe(53_937_000);
  });
});
