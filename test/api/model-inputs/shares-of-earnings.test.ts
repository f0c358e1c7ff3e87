import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const none = {
  ...{ shares_outstanding: null, cover_shares_outstanding: null },
  ...{ weighted_average_shares_basic: null, weighted_average_shares_diluted: null },
};
const company = (lines: Record<string, number | null>, filed: readonly FiledFact[] = []) =>
  extractFacts(withFiled(makeSource({ years: withLines({ ...none, ...lines }) }), filed));
const count = (tag: string, value: number): FiledFact => ({
  ...{ tag, value, start: null, unit: "shares" },
});

test("without a count net income over earnings per share is the count", () => {
  const facts = company({ net_income: 479_242_000, eps_basic: 1.44, eps_diluted: 1.43 });
  // H&R Block prints 335.0 million diluted shares of 2010.
  expect(facts.shares?.value).toBe(335_134_266);
  expect(facts.shares?.note).toContain("net income over earnings per share of 1.43");
  expect(facts.shares?.provenance?.inputs).toHaveLength(2);
  expect(facts.dilution?.basic).toBe(332_806_944);
  const result = compute(facts, "pe_multiples");
  expect(result.valuation.fairValuePerShare).not.toBeNull();
  expect(result.warnings.map(({ code }) => code)).toContain("shares_of_earnings");
});

test("a loss tells the count, too: Liberty Global 2009", () => {
  const facts = company({ net_income: -412_100_000, eps_basic: -1.53, eps_diluted: -1.53 });
  expect(facts.shares?.value).toBe(269_346_405);
});

test("earnings of some cents are rounded too much to tell it, and a count that is filed stands", () => {
  expect(company({ net_income: 1e8, eps_basic: 0.24, eps_diluted: 0.23 }).shares).toBeNull();
  const filed = { ...none, eps_diluted: 1.43, weighted_average_shares_diluted: 334_000_000 };
  expect(company({ ...filed, net_income: 479_242_000 }).shares?.value).toBe(334_000_000);
});

// Research In Motion 2010 prints earnings of 4.35 a share and 4.31 diluted, and no average count.
test("a count that is filed is diluted as earnings per share are", () => {
  const counted = (eps_basic: number, eps_diluted: number) =>
    company({ shares_outstanding: 557_328_394, net_income: 2_457_144_000, eps_basic, eps_diluted });
  const facts = counted(4.35, 4.31);
  expect(facts.shares?.value).toBe(562_500_815);
  expect(facts.shares?.provenance?.inputs).toHaveLength(3);
  expect(facts.dilution?.basic).toBe(557_328_394);
  expect(counted(-4.35, -4.35).shares?.value).toBe(557_328_394);
  // Of earnings of some cents the last digit is most of the dilution.
  expect(counted(0.54, 0.53).shares?.value).toBe(557_328_394);
});

// Ford 2009: 2,992 million basic shares, of which earnings are 0.91 and diluted 0.86; a tenth of income is added before.
test("a basic average that is filed stands, times basic over diluted earnings per share", () => {
  const ford = { net_income: 2_717_000_000, eps_basic: 0.91, eps_diluted: 0.86 };
  const facts = company({ ...ford, weighted_average_shares_basic: 2_992_000_000 });
  expect(facts.shares?.value).toBe(3_165_953_488);
  expect(facts.shares?.note).toContain("times basic over diluted earnings per share");
  expect(facts.dilution?.basic).toBe(2_992_000_000);
  expect(company(ford).shares?.value).toBe(3_159_302_326);
});

// H&R Block at 2010-04-30: 431,390,599 issued; the statement of equity has -323,306,000, its wrong sign included.
test("a count of the statement of equity with the wrong sign goes before earnings per share", () => {
  const lines = {
    ...{ net_income: 479_242_000, eps_basic: 1.44, eps_diluted: 1.43 },
    ...{ treasury_stock: 2_056_552_000, stockholders_equity: 1_439_523_000 },
  };
  const issued = count("CommonStockSharesIssued", 431_390_599);
  const facts = company(lines, [issued, count("SharesIssued", -323_306_000)]);
  expect(facts.shares?.value).toBe(325_566_882);
  expect(facts.dilution?.basic).toBe(323_306_000);
  expect(facts.shares?.note).toContain("filed with the wrong sign");
  // Issued shares of which a quarter is bought back are no count.
  expect(company(lines, [issued]).shares?.value).toBe(335_134_266);
});

// Hitachi at 2010-03-31: 1,150 million shares were issued in the year, so that the average is far off.
test("issued shares are the count where treasury stock is small and its number is not filed", () => {
  const lines = {
    ...{ net_income: -106_961e6, eps_basic: -29.2, eps_diluted: -29.2 },
    ...{ treasury_stock: 26_151e6, stockholders_equity: 1_284_658e6 },
  };
  const facts = company(lines, [count("CommonStockSharesIssued", 4_518_132_365)]);
  expect(facts.shares?.value).toBe(4_518_132_365);
  expect(facts.shares?.note).toContain("issued shares, with treasury stock of 2.04% of equity");
  expect(company(lines).shares?.value).toBe(3_663_047_945);
});
