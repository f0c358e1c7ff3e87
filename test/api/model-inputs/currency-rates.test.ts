import { describe, expect, test } from "vitest";
import { findTemplate } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { currencyRates } from "#registry/models/rates/currency-rates.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { makeFacts, soundYears } from "../../helpers/companies/model-company.ts";
import { compute, sampleSource } from "../../helpers/companies/models.ts";

const tsmc = extractFacts(await sampleSource("0001046179", { sic: "3674" }));
const codesOf = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

describe("rates of a currency", () => {
  // Default spreads as published on 2026-01-05: Brazil 2.13 %, India 1.87 %, Germany none.
  test.each([
    ["BRL", 0.13667 - 0.0213, 0.0747],
    ["INR", 0.06517 - 0.0187, 0.0708],
    ["EUR", 0.02744, 0.0423],
  ])(
    "in %s the risk-free rate is the bond less the published default spread",
    (currency, rate, premium) => {
      const { rates } = referenceOn(null, currency);
      expect(rates.riskFreeRate.value).toBeCloseTo(rate, 4);
      expect(rates.equityRiskPremium.value).toBe(premium);
    },
  );

  test("growth for ever is at most the risk-free rate of the currency", () => {
    expect(referenceOn(null, "TWD").rates.terminalGrowth.value).toBe(0.0086);
    expect(referenceOn(null, "JPY").rates.longRunRevenueGrowth.value).toBe(0.0106);
    expect(referenceOn(null, "BRL").rates.terminalGrowth).toEqual(
      bundledReference.rates.terminalGrowth,
    );
  });

  test("what the rates of a currency leave out is told where they count", () => {
    const told = (currency: string, key: string, assumptions = {}) => {
      const facts = makeFacts({ years: soundYears, currency });
      const reference = referenceOn(null, currency);
      const template = findTemplate(key);
      if (template === null) throw new Error(`no template ${key}`);
      const { warnings } = computeModel(prepareModel({ template, facts, reference }), {
        assumptions,
      });
      return codesOf(warnings).filter((code) => /country|dollars/.test(code));
    };
    const growth = "terminal_growth";
    expect(told("EUR", growth)).toEqual(["rates_of_another_country"]);
    expect(told("BRL", growth)).toEqual(["growth_in_us_dollars"]);
    expect(told("BRL", growth, { terminal_growth: 0.06 })).toEqual([]);
    expect(told("TWD", growth)).toEqual([]);
    expect(told("EUR", "wacc")).toEqual(["rates_of_another_country"]);
    for (const currency of ["EUR", "BRL"]) expect(told(currency, "pe_multiples")).toEqual([]);
  });

  test("the dollar, and a currency that is not held, have the bundled set", () => {
    expect(referenceOn(null, "USD")).toBe(bundledReference);
    expect(referenceOn(null, "XAU").rates).toBe(bundledReference.rates);
    expect(currencyRates.currencies.map(({ currency }) => currency)).not.toContain("USD");
  });

  test("a past day has the dollar's rates of its year", () => {
    const set = referenceOn("2020-12-01", "TWD");
    expect(set.currency).toBe("USD");
    expect(set.rates.riskFreeRate.value).toBe(0.0192);
  });
});

describe("a filer in another currency", () => {
  test("TSMC is discounted in TWD, and each rate has its source and day", () => {
    const { assumptions, warnings } = compute(tsmc, "wacc");
    const of = (key: string) => assumptions.find((one) => one.key === key);
    expect(of("risk_free_rate")).toMatchObject({
      value: 0.0086,
      note: "10-year government bond of Taiwan at 1.37% (2025-09-28, worldgovernmentbonds.com) less a default spread of 0.51%",
    });
    expect(of("equity_risk_premium")?.value).toBe(0.0501);
    expect(of("marginal_tax_rate")).toMatchObject({ value: 0.2 });
    expect(codesOf(warnings)).not.toContain("rates_in_us_dollars");
  });

  test("one whose currency is not held is told of the dollar's rates until a rate is given", () => {
    const { anchors } = tsmc;
    if (anchors === null) throw new Error("TSMC has a balance sheet");
    const inGold = { ...tsmc, anchors: { ...anchors, currency: "XAU" } };
    const told = {
      terminal_growth: "discount_rate",
      dividend_discount: "cost_of_equity",
      wacc: "risk_free_rate",
    };
    for (const [key, rate] of Object.entries(told)) {
      const codes = codesOf(compute(inGold, key).warnings);
      expect([key, codes.includes("rates_in_us_dollars")]).toEqual([key, true]);
      const given = compute(inGold, key, { assumptions: { [rate]: 0.08 } });
      expect(codesOf(given.warnings)).not.toContain("rates_in_us_dollars");
    }
    const { warnings } = compute(inGold, "terminal_growth");
    expect(warnings.find(({ code }) => code === "rates_in_us_dollars")?.message).toContain("XAU");
  });
});
