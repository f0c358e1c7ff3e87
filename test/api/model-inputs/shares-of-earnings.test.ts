import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const none = {
  ...{ shares_outstanding: null, cover_shares_outstanding: null },
  ...{ weighted_average_shares_basic: null, weighted_average_shares_diluted: null },
};
const company = (lines: Record<string, number | null>) =>
  extractFacts(makeSource({ years: withLines({ ...none, ...lines }) }));

test("H&R Block 2010 files earnings per share and no count: net income over them is the count", () => {
  const facts = company({ net_income: 479_242_000, eps_basic: 1.44, eps_diluted: 1.43 });
  // The report prints 335.0 million diluted shares.
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
