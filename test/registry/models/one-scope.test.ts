import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;
const revenueOf = (value: number) => ({ revenue: value * million });
const quarter = { start: "2023-01-01", end: "2023-03-31" };

/** A year, the quarter after it, and facts of which some stand in the report of that quarter or of the year. */
function filedBy(
  of: { year: number; now: number; lines?: Record<string, number> },
  filed: readonly (FiledFact & { ofReport?: boolean; ofYear?: boolean })[],
): ReturnType<typeof extractFacts> {
  const source = makeSource({
    years: { 2022: soundYear(of.year * million), 2023: soundYear(of.year * million) },
    quarters: {
      "2024Q1": { ...revenueOf(of.now), total_assets: 1e10, ...of.lines },
    },
    ttm: { "2024-03-31": { revenue: 1_833.5 * million } },
    knownOn: "2024-12-01",
  });
  const [report, annual] = source.periods.map(({ filings }) => filings[0]?.accessionNumber ?? "");
  const more = withFiled(
    source,
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  const facts: ModelSource["facts"] = more.facts.map((fact, index) => {
    const one = filed[index - source.facts.length];
    if (one === undefined) return fact;
    const stands = one.ofReport === true ? report : one.ofYear === true ? annual : undefined;
    return { ...fact, accession: stands ?? `0000000001-24-${index}` };
  });
  return extractFacts({ ...more, facts });
}

const tag = "Tag_revenue";
const inReport = { ofReport: true, filed: "2024-03-31" };

describe("twelve months on one scope", () => {
  // SunEdison at 2015-03-31: revenue of a quarter before is 546.5 in its own report, and 340.0 without semiconductors.
  const sunEdison = { year: 2_484.4, now: 323 };
  const before = { ...quarter, tag, value: 546.5, filed: "2023-05-09" };
  const then = { ...quarter, ...inReport, tag, value: 340 };
  const recast = { tag, value: 1_646.7, filed: "2024-06-29" };

  test("are of the year as a later report recasts it: SunEdison's 1,629.7 and not 1,833.5", () => {
    const { trailing, quarterlyCapital, year } = filedBy(sunEdison, [before, then, recast]);
    expect(trailing.revenue?.value).toBeCloseTo(1_629.7 * million, 0);
    expect(trailing.revenue?.note).toContain("as recast in the report filed on 2024-06-29");
    expect(trailing.revenue?.provenance?.inputs?.map(({ value }) => value / million)).toEqual([
      1_646.7, 323, 340,
    ]);
    expect(quarterlyCapital.at(-1)?.ltmRevenue).toBeCloseTo(1_629.7 * million, 0);
    expect(year.revenue?.value).toBe(2_484.4 * million);
  });

  test("leave the base year and working capital on that scope, where operating income is recast, too", () => {
    const income = { tag: "Tag_operating_income" };
    const lines = { operating_income: -217 * million };
    const { year, quarterlyCapital } = filedBy({ ...sunEdison, lines }, [
      ...[before, then, recast],
      { ...quarter, ...income, value: -80, filed: "2023-05-09" },
      { ...quarter, ...inReport, ...income, value: -60 },
      { ...income, value: -455, filed: "2024-06-29" },
    ]);
    expect(year.revenue?.value).toBe(1_646.7 * million);
    expect(year.revenue?.note).toContain("as recast in the report filed on 2024-06-29");
    expect(year.operating_income?.value).toBe(-455 * million);
    const ofYearEnd = quarterlyCapital.find(({ periodEnd }) => periodEnd === "2023-12-31");
    expect(ofYearEnd?.ltmRevenue).toBe(1_646.7 * million);
  });

  test("are none where no report recasts the year, and the fiscal year says why", () => {
    const facts = filedBy(sunEdison, [before, then]);
    expect(facts.trailing.revenue).toBeNull();
    expect(facts.quarterlyCapital.at(-1)?.ltmRevenue).toBeNull();
    expect(facts.year.revenue?.note).toContain("with a business that later reports leave out");
    const [metric] = compute(facts, "ev_revenue_multiples").assumptions.filter(
      ({ key }) => key === "base_metric",
    );
    expect(metric).toMatchObject({ value: 2_484.4 * million });
  });

  test("stay where the comparative is what its own report stated, or moves by less than 2 %", () => {
    const same = (value: number) =>
      filedBy(sunEdison, [{ ...before, value }, then]).trailing.revenue?.value;
    expect(same(340)).toBe(1_833.5 * million);
    expect(same(344)).toBe(1_833.5 * million);
  });

  test("are of year and years to date where the annual report itself moves the year before: Bank of America", () => {
    // Revenue of the quarter before is 27,366 in its own report; the four quarters come to 116,003.
    const bank = { year: 113_097, now: 30_272 };
    const restated = { tag, start: "2022-01-01", end: "2022-12-31", filed: "2024-02-15" };
    const filed = [
      { ...before, value: 27_366 },
      { ...then, value: 28_247 },
      { ...restated, ofYear: true, value: 102_769 },
    ];
    const { trailing, year } = filedBy(bank, filed);
    expect(trailing.revenue?.value).toBe(115_122 * million);
    expect(year.revenue?.value).toBe(113_097 * million);
    expect(year.revenue?.note).toBeUndefined();
  });

  test("take no year from a proxy statement", () => {
    const proxy = { ...recast, form: "DEF 14A" };
    expect(filedBy(sunEdison, [before, then, proxy]).trailing.revenue).toBeNull();
  });
});

describe("a business discontinued after the year", () => {
  const discontinued = "IncomeLossFromDiscontinuedOperationsNetOfTax";
  const now = { ...inReport, tag: discontinued, start: "2024-01-01", end: "2024-03-31" };
  const forSale = { ...inReport, tag: "AssetsHeldForSaleCurrent", start: null };
  const owed = { ...inReport, tag: "LiabilitiesOfAssetsHeldForSale", start: null };
  // Google at 2014-06-30: Motorola Mobile is for sale since, and the comparative is without it.
  const google = { year: 59_825, now: 31_375, lines: { income_discontinued: -266 * million } };
  const filed = [
    { ...quarter, ...inReport, tag, value: 26_058 },
    { ...now, value: -266 },
    { ...forSale, end: "2024-03-31", value: 3_668 },
    { ...owed, end: "2024-03-31", value: 2_304 },
  ];

  test("leaves no twelve months: Google's year of 59,825 holds Motorola Mobile", () => {
    const facts = filedBy(google, filed);
    expect(facts.trailing.revenue).toBeNull();
    expect(facts.trailing.operating_income).toBeNull();
    expect(facts.year.revenue?.note).toContain("no twelve months on one scope");
  });

  test("leaves them where it was for sale at the year's end, or no result of it is stated", () => {
    const atYearEnd = { ...forSale, end: "2023-12-31", value: 3_000 };
    const held = filedBy(google, [...filed, atYearEnd]);
    expect(held.trailing.revenue?.value).toBe(1_833.5 * million);
    const none = filedBy(google, [...filed.slice(0, 1), ...filed.slice(2)]);
    expect(none.trailing.revenue?.value).toBe(1_833.5 * million);
  });

  test("leaves none where the comparative has a result of it and the year has none", () => {
    const compared = { ...now, ...quarter, value: 272 };
    const facts = filedBy({ ...google, lines: {} }, [...filed.slice(0, 2), compared]);
    expect(facts.trailing.revenue).toBeNull();
  });

  test("is worth its assets less what it owes: Google's 3,668 and 2,304", () => {
    // Held for sale since the year before, so that the base is without it.
    const recent = { ...forSale, end: "2023-12-31", value: 3_000 };
    const { claims } = filedBy(google, [...filed, recent]);
    expect(claims.amounts.held_for_sale?.value).toBe(1_364 * million);
  });

  test("is not counted beside a year that holds it: Las Vegas Sands' 3,193 less 771", () => {
    const sands = { year: 3_612, now: 1_196, lines: { income_discontinued: -62 * million } };
    const { claims, trailing } = filedBy(sands, [
      { ...quarter, ...inReport, tag, value: 1_417 },
      { ...now, value: -62 },
      { ...now, ...quarter, value: 41 },
      { ...forSale, end: "2024-03-31", value: 3_193 },
      { ...owed, end: "2024-03-31", value: 771 },
    ]);
    expect(trailing.revenue).toBeNull();
    expect(claims.amounts.held_for_sale?.value).toBe(0);
    expect(claims.amounts.held_for_sale?.note).toContain("net assets are 2,422,000,000");
  });

  test("is no single asset for sale, of which nothing is owed: Celadon's trucks", () => {
    expect(filedBy(google, filed.slice(0, 3)).claims.amounts.held_for_sale).toBeNull();
  });
});
