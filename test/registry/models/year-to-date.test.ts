import { expect, test } from "vitest";
import { ttmWithout } from "#registry/models/inputs/earnings/replaced-lines.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear } from "../../helpers/companies/model-company.ts";

const year = (depreciation: number) => ({
  ...soundYear(1_000),
  depreciation_and_amortization: depreciation,
});
const balance = { revenue: 250, total_assets: 1_000, current_assets: 400 };
const knownOn = "2010-08-01";
const wholeTag = "Tag_depreciation_and_amortization";

const halfYear = { start: "2010-01-01", end: "2010-06-30", filed: "2010-07-30" };

test("the year to date has the row of the year, not one of a quarter's (IGT, six months to 2010-03-31)", () => {
  const source = makeSource({
    years: { 2008: year(285.2), 2009: year(276.8) },
    quarters: { "2010Q2": { ...balance, depreciation_and_amortization: 19 } },
    knownOn,
  });
  const own = source.facts.map((one) =>
    one.tag === wholeTag && one.end === halfYear.end
      ? { ...one, tag: "DepreciationAndAmortization" }
      : one,
  );
  const filed = withFiled({ ...source, facts: own }, [
    { ...halfYear, tag: "DepreciationAndAmortization", value: 38.6 },
    { ...halfYear, tag: wholeTag, value: 120.2 },
  ]);
  expect(extractFacts(filed).yearToDate?.depreciationAmortization).toBe(120.2);
});

test("depreciation and amortization goes before depreciation alone (Open Text, to 2010-03-31)", () => {
  const source = makeSource({
    years: { 2008: { ...year(91.5), depreciation: 11 }, 2009: { ...year(93), depreciation: 12 } },
    quarters: { "2010Q2": { ...balance, depreciation: 4.437 } },
    knownOn,
  });
  const filed = withFiled(source, [
    { ...halfYear, tag: "Tag_depreciation", value: 12.982 },
    { ...halfYear, tag: wholeTag, value: 83.882 },
  ]);
  expect(extractFacts(filed).yearToDate?.depreciationAmortization).toBe(83.882);
});

test("quarters of two rows do not add up to a year to date", () => {
  const { yearToDate } = extractFacts(
    makeSource({
      years: { 2008: year(90), 2009: year(93) },
      quarters: {
        "2010Q1": { ...balance, depreciation_and_amortization: 24 },
        "2010Q2": { ...balance, depreciation: 4 },
      },
      knownOn,
    }),
  );
  expect(yearToDate?.revenue).toBe(500);
  expect(yearToDate?.depreciationAmortization).toBeNull();
});

test("twelve months are worked out anew where their year is read otherwise", () => {
  // Genzyme: the tax of 2009 is turned, and the year is a part of the twelve months to 2010-03-31.
  const source = makeSource({
    years: { 2008: year(100), 2009: year(100) },
    ttm: { "2010-03-31": { income_tax_expense: -4 }, "2011-03-31": { income_tax_expense: 7 } },
    knownOn,
  });
  const changed = source.periods.filter(({ end }) => end === "2009-12-31");
  const columns = ttmWithout(source, changed, ["income_tax_expense"]);
  expect(columns.map(({ values }) => values.income_tax_expense)).toEqual([null, 7]);
});

test("twelve months stand under the element of continuing operations where none were given up: Boston Beer", () => {
  const trailing = (givenUp: number | null) => {
    const years = { ...soundYear(1_000), operating_cash_flow: 99.982 };
    const source = makeSource({
      years: { 2008: years, 2009: { ...years, income_discontinued: givenUp } },
      quarters: { "2010Q2": balance },
      knownOn,
    });
    const tag = "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations";
    const before = { ...halfYear, start: "2009-01-01", end: "2009-06-30" };
    const filed = [
      { ...halfYear, tag, value: 102.564 },
      { ...before, tag, value: 66.879 },
    ];
    return extractFacts(withFiled(source, filed)).trailing.operating_cash_flow?.value ?? null;
  };
  expect(trailing(null)).toBeCloseTo(135.667, 6);
  expect(trailing(-5)).toBeNull();
});
