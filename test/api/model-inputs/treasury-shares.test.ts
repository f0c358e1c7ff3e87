import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeFacts, makeSource, withLines } from "../../helpers/companies/model-company.ts";

/** Diluted shares and the count of the last year, of a balance sheet whose outstanding shares are the issued ones. */
function sharesOf(of: { issued: number; treasury: number; basic: number | null; diluted: number }) {
  const facts = makeFacts({
    years: withLines({
      ...{ shares_outstanding: of.issued, shares_issued: of.issued, treasury_shares: of.treasury },
      ...{ weighted_average_shares_basic: of.basic, weighted_average_shares_diluted: of.diluted },
    }),
  });
  return { diluted: facts.shares?.value, year: facts.years.at(-1)?.shares?.value };
}

describe("a balance sheet that states the issued shares as outstanding", () => {
  test("counts without treasury shares where the average of the period is near that: Citrix at 2010-03-31", () => {
    const citrix = { issued: 270_592_000, treasury: 84_571_000 };
    const shares = sharesOf({ ...citrix, basic: 184_018_000, diluted: 188_842_000 });
    expect(shares).toEqual({ diluted: 190_897_508, year: 186_021_000 });
  });

  test("counts as it stands where the average is near that: Travelers at 2010-03-31", () => {
    const travelers = { issued: 497_000_000, treasury: 227_400_000 };
    const shares = sharesOf({ ...travelers, basic: 508_400_000, diluted: 508_400_000 });
    expect(shares).toEqual({ diluted: 497_000_000, year: 497_000_000 });
  });

  test("counts as it stands where the average lies between the two counts: Netflix at 2021-12-31", () => {
    const netflix = { issued: 443_963_107, treasury: 1_564_478 };
    const shares = sharesOf({ ...netflix, basic: 443_155_000, diluted: 443_155_000 });
    expect(shares.year).toBe(443_963_107);
  });

  test("counts as it stands where no average tells, or none is in treasury", () => {
    const known = { issued: 769_000_000, basic: null, diluted: 769_000_000 };
    expect(sharesOf({ ...known, treasury: 61_000_000 }).year).toBe(769_000_000);
    const none = { issued: 769_000_000, basic: 708_000_000, diluted: 708_000_000 };
    expect(sharesOf({ ...none, treasury: 0 }).year).toBe(769_000_000);
  });
});

describe("a balance sheet without a count of issued shares", () => {
  const counted = (lines: Record<string, number | null>) =>
    makeFacts({ years: withLines({ shares_issued: null, ...lines }) });

  test("counts without treasury shares where the average is near that: Boeing at 2021-12-31", () => {
    const facts = counted({
      ...{ shares_outstanding: 1_012_261_159, treasury_shares: 423_343_707 },
      weighted_average_shares_basic: 587_600_000,
    });
    expect(facts.years.at(-1)?.shares?.value).toBe(588_917_452);
  });

  test("does so where earnings per share say so: Nidec at 2010-03-31", () => {
    const averages = { weighted_average_shares_basic: null, weighted_average_shares_diluted: null };
    const facts = counted({
      ...{ ...averages, shares_outstanding: 145_075_080, treasury_shares: 5_784_406 },
      ...{ net_income: 51_961_000_000, eps_basic: 373.04, eps_diluted: 373.04 },
    });
    expect(facts.shares?.value).toBe(139_290_674);
    expect(facts.years.at(-1)?.shares?.value).toBe(139_290_674);
  });
});

describe("a cover with the issued shares", () => {
  const yearOf = (of: Record<"cover" | "issued" | "treasury" | "basic", number>, stated = true) =>
    makeFacts({
      years: withLines({
        ...{ cover_shares_outstanding: of.cover, shares_issued: of.issued },
        ...{ treasury_shares: of.treasury, weighted_average_shares_basic: of.basic },
        shares_outstanding: stated ? of.issued : of.issued - of.treasury,
      }),
    }).years.at(-1)?.shares?.value;

  test("counts without treasury shares where the balance sheet rounds them: Celadon, SunEdison", () => {
    const celadon = { cover: 28_715_140, issued: 28_715_000, treasury: 500_000, basic: 27_507_000 };
    expect(yearOf(celadon)).toBe(28_215_140);
    const sunEdison = { cover: 241_279_694, issued: 241_300_000, treasury: 10_500_000 };
    expect(yearOf({ ...sunEdison, basic: 229_900_000 }, false)).toBe(230_779_694);
  });

  test("counts as it stands where these are without treasury shares: Netflix at 2023-12-31", () => {
    const netflix = { cover: 432_759_584, issued: 432_759_584, treasury: 16_078_268 };
    expect(yearOf({ ...netflix, basic: 441_571_000 })).toBe(432_759_584);
  });

  test("counts without treasury shares where the balance sheet takes them off: CSN at 2009-12-31", () => {
    const csn = { cover: 1_510_359_220, issued: 1_510_359_220, treasury: 52_389_112 };
    expect(yearOf({ ...csn, basic: 1_492_453_000 }, false)).toBe(1_457_970_108);
  });
});

test("shares in a trust of the company count where its average has them: Eli Lilly at 2025-12-31", () => {
  const countOf = (basic: number) => {
    const years = withLines({
      ...{ cover_shares_outstanding: 943_357_420, shares_issued: 944_800_000 },
      ...{ shares_outstanding: 944_800_000, weighted_average_shares_basic: basic },
    });
    const tag = "CommonStockSharesHeldInEmployeeTrustShares";
    const inTrust = { tag, value: 50_000_000, unit: "shares", start: null };
    return extractFacts(withFiled(makeSource({ years }), [inTrust])).years.at(-1)?.shares?.value;
  };
  expect(countOf(897_300_000)).toBe(893_357_420);
  expect(countOf(943_000_000)).toBe(943_357_420);
});

describe("the count of a year", () => {
  test("is that of the balance sheet where the cover is rounded to two digits: NVIDIA at 2024-01-28", () => {
    const yearOf = (cover: number) =>
      makeFacts({
        years: withLines({ cover_shares_outstanding: cover, shares_outstanding: 2_464_000_000 }),
      }).years.at(-1)?.shares?.value;
    expect(yearOf(2_500_000_000)).toBe(2_464_000_000);
    expect(yearOf(2_510_000_000)).toBe(2_510_000_000);
  });

  test("is there where nobody knows the day of the filing: Microsoft at 2015-06-30", () => {
    const source = makeSource({ years: withLines({ cover_shares_outstanding: 7_997_980_969 }) });
    const facts = source.facts.map((fact) => ({ ...fact, filed: null }));
    const { years } = extractFacts({ ...source, facts, isLatest: true });
    expect(years.at(-1)?.shares).toMatchObject({ value: 7_997_980_969, filedDate: "2023-12-31" });
  });
});
