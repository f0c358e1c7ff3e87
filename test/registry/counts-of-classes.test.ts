import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, soundYear } from "../helpers/companies/model-company.ts";

const none = {
  ...{ weighted_average_shares_basic: null, weighted_average_shares_diluted: null },
  ...{ shares_outstanding: null, eps_basic: null, eps_diluted: null },
};

/** Counts of the last balance sheet, each under "element axis=member" or the element of the company as a whole. */
function countOf(
  counts: Record<string, number>,
  lines: Record<string, number> = {},
  perShare: Record<string, number> = {},
) {
  const of = (labels: Record<string, number>, unit: string, start: string | null) =>
    Object.entries(labels).map(([label, value]) => {
      const [tag = "", dimensions] = label.split(" ");
      return { tag, value, unit, start, ...(dimensions !== undefined && { dimensions }) };
    });
  const source = withFiled(
    makeSource({ years: { 2023: { ...soundYear(1e10), ...none, ...lines } } }),
    [...of(counts, "shares", null), ...of(perShare, "USD/shares", "2023-01-01")],
  );
  const { shares, shareWarnings, years } = extractFacts(source);
  const codes = shareWarnings.map(({ code }) => code);
  return { value: shares?.value ?? null, codes, year: years.at(-1)?.shares?.value ?? null };
}

const averages = (basic: number, diluted = basic) => ({
  weighted_average_shares_basic: basic,
  weighted_average_shares_diluted: diluted,
});
const million = 1_000_000;

describe("counts that filings state by class alone [FIN-04]", () => {
  test("classes of a balance sheet add up: Liberty Global at 2010-03-31", () => {
    const found = countOf(
      {
        "CommonStockSharesOutstanding ClassOfStock=CommonClassA": 133_519_308,
        "CommonStockSharesOutstanding ClassOfStock=CommonClassB": 9_355_501,
        "CommonStockSharesOutstanding ClassOfStock=ClassCCommonStock": 122_697_349,
      },
      averages(267_655_446),
    );
    expect(found).toEqual({ value: 265_572_158, codes: [], year: 265_572_158 });
  });

  test("shares in treasury are of a column, or of the row beside: Microchip, Computer Sciences", () => {
    const microchip = countOf(
      {
        "CommonStockSharesOutstanding EquityComponents=CommonStockIncludingAdditionalPaidInCapital": 218_790_000,
        "CommonStockSharesOutstanding EquityComponents=TreasuryStock": 33_461_000,
      },
      averages(183_642_000, 187_339_000),
    );
    expect(microchip).toEqual({ value: 189_059_962, codes: [], year: 185_329_000 });
    const computerSciences = countOf({
      "SharesIssued EquityComponents=CommonStock": 162_234_000,
      TreasuryStockShares: 8_284_771,
    });
    expect(computerSciences).toEqual({ value: 153_949_229, codes: [], year: 153_949_229 });
  });

  test("issued shares alone count only next to the average: Ford, Computer Sciences 2008", () => {
    const of = (issued: number, basic: number) =>
      countOf({ "SharesIssued EquityComponents=CommonStock": issued }, averages(basic)).codes;
    expect(of(3_416 * million, 3_363 * million)).toEqual([]);
    expect(of(159_219_000, 168_600_000)).toEqual(["shares_are_average"]);
  });

  test("a cover far from the count of the classes gives way to it, and preferred treasury shares are taken off: Bradesco 2009", () => {
    const found = countOf(
      {
        "SharesIssued EquityComponents=CommonStock": 1_713_543_005,
        "SharesIssued EquityComponents=CommonTreasuryStock": -3_338_170,
        "SharesIssued EquityComponents=PreferredStock": 1_713_542_828,
        "SharesIssued EquityComponents=PreferredTreasuryStock": -3_197_260,
        PreferredStockSharesIssued: 1_713_542_828,
      },
      {
        ...{ cover_shares_outstanding: 1_534_805_958, shares_issued: 1_713_543_005 },
        ...{ common_stock: 13_250 * million, preferred_stock: 13_250 * million },
      },
    );
    expect(found).toEqual({
      ...{ value: 3_420_550_403, codes: ["share_counts_apart"], year: 3_420_550_403 },
    });
  });

  test("a column that was the count of the balance sheet before is it, with shares that have not vested: Westwood 2023", () => {
    const tag = "CommonStockSharesOutstanding";
    const column = { dimensions: "EquityComponents=CommonStock" };
    const of = (whole: number) => {
      const years = { 2023: { ...soundYear(1e10), ...none, ...averages(7_964_423, 8_112_139) } };
      const before = { tag, unit: "shares", start: null, end: "2022-12-31" };
      const filed = [
        { ...before, ...column, value: 8_881_831 },
        { ...before, value: whole },
        { ...before, ...column, end: "2023-12-31", value: 9_140_760 },
      ];
      return extractFacts(withFiled(makeSource({ years }), filed)).dilution?.basic;
    };
    expect(of(8_904_902)).toBe(9_140_760);
    expect(of(10_182_583)).toBe(7_964_423);
  });

  test("preferred treasury shares are what the column has more than common ones: Vale at 2010-03-31", () => {
    const counts = {
      "SharesIssued EquityComponents=CommonStock": 3_256_724_482,
      "SharesIssued EquityComponents=PreferredStock": 2_108_579_618,
      "SharesIssued EquityComponents=TreasuryStock": -152_579_803,
      PreferredStockSharesIssued: 2_108_579_618,
    };
    const lines = {
      ...{ shares_outstanding: 3_181_726_583, shares_issued: 3_256_724_482 },
      ...{ common_stock: 15_262 * million, preferred_stock: 9_727 * million },
    };
    const held = { ...counts, TreasuryStockCommonShares: 74_997_899 };
    expect(countOf(held, lines).value).toBe(5_212_724_297);
    expect(countOf(counts, lines).value).toBe(5_290_306_201);
  });

  test("preferred shares that stand as common ones later do before: Itaú 2008", () => {
    const of = (common: number, preferred: number, stock: [number, number]) => ({
      ...soundYear(1e10),
      ...{ ...none, shares_outstanding: common, shares_issued: common },
      ...{ common_stock: stock[0] * million, preferred_stock: stock[1] * million },
      preferred,
    });
    const newest = of(2_289_284_273, 2_281_649_744, [21_046, 24_208]);
    const before = of(1_708_760_440, 1_605_988_901, [7_372, 9_882]);
    const years = { 2022: before, 2023: newest };
    const counts = Object.entries(years).map(([year, { preferred }]) => ({
      ...{ tag: "PreferredStockSharesIssued", value: preferred, unit: "shares" },
      ...{ start: null, end: `${year}-12-31` },
    }));
    const rows = extractFacts(withFiled(makeSource({ years }), counts)).years;
    expect(rows.map(({ shares }) => shares?.value)).toEqual([
      1_708_760_440 + 1_605_988_901,
      2_289_284_273 + 2_281_649_744,
    ]);
    expect(rows.map(({ isPreferredCommon }) => isPreferredCommon)).toEqual([true, true]);
  });

  test("preferred shares of a day without a balance sheet leave the count untold: Bradesco 2007", () => {
    const found = countOf({
      "SharesIssued EquityComponents=CommonStock": 1_666_773_455,
      "SharesIssued EquityComponents=CommonTreasuryStock": -1_367_355,
      "SharesIssued EquityComponents=PreferredStock": 1_667_744_843,
    });
    expect(found).toEqual({ value: null, codes: [], year: null });
  });

  test("a whole count is of one class where treasury shares are by class: Itaú 2009", () => {
    const found = countOf(
      {
        CommonStockSharesIssued: 2_289_286_475,
        "TreasuryStockShares EquityComponents=CommonStock": 2_202,
        "TreasuryStockShares EquityComponents=PreferredStock": 43_588_307,
      },
      averages(2_192_530_134),
    );
    expect(found).toEqual({ value: 2_289_284_273, codes: [], year: 2_289_284_273 });
  });

  test("classes of other rights count as they earn, and none counts under two names: Visa 2022", () => {
    const row = "CommonStockSharesOutstanding us-gaap:StatementClassOfStockAxis=";
    const classes = {
      [`${row}us-gaap:CommonClassAMember`]: 1_635 * million,
      [`${row}us-gaap:CommonClassCMember`]: 10 * million,
    };
    const earned = "EarningsPerShareBasic us-gaap:StatementClassOfStockAxis=";
    const perShare = {
      [`${earned}us-gaap:CommonClassAMember`]: 7,
      [`${earned}us-gaap:CommonClassCMember`]: 28,
    };
    const lines = averages(1_700 * million);
    expect(countOf(classes, lines, perShare).value).toBe(1_675 * million);
    const twice = { ...classes, [`${row}v:CommonClassB1Member`]: 10 * million };
    expect(countOf(twice, lines).codes).toEqual(["shares_are_average"]);
    const renamed = { ...perShare, [`${earned}v:CommonClassB1Member`]: 11.33 };
    const before = { ...classes, [`${row}us-gaap:CommonClassBMember`]: 5 * million };
    expect(countOf(before, lines, renamed).codes).toEqual(["shares_are_average"]);
  });

  test("a class that is filed without a member counts beside one with a member where both earn net income: SEALSQ 2022, 2023", () => {
    const f = "us-gaap:StatementClassOfStockAxis=laes:ClassfSharesMember";
    const of = (income: number) =>
      countOf(
        { [`Tag_shares_outstanding ${f}`]: 1_499_700 },
        {
          ...averages(6_610_293),
          shares_outstanding: 7_501_400,
          ...{ net_income: income, eps_basic: 0.41, eps_diluted: 0.41 },
        },
        { [`EarningsPerShareBasic ${f}`]: 2.04 },
      );
    // Five times 1.5 million: 2.04 over 0.41, as par values of 0.05 and 0.01 say.
    expect(of(5_770_000)).toMatchObject({ value: 14_963_322, year: 14_963_322 });
    // Net income of these shares alone: the count is of all.
    expect(of(2_710_000)).toMatchObject({ value: 7_501_400 });
  });

  test("a column that is the issued shares of the balance sheet is the count: Bergio 2023", () => {
    const column = "SharesOutstanding us-gaap:StatementEquityComponentsAxis=";
    const counts = {
      [`${column}us-gaap:CommonStockMember`]: 2_101_629_305,
      [`${column}fil:CommonIssuableEquityMember`]: 64_575_052,
      [`${column}fil:SeriesDPreferredEquityMember`]: 920_966,
      CommonStockSharesIssued: 2_101_629_305,
    };
    const lines = { ...averages(234_222_252), cover_shares_outstanding: 2_898_329_407 };
    const found = { value: 2_101_629_305, codes: ["share_counts_apart"], year: 2_101_629_305 };
    expect(countOf(counts, lines)).toEqual(found);
    expect(countOf({ ...counts, CommonStockSharesIssued: 2_101_629_306 }, lines).codes).toEqual([]);
    // Cardiff Lexington 2023: 360 times as many are no split, but preferred shares that were exchanged.
    const cardiff = { ...averages(14_444, 15_001), shares_outstanding: 24_065 };
    const apart = countOf({}, { ...cardiff, cover_shares_outstanding: 8_664_495 });
    expect(apart).toMatchObject({ value: 24_993, codes: ["share_counts_apart"] });
  });

  test("a class without shares beside temporary equity may be redeemable, and tells no count (blank-check companies)", () => {
    const counts = {
      "CommonStockSharesOutstanding ClassOfStock=CommonClassA": 0,
      "CommonStockSharesOutstanding ClassOfStock=CommonClassB": 8_625_000,
    };
    expect(countOf(counts, averages(8_625_000)).codes).toEqual([]);
    const redeemable = { ...averages(8_625_000), temporary_equity: 55 * million };
    expect(countOf(counts, redeemable).codes).toEqual(["shares_are_average"]);
  });

  test("a member that is no class, and a count far from the average, are none", () => {
    const row = "CommonStockSharesOutstanding ClassOfStock=CommonClassA";
    const lines = averages(100 * million);
    expect(countOf({ [row]: 80 * million }, lines).codes).toEqual(["shares_are_average"]);
    const other = { [row]: 99 * million, "CommonStockSharesOutstanding ClassOfStock=Other": 5 };
    expect(countOf(other, lines).codes).toEqual(["shares_are_average"]);
  });
});

test("dilution of more than a tenth is told by earnings below one: Ford at 2010-03-31 [FIN-04]", () => {
  const issued = (member: string) => `CommonStockSharesIssued ClassOfStock=${member}`;
  const found = countOf(
    { [issued("CommonStock")]: 3_345 * million, [issued("CommonClassB")]: 71 * million },
    { net_income: 2_085 * million, eps_basic: 0.62, eps_diluted: 0.5 },
  );
  expect(found).toMatchObject({ value: 4_235_840_000, codes: [] });
});
