import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { annualFact, documentOf, inputOf, line, registry } from "../standardization/company.ts";

const filing = { accession: "0000700564-24-000010", form: "10-K", filed: "2024-02-29" };
const year = { start: "2023-01-01", end: "2023-12-31", fy: 2023, fp: "FY", ...filing };
const day = { ...year, start: null };

/** A bank of the size of Fulton Financial, which states its capital ratio without dimensions. */
const bank = [
  annualFact("InterestAndDividendIncomeOperating", "1290000", year),
  annualFact("InterestExpense", "436000", year),
  annualFact("NoninterestExpense", "679000", year),
  annualFact("NetIncomeLoss", "284000", year),
  annualFact("Deposits", "21537000", day),
  annualFact("Assets", "27572000", day),
];

function ratioOf(value: string) {
  const fact = annualFact("CommonEquityTierOneCapitalRatio", value, { ...day, unit: "pure" });
  return line(
    buildCompany(inputOf([documentOf([...bank, fact])]), registry),
    "2023FY",
    "cet1_ratio",
  );
}

test("a bank's common equity tier 1 ratio is shown as a share, and one filed in percent is refused", () => {
  expect(ratioOf("0.103")).toMatchObject({ value: "0.103", unit: "pure" });
  expect(ratioOf("10.3")).toMatchObject({
    value: null,
    refused: [{ tag: "us-gaap:CommonEquityTierOneCapitalRatio", guard: "share" }],
  });
});
