import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeFacts, makeSource, soundYear } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;

describe("growth from the year before, as a report has it beside the year", () => {
  // SunEdison: revenue of 2,007.6 and 2,484.4 in the annual report; an 8-K of 2015 recasts both without semiconductors.
  const years = {
    2022: soundYear(2_007.6 * million),
    2023: soundYear(2_484.4 * million),
  };
  const recast = { tag: "Tag_revenue", filed: "2024-06-29" };
  const before = { start: "2022-01-01", end: "2022-12-31" };
  const growthWith = (year: number) => {
    const facts = extractFacts(
      withFiled(makeSource({ years, knownOn: "2024-07-01" }), [
        { ...recast, value: year * million },
        { ...recast, ...before, value: 1_096.1 * million },
      ]),
    );
    return {
      before: facts.years.at(-1)?.revenueBefore,
      growth: compute(facts, "terminal_growth").assumptions.find(
        ({ key }) => key === "initial_revenue_growth",
      )?.value,
    };
  };

  test("is within the annual report where another one recasts both years", () => {
    // 2,484.4 / 2,007.6 − 1, and not 126.7 % from the recast 1,096.1.
    expect(growthWith(1_646.7)).toEqual({ before: null, growth: 0.237498 });
  });

  test("is from the figure restated alone, where the report states the year as it is shown", () => {
    expect(growthWith(2_484.4)).toEqual({ before: 1_096.1 * million, growth: 0.25 });
  });
});

describe("growth of years of one scope", () => {
  const growthOf = (of: Parameters<typeof compute>[0]) =>
    compute(of, "terminal_growth").assumptions.find(({ key }) => key === "initial_revenue_growth");
  const yearsOf = (revenue: Record<number, number>) =>
    Object.fromEntries(
      Object.entries(revenue).map(([year, value]) => [year, soundYear(value * million)]),
    );

  test("starts at the first year of a report that leaves a business out: General Electric's 29,139 of 2022", () => {
    // The report of 2024 has 2022 without Vernova, 76,555 before; no report has 2021 so.
    const years = yearsOf({ 2020: 75_833, 2021: 74_196, 2022: 29_139, 2023: 35_348, 2024: 38_702 });
    const of2022 = { tag: "Tag_revenue", start: "2022-01-01", end: "2022-12-31" };
    const facts = (before: number) =>
      extractFacts(
        withFiled(makeSource({ years, knownOn: "2025-07-01" }), [
          { ...of2022, value: before * million, filed: "2023-01-15" },
        ]),
      );
    expect(growthOf(facts(76_555))).toMatchObject({
      value: 0.152469,
      note: "compound growth of revenue over 2 years, as far back as one scope of the business is reported",
    });
    expect(growthOf(facts(29_200))?.value).toBe(-0.1);
  });

  test("starts at the first year that states revenue: BlackRock's 17,873", () => {
    const years = {
      2021: { total_assets: 152_648 * million },
      ...yearsOf({ 2022: 17_873, 2023: 17_859, 2024: 20_407, 2025: 24_216 }),
    };
    expect(growthOf(makeFacts({ years }))).toMatchObject({
      value: 0.106543,
      note: "compound growth of revenue over 3 years",
    });
  });
});

test("net debt of a year is not of the cash alone that cash flows and notes state: CARBO 2015", () => {
  const years = {
    2015: { ...{ revenue: 279.6e6, cash_and_equivalents: 78.866e6 }, total_assets: 836.369e6 },
    2016: {
      ...{ revenue: 103.1e6, cash_and_equivalents: 91.68e6, total_assets: 723.457e6 },
      ...{ total_debt: 55.404e6, total_liabilities: 106.887e6, stockholders_equity: 616.57e6 },
    },
  };
  const netDebt = makeFacts({ years }).years.map((row) => row.netDebt);
  expect(netDebt).toEqual([null, -36.276e6]);
});

test("net debt of a company without debt is its cash below nothing", () => {
  const years = {
    2016: {
      ...{ revenue: 103.1e6, cash_and_equivalents: 91.68e6, total_assets: 723.457e6 },
      total_liabilities: 106.887e6,
    },
  };
  expect(makeFacts({ years }).years[0]?.netDebt).toBe(-91.68e6);
});

test("a cover long after the balance sheet is no count of the year: Transatlantic 2014", () => {
  const lines = { shares_outstanding: 20_365_622, cover_shares_outstanding: 21_365_622 };
  const countWith = (coverDay: string) => {
    const source = makeSource({ years: { 2014: { ...soundYear(1e6), ...lines } } });
    const facts = source.facts.map((fact) =>
      fact.tag === "Tag_cover_shares_outstanding" ? { ...fact, end: coverDay } : fact,
    );
    return extractFacts({ ...source, facts }).years[0]?.shares?.value;
  };
  expect(countWith("2016-01-06")).toBe(20_365_622);
  expect(countWith("2015-03-31")).toBe(21_365_622);
});
