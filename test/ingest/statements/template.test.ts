import { describe, expect, test } from "vitest";
import { type Point, point, slotOf } from "#ingest/periods/slots.ts";
import type { FactIndex } from "#ingest/statements/evidence/series.ts";
import { decideTemplates } from "#ingest/statements/evidence/template.ts";

/** A tag that is filed at a point of a year, in dollars. */
type Filed = readonly [tag: string, year: number, at?: Point, value?: string];

/** An index that knows of nothing but values; 1 if absent. */
function indexOf(filed: readonly Filed[]): FactIndex {
  const series = Map.groupBy(filed, ([tag]) => `us-gaap:${tag}`);
  return {
    seriesOf: (tag: string, unit: string) => (unit === "USD" ? series.get(tag) : undefined),
    pickOf: (of: unknown, slot: number) =>
      (of as Filed[])
        .filter(([, year, at = point.FY]) => slotOf(year, at) === slot)
        .map(([, , , value = "1"]) => ({ fact: { value } }))[0] ?? null,
  } as unknown as FactIndex;
}

const decide = (filed: readonly Filed[], sic: string | null = null, years = 1) =>
  decideTemplates(
    indexOf(filed),
    years,
    sic,
    Array.from({ length: years }, () => "USD"),
  );

const bank: Filed[] = [
  ["Deposits", 0],
  ["InterestAndDividendIncomeOperating", 0],
];
const inYear = (year: number, filed: readonly Filed[]) =>
  filed.map(([tag, , at = point.FY]): Filed => [tag, year, at]);

describe("the template of a year's statements (2.9, 2.17, rule 15)", () => {
  test.each<[string, Filed[], string]>([
    [
      "premiums and benefits",
      [
        ["PremiumsEarnedNet", 0],
        ["BenefitsLossesAndExpenses", 0],
      ],
      "insurer",
    ],
    ["premiums alone", [["PremiumsEarnedNet", 0]], "industrial"],
    ["benefits alone", [["BenefitsLossesAndExpenses", 0]], "industrial"],
    ["deposits and interest income", bank, "bank"],
    ["deposits alone", bank.slice(0, 1), "industrial"],
    [
      "net interest income and a provision for loans",
      [
        ["InterestIncomeExpenseNet", 0],
        ["ProvisionForLoanAndLeaseLosses", 0],
      ],
      "bank",
    ],
    ["net interest income alone", [["InterestIncomeExpenseNet", 0]], "industrial"],
    [
      "real estate and rent",
      [
        ["RealEstateInvestmentPropertyNet", 0],
        ["LeaseIncome", 0],
      ],
      "reit",
    ],
    ["rent alone", [["LeaseIncome", 0]], "industrial"],
    ["current assets beside deposits", [...bank, ["AssetsCurrent", 0]], "industrial"],
    [
      "deposits before premiums",
      [...bank, ["PremiumsEarnedNet", 0], ["BenefitsLossesAndExpenses", 0]],
      "bank",
    ],
    [
      "real estate as most of the assets (Public Storage 2009)",
      [
        ["RealEstateInvestmentPropertyNet", 0, point.FY, "7562033000"],
        ["Assets", 0, point.FY, "9805645000"],
        ["CostOfRevenue", 0],
      ],
      "reit",
    ],
    [
      "real estate as half of the assets",
      [
        ["RealEstateInvestmentPropertyNet", 0, point.FY, "50"],
        ["Assets", 0, point.FY, "100"],
      ],
      "industrial",
    ],
  ])("%s", (_, filed, template) => {
    expect(decide(filed)).toEqual([template]);
  });

  test("tags of an interim period tell, too", () => {
    const interim = bank.map(([tag, year]): Filed => [tag, year, point.Q2]);
    expect(decide(interim)).toEqual(["bank"]);
  });

  test("tags of another currency tell nothing, nor does a year without one", () => {
    expect(decideTemplates(indexOf(bank), 1, null, ["EUR"])).toEqual(["industrial"]);
    expect(decideTemplates(indexOf(bank), 1, null, [null])).toEqual(["industrial"]);
  });

  test.each([
    ["5999", "industrial"],
    ["6000", "bank"],
    ["6111", "bank"],
    ["6199", "bank"],
    ["6200", "industrial"],
    ["6211", "broker"],
    ["6212", "industrial"],
    ["6310", "insurer"],
    ["6324", "industrial"],
    ["6325", "insurer"],
    ["6399", "insurer"],
    ["6798", "reit"],
    ["6799", "industrial"],
  ])("without such tags the SIC code %s tells: %s", (sic, template) => {
    expect(decide([], sic)).toEqual([template]);
  });

  test.each([
    ["6021", "bank"],
    ["6331", "insurer"],
    ["3571", "bank"],
    ["6211", "bank"],
    ["6798", "bank"],
  ])("of a bank's and an insurer's tags the SIC code %s decides: %s", (sic, template) => {
    const both: Filed[] = [...bank, ["PremiumsEarnedNet", 0], ["BenefitsLossesAndExpenses", 0]];
    expect(decide(both, sic)).toEqual([template]);
  });

  test("a REIT keeps its template beside a classified balance sheet, a bank does not", () => {
    expect(decide([["AssetsCurrent", 0]], "6798")).toEqual(["reit"]);
    expect(decide([["AssetsCurrent", 0]], "6021")).toEqual(["industrial"]);
  });

  test("a cost of revenue makes an industrial only where no SIC code says otherwise", () => {
    const filed: Filed[] = [
      ["Assets", 0],
      ["CostOfRevenue", 0],
    ];
    expect(decide(filed, "6021")).toEqual(["bank"]);
    const first: Filed[] = [...filed, ...inYear(1, bank), ...inYear(2, bank)];
    expect(decide(first, null, 3)).toEqual(["industrial", "bank", "bank"]);
    // Without the cost nothing is said of the first year, and it takes the template of the next.
    expect(
      decide(
        first.slice(1).filter(([tag]) => tag !== "CostOfRevenue"),
        null,
        3,
      ),
    ).toEqual(["bank", "bank", "bank"]);
  });

  test("a template changes only where the year after agrees", () => {
    const industrial = (year: number): Filed => ["AssetsCurrent", year];
    const oneYear = [industrial(0), ...inYear(1, bank), industrial(2), industrial(3)];
    expect(decide(oneYear, null, 4)).toEqual(Array(4).fill("industrial"));
    const twoYears = [industrial(0), ...inYear(1, bank), ...inYear(2, bank), industrial(3)];
    expect(decide(twoYears, null, 4)).toEqual(["industrial", "bank", "bank", "industrial"]);
  });

  test("a year that says nothing keeps the template of the year before, and agrees with it", () => {
    const gap = [["AssetsCurrent", 0] as Filed, ...inYear(1, bank)];
    expect(decide(gap, null, 3)).toEqual(["industrial", "bank", "bank"]);
  });
});
