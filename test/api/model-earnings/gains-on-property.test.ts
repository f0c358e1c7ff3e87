import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** A last year of a REIT, 2023, with lines and one row below operating income, in millions. */
function reit(
  lines: Record<string, number>,
  row: { tag: string; value: number; place: string },
  template: "reit" | "industrial" = "reit",
) {
  const inFull = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const made = makeSource({ years: withLines(Object.fromEntries(inFull)), template });
  const source = withFiled(made, [{ tag: row.tag, value: row.value * million }]);
  const last = source.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
  const lineage = source.facts.findIndex(({ tag }) => tag === row.tag);
  last.lines[row.place] = { value: String(row.value * million), lineage };
  return extractFacts(source);
}

test("a gain on real estate in operating income is a result of disposals: Public Storage 2023", () => {
  const lines = { revenue: 4_517.69, operating_income: 2_309.783, pretax_income: 2_170.941 };
  const row = {
    ...{ tag: "GainsLossesOnSalesOfInvestmentRealEstate", value: 17.178 },
    place: "remaining_operating_income",
  };
  expect(reit(lines, row).yearCharges.total).toBe(-17.178 * million);
});

test("funds from operations are without a gain on an associate sold: Public Storage 2022", () => {
  const row = {
    ...{ tag: "EquityMethodInvestmentRealizedGainLossOnDisposal", value: 2_128.86 },
    place: "remaining_pretax_income",
  };
  const funds = (template: "reit" | "industrial") =>
    reit({ funds_from_operations: 5_041.4 }, row, template).year.funds_from_operations?.value;
  expect(funds("reit")).toBe(2_912.54 * million);
  expect(funds("industrial")).toBe(5_041.4 * million);
});
