import { describe, expect, test } from "vitest";
import { persistedSource } from "#api/modules/models/model-source.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const read = (filed: readonly FiledFact[], isLatest?: boolean) =>
  extractFacts({
    ...withFiled(
      makeSource(),
      filed.map((one) => ({ filed: null, ...one, value: one.value * million })),
    ),
    ...(isLatest !== undefined && { isLatest }),
  });

// Oceaneering 2020 and HubSpot 2023, read from their instances alone: nothing says when they were filed.
const goodwill = { tag: "GoodwillImpairmentLoss", value: 343.88 };
const assets = { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 70.445 };
const associates = { tag: "EquityMethodInvestments", value: 34.166, start: null };
const securities = { tag: "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent", start: null };

describe("facts of filings whose date nobody knows", () => {
  test("count among everything that is known now", () => {
    const facts = read([goodwill, assets, associates, { ...securities, value: 325.703 }], true);
    expect(facts.charges.total).toBe(414.325 * million);
    expect(facts.claims.amounts.associates?.value).toBe(34.166 * million);
    expect(facts.balance.long_term_marketable_securities?.value).toBe(325.703 * million);
  });

  test("are read so from the database", async () => {
    const nothing = { statements: [], financials: null, facts: null };
    const { source } = await persistedSource(nothing, { sic: null, registry: loadRegistry() });
    expect(source.isLatest).toBe(true);
  });

  test("are not known on a past day", () => {
    for (const isLatest of [undefined, false]) {
      const facts = read([goodwill, associates], isLatest);
      expect(facts.charges.total).toBe(0);
      expect(facts.claims.amounts.associates).toBeNull();
    }
  });

  test("give way to a dated version", () => {
    const dated = { ...goodwill, value: 343.9, filed: "2024-02-15" };
    expect(read([dated, goodwill], true).charges.total).toBe(343.9 * million);
    expect(read([goodwill, dated], true).charges.total).toBe(343.9 * million);
  });
});
