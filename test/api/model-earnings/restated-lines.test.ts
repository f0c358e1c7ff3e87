import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const newTag =
  "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments";
const report = "0000000001-23-123100";

// Kimberly-Clark: 2,927 before tax of 2024 as first filed, 2,418 in the report of 2025, whose own 2,052 has that element.
const kimberlyClark = (restatedIn: string, element = newTag) => {
  const made = makeSource({
    years: {
      2022: { ...soundYears[2022], pretax_income: 2_927 * million },
      2023: { ...soundYears[2023], pretax_income: 2_052 * million },
    },
  });
  const index = made.periods[0]?.lines.pretax_income?.lineage;
  const facts = made.facts.map((fact, at) =>
    at === index ? { ...fact, tag: newTag, accession: report } : fact,
  );
  const before = { tag: element, value: 2_418 * million, start: "2022-01-01", end: "2022-12-31" };
  const source = withFiled({ ...made, facts }, [before]);
  return extractFacts({
    ...source,
    facts: source.facts.map((fact) =>
      fact.value === String(before.value) ? { ...fact, accession: restatedIn } : fact,
    ),
  });
};
const beforeTax = (facts: ReturnType<typeof kimberlyClark>) =>
  facts.years.map(({ values }) => (values.income_before_tax ?? 0) / million);

describe("a year that a later report restates under another element", () => {
  test("is as that report has it", () => {
    const facts = kimberlyClark(report);
    expect(beforeTax(facts)).toEqual([2_418, 2_052]);
    const filings = facts.years[0]?.filings.map(({ accessionNumber }) => accessionNumber);
    expect(filings).toContain(report);
  });

  test("stays where the figure is of another report, or of an element that no year's line has", () => {
    expect(beforeTax(kimberlyClark("0000000001-24-000009"))).toEqual([2_927, 2_052]);
    expect(beforeTax(kimberlyClark(report, `${newTag}Domestic`))).toEqual([2_927, 2_052]);
  });
});

test("revenue is as recast where gross profit and costs are: Nikola 2022, without Romeo", () => {
  const nikola = (recast: number, filed = "2024-03-01") => {
    const lines = { revenue: 50.825, cost_of_revenue: 135.694, gross_profit: -85.969 };
    const inFull = Object.entries(lines).map(([key, value]) => [key, Math.round(value * million)]);
    const made = makeSource({ years: withLines(Object.fromEntries(inFull)) });
    const value = Math.round(recast * million);
    const source = withFiled(made, [{ tag: "Tag_revenue", value }]);
    const facts = source.facts.map((one) =>
      one.value === String(value) ? { ...one, filed } : { ...one, filed: "2024-02-15" },
    );
    return (extractFacts({ ...source, facts }).year.revenue?.value ?? 0) / million;
  };
  expect(nikola(49.725)).toBe(49.725);
  // Costs and gross profit come to no other figure, and an older one is none of a later report.
  expect(nikola(49.7)).toBe(50.825);
  expect(nikola(49.725, "2024-02-01")).toBe(50.825);
});

test("income tax is on the side that net income shows, also in twelve months: Genzyme to 2010-03-31", () => {
  const of = (tax: number, net: number) =>
    extractFacts(
      makeSource({
        years: withLines({ pretax_income: 543_733, income_tax_expense: tax, net_income: net }),
        quarters: {
          "2023Q1": { income_tax_expense: 78_884 },
          "2024Q1": { income_tax_expense: -61_806, total_assets: 1e10 },
        },
        ttm: { "2024-03-31": { income_tax_expense: -262_123 } },
        knownOn: "2024-06-01",
      }),
    );
  const genzyme = of(-121_433, 422_300);
  expect(genzyme.year.income_tax_expense?.value).toBe(121_433);
  expect(genzyme.trailing.income_tax_expense?.value).toBe(121_433 - 61_806 - 78_884);
  // A true benefit adds to net income.
  expect(of(-121_433, 665_166).year.income_tax_expense?.value).toBe(-121_433);
});

test("net interest below zero states no expense: Trintech 2009", () => {
  const made = makeSource({ years: withLines({ interest_expense: -320 }) });
  const facts = made.facts.map((fact) =>
    fact.tag === "Tag_interest_expense" ? { ...fact, tag: "InterestIncomeExpenseNet" } : fact,
  );
  expect(extractFacts({ ...made, facts }).year.interest_expense).toBeNull();
  expect(extractFacts(made).year.interest_expense?.value).toBe(-320);
});
